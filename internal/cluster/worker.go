package cluster

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"ludex/internal/sleep"
)

// A Handler does the work of one kind. Its result is written as JSON.
type Handler func(ctx context.Context, payload json.RawMessage) (any, error)

// A Worker does items, on a connection that the caller closes afterwards.
type Worker struct {
	Conn    *nats.Conn
	Name    string // a name for people
	Version string // of the program
	Threads int    // items done at a time; 0 is 1
	Do      map[Kind]Handler
	// Drain is how long it continues its items when it has to stop, before it
	// returns them.
	Drain time.Duration
	// Errors is the number of attempts of an item that may end with an error, and
	// Deaths the number that may end without an answer, as when workers crash. 0 is
	// DefaultErrors and DefaultDeaths.
	Errors, Deaths int
	// Memory is how many bytes the process may have; 0 is no limit. If it has more, the
	// items that it works on fail.
	Memory uint64
	// Ended is called after each item. It may be nil.
	Ended func(Ending)
	Log   *slog.Logger // nil is none

	codec
	id     string
	began  time.Time
	busy   atomic.Int64
	done   atomic.Uint64
	failed atomic.Uint64

	mu       sync.Mutex
	cached   jetstream.Consumer
	silence  time.Duration // after which the queue gives the item to another worker
	running  map[*lease]bool
	requests map[*context.CancelFunc]bool // pending requests to the servers
}

// How often an item is attempted before it is given up.
const (
	DefaultErrors = 3
	DefaultDeaths = 10
)

// An Ending says how a worker's attempt at an item ended.
type Ending struct {
	Kind    Kind
	Outcome Outcome
	Attempt int // counted from 1, including those of other workers
	Took    time.Duration
}

// An Outcome is the result of an attempt.
type Outcome string

// The outcomes.
const (
	Done     Outcome = "done"
	Failed   Outcome = "failed"
	Returned Outcome = "returned" // to the queue
	Stopped  Outcome = "stopped"  // its job was closed
)

// Run works until the context ends, and then finishes or returns the items that it
// has begun. It fails only if manager and worker speak different protocol versions;
// the end of the context is not an error.
func (w *Worker) Run(ctx context.Context) error {
	if err := w.prepare(); err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	stop, err := w.answer()
	if err != nil {
		return err
	}
	defer stop()
	defer reconnects(w.Conn, w.cancelRequests)()
	hard, kill := context.WithCancel(context.WithoutCancel(ctx))
	defer kill()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(w.Drain, kill) })()

	var group sync.WaitGroup
	for range w.Threads {
		group.Go(func() {
			if err := w.serve(ctx, hard); err != nil {
				cancel(err)
			}
		})
	}
	over := make(chan struct{})
	go w.announce(over)
	if w.Memory > 0 {
		go w.watchMemory(over)
	}
	group.Wait()
	close(over)
	w.tell(true)
	_ = w.Conn.FlushTimeout(lastTime)
	if err := context.Cause(ctx); errors.Is(err, errProtocol) {
		return err
	}
	return nil
}

func (w *Worker) prepare() error {
	js, err := jetstream.New(w.Conn)
	if err != nil {
		return err
	}
	w.conn, w.js = w.Conn, js
	w.Threads = max(w.Threads, 1)
	if w.Errors <= 0 {
		w.Errors = DefaultErrors
	}
	if w.Deaths <= 0 {
		w.Deaths = DefaultDeaths
	}
	if w.Log == nil {
		w.Log = slog.New(slog.DiscardHandler)
	}
	w.id, w.began, w.running = rand.Text(), time.Now(), map[*lease]bool{}
	w.requests = map[*context.CancelFunc]bool{}
	return nil
}

// answer subscribes to managers that ask for workers, and to jobs that are closed.
func (w *Worker) answer() (stop func(), err error) {
	hello, err := w.Conn.Subscribe(helloSubject, func(*nats.Msg) { w.tell(false) })
	if err != nil {
		return nil, err
	}
	stops, err := w.Conn.Subscribe(stopSubject+"*", func(msg *nats.Msg) { w.cancelJob(strings.TrimPrefix(msg.Subject, stopSubject)) })
	if err != nil {
		return nil, errors.Join(err, hello.Unsubscribe())
	}
	return func() {
		_ = hello.Unsubscribe()
		_ = stops.Unsubscribe()
	}, nil
}

