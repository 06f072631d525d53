// Package task runs work that takes a while beside whoever asked for it: it tells
// how far it is, can be cancelled, and keeps what came of it for some time.
package jobqueue

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"sync"
	"time"

	"ludex/internal/panics"
	"ludex/internal/server/ratelimit"
)

// A Status says how a task stands.
type Status string

// The statuses.
const (
	Waiting   Status = "waiting"
	Running   Status = "running"
	Done      Status = "done"
	Failed    Status = "failed"
	Cancelled Status = "cancelled"
)

// A State is what is known about a task.
type State struct {
	ID       string    `json:"id"`
	Kind     string    `json:"kind"`
	Title    string    `json:"title"`
	Status   Status    `json:"status"`
	Progress string    `json:"progress"`           // for people
	Part     float64   `json:"part"`               // of the work that is done, between 0 and 1; 0 if nobody knows
	Result   any       `json:"result,omitempty"`   // also of a cancelled task, as far as it came
	Document string    `json:"document,omitempty"` // where a page about it is, if there is one
	Error    string    `json:"error,omitempty"`
	Started  time.Time `json:"started"`
	Seconds  float64   `json:"seconds"`
}

// Over reports whether nothing more will happen.
func (s *State) Over() bool { return s.Status != Waiting && s.Status != Running }

// A Report is how work tells how far it is.
type Report func(part float64, text string, args ...any)

// Work is what a task does. It returns what came of it also if its context ended.
type Work func(ctx context.Context, report Report) (Outcome, error)

// An Outcome is what came of a task.
type Outcome struct {
	Result any
	Page   []byte // an HTML document, or nil
}

// Limits of a [Pool].
type Limits struct {
	AtOnce    int           // tasks that run at a time
	Each      int           // and those of one client
	Queue     int           // tasks that wait
	QueueEach int           // and those of one client
	Time      time.Duration // for each
	Unwatched time.Duration // after which one that nobody asks about is given up; 0 is never
	Keep      int           // finished tasks whose results are kept
}

// A Pool runs tasks. It is safe for concurrent use.
type Pool struct {
	limits Limits
	log    *slog.Logger
	ctx    context.Context
	stop   context.CancelFunc
	queue  *ratelimit.Gate
	slots  *ratelimit.Gate
	group  sync.WaitGroup

	mu    sync.Mutex
	tasks map[string]*task
	order []*task
}

type task struct {
	client    string
	state     State
	page      []byte
	cancel    context.CancelCauseFunc
	changed   chan struct{}
	watchers  int
	unwatched *time.Timer // gives the task up; it does not run while there are watchers
}

// NewPool returns a pool whose tasks have the values of a context, such as its budget
// of memory; they end with Close. The log, which may be nil, is told of defects.
func NewPool(ctx context.Context, limits Limits, log *slog.Logger) *Pool {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	if limits.Unwatched <= 0 {
		limits.Unwatched = math.MaxInt64
	}
	ctx, stop := context.WithCancel(context.WithoutCancel(ctx))
	return &Pool{
		limits: limits, log: log, ctx: ctx, stop: stop, tasks: map[string]*task{},
		queue: ratelimit.NewGate("places for waiting jobs", limits.Queue, limits.QueueEach), slots: ratelimit.NewGate("places for running jobs", limits.AtOnce, limits.Each),
	}
}

// Close cancels all tasks and waits for them.
func (p *Pool) Close() {
	p.mu.Lock()
	p.stop() // nothing is started from here on
	p.mu.Unlock()
	p.group.Wait()
}

// errUnwatched is why a task is given up that nobody asks about.
var errUnwatched = errors.New("nobody asks about it any more")

