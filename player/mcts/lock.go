package mcts

import (
	"runtime"
	"sync/atomic"
	"time"
)

// A graphLock guards the graph while several workers search it: several of them may select
// leaves at a time, and one may change the graph. It is held for microseconds, and waking a
// goroutine that sleeps takes tens of them, so whoever waits for it stays awake for a while.
type graphLock struct {
	state   atomic.Int32 // how many select, or -1 if somebody changes the graph
	changes atomic.Int32 // how many wait to change it; they go first
}

// lock waits until nobody uses the graph.
func (l *graphLock) lock() {
	l.changes.Add(1)
	for i := 0; !l.state.CompareAndSwap(0, -1); i++ {
		pause(i)
	}
	l.changes.Add(-1)
}

// unlock is the end of what lock began.
func (l *graphLock) unlock() { l.state.Store(0) }

// lockShared waits until nobody changes the graph.
func (l *graphLock) lockShared() {
	for i := 0; ; i++ {
		if n := l.state.Load(); n >= 0 && l.changes.Load() == 0 && l.state.CompareAndSwap(n, n+1) {
			return
		}
		pause(i)
	}
}

// unlockShared is the end of what lockShared began.
func (l *graphLock) unlockShared() { l.state.Add(-1) }

// pause is called for the ith time by a goroutine that waits. After about a tenth of a
// millisecond others may need the processor more.
func pause(i int) {
	switch {
	case i < 1000:
	case i < 2000:
		runtime.Gosched()
	default:
		time.Sleep(50 * time.Microsecond)
	}
}
