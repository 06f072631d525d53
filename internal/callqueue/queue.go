// Package callqueue makes calls one after the other, outside of the caller's goroutine.
// Matches use it for players: a slow player is not waited for, and never called twice at
// once.
package callqueue

import (
	"sync"

	"ludex/internal/panics"
)

// A Queue makes calls in order. Only one goroutine may add to it. The zero value is an
// empty queue.
type Queue struct {
	// Group waits for the calls, if it is not nil.
	Group *sync.WaitGroup
	last  chan struct{}
}

// Do adds a call and returns a channel that is closed when it is done. If the call
// panics, failed is called with the error, unless it is nil.
func (q *Queue) Do(call func(), failed func(error)) chan struct{} {
	before, done := q.last, make(chan struct{})
	q.last = done
	run := func() {
		defer close(done)
		if before != nil {
			<-before
		}
		err := panics.Catch(func() error {
			call()
			return nil
		})
		if err != nil && failed != nil {
			failed(err)
		}
	}
	if q.Group != nil {
		q.Group.Go(run)
	} else {
		go run()
	}
	return done
}
