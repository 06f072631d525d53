package circuit

import (
	"fmt"
	"slices"
	"sync"

	"ludex/internal/circuit/bitslice"
)

// engines are the gate programs of a game compiled for a kernel.
type engines struct {
	kernel bitslice.Kernel // Auto chooses

	playing, expanding, perceiving engine
	perceivers                     sync.Pool
	gpu                            *gpuPlayer // or nil
}

// An engine is gate programs compiled for a kernel on first use.
type engine struct {
	once sync.Once
	*bitslice.Engine
	err error
}

func (e *engine) compile(p *bitslice.Program, k bitslice.Kernel) (*bitslice.Engine, error) {
	e.once.Do(func() { e.Engine, e.err = bitslice.New(p, k) })
	return e.Engine, e.err
}

// player returns the engine for playouts.
func (g *Game) player() (*bitslice.Engine, error) { return g.playing.compile(g.program, g.kernel) }

// interpreter returns the engine for expansions, which are too few to be worth
// generating code.
func (g *Game) interpreter() (*bitslice.Engine, error) {
	return g.expanding.compile(g.program, g.interpreting())
}

// interpreting returns the kernel of the game, or, if that one generates code, the
// fastest one that does not.
func (e *engines) interpreting() bitslice.Kernel {
	if e.kernel != bitslice.Auto && e.kernel != bitslice.Native {
		return e.kernel
	}
	can := bitslice.Kernels()
	return can[slices.IndexFunc(can, func(k bitslice.Kernel) bool { return k != bitslice.Native })]
}

// On returns the game with its lanes on a certain kernel. It shares its circuits
// with this one.
func (g *Game) On(k bitslice.Kernel) (*Game, error) {
	if can := bitslice.Kernels(); !slices.Contains(can, k) {
		return nil, fmt.Errorf("this processor cannot run the kernel %q, but %v", k, can)
	}
	return &Game{circuits: g.circuits, engines: &engines{kernel: k}}, nil
}

// Observed returns the game with every step of its playouts, and of those of its
// runners, shown to an observer. It shares everything else with this one.
func (g *Game) Observed(show func(*bitslice.Step)) *Game {
	return &Game{circuits: g.circuits, engines: g.engines, observe: show}
}
