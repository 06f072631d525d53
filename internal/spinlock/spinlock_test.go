package spinlock

import (
	"sync"
	"testing"
)

// TestRWMutex changes two numbers together in some goroutines, and compares them in others.
func TestRWMutex(t *testing.T) {
	var l RWMutex
	var a, b int
	var group sync.WaitGroup
	for range 3 {
		group.Go(func() {
			for range 2000 {
				l.Lock()
				a++
				b++
				l.Unlock()
			}
		})
		group.Go(func() {
			for range 2000 {
				l.RLock()
				if a != b {
					t.Error("the numbers differ")
				}
				l.RUnlock()
			}
		})
	}
	group.Wait()
	if a != 6000 || b != 6000 {
		t.Errorf("%d and %d", a, b)
	}
}