// Start begins a task of a client. Document returns where its page will be, by its
// name; it may be nil. If too many wait the error is a [*limit.FullError].
func (p *Pool) Start(client, kind, title string, document func(id string) string, work Work) (State, error) {
	dequeue, err := p.queue.Enter(client)
	if err != nil {
		return State{}, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ctx.Err() != nil {
		dequeue()
		return State{}, p.ctx.Err()
	}
	p.forget()
	ctx, cancel := context.WithCancelCause(p.ctx)
	t := &task{client: client, cancel: cancel, changed: make(chan struct{})}
	t.unwatched = time.AfterFunc(p.limits.Unwatched, func() { cancel(errUnwatched) })
	t.state = State{ID: rand.Text(), Kind: kind, Title: title, Status: Waiting, Progress: "waiting for its turn", Started: time.Now()}
	p.tasks[t.state.ID], p.order = t, append(p.order, t)
	p.group.Go(func() {
		defer cancel(nil)
		defer t.unwatched.Stop()
		defer dequeue()
		limited, done := context.WithTimeout(ctx, p.limits.Time)
		defer done()
		p.run(limited, t, dequeue, document, work)
	})
	return t.state, nil
}

// forget drops the oldest finished tasks.
func (p *Pool) forget() {
	over := 0
	for _, t := range p.order {
		if t.state.Over() {
			over++
		}
	}
	kept := p.order[:0]
	for _, t := range p.order {
		if t.state.Over() && over > p.limits.Keep {
			over--
			delete(p.tasks, t.state.ID)
			continue
		}
		kept = append(kept, t)
	}
	clear(p.order[len(kept):])
	p.order = kept
}

// run waits for the turn of a task, does it and notes what came of it.
func (p *Pool) run(ctx context.Context, t *task, dequeue func(), document func(string) string, work Work) {
	leave, err := p.slots.Wait(ctx, t.client)
	dequeue()
	var out Outcome
	if err == nil {
		defer leave()
		out, err = p.work(ctx, t, work)
	}
	p.change(t, func(s *State) {
		s.Result = out.Result
		if t.page = out.Page; t.page != nil && document != nil {
			s.Document = document(s.ID)
		}
		p.conclude(ctx, s, err)
	})
}

// work does a task. A defect of one must not end the others.
func (p *Pool) work(ctx context.Context, t *task, work Work) (out Outcome, err error) {
	p.change(t, func(s *State) { s.Status, s.Progress = Running, "starting" })
	err = panics.Catch(func() (err error) {
		out, err = work(ctx, func(part float64, text string, args ...any) {
			p.change(t, func(s *State) { s.Part, s.Progress = part, fmt.Sprintf(text, args...) })
		})
		return err
	})
	return out, err
}

// conclude says how a task ended.
func (p *Pool) conclude(ctx context.Context, s *State, err error) {
	defect, isDefect := errors.AsType[*panics.Error](err)
	switch {
	case err == nil:
		s.Status, s.Part, s.Progress = Done, 1, "done"
	case isDefect:
		p.log.Error("a defect in a job", "job", s.ID, "kind", s.Kind, "err", defect, "stack", string(defect.Stack))
		s.Status, s.Error = Failed, "a defect of the program; the server's log says more"
	case errors.Is(context.Cause(ctx), errUnwatched):
		s.Status, s.Error = Cancelled, fmt.Sprintf("given up, since nobody has asked about it for %v", p.limits.Unwatched)
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		s.Status, s.Error = Cancelled, fmt.Sprintf("stopped after %v, which is the limit here", p.limits.Time)
	case ctx.Err() != nil:
		s.Status, s.Progress = Cancelled, "cancelled"
	default:
		s.Status, s.Error = Failed, err.Error()
	}
}

func (p *Pool) change(t *task, f func(*State)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f(&t.state)
	t.state.Seconds = time.Since(t.state.Started).Seconds()
	close(t.changed)
	t.changed = make(chan struct{})
}

// State returns what is known about a task. Who asks is interested in it.
func (p *Pool) State(id string) (State, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	t := p.tasks[id]
	if t == nil {
		return State{}, false
	}
	p.postpone(t)
	return t.state, true
}

// postpone begins the time anew after which an unwatched task is given up.
func (p *Pool) postpone(t *task) {
	if t.watchers == 0 && !t.state.Over() {
		t.unwatched.Reset(p.limits.Unwatched)
	}
}

// Attend notes that somebody watches a task until leave is called.
func (p *Pool) Attend(id string) (leave func(), ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	t := p.tasks[id]
	if t == nil {
		return nil, false
	}
	t.watchers++
	t.unwatched.Stop()
	return sync.OnceFunc(func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		t.watchers--
		p.postpone(t)
	}), true
}

// Watch returns what is known about a task and a channel that is closed when there
// is more.
func (p *Pool) Watch(id string) (State, <-chan struct{}, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	t := p.tasks[id]
	if t == nil {
		return State{}, nil, false
	}
	return t.state, t.changed, true
}

// Page returns the page that a task made.
func (p *Pool) Page(id string) ([]byte, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	t := p.tasks[id]
	if t == nil || t.page == nil {
		return nil, false
	}
	return t.page, true
}

// Cancel ends a task.
func (p *Pool) Cancel(id string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	t := p.tasks[id]
	if t == nil {
		return false
	}
	t.cancel(nil)
	return true
}

// Active returns how many tasks wait or run.
func (p *Pool) Active() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := 0
	for _, t := range p.order {
		if !t.state.Over() {
			n++
		}
	}
	return n
}
