//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package benchmark

import (
	"syscall"
	"time"
)

// cpuTime returns the CPU time, user and system, of this process and of its child
// processes that have ended. It returns false if the system does not report it.
//
// User time alone would be less accurate: systems divide the exact sum of the two by
// samples, of which a short measurement has few.
func cpuTime() (time.Duration, bool) {
	var sum time.Duration
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var u syscall.Rusage
		if syscall.Getrusage(who, &u) != nil {
			return 0, false
		}
		sum += time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	return sum, true
}
