package gpu

import (
	"context"
	"slices"

	"ludex/game"
	"ludex/internal/circuit/bitslice"
)

// An emulator is an executor on the processor, by interpretation. It is slow.
type emulator struct {
	k    *Kernel
	mem  *memory
	note func(thread int, s *statement, t *thread, r []uint32)
}

func (e *emulator) start(words []uint32, threads int) error {
	e.mem = e.k.newMemory(threads)
	copy(e.mem.words, words)
	if e.k.made.groups && e.note == nil {
		e.mem.grid = min(threads, warp)
	}
	return nil
}

func (e *emulator) launch(params [numParams]uint32) ([]uint64, error) {
	clear(e.mem.tallies)
	err := e.k.sequence(params, func(part int, params [numParams]uint32) error {
		code := &e.k.Code
		if e.k.parts != nil {
			code = &e.k.parts[part]
		}
		code.interpret(e.mem, params[:], e.note)
		return nil
	})
	return slices.Clone(e.mem.tallies), err
}

func (e *emulator) contents() ([]uint32, error) { return e.mem.words, nil }

func (e *emulator) threads() int { return warp }

// Emulate runs playouts by the interpreter, with the same plays as a device.
func (k *Kernel) Emulate(ctx context.Context, opt bitslice.RunOptions) (game.PlayoutResult, error) {
	return k.playouts(ctx, &emulator{k: k}, opt)
}
