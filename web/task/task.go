// Package task runs work that takes a while beside whoever asked for it: it tells
// how far it is, can be cancelled, and keeps what came of it for some time.
package task

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"sync"
	"time"
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
	AtOnce int           // tasks that run at a time
	Queue  int           // tasks that wait
	Time   time.Duration // for each
	Keep   int           // finished tasks whose results are kept
}

// ErrBusy is reported when too many tasks wait.
var ErrBusy = errors.New("too many jobs are waiting; try again in a minute")

// A Pool runs tasks. It is safe for concurrent use.
type Pool struct {
	limits Limits
	ctx    context.Context
	stop   context.CancelFunc
	slots  chan struct{}
	group  sync.WaitGroup

	mu      sync.Mutex
	tasks   map[string]*task
	order   []*task
	waiting int
}

type task struct {
	state   State
	page    []byte
	cancel  context.CancelFunc
	changed chan struct{}
}

// NewPool returns a pool.
func NewPool(limits Limits) *Pool {
	ctx, stop := context.WithCancel(context.Background())
	return &Pool{limits: limits, ctx: ctx, stop: stop, slots: make(chan struct{}, max(limits.AtOnce, 1)), tasks: map[string]*task{}}
}

// Close cancels all tasks and waits for them.
func (p *Pool) Close() {
	p.stop()
	p.group.Wait()
}

// Start begins a task. Document returns where its page will be, by its name; it
// may be nil.
func (p *Pool) Start(kind, title string, document func(id string) string, work Work) (State, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ctx.Err() != nil {
		return State{}, p.ctx.Err()
	}
	if p.waiting >= p.limits.Queue {
		return State{}, ErrBusy
	}
	p.forget()
	ctx, cancel := context.WithTimeout(p.ctx, p.limits.Time)
	t := &task{cancel: cancel, changed: make(chan struct{})}
	t.state = State{ID: rand.Text(), Kind: kind, Title: title, Status: Waiting, Progress: "waiting for its turn", Started: time.Now()}
	p.tasks[t.state.ID], p.order = t, append(p.order, t)
	p.waiting++
	p.group.Go(func() {
		defer cancel()
		p.run(ctx, t, document, work)
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

func (p *Pool) run(ctx context.Context, t *task, document func(string) string, work Work) {
	select {
	case p.slots <- struct{}{}:
		defer func() { <-p.slots }()
	case <-ctx.Done():
	}
	p.change(t, func(s *State) {
		p.waiting--
		s.Status, s.Progress = Running, "starting"
	})
	out, err := Outcome{}, ctx.Err()
	if err == nil {
		out, err = guarded(ctx, work, func(part float64, text string, args ...any) {
			p.change(t, func(s *State) { s.Part, s.Progress = part, fmt.Sprintf(text, args...) })
		})
	}
	p.change(t, func(s *State) {
		s.Result = out.Result
		if t.page = out.Page; t.page != nil && document != nil {
			s.Document = document(s.ID)
		}
		switch {
		case err == nil:
			s.Status, s.Part, s.Progress = Done, 1, "done"
		case errors.Is(err, context.DeadlineExceeded):
			s.Status, s.Error = Cancelled, fmt.Sprintf("stopped after %v, which is the limit here", p.limits.Time)
		case errors.Is(err, context.Canceled):
			s.Status, s.Progress = Cancelled, "cancelled"
		default:
			s.Status, s.Error = Failed, err.Error()
		}
	})
}

// guarded keeps a defect of one task from ending the others.
func guarded(ctx context.Context, work Work, report Report) (out Outcome, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("a defect of the program: %v", r)
		}
	}()
	return work(ctx, report)
}

func (p *Pool) change(t *task, f func(*State)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f(&t.state)
	t.state.Seconds = time.Since(t.state.Started).Seconds()
	close(t.changed)
	t.changed = make(chan struct{})
}

// State returns what is known about a task.
func (p *Pool) State(id string) (State, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	t := p.tasks[id]
	if t == nil {
		return State{}, false
	}
	return t.state, true
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
	t.cancel()
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
