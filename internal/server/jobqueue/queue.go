// Package jobqueue runs long computations in the background. A [Queue] bounds how many
// wait and run, per client and in total; a job reports its progress, can be cancelled,
// and its result is kept for some time.
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

// A Status is the stage a job is in.
type Status string

// The statuses.
const (
	Waiting   Status = "waiting"
	Running   Status = "running"
	Done      Status = "done"
	Failed    Status = "failed"
	Cancelled Status = "cancelled"
)

// A State describes a job for clients.
type State struct {
	ID       string    `json:"id"`
	Kind     string    `json:"kind"`
	Title    string    `json:"title"`
	Status   Status    `json:"status"`
	Progress string    `json:"progress"`           // a text for people
	Part     float64   `json:"part"`               // that is done, between 0 and 1; 0 if unknown
	Result   any       `json:"result,omitempty"`   // of a cancelled job: what it has found
	Document string    `json:"document,omitempty"` // path of a page about the result, if there is one
	Error    string    `json:"error,omitempty"`
	Started  time.Time `json:"started"`
	Seconds  float64   `json:"seconds"`
}

// Over reports whether the job has ended.
func (s *State) Over() bool { return s.Status != Waiting && s.Status != Running }

// A Report is called by a job to report its progress.
type Report func(part float64, text string, args ...any)

// Work is the computation of a job. If its context ends, it returns what it has found.
type Work func(ctx context.Context, report Report) (Outcome, error)

// An Outcome is the result of a job.
type Outcome struct {
	Result any
	Page   []byte // an HTML document, or nil
}

// Limits bound the jobs of a [Queue].
type Limits struct {
	Running          int           // jobs that run at a time
	RunningPerClient int           // of one client
	Waiting          int           // jobs that wait
	WaitingPerClient int           // of one client
	Time             time.Duration // after which a job is cancelled
	Unwatched        time.Duration // after which a job without watchers is cancelled; 0 is never
	Keep             int           // finished jobs whose results are kept
}

// A Queue runs jobs. It is safe for concurrent use.
type Queue struct {
	limits  Limits
	log     *slog.Logger
	ctx     context.Context
	stop    context.CancelFunc
	waiting *ratelimit.Semaphore
	running *ratelimit.Semaphore
	group   sync.WaitGroup

	mu    sync.Mutex
	jobs  map[string]*job
	order []*job
}

type job struct {
	client    string
	state     State
	page      []byte
	cancel    context.CancelCauseFunc
	changed   chan struct{}
	watchers  int
	unwatched *time.Timer // cancels the job; stopped while there are watchers
}

// NewQueue returns a queue. Its jobs have the values of the context, such as the memory
// budget; they end with Close. Panics of jobs are logged; the log may be nil.
func NewQueue(ctx context.Context, limits Limits, log *slog.Logger) *Queue {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	if limits.Unwatched <= 0 {
		limits.Unwatched = math.MaxInt64
	}
	ctx, stop := context.WithCancel(context.WithoutCancel(ctx))
	return &Queue{
		limits: limits, log: log, ctx: ctx, stop: stop, jobs: map[string]*job{},
		waiting: ratelimit.NewSemaphore("places for waiting jobs", limits.Waiting, limits.WaitingPerClient), running: ratelimit.NewSemaphore("places for running jobs", limits.Running, limits.RunningPerClient),
	}
}

// Close cancels all jobs and waits for them.
func (q *Queue) Close() {
	q.mu.Lock()
	q.stop() // from here on, Start fails
	q.mu.Unlock()
	q.group.Wait()
}

// errUnwatched is the reason for cancelling a job without watchers.
var errUnwatched = errors.New("nobody asks about it any more")

