package tiers

import "golang.org/x/sys/unix"

// niceness is by how much the priority of background work is lower: processes that play go
// first.
const niceness = 10

// threadID returns the number of the calling thread.
func threadID() int { return unix.Gettid() }

// lowerPriority lowers the priority of a thread, and of processes that it starts.
func lowerPriority(thread int) {
	// The system call returns 20 minus the nice value, so that it is never negative.
	if now, err := unix.Getpriority(unix.PRIO_PROCESS, thread); err == nil {
		_ = unix.Setpriority(unix.PRIO_PROCESS, thread, min(20-now+niceness, 19))
	}
}
