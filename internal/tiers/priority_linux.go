package tiers

import "golang.org/x/sys/unix"

// niceness is by how much the priority of background work is lower: processes that play go
// first.
const niceness = 10

// lowerPriority lowers the priority of the calling thread, and of processes that it
// starts.
func lowerPriority() {
	// The system call returns 20 minus the nice value, so that it is never negative.
	if now, err := unix.Getpriority(unix.PRIO_PROCESS, 0); err == nil {
		_ = unix.Setpriority(unix.PRIO_PROCESS, 0, min(20-now+niceness, 19))
	}
}
