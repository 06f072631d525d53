//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package benchmark

import "time"

// cpuTime returns false: wall-clock time is used here.
func cpuTime() (time.Duration, bool) { return 0, false }
