package epistemic

import (
	"context"
	"fmt"

	"ludex/game"
)

// A Machine computes with a game; it implements [game.Machine].
type Machine struct {
	game  *Game
	rules game.Machine
	ctx   context.Context
	err   error

	expansion *expansion
}

// NewMachine implements [game.Game].
func (g *Game) NewMachine() game.Machine {
	m := &Machine{game: g, rules: g.rules.NewMachine(), ctx: context.Background()}
	m.expansion = &expansion{game: g, machine: m.rules, classes: make([][]int32, len(g.players)), numbers: map[string]int32{}}
	return m
}

// Err implements [game.Machine].
func (m *Machine) Err() error {
	if m.err != nil {
		return m.err
	}
	return m.rules.Err()
}

// Bind implements [game.Machine].
func (m *Machine) Bind(ctx context.Context) {
	if game.Ended(m.ctx, m.err) {
		m.err = nil
	}
	m.ctx = ctx
	m.rules.Bind(ctx)
}

// state returns the facts of a position, with what is known there.
func (m *Machine) state(s game.State) game.State { return m.game.model(s).states[s[1]] }

// Initial implements [game.Machine]. Everybody knows the initial state.
func (m *Machine) Initial(dst game.State) game.State {
	facts := m.rules.Initial(nil)
	if m.Err() != nil {
		return append(dst[:0], 0, 0)
	}
	first, err := m.game.begin(facts, m.rules)
	if err != nil {
		m.err = err
		return append(dst[:0], 0, 0)
	}
	return append(dst[:0], first.number, 0)
}

// Terminal implements [game.Machine].
func (m *Machine) Terminal(s game.State) bool {
	return m.Err() != nil || m.rules.Terminal(m.state(s))
}

// Legal implements [game.Machine].
func (m *Machine) Legal(s game.State, r game.Role, dst []game.Move) []game.Move {
	if m.Err() != nil {
		return dst
	}
	return m.rules.Legal(m.state(s), r, dst)
}

// Goals implements [game.Machine].
func (m *Machine) Goals(s game.State, r game.Role, dst []int) []int {
	if m.Err() != nil {
		return dst
	}
	return m.rules.Goals(m.state(s), r, dst)
}

// Percepts implements [game.Machine].
func (m *Machine) Percepts(s game.State, joint []game.Move, r game.Role, dst []game.Percept) []game.Percept {
	if m.Err() != nil {
		return dst
	}
	return m.rules.Percepts(m.state(s), joint, r, dst)
}

// Next implements [game.Machine].
func (m *Machine) Next(s game.State, joint []game.Move, dst game.State) game.State {
	if m.Err() != nil {
		return append(dst[:0], s...)
	}
	next, err := m.sequels(m.game.model(s))
	if err != nil {
		m.err = err
		return append(dst[:0], s...)
	}
	q := &next[s[1]]
	n := q.joint(joint)
	if n < 0 {
		m.err = fmt.Errorf("%s: there is no legal joint move %s", m.game.Name(), game.JointText(m.game, joint))
		return append(dst[:0], s...)
	}
	at, err := m.place(q.targets[n])
	if err != nil {
		m.err = err
		return append(dst[:0], s...)
	}
	return append(dst[:0], at.model.number, uint64(at.world))
}

// place returns where a target is.
func (m *Machine) place(t target) (place, error) {
	to := t.part.settled.Load()
	if to == nil {
		var err error
		if to, err = m.game.settle(t.part, m.rules); err != nil {
			return place{}, err
		}
	}
	return place{to, t.part.worlds[t.successor]}, nil
}

// sequels returns what follows the worlds of a model, and computes it once.
func (m *Machine) sequels(from *model) ([]sequel, error) {
	if next := from.next.Load(); next != nil {
		return *next, nil
	}
	from.mu.Lock()
	defer from.mu.Unlock()
	if next := from.next.Load(); next != nil {
		return *next, nil
	}
	next, err := m.expansion.expand(from)
	if err != nil {
		return nil, err
	}
	from.next.Store(&next)
	return next, nil
}
