//go:build js || small

package circuit

import (
	"context"
	"errors"

	"ludex/game"
	"ludex/internal/circuit/bitslice"
)

// errNoGPU is returned in a browser, which has no NVIDIA driver, and in programs built with
// the tag small.
var errNoGPU = errors.New("a GPU is not used in a browser or in a program built with the tag small")

// A gpuPlayer runs playouts on a GPU, of which there is none.
type gpuPlayer struct{}

func (p *gpuPlayer) run(context.Context, bitslice.RunOptions) (game.PlayoutResult, error) {
	return game.PlayoutResult{}, errNoGPU
}

// newGPURunner is never called.
func newGPURunner(*Game) game.Runner { panic(errNoGPU) }

// OnGPU returns an error.
func (g *Game) OnGPU() (*Game, error) { return nil, errNoGPU }

// CheckDevice returns an error.
func (g *Game) CheckDevice(context.Context, int) (string, error) { return "", errNoGPU }
