package callqueue

import (
	"slices"
	"sync"
	"testing"
)

// TestQueue checks that calls are made in order, and that a panic ends none of the others.
func TestQueue(t *testing.T) {
	for _, group := range []*sync.WaitGroup{nil, new(sync.WaitGroup)} {
		q := Queue{Group: group}
		var made []int
		var failed error
		for i := range 5 {
			q.Do(func() {
				if made = append(made, i); i == 2 {
					panic("defect")
				}
			}, func(err error) { failed = err })
		}
		q.Do(func() { panic("nobody is told") }, nil)
		<-q.Do(func() {}, nil)
		if group != nil {
			group.Wait()
		}
		if !slices.Equal(made, []int{0, 1, 2, 3, 4}) || failed == nil || failed.Error() != "panic: defect" {
			t.Errorf("the calls were %v, %v", made, failed)
		}
	}
}
