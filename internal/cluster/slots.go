package cluster

import (
	"context"
	"errors"
	"iter"
	"sync"
	"time"
)

// Each lets workers do items, as many at a time as the manager has slots for, and
// passes on their results one by one, in no particular order. It ends with the
// first error. Items are requested only when there is a free slot.
func (j *Job) Each(ctx context.Context, items iter.Seq[Item], keep func(*Result) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var group sync.WaitGroup
	var mu sync.Mutex
	room := &slots{manager: j.manager, changed: make(chan struct{}, 1)}
	for item := range items {
		if room.acquire(ctx) != nil {
			break
		}
		group.Go(func() {
			defer room.release()
			err := j.Do(ctx, item, func(r *Result) error {
				mu.Lock()
				defer mu.Unlock()
				return keep(r)
			})
			if err != nil {
				cancel(err)
			}
		})
	}
	group.Wait()
	if ctx.Err() == nil {
		return nil
	}
	if err := context.Cause(ctx); !errors.Is(err, context.Canceled) {
		return err
	}
	return ctx.Err()
}

// slots bounds how many items are in the queue at a time.
type slots struct {
	manager *Manager
	changed chan struct{} // signals that a slot is free; has a buffer of one
	mu      sync.Mutex
	inUse   int
}

// lookEvery is how often the number of workers is checked while waiting.
const lookEvery = 100 * time.Millisecond

// acquire waits for a free slot.
func (r *slots) acquire(ctx context.Context) error {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if r.tryAcquire() {
			return nil
		}
		select {
		case <-tick.C:
		case <-r.changed:
		case <-ctx.Done():
		}
	}
}

func (r *slots) tryAcquire() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.inUse >= r.manager.Window() {
		return false
	}
	r.inUse++
	return true
}

func (r *slots) release() {
	r.mu.Lock()
	r.inUse--
	r.mu.Unlock()
	select {
	case r.changed <- struct{}{}:
	default:
	}
}

// Await waits until the available workers can do a number of items at a time.
func (m *Manager) Await(ctx context.Context, slots int) error {
	tick := time.NewTicker(lookEvery / 4)
	defer tick.Stop()
	for m.Slots() < slots {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}
