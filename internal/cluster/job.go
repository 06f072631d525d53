package cluster

import (
	"context"
	"fmt"
	"sync"
)

// A Job is a set of items of one manager. It is safe for concurrent use.
type Job struct {
	manager *Manager
	name    string
	cancel  context.CancelFunc
	over    chan struct{} // closed when the job has ended

	mu      sync.Mutex
	fresh   chan struct{}       // signals that there is something to publish; has a buffer of one
	pending map[string]*pending // by token of the key
	early   map[string]arrival  // results that were not requested yet
	kept    map[string]bool     // tokens of results that were taken
	failed  error               // why the job has failed
}

// A pending item waits for its result.
type pending struct {
	item      Item
	published bool
	missing   int  // how often in a row it was not found in the queue
	here      bool // its result has arrived
	arrived   chan arrival
}

// An arrival is a result that a queue has brought.
type arrival struct {
	result *Result
	// settle removes it from its queue; kept says that it was passed on now, and not
	// before.
	settle func(ctx context.Context, kept bool)
}

// Open begins a job, or continues one of that name. The name has to be one word of
// letters and digits, see [JobName]. It has to be closed.
func (m *Manager) Open(name string) *Job {
	ctx, cancel := context.WithCancel(m.ctx)
	j := &Job{
		manager: m, name: name, cancel: cancel, over: make(chan struct{}), fresh: make(chan struct{}, 1),
		pending: map[string]*pending{}, early: map[string]arrival{}, kept: map[string]bool{},
	}
	m.wg.Go(func() {
		defer close(j.over)
		m.queue.run(ctx, j)
	})
	return j
}

// Do lets a worker do an item and passes its result to keep. If keep returns an
// error, the result stays in the queue for a restarted manager. An item that could
// not be done is an [*ItemError].
func (j *Job) Do(ctx context.Context, item Item, keep func(*Result) error) error {
	if err := item.check(); err != nil {
		return err
	}
	id := token(item.Key)
	p, err := j.add(id, item)
	if err != nil {
		return err
	}
	select {
	case a := <-p.arrived:
		return j.settle(ctx, id, a, keep)
	case <-ctx.Done():
		j.forget(id)
		return ctx.Err()
	case <-j.over:
		j.forget(id)
		return j.why()
	}
}

// add records that the result of an item is wanted.
func (j *Job) add(id string, item Item) (*pending, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.pending[id] != nil || j.kept[id] {
		return nil, fmt.Errorf("work item %s is there twice", item.Key)
	}
	p := &pending{item: item, arrived: make(chan arrival, 1)}
	j.pending[id] = p
	if a, ok := j.early[id]; ok {
		delete(j.early, id)
		p.here = true
		p.arrived <- a
		return p, nil
	}
	select {
	case j.fresh <- struct{}{}:
	default:
	}
	return p, nil
}

func (j *Job) forget(id string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	delete(j.pending, id)
}

// settle passes a result on, and removes it from the queue once it is kept.
func (j *Job) settle(ctx context.Context, id string, a arrival, keep func(*Result) error) error {
	err := a.result.err()
	if err == nil {
		err = keep(a.result)
		if err != nil {
			j.forget(id)
			return err
		}
	}
	j.mu.Lock()
	delete(j.pending, id)
	j.kept[id] = err == nil
	j.mu.Unlock()
	a.settle(ctx, true)
	return err
}

func (j *Job) why() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.failed != nil {
		return j.failed
	}
	return context.Canceled
}

// arrive handles a result that has arrived. A duplicate is removed from the queue.
func (j *Job) arrive(id string, a arrival) {
	if j.take(id, a) {
		a.settle(context.Background(), false)
	}
}

// take passes a result to the pending item, and reports whether it was taken
// before.
func (j *Job) take(id string, a arrival) (before bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.kept[id] {
		return true
	}
	p := j.pending[id]
	if p == nil {
		j.early[id] = a
		return false
	}
	if !p.here {
		p.here = true
		p.arrived <- a
	}
	return false
}

// Close ends the job: its items are removed from the queue, and workers stop
// working on them.
func (j *Job) Close() {
	j.cancel()
	<-j.over
	j.manager.queue.close(j)
}
