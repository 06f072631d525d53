// Package budget limits the memory and processor time of computations, and defines the
// errors for exceeding the limits.
//
// Memory is accounted for by the code that uses it, not measured, so that the same rules
// exceed the same limit on every machine. Set-up time is processor time, so that a busy
// machine does not change the result.
package budget

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
)

// Memory is how many bytes a process may use. The zero value is the default: a
// quarter of the memory of the machine, of which single tasks get a part. An
// explicit value applies to every task.
type Memory int64

// The default parts of single tasks.
const (
	defaultText   = 512 << 20
	defaultMoves  = 512 << 20
	defaultSearch = 512 << 20
	defaultSetup  = 1 << 30
	defaultTables = 2 << 30
)

// unknownMachine is the assumed memory of a machine that does not report it.
const unknownMachine = 8 << 30

// machine returns the memory of the machine, or of the container in which the
// process runs.
var machine = sync.OnceValue(func() int64 {
	if n := machineMemory(); n > 0 {
		return n
	}
	return unknownMachine
})

// MB returns a budget in megabytes; 0 is the default.
func MB(n int64) Memory { return Memory(n << 20) }

// Total returns how many bytes the process may use in all.
func (m Memory) Total() int64 {
	if m > 0 {
		return int64(m)
	}
	return machine() / 4
}

// Text returns how many bytes reading a text may take.
func (m Memory) Text() int64 { return m.part(defaultText) }

// Moves returns how many bytes the moves of one position may take.
func (m Memory) Moves() int64 { return m.part(defaultMoves) }

// Setup returns how many bytes setting up an engine may take.
func (m Memory) Setup() int64 { return m.part(defaultSetup) }

// Search returns how many bytes the tables of a search may take.
func (m Memory) Search() int64 { return m.part(defaultSearch) }

// Tables returns how many bytes the tables of a game, such as the moves that it
// has met, may take during play.
func (m Memory) Tables() int64 { return m.part(defaultTables) }

func (m Memory) part(most int64) int64 {
	if m > 0 {
		return int64(m)
	}
	return min(most, machine()/4)
}

type memoryKey struct{}

// WithMemory returns a context for computations that may use the given memory.
func WithMemory(ctx context.Context, m Memory) context.Context {
	return context.WithValue(ctx, memoryKey{}, m)
}

// MemoryOf returns how much memory computations of a context may use.
func MemoryOf(ctx context.Context) Memory {
	m, _ := ctx.Value(memoryKey{}).(Memory)
	return m
}

// Alive returns how many bytes of a budget can be in use at a time: half of it.
// The garbage collector lets garbage of the same size accumulate.
func Alive(bytes int64) int64 { return bytes / 2 }

// A MemoryError says that something needs more memory than its budget.
type MemoryError struct {
	Doing string // as in "setting up the circuit"
	Limit int64  // bytes
}

// Error names the limit and the flag that changes it.
func (e *MemoryError) Error() string {
	return fmt.Sprintf("%s takes more than %d MB (--memory allows more)", e.Doing, e.Limit>>20)
}

// smallHeapPercent is the value of GOGC while an engine is set up. Most memory is
// then in tables of numbers, which the garbage collector scans quickly.
const smallHeapPercent = 50

var heap struct {
	sync.Mutex
	users int
	usual int // percentage
}

// smallHeap makes the garbage collector keep the heap small until release is
// called.
func smallHeap() (release func()) {
	heap.Lock()
	defer heap.Unlock()
	if heap.users++; heap.users == 1 {
		heap.usual = debug.SetGCPercent(smallHeapPercent)
	}
	return func() {
		heap.Lock()
		defer heap.Unlock()
		if heap.users--; heap.users == 0 {
			debug.SetGCPercent(heap.usual)
		}
	}
}

// GiveBack returns unused memory to the system. It takes some time, and pays after
// something large was given up.
func GiveBack() { debug.FreeOSMemory() }
