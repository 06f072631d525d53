package environment

import (
	"fmt"

	"ludex/game"
	"ludex/internal/circuit"
	"ludex/internal/circuit/gpu"
)

// A DeviceSource is code that steps plays on a GPU, for a process that runs it there.
type DeviceSource struct {
	gpu.EnvironmentSource
	Percepts []RolePercepts `json:"percepts"` // by role
}

// RolePercepts are the percepts of a role: the first of them, and what they mean.
type RolePercepts struct {
	First int      `json:"first"`
	Texts []string `json:"texts"`
}

// OnDevice returns code that steps plays on a GPU.
func (g *Game) OnDevice(maxSteps int) (DeviceSource, error) {
	if g.reason != nil {
		return DeviceSource{}, g.reason
	}
	stepper, err := g.numbers.circuit.NewStepper(g.numbers.order, g.Hidden())
	if err != nil {
		return DeviceSource{}, err
	}
	e, err := g.deviceEnvironment(stepper, maxSteps)
	if err != nil {
		return DeviceSource{}, err
	}
	source := DeviceSource{EnvironmentSource: e.Source()}
	for r := range g.Roles() {
		from, to := stepper.PerceptRange(game.Role(r))
		percepts := RolePercepts{First: from, Texts: []string{}}
		for k := from; k < to; k++ {
			percepts.Texts = append(percepts.Texts, g.PerceptText(stepper.Percept(game.Role(r), k)))
		}
		source.Percepts = append(source.Percepts, percepts)
	}
	return source, nil
}

// deviceEnvironment translates the game.
func (g *Game) deviceEnvironment(stepper *circuit.Stepper, maxSteps int) (*gpu.Environment, error) {
	if maxSteps <= 0 {
		maxSteps = game.MaxSteps(g.Game)
	}
	c := g.numbers.circuit
	program, err := c.PerceivedProgram()
	if err != nil {
		return nil, err
	}
	first := circuit.Rows{States: c.NewMachine().Initial(nil), Over: make([]uint8, 1), Goals: make([]int32, len(g.Roles()))}
	first.Percepts = make([]uint64, stepper.PerceptWords())
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
	return gpu.NewEnvironment(program, opt)
}
