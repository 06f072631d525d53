package trial

import (
	"context"
	"errors"
	"sync"

	"ludex/rules"
)

// An Item is a description to be tried.
type Item struct {
	Key     string // differs from those of the others
	Rules   *rules.Rules
	Options Options
}

// Each tries descriptions, several at a time, and calls done with the number of each and its
// result, one call at a time. If the context ends, done has been called for those that were
// finished.
func Each(ctx context.Context, threads int, items []Item, done func(number int, r Result) error) error {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	next := make(chan int)
	var mu sync.Mutex
	var failed error
	var group sync.WaitGroup
	for range min(max(threads, 1), max(len(items), 1)) {
		group.Go(func() {
			for i := range next {
				r, err := Run(inner, items[i].Rules, items[i].Options)
				mu.Lock()
				if err == nil {
					err = done(i, r)
				}
				if err != nil && inner.Err() == nil {
					failed = errors.Join(failed, err)
					cancel()
				}
				mu.Unlock()
			}
		})
	}
	for i := range items {
		select {
		case next <- i:
		case <-inner.Done():
		}
	}
	close(next)
	group.Wait()
	return errors.Join(failed, ctx.Err())
}
