package benchmark

import (
	"runtime"
	"time"

	"ludex/game"
)

// Spent is the time that something took.
type Spent struct {
	CPU  float64 `json:"cpu_seconds"`
	Wall float64 `json:"seconds"`
}

// Per returns a rate per CPU second.
func (s Spent) Per(n uint64) float64 {
	if s.CPU <= 0 {
		return 0
	}
	return float64(n) / s.CPU
}

// TellsCPUTime reports whether the system tells how much CPU time was taken.
func TellsCPUTime() bool {
	_, ok := cpuTime()
	return ok
}

// Measure runs a function and returns the time it took. Processes that the game has
// started are ended before and after, since systems report the CPU time of child
// processes only then; the time to restart them counts. Where the system does not tell
// the CPU time, it is taken from the clock.
func Measure(g game.Game, run func() error) (Spent, error) {
	runtime.GC() // so that earlier garbage does not count
	EndProcesses(g)
	before, ok := cpuTime()
	start := time.Now()
	err := run()
	wall := time.Since(start)
	EndProcesses(g)
	after, _ := cpuTime()
	s := Spent{CPU: (after - before).Seconds(), Wall: wall.Seconds()}
	if !ok || s.CPU <= 0 {
		s.CPU = s.Wall
	}
	return s, err
}

// EndProcesses ends the child processes of a game. It can still be used.
func EndProcesses(g game.Game) {
	if c, ok := g.(interface{ Close() }); ok {
		c.Close()
	}
}
