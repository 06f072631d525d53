package tiers

import (
	"context"
	"slices"

	"ludex/game"
)

// NewMachine implements [game.Game].
func (g *Game) NewMachine() game.Machine {
	m := &machine{preparation: g.preparation}
	m.refresh()
	return m
}

// A machine computes on the engine that is best for single states. It changes the
// engine when it is bound to a context, between searches.
type machine struct {
	game.Machine
	*preparation
	able    game.MachineCapabilities // of the present machine
	changes uint32
}

// refresh moves to the engine that is best now.
func (m *machine) refresh() {
	if changes := m.preparation.changes.Load(); m.Machine == nil || changes != m.changes {
		m.changes = changes
		m.Machine = m.fastest(game.ForSteps).NewMachine()
		m.able = game.MachineCapabilitiesOf(m.Machine)
	}
}

// Bind implements [game.Machine].
func (m *machine) Bind(ctx context.Context) {
	if m.Machine.Err() == nil {
		m.refresh()
	}
	m.Machine.Bind(ctx)
}

// Capabilities returns what the machine can do on the present engine. The methods
// work on every engine.
func (m *machine) Capabilities() game.MachineCapabilities {
	c := m.able
	if c.Scores != nil {
		c.Scores = m
	}
	if c.Moves != nil {
		c.Moves = m
	}
	if c.Ending != nil {
		c.Ending = m
	}
	if c.Expand != nil {
		c.Expand = m
	}
	if c.Batch != nil {
		c.Batch = m
	}
	return c
}

// Scores implements [game.Scorer]. Either all engines of a game have points, or none does.
func (m *machine) Scores(s game.State, dst []int) []int { return m.able.Scores.Scores(s, dst) }

// Moves implements [game.MoveLister].
func (m *machine) Moves(s game.State, r game.Role, dst []game.Move) []game.Move {
	if m.able.Moves == nil {
		return m.Legal(s, r, dst)
	}
	return m.able.Moves.Moves(s, r, dst)
}

// Ending implements [game.TerminalFinder].
func (m *machine) Ending(s game.State, joints []game.Move, dst []bool) []bool {
	if m.able.Ending != nil {
		return m.able.Ending.Ending(s, joints, dst)
	}
	var next game.State
	for joint := range slices.Chunk(joints, len(m.first.Roles())) {
		next = m.Next(s, joint, next[:0])
		dst = append(dst, m.Terminal(next))
	}
	return dst
}

// Expand implements [game.Expander].
func (m *machine) Expand(s game.State, joints []game.Move, dst []game.State) []game.State {
	if m.able.Expand != nil {
		return m.able.Expand.Expand(s, joints, dst)
	}
	for joint := range slices.Chunk(joints, len(m.first.Roles())) {
		dst = game.Extend(dst, 1)
		last := &dst[len(dst)-1]
		*last = m.Next(s, joint, (*last)[:0])
	}
	return dst
}

// StepAll implements [game.Batcher].
func (m *machine) StepAll(states []game.State, joints []game.Move, dst []game.State, seen *game.Percepts) []game.State {
	return game.StepAll(m.Machine, states, joints, dst, seen)
}

// EndingAll implements [game.Batcher].
func (m *machine) EndingAll(states []game.State, joints []game.Move, dst []bool) []bool {
	if m.able.Batch != nil {
		return m.able.Batch.EndingAll(states, joints, dst)
	}
	roles := len(m.first.Roles())
	var next game.State
	for i, s := range states {
		next = m.Next(s, joints[i*roles:(i+1)*roles], next[:0])
		dst = append(dst, m.Terminal(next))
	}
	return dst
}
