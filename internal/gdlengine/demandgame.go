package gdlengine

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"ludex/game"
	"ludex/internal/circuit"
	"ludex/internal/gdlengine/gdlref"
)

// A demandGame is played by a circuit that lacks the goals or the percepts, because their
// rules have too many instances. The interpreter computes them when they are asked for.
type demandGame struct {
	game.Game // the circuit
	circuit   *circuit.Game
	spec      *circuit.Spec
	reference *gdlref.Game
	parts     parts
	facts     []uint64 // by state bit: the fact in states of the interpreter
}

// Parts are what the interpreter computes.
type parts struct{ goals, percepts bool }

var (
	_ game.Playouter          = (*demandGame)(nil)
	_ game.PerceivedPlayouter = (*demandGame)(nil)
	_ game.Vocabulary         = (*demandGame)(nil)
)

// newDemandGame joins a circuit that lacks some parts and an interpreter of the same description.
func newDemandGame(g *circuit.Game, spec *circuit.Spec, ref *gdlref.Game, p parts) (*demandGame, error) {
	out := &demandGame{Game: g, circuit: g, spec: spec, reference: ref, parts: p}
	if !slices.Equal(g.Roles(), ref.Roles()) {
		return nil, fmt.Errorf("%s: the engines have different roles", g.Name())
	}
	for i := range spec.State {
		s, err := ref.ParseState([]string{spec.State[i].Text})
		if err != nil {
			return nil, err
		}
		out.facts = append(out.facts, s...)
	}
	return out, nil
}

// FindMove implements [game.Vocabulary].
func (g *demandGame) FindMove(r game.Role, text string) (game.Move, bool) {
	return g.circuit.FindMove(r, text)
}

// FindPercept implements [game.Vocabulary].
func (g *demandGame) FindPercept(text string) (game.Percept, bool) {
	if g.parts.percepts {
		return g.reference.FindPercept(text)
	}
	return g.circuit.FindPercept(text)
}

// PerceptText implements [game.Game]. Percepts that the interpreter computes have its
// numbers.
func (g *demandGame) PerceptText(p game.Percept) string {
	if g.parts.percepts {
		return g.reference.PerceptText(p)
	}
	return g.circuit.PerceptText(p)
}

// NewMachine implements [game.Game].
func (g *demandGame) NewMachine() game.Machine { return g.machine() }

func (g *demandGame) machine() *demandMachine {
	m := &demandMachine{Machine: g.circuit.NewMachine(), game: g, reference: g.reference.NewMachine()}
	m.moves = make([]map[game.Move]game.Move, len(g.Roles()))
	return m
}

// A demandMachine computes with a demandGame.
type demandMachine struct {
	game.Machine // of the circuit
	game         *demandGame
	reference    game.Machine
	state        game.State                // of the interpreter
	joint        []game.Move               // of the interpreter
	moves        []map[game.Move]game.Move // by role: moves of the interpreter that are known
}

// Capabilities returns what the circuit's machine can do, which is all without goals. Many
// steps at once may need percepts.
func (m *demandMachine) Capabilities() game.MachineCapabilities {
	c := game.MachineCapabilitiesOf(m.Machine)
	if m.game.parts.percepts {
		c.Batch = demandBatcher{c.Batch, m}
	}
	return c
}

// translate sets the state of the interpreter.
func (m *demandMachine) translate(s game.State) {
	m.state = m.state[:0]
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			m.state = append(m.state, m.game.facts[i<<6|bits.TrailingZeros64(w)])
		}
	}
	slices.Sort(m.state)
}

// Goals implements [game.Machine].
func (m *demandMachine) Goals(s game.State, r game.Role, dst []int) []int {
	if !m.game.parts.goals {
		return m.Machine.Goals(s, r, dst)
	}
	m.translate(s)
	return m.reference.Goals(m.state, r, dst)
}

// Percepts implements [game.Machine].
func (m *demandMachine) Percepts(s game.State, joint []game.Move, r game.Role, dst []game.Percept) []game.Percept {
	if !m.game.parts.percepts {
		return m.Machine.Percepts(s, joint, r, dst)
	}
	m.translate(s)
	m.joint = m.joint[:0]
	for role, move := range joint {
		m.joint = append(m.joint, m.move(role, move))
	}
	return m.reference.Percepts(m.state, m.joint, r, dst)
}

// move returns the interpreter's number of a move.
func (m *demandMachine) move(role int, move game.Move) game.Move {
	known, ok := m.moves[role][move]
	if ok {
		return known
	}
	known, _ = m.game.reference.FindMove(game.Role(role), m.game.spec.Moves[role][move].Text) // every term can be a move
	if m.moves[role] == nil {
		m.moves[role] = map[game.Move]game.Move{}
	}
	m.moves[role][move] = known
	return known
}

// Err implements [game.Machine]. Only the interpreter can fail.
func (m *demandMachine) Err() error { return m.reference.Err() }

// Bind implements [game.Machine].
func (m *demandMachine) Bind(ctx context.Context) {
	m.Machine.Bind(ctx)
	m.reference.Bind(ctx)
}

// A demandBatcher steps many positions by the circuit, and has the percepts computed by the
// interpreter.
type demandBatcher struct {
	game.Batcher
	machine *demandMachine
}

// StepAll implements [game.Batcher].
func (b demandBatcher) StepAll(states []game.State, joints []game.Move, dst []game.State, seen *game.Percepts) []game.State {
	if seen != nil {
		seen.Reset()
		roles := len(b.machine.moves)
		for i, s := range states {
			seen.Add(b.machine, s, joints[i*roles:(i+1)*roles])
		}
	}
	return b.Batcher.StepAll(states, joints, dst, nil)
}
