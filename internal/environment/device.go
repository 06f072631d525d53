package environment

import (
	"errors"
	"fmt"

	"ludex/game"
	"ludex/internal/circuit"
	"ludex/internal/circuit/gpu"
)

// errHiddenOnDevice says that what roles perceive is not computed on devices.
var errHiddenOnDevice = errors.New("a game with hidden information cannot be stepped on a GPU yet: what roles perceive is computed on the processor only")

// OnDevice returns code that steps plays on a GPU, for a process that runs it there.
func (g *Game) OnDevice(maxSteps int) (gpu.EnvironmentSource, error) {
	e, err := g.deviceEnvironment(maxSteps)
	if err != nil {
		return gpu.EnvironmentSource{}, err
	}
	return e.Source(), nil
}

// deviceEnvironment translates the game.
func (g *Game) deviceEnvironment(maxSteps int) (*gpu.Environment, error) {
	switch {
	case g.reason != nil:
		return nil, g.reason
	case g.Hidden():
		return nil, errHiddenOnDevice
	}
	if maxSteps <= 0 {
		maxSteps = game.MaxSteps(g.Game)
	}
	c := g.numbers.circuit
	stepper, err := c.NewStepper(g.numbers.order, false)
	if err != nil {
		return nil, err
	}
	first := circuit.Rows{States: c.NewMachine().Initial(nil), Over: make([]uint8, 1), Goals: make([]int32, len(g.Roles()))}
	for r := range g.Roles() {
		first.Legal = append(first.Legal, make([]uint64, stepper.LegalWords(game.Role(r))))
	}
	if err := stepper.Look(&first); err != nil {
		return nil, err
	}
	if first.Over[0] == 1 {
		return nil, fmt.Errorf("the play is over before it begins: %w", game.ErrOver)
	}
	opt := gpu.EnvironmentOptions{MaxSteps: maxSteps}
	for r, texts := range g.numbers.actions {
		actions, idle, legal := make([]int32, len(texts)), make([]bool, len(texts)), make([]bool, len(texts))
		for a, text := range texts {
			actions[a] = int32(a)
			if g.numbers.order != nil {
				actions[a] = g.numbers.order[r][a]
			}
			idle[a] = isIdle(text)
			legal[a] = first.Legal[r][a/64]>>(a%64)&1 == 1
		}
		opt.Actions, opt.Idle, opt.First = append(opt.Actions, actions), append(opt.Idle, idle), append(opt.First, legal)
	}
	return gpu.NewEnvironment(c.Program(), opt)
}
