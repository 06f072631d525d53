package budget

import (
	"runtime"
	"time"

	"golang.org/x/sys/unix"
)

// ThreadClock keeps the calling goroutine on its thread until release, and returns
// a clock of that thread's processor time, which any goroutine may read.
func ThreadClock() (clock func() time.Duration, release func()) {
	runtime.LockOSThread()
	id := threadClockID(unix.Gettid())
	clock = func() time.Duration {
		var t unix.Timespec
		_ = unix.ClockGettime(id, &t) // it shows 0 once the thread is gone
		return time.Duration(t.Nano())
	}
	return clock, runtime.UnlockOSThread
}

// threadClockID returns the clock of a thread of this process, as the kernel
// numbers them: the complement of the thread's number, and the kind of clock in
// the lowest three bits.
func threadClockID(thread int) int32 {
	const perThread, scheduled = 4, 2
	return int32(^thread)<<3 | perThread | scheduled
}