// cancelJob cancels the work on a job.
func (w *Worker) cancelJob(job string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for l := range w.running {
		if l.job == job {
			l.cancel(errUnwanted)
		}
	}
}

// announce publishes the worker's presence periodically.
func (w *Worker) announce(over <-chan struct{}) {
	tick := time.NewTicker(presentEvery)
	defer tick.Stop()
	for {
		w.tell(false)
		select {
		case <-tick.C:
		case <-over:
			return
		}
	}
}

// Presence returns the worker's state.
func (w *Worker) Presence() Presence {
	return Presence{ID: w.id, Name: w.Name, Version: w.Version, Threads: w.Threads,
		Busy: w.Busy(), Done: w.done.Load(), Failed: w.failed.Load(), Started: w.began}
}

// Busy returns how many items the worker is working on.
func (w *Worker) Busy() int { return int(w.busy.Load()) }

func (w *Worker) tell(leaving bool) {
	p := w.Presence()
	p.Leaving = leaving
	if data, err := json.Marshal(p); err == nil {
		_ = w.Conn.Publish(presenceSubject+w.id, data)
	}
}

// fetchTime is how long one request for an item lasts. A queue that was lost and
// created again is found after that time at the latest.
const fetchTime = 3 * time.Second

// serve does item after item.
func (w *Worker) serve(ctx, hard context.Context) error {
	for try := 0; ctx.Err() == nil; {
		msg, err := w.next(ctx)
		switch {
		case errors.Is(err, errProtocol):
			return err
		case err != nil:
			w.Log.Debug("no queue", "error", err)
			w.forgetQueue()
			_ = sleep.For(ctx, backoff(try))
			try++
		case msg != nil:
			w.process(hard, msg)
			try = 0
		}
	}
	return nil
}

// next waits for an item; nil means that there is none yet.
func (w *Worker) next(ctx context.Context) (jetstream.Msg, error) {
	c, err := w.queue(ctx)
	if err != nil {
		return nil, err
	}
	ctx, cancel := w.request(ctx, fetchTime)
	defer cancel()
	batch, err := c.Fetch(1, jetstream.FetchContext(ctx))
	if err != nil {
		return nil, err
	}
	if msg, ok := <-batch.Messages(); ok {
		return msg, nil
	}
	if err := batch.Error(); err != nil && !errors.Is(err, nats.ErrTimeout) && !errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return nil, err
	}
	return nil, nil
}

// request returns a context for a request to the servers. It ends early after a
// reconnect, because the servers may not know of the request.
func (w *Worker) request(ctx context.Context, most time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(ctx, most)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.requests[&cancel] = true
	return ctx, func() {
		cancel()
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.requests, &cancel)
	}
}

// cancelRequests ends all pending requests to the servers.
func (w *Worker) cancelRequests() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for cancel := range w.requests {
		(*cancel)()
	}
}

// queue returns the consumer that all workers share. It does not wait for a manager
// to create it. The lock is not held during requests, since heartbeats and
// cancellation need it.
func (w *Worker) queue(ctx context.Context) (jetstream.Consumer, error) {
	if c := w.knownQueue(); c != nil {
		return c, nil
	}
	ctx, cancel := w.request(ctx, callTime)
	defer cancel()
	s, err := w.js.Stream(ctx, itemStream)
	if err != nil {
		return nil, err
	}
	if err := checkProtocol(s.CachedInfo()); err != nil {
		return nil, err
	}
	c, err := s.Consumer(ctx, workers)
	if err != nil {
		return nil, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.cached, w.silence = c, c.CachedInfo().Config.AckWait
	return c, nil
}

func (w *Worker) knownQueue() jetstream.Consumer {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.cached
}

func (w *Worker) forgetQueue() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.cached = nil
}
