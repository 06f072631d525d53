package gpu

import (
	"context"
	"errors"
	"unsafe"

	"ludex/game"
	"ludex/internal/circuit/bitslice"
	"ludex/internal/cuda"
)

// An Engine is a kernel compiled for a device.
type Engine struct {
	k       *Kernel
	device  *cuda.Device
	modules []*cuda.Module
	plays   []*cuda.Function // one, or one for each phase
	tables  *cuda.Buffer
	blocks  int // that the device runs at once
}

// quickGates is from how many gates of a phase on the compiler does less, since it would take minutes.
const quickGates = 15_000

// groupsPerThread is how many groups of plays a thread has, if it has several.
const groupsPerThread = 16

// crowdedLocal is from how many bytes of local memory a thread on fewer threads are faster.
const crowdedLocal = 1024

// Compile compiles a kernel for a device.
func (k *Kernel) Compile(d *cuda.Device) (*Engine, error) {
	e := &Engine{k: k, device: d}
	if err := e.prepare(); err != nil {
		return nil, errors.Join(err, e.Close())
	}
	return e, nil
}

// texts returns the code that is compiled: one text, or one for each phase.
func (k *Kernel) texts() (out []string) {
	if k.parts == nil {
		return []string{k.PTX()}
	}
	for i := range k.parts {
		out = append(out, k.parts[i].PTX())
	}
	return out
}

// prepare compiles the code, and finds out how much of it the device runs at once.
func (e *Engine) prepare() (err error) {
	k, d := e.k, e.device
	if e.modules, err = d.CompileAll(k.texts(), k.level()); err != nil {
		e.modules = nil
		return err
	}
	least, local := 0, 0
	for i, m := range e.modules {
		play, err := m.Function("play")
		if err != nil {
			return err
		}
		if err := play.Share(k.sharedBytes()); err != nil {
			return err
		}
		n, err := play.Blocks(ptxThreads)
		if err != nil {
			return err
		}
		if i == 0 || n < least {
			least = n
		}
		local = max(local, play.Local)
		e.plays = append(e.plays, play)
	}
	if local > crowdedLocal && !k.made.groups {
		least = 1 // more would not fit into the cache
	}
	e.blocks = max(1, least) * d.Processors
	if e.tables, err = d.Allocate(4 * max(1, len(k.tables))); err != nil {
		return err
	}
	return e.tables.Write(bytesOf(k.tables))
}

// level returns how much the driver's compiler optimises.
func (k *Kernel) level() cuda.Level {
	if k.gates > quickGates {
		return cuda.Quick
	}
	return cuda.Optimised
}

// Registers returns how many registers a thread uses, and how many bytes of local memory.
func (e *Engine) Registers() (registers, local int) {
	for _, p := range e.plays {
		registers, local = max(registers, p.Registers), max(local, p.Local)
	}
	return registers, local
}

// Gates returns how many gates the largest phase has.
func (e *Engine) Gates() int { return e.k.gates }

// Threads returns how many threads the device runs at once.
func (e *Engine) Threads() int { return e.blocks * ptxThreads }

// Close frees the memory of the device.
func (e *Engine) Close() (err error) {
	if e.tables != nil {
		err = e.tables.Free()
	}
	for _, m := range e.modules {
		err = errors.Join(err, m.Unload())
	}
	return err
}

// Run runs playouts on the device, as [bitslice.Engine.Run] does on the processor.
func (e *Engine) Run(ctx context.Context, opt bitslice.RunOptions) (game.PlayoutResult, error) {
	x := &launcher{Engine: e}
	res, err := e.k.playouts(ctx, x, opt)
	return res, errors.Join(err, x.free())
}

// A launcher is an executor on a device.
type launcher struct {
	*Engine
	count           int
	words           int // that the memory has
	memory, tallies *cuda.Buffer
	stream          *cuda.Stream
	narrow          bool // one warp plays all groups
}

func (l *launcher) start(words []uint32, threads int) (err error) {
	l.count = threads
	if l.stream == nil {
		if l.stream, err = l.device.NewStream(); err != nil {
			return err
		}
	}
	if l.words < len(words) { // memory that is there and suffices is used again
		if err := l.release(); err != nil {
			return err
		}
		if l.memory, err = l.device.Allocate(4 * len(words)); err != nil {
			return err
		}
		l.words = len(words)
		if l.tallies, err = l.device.Allocate(8 * l.k.tallies); err != nil {
			return err
		}
	}
	return l.stream.Write(l.memory, bytesOf(words))
}

func (l *launcher) launch(params [numParams]uint32) ([]uint64, error) {
	if err := l.stream.Clear(l.tallies); err != nil {
		return nil, err
	}
	if err := l.k.sequence(params, l.run); err != nil {
		return nil, err
	}
	tallies := make([]uint64, l.k.tallies)
	return tallies, l.stream.ReadAt(l.tallies, bytesOf(tallies), 0)
}

// run launches a part.
func (l *launcher) run(part int, params [numParams]uint32) error {
	args := []uint64{l.memory.Address(), l.tallies.Address(), l.Engine.tables.Address(), uint64(l.count)}
	for _, p := range params {
		args = append(args, uint64(p))
	}
	blocks, threads := l.shape()
	return l.stream.Launch(l.plays[part], blocks, threads, args...)
}

// shape returns how many blocks of how many threads are launched.
func (l *launcher) shape() (blocks, threads int) {
	switch {
	case !l.k.made.groups:
		return (l.count + ptxThreads - 1) / ptxThreads, ptxThreads
	case l.narrow:
		return 1, warp
	}
	return min(l.blocks, (l.count+ptxThreads-1)/ptxThreads), ptxThreads
}

func (l *launcher) contents() ([]uint32, error) {
	words := make([]uint32, l.k.size(l.count))
	return words, l.stream.ReadAt(l.memory, bytesOf(words), 0)
}

func (l *launcher) threads() int {
	if l.k.made.groups {
		return l.Threads() * groupsPerThread
	}
	return l.Threads()
}

// free ends the stream and gives memory back.
func (l *launcher) free() (err error) {
	if l.stream != nil {
		err = l.stream.Close()
		l.stream = nil
	}
	return errors.Join(err, l.release())
}

// release gives memory back.
func (l *launcher) release() (err error) {
	for _, b := range []*cuda.Buffer{l.memory, l.tallies} {
		if b != nil {
			err = errors.Join(err, b.Free())
		}
	}
	l.memory, l.tallies, l.words = nil, nil, 0
	return err
}

// bytesOf returns the memory of words.
func bytesOf[T uint32 | uint64](words []T) []byte {
	if len(words) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), len(words)*int(unsafe.Sizeof(words[0])))
}
