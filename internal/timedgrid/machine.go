package timedgrid

import (
	"context"

	"ludex/game"
)

// A machine computes with a game on a grid.
type machine struct {
	game *Game
	ctx  context.Context
	err  error
}

// at returns what is known about a position, or nothing after a failure.
func (m *machine) at(s game.State) *position {
	if m.failed() {
		return nil
	}
	p := m.game.positions[s[0]]
	if m.err = m.game.learn(p); m.err != nil {
		return nil
	}
	return p
}

// failed reports whether the machine has failed, or its context has ended.
func (m *machine) failed() bool {
	if m.err == nil {
		m.err = m.ctx.Err()
	}
	return m.err != nil
}

// Initial implements [game.Machine].
func (m *machine) Initial(dst game.State) game.State {
	m.game.mu.Lock()
	defer m.game.mu.Unlock()
	var n uint64
	if !m.failed() {
		n, m.err = m.game.initial()
	}
	return append(dst[:0], n)
}

// Terminal implements [game.Machine].
func (m *machine) Terminal(s game.State) bool {
	m.game.mu.Lock()
	defer m.game.mu.Unlock()
	p := m.at(s)
	return p == nil || p.terminal
}

// Legal implements [game.Machine].
func (m *machine) Legal(s game.State, r game.Role, dst []game.Move) []game.Move {
	m.game.mu.Lock()
	defer m.game.mu.Unlock()
	if p := m.at(s); p != nil {
		dst = append(dst, p.legal[r]...)
	}
	return dst
}

// Next implements [game.Machine].
func (m *machine) Next(s game.State, joint []game.Move, dst game.State) game.State {
	m.game.mu.Lock()
	defer m.game.mu.Unlock()
	if e := m.follow(s, joint); e != nil {
		return append(dst[:0], e.to)
	}
	return append(dst[:0], s...)
}

func (m *machine) follow(s game.State, joint []game.Move) *edge {
	if m.failed() {
		return nil
	}
	var e *edge
	e, m.err = m.game.follow(s[0], joint)
	return e
}

// Goals implements [game.Machine].
func (m *machine) Goals(s game.State, r game.Role, dst []int) []int {
	m.game.mu.Lock()
	defer m.game.mu.Unlock()
	if p := m.at(s); p != nil {
		dst = append(dst, p.goals[r]...)
	}
	return dst
}

// Percepts implements [game.Machine].
func (m *machine) Percepts(s game.State, joint []game.Move, r game.Role, dst []game.Percept) []game.Percept {
	m.game.mu.Lock()
	defer m.game.mu.Unlock()
	if e := m.follow(s, joint); e != nil {
		dst = append(dst, e.sees[r]...)
	}
	return dst
}

// Err implements [game.Machine].
func (m *machine) Err() error { return m.err }

// Bind implements [game.Machine].
func (m *machine) Bind(ctx context.Context) {
	if game.Ended(m.ctx, m.err) {
		m.err = nil
	}
	m.ctx = ctx
}
