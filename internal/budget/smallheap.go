package budget

import (
	"runtime/debug"
	"sync"
)

// smallHeapPercent is by how much the heap may grow beyond what is in use while an
// engine is set up. Tables of numbers are what takes memory then, and the garbage
// collector is quick with them.
const smallHeapPercent = 50

var heap struct {
	sync.Mutex
	users int
	usual int // percentage
}

// smallHeap has the garbage collector keep the heap small until release is called.
func smallHeap() (release func()) {
	heap.Lock()
	defer heap.Unlock()
	if heap.users++; heap.users == 1 {
		heap.usual = debug.SetGCPercent(smallHeapPercent)
	}
	return func() {
		heap.Lock()
		defer heap.Unlock()
		if heap.users--; heap.users == 0 {
			debug.SetGCPercent(heap.usual)
		}
	}
}

// GiveBack gives memory that is not in use back to the system. It takes some
// time, which is well spent after something large was given up and before
// something else is tried.
func GiveBack() { debug.FreeOSMemory() }
