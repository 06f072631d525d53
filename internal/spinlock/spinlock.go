// Package spinlock has a lock for data that the threads of a search use for microseconds at a
// time. Waking a goroutine that sleeps takes tens of them, so whoever waits for the lock stays
// awake for a while.
package spinlock

import (
	"runtime"
	"sync/atomic"
	"time"
)

// An RWMutex is a lock like [sync.RWMutex]: several may hold it for reading, or one for
// writing. Writers go first. The zero value is an unlocked lock.
type RWMutex struct {
	state   atomic.Int32 // how many read, or -1 if somebody writes
	writers atomic.Int32 // how many wait to write
}

// Lock waits until nobody holds the lock.
func (l *RWMutex) Lock() {
	if l.state.CompareAndSwap(0, -1) {
		return
	}
	l.writers.Add(1)
	for i := 0; !l.state.CompareAndSwap(0, -1); i++ {
		Pause(i)
	}
	l.writers.Add(-1)
}

// Unlock is the end of what Lock began.
func (l *RWMutex) Unlock() { l.state.Store(0) }

// RLock waits until nobody writes or waits to write.
func (l *RWMutex) RLock() {
	for i := 0; ; i++ {
		if n := l.state.Load(); n >= 0 && l.writers.Load() == 0 && l.state.CompareAndSwap(n, n+1) {
			return
		}
		Pause(i)
	}
}

// RUnlock is the end of what RLock began.
func (l *RWMutex) RUnlock() { l.state.Add(-1) }

// Pause is called by a goroutine that waits for the ith time, counted from 0. After about a
// tenth of a millisecond, others may need the processor more.
func Pause(i int) {
	switch {
	case i < 1000:
	case i < 2000:
		runtime.Gosched()
	default:
		time.Sleep(50 * time.Microsecond)
	}
}
