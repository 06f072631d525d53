package cluster

import (
	"errors"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

var errTooLarge = errors.New("it takes more memory than it may")

// memoryEvery is how often the memory of a worker is looked at.
const memoryEvery = 100 * time.Millisecond

// guard stops the work of a process that has taken more memory than it may, before
// the system ends the process, and others that are innocent with it.
func (w *Worker) watchMemory(over <-chan struct{}) {
	// From here on the collector works harder, so that what is there is needed.
	before := debug.SetMemoryLimit(int64(w.Memory / 10 * 9))
	defer debug.SetMemoryLimit(before)
	tick := time.NewTicker(memoryEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			if memory() > w.Memory {
				w.stopAll(errTooLarge)
			}
		case <-over:
			return
		}
	}
}

// memory returns how much memory the process has.
func memory() uint64 {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(samples)
	return samples[0].Value.Uint64() - samples[1].Value.Uint64()
}

// stopAll stops all work for a reason.
func (w *Worker) stopAll(why error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for l := range w.running {
		l.cancel(why)
	}
}
