package cluster

import (
	"errors"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

var errTooLarge = errors.New("it takes more memory than it may")

// memoryEvery is how often the memory of a worker is checked.
const memoryEvery = 100 * time.Millisecond

// watchMemory cancels all work if the process exceeds its memory limit, before the
// system kills it or another process.
func (w *Worker) watchMemory(over <-chan struct{}) {
	// Close to the limit the garbage collector runs more often, so that what remains is
	// live.
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
