//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package benchtable

import "time"

// cpuTime reports false: the clock on the wall has to do here.
func cpuTime() (time.Duration, bool) { return 0, false }
