package tiers

import "golang.org/x/sys/unix"

// niceness is the priority of background work: processes that play go first.
const niceness = 10

// lowerPriority lowers the priority of the calling thread, and of processes that it
// starts.
func lowerPriority() { _ = unix.Setpriority(unix.PRIO_PROCESS, 0, niceness) }
