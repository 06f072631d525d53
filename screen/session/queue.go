package session

import "sync"

// A queue does one thing after the other, in goroutines of its own. It belongs to
// the goroutine that fills it.
type queue struct{ last chan struct{} }

// do has something done after all else. The group knows when it is.
func (q *queue) do(group *sync.WaitGroup, f func()) {
	before, done := q.last, make(chan struct{})
	q.last = done
	group.Go(func() {
		defer close(done)
		if before != nil {
			<-before
		}
		f()
	})
}
