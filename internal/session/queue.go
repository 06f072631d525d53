package session

import (
	"sync"

	"ludex/internal/panics"
)

// A queue does one thing after the other, in goroutines of its own. It belongs to
// the goroutine that fills it.
type queue struct{ last chan struct{} }

// do has something done after all else. The group knows when it is. If it panics,
// which must not end more than this game, the other function is told, unless it is
// nil.
func (q *queue) do(group *sync.WaitGroup, f func(), failed func(error)) {
	before, done := q.last, make(chan struct{})
	q.last = done
	group.Go(func() {
		defer close(done)
		if before != nil {
			<-before
		}
		err := panics.Catch(func() error {
			f()
			return nil
		})
		if err != nil && failed != nil {
			failed(err)
		}
	})
}
