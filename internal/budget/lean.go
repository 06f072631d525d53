package budget

import (
	"runtime/debug"
	"sync"
)

// leanPercent is by how much the heap may grow beyond what is in use while an
// engine is set up. Tables of numbers are what takes memory then, and the garbage
// collector is quick with them.
const leanPercent = 50

var lean struct {
	sync.Mutex
	users int
	usual int // percentage
}

// beLean has the garbage collector keep the heap small until release is called.
func beLean() (release func()) {
	lean.Lock()
	defer lean.Unlock()
	if lean.users++; lean.users == 1 {
		lean.usual = debug.SetGCPercent(leanPercent)
	}
	return func() {
		lean.Lock()
		defer lean.Unlock()
		if lean.users--; lean.users == 0 {
			debug.SetGCPercent(lean.usual)
		}
	}
}

// GiveBack gives memory that is not in use back to the system. It takes some
// time, which is well spent after something large was given up and before
// something else is tried.
func GiveBack() { debug.FreeOSMemory() }