// Start adds a job of a client. Document returns the path of the page of a job; it may
// be nil. If too many jobs wait, the error is a [*ratelimit.FullError].
func (q *Queue) Start(client, kind, title string, document func(id string) string, work Work) (State, error) {
	dequeue, err := q.waiting.TryAcquire(client)
	if err != nil {
		return State{}, err
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.ctx.Err() != nil {
		dequeue()
		return State{}, q.ctx.Err()
	}
	q.forget()
	ctx, cancel := context.WithCancelCause(q.ctx)
	j := &job{client: client, cancel: cancel, changed: make(chan struct{})}
	j.unwatched = time.AfterFunc(q.limits.Unwatched, func() { cancel(errUnwatched) })
	j.state = State{ID: rand.Text(), Kind: kind, Title: title, Status: Waiting, Progress: "waiting for its turn", Started: time.Now()}
	q.jobs[j.state.ID], q.order = j, append(q.order, j)
	q.group.Go(func() {
		defer cancel(nil)
		defer j.unwatched.Stop()
		defer dequeue()
		limited, done := context.WithTimeout(ctx, q.limits.Time)
		defer done()
		q.run(limited, j, dequeue, document, work)
	})
	return j.state, nil
}

// forget drops the oldest finished jobs.
func (q *Queue) forget() {
	over := 0
	for _, j := range q.order {
		if j.state.Over() {
			over++
		}
	}
	kept := q.order[:0]
	for _, j := range q.order {
		if j.state.Over() && over > q.limits.Keep {
			over--
			delete(q.jobs, j.state.ID)
			continue
		}
		kept = append(kept, j)
	}
	clear(q.order[len(kept):])
	q.order = kept
}

// run waits for a free slot, does the work of a job and records the outcome.
func (q *Queue) run(ctx context.Context, j *job, dequeue func(), document func(string) string, work Work) {
	leave, err := q.running.Acquire(ctx, j.client)
	dequeue()
	var out Outcome
	if err == nil {
		defer leave()
		out, err = q.work(ctx, j, work)
	}
	q.change(j, func(s *State) {
		s.Result = out.Result
		if j.page = out.Page; j.page != nil && document != nil {
			s.Document = document(s.ID)
		}
		q.conclude(ctx, s, err)
	})
}

// work does the work of a job. A panic ends this job only.
func (q *Queue) work(ctx context.Context, j *job, work Work) (out Outcome, err error) {
	q.change(j, func(s *State) { s.Status, s.Progress = Running, "starting" })
	err = panics.Catch(func() (err error) {
		out, err = work(ctx, func(part float64, text string, args ...any) {
			q.change(j, func(s *State) { s.Part, s.Progress = part, fmt.Sprintf(text, args...) })
		})
		return err
	})
	return out, err
}

// conclude records how a job ended.
func (q *Queue) conclude(ctx context.Context, s *State, err error) {
	defect, isDefect := errors.AsType[*panics.Error](err)
	switch {
	case err == nil:
		s.Status, s.Part, s.Progress = Done, 1, "done"
	case isDefect:
		q.log.Error("a defect in a job", "job", s.ID, "kind", s.Kind, "err", defect, "stack", string(defect.Stack))
		s.Status, s.Error = Failed, "a defect of the program; the server's log says more"
	case errors.Is(context.Cause(ctx), errUnwatched):
		s.Status, s.Error = Cancelled, fmt.Sprintf("given up, since nobody has asked about it for %v", q.limits.Unwatched)
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		s.Status, s.Error = Cancelled, fmt.Sprintf("stopped after %v, which is the limit here", q.limits.Time)
	case ctx.Err() != nil:
		s.Status, s.Progress = Cancelled, "cancelled"
	default:
		s.Status, s.Error = Failed, err.Error()
	}
}

func (q *Queue) change(j *job, f func(*State)) {
	q.mu.Lock()
	defer q.mu.Unlock()
	f(&j.state)
	j.state.Seconds = time.Since(j.state.Started).Seconds()
	close(j.changed)
	j.changed = make(chan struct{})
}

// State returns the state of a job. Asking for it counts as watching the job.
func (q *Queue) State(id string) (State, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	j := q.jobs[id]
	if j == nil {
		return State{}, false
	}
	q.postpone(j)
	return j.state, true
}

// postpone restarts the timer that cancels an unwatched job.
func (q *Queue) postpone(j *job) {
	if j.watchers == 0 && !j.state.Over() {
		j.unwatched.Reset(q.limits.Unwatched)
	}
}

// Attend registers a watcher of a job until leave is called.
func (q *Queue) Attend(id string) (leave func(), ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	j := q.jobs[id]
	if j == nil {
		return nil, false
	}
	j.watchers++
	j.unwatched.Stop()
	return sync.OnceFunc(func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		j.watchers--
		q.postpone(j)
	}), true
}

// Watch returns the state of a job, and a channel that is closed when it changes.
func (q *Queue) Watch(id string) (State, <-chan struct{}, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	j := q.jobs[id]
	if j == nil {
		return State{}, nil, false
	}
	return j.state, j.changed, true
}

// Page returns the page that a job made.
func (q *Queue) Page(id string) ([]byte, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	j := q.jobs[id]
	if j == nil || j.page == nil {
		return nil, false
	}
	return j.page, true
}

// Cancel cancels a job.
func (q *Queue) Cancel(id string) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	j := q.jobs[id]
	if j == nil {
		return false
	}
	j.cancel(nil)
	return true
}

// Active returns the number of jobs that wait or run.
func (q *Queue) Active() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	n := 0
	for _, j := range q.order {
		if !j.state.Over() {
			n++
		}
	}
	return n
}
