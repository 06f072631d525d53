package session

import (
	"sync"

	"ludex/internal/panics"
)

// A queue runs functions one after the other, outside of the caller's goroutine. Only
// one goroutine may add to it.
type queue struct{ last chan struct{} }

// do adds a function, which the group waits for. If it panics, failed is called with
// the error, unless it is nil.
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
