package cluster

import (
	"context"
	"errors"
	"iter"
	"sync"
	"time"
)

// Each has items done, as many at a time as the manager has room for, and hands
// their results over one by one, in no particular order. It ends with the first
// error. Items are asked for only when there is room for them.
func (j *Job) Each(ctx context.Context, items iter.Seq[Item], keep func(*Result) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var group sync.WaitGroup
	var mu sync.Mutex
	room := &room{manager: j.manager, changed: make(chan struct{}, 1)}
	for item := range items {
		if room.enter(ctx) != nil {
			break
		}
		group.Go(func() {
			defer room.leave()
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

// A room is for those who have items done.
type room struct {
	manager *Manager
	changed chan struct{} // has room for one word: somebody has left
	mu      sync.Mutex
	inside  int
}

// lookEvery is how often one who waits looks whether there are more workers now.
const lookEvery = 100 * time.Millisecond

// enter waits until there is room.
func (r *room) enter(ctx context.Context) error {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if r.squeeze() {
			return nil
		}
		select {
		case <-tick.C:
		case <-r.changed:
		case <-ctx.Done():
		}
	}
}

func (r *room) squeeze() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.inside >= r.manager.Window() {
		return false
	}
	r.inside++
	return true
}

func (r *room) leave() {
	r.mu.Lock()
	r.inside--
	r.mu.Unlock()
	select {
	case r.changed <- struct{}{}:
	default:
	}
}

// Await waits until the workers that are there can do a number of items at a time.
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
