//go:build !js && !small

package circuit

import (
	"ludex/internal/circuit/gpu"
)

// NewSelfPlay returns self-play with a network on a GPU, in which plays are cut off after a number of steps. Bits of
// states have the numbers of the Spec.
func (g *Game) NewSelfPlay(n gpu.Network, maxSteps int) (*gpu.SelfPlay, error) {
	d, err := device()
	if err != nil {
		return nil, err
	}
	e, err := g.SelfPlayEnvironment(maxSteps)
	if err != nil {
		return nil, err
	}
	return gpu.NewSelfPlay(d, e, n)
}

// SelfPlayEnvironment returns the code that steps plays for self-play. A role decides something if it has several
// moves.
func (g *Game) SelfPlayEnvironment(maxSteps int) (*gpu.Environment, error) {
	opt := gpu.EnvironmentOptions{MaxSteps: maxSteps, Final: true}
	for _, moves := range g.spec.Moves {
		numbers, idle := make([]int32, len(moves)), make([]bool, len(moves))
		for i := range moves {
			numbers[i], idle[i] = int32(i), true
		}
		opt.Actions, opt.Idle, opt.First = append(opt.Actions, numbers), append(opt.Idle, idle), append(opt.First, make([]bool, len(moves)))
	}
	return gpu.NewEnvironment(g.program, opt)
}
