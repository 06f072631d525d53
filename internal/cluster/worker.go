package cluster

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"log/slog"
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
	// Conn is the connection to NATS, and Local the one to a manager on this machine. One
	// of them is set.
	Conn    *nats.Conn
	Local   *LocalConn
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

	source source
	most   int // bytes of a body in a message of NATS; 0 is the server's limit
	id     string
	began  time.Time
	busy   atomic.Int64
	done   atomic.Uint64
	failed atomic.Uint64

	mu      sync.Mutex
	running map[*lease]bool
}

// A source hands items to a worker.
type source interface {
	// open begins. When the context ends, the worker takes no more items; the result is
	// called when it has finished.
	open(ctx context.Context, w *Worker) (leave func(), err error)
	// next waits for an item; nil means that there is none yet.
	next(ctx context.Context) (delivery, error)
}

// A delivery is an item that a worker was given.
type delivery interface {
	job() string
	tries() uint64 // this one included
	// item reads the item.
	item(ctx context.Context) (Item, error)
	// heartbeat says how often the worker has to say that it is alive, and alive says so.
	// 0 is never.
	heartbeat() time.Duration
	alive()
	// deliver sends the result, and removes the item from the queue. It goes on for a
	// moment after the context has ended.
	deliver(hard context.Context, r Result) error
	// again returns the item to the queue, for a worker to take after a time.
	again(after time.Duration)
	// drop removes the item, which nobody wants.
	drop()
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
// has begun. It fails only if manager and worker speak different protocol versions, or
// if a manager on this machine is gone; the end of the context is not an error.
func (w *Worker) Run(ctx context.Context) error {
	if err := w.prepare(); err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	leave, err := w.source.open(ctx, w)
	if err != nil {
		return err
	}
	defer leave()
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
	if w.Memory > 0 {
		go w.watchMemory(over)
	}
	group.Wait()
	close(over)
	if err := context.Cause(ctx); isFinal(err) {
		return err
	}
	return nil
}

func (w *Worker) prepare() error {
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
	if w.Local != nil {
		w.source = &localSource{conn: w.Local}
		return nil
	}
	js, err := jetstream.New(w.Conn)
	w.source = &natsSource{worker: w, codec: codec{conn: w.Conn, js: js, most: w.most}, requests: map[*context.CancelFunc]bool{}}
	return err
}

// cancelJob cancels the work on a job.
func (w *Worker) cancelJob(job string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for l := range w.running {
		if l.job() == job {
			l.cancel(errUnwanted)
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

// isFinal reports whether an error ends the worker.
func isFinal(err error) bool { return errors.Is(err, errProtocol) || errors.Is(err, errManagerGone) }

// serve does item after item.
func (w *Worker) serve(ctx, hard context.Context) error {
	for try := 0; ctx.Err() == nil; {
		msg, err := w.source.next(ctx)
		switch {
		case isFinal(err):
			return err
		case err != nil:
			w.Log.Debug("no queue", "error", err)
			_ = sleep.For(ctx, backoff(try))
			try++
		case msg != nil:
			w.process(hard, msg)
			try = 0
		}
	}
	return nil
}
