package training

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"ludex/game"
	"ludex/player"
)

// A steppedMatch is a match that can be interrupted and go on later, in the goroutine of
// its caller.
type steppedMatch struct {
	game     game.Game
	players  []player.Player // by role; nil for chance
	clock    time.Duration   // for a move, if there is no budget of nodes
	nodes    int
	seed     uint64
	maxSteps int

	machine game.Machine
	chance  *player.Chance
	state   game.State
	started int // roles whose players were started
	steps   int
	legal   [][]game.Move
	drawn   []game.Move // moves of chance in this step; nil if they have not been drawn
}

// play goes on with the match. It reports whether the play came to its end, and the goals
// there, when the match is done. The end of the context is an error; the next call goes on
// with the step that was interrupted.
func (m *steppedMatch) play(ctx context.Context) (over bool, goals []int, err error) {
	if m.machine == nil {
		m.machine, m.chance = m.game.NewMachine(), player.NewChance(m.seed)
		m.legal = make([][]game.Move, len(m.players))
		m.state = m.machine.Initial(nil)
	}
	m.machine.Bind(ctx)
	defer m.machine.Bind(context.Background())
	if err := m.start(ctx); err != nil {
		return false, nil, err
	}
	for ; m.steps < m.maxSteps; m.steps++ {
		over = m.machine.Terminal(m.state)
		if err := errors.Join(ctx.Err(), m.machine.Err()); err != nil {
			return false, nil, err
		}
		if over {
			break
		}
		if err := m.step(ctx); err != nil {
			return false, nil, err
		}
	}
	if !over {
		return false, nil, nil
	}
	goals = make([]int, len(m.players))
	for r := range goals {
		if list := m.machine.Goals(m.state, game.Role(r), nil); len(list) == 1 {
			goals[r] = list[0]
		}
	}
	return true, goals, m.machine.Err()
}

// start starts the players that were not started before.
func (m *steppedMatch) start(ctx context.Context) error {
	for ; m.started < len(m.players); m.started++ {
		p := m.players[m.started]
		if p == nil {
			continue
		}
		s := player.Setup{
			Game: m.game, Role: game.Role(m.started), StartClock: m.clock, PlayClock: m.clock, Nodes: m.nodes,
			Seed: player.DeriveSeed(m.seed, uint64(m.started)),
		}.Reproducible()
		err := m.within(ctx, func(ctx context.Context) error { return p.Start(ctx, s) })
		if err := errors.Join(ctx.Err(), err); err != nil {
			return err
		}
	}
	return nil
}

// within calls f with the time for a move.
func (m *steppedMatch) within(ctx context.Context, f func(context.Context) error) error {
	if m.nodes > 0 {
		return f(ctx)
	}
	ctx, cancel := context.WithTimeout(ctx, m.clock)
	defer cancel()
	return f(ctx)
}

// step makes one step. If the context ends, nothing has happened.
func (m *steppedMatch) step(ctx context.Context) error {
	if err := game.LegalMoves(m.game, m.machine, m.state, m.legal); err != nil {
		return err
	}
	if m.drawn == nil {
		m.drawn = make([]game.Move, len(m.players))
		m.chance.Draw(m.legal, m.drawn)
	}
	joint := slices.Clone(m.drawn)
	for r, p := range m.players {
		if p == nil || len(m.legal[r]) == 1 {
			continue
		}
		err := m.within(ctx, func(ctx context.Context) (err error) {
			joint[r], err = p.Choose(ctx, m.legal[r])
			return err
		})
		if err := errors.Join(ctx.Err(), err); err != nil {
			return err
		}
		if !slices.Contains(m.legal[r], joint[r]) {
			return fmt.Errorf("the player of %s chose a move that is not legal", m.game.Roles()[r])
		}
	}
	next := m.machine.Next(m.state, joint, nil)
	events := make([]player.Event, len(joint))
	for r, p := range m.players {
		if p != nil {
			events[r] = player.NewEvent(m.game, m.machine, m.state, joint, game.Role(r))
		}
	}
	if err := m.machine.Err(); err != nil {
		return err
	}
	for r, p := range m.players {
		if p == nil {
			continue
		}
		if err := p.Observe(context.Background(), events[r]); err != nil {
			return err
		}
	}
	m.state, m.drawn = next, nil
	return nil
}

// stop stops the players.
func (m *steppedMatch) stop() {
	for _, p := range m.players {
		if p != nil {
			p.Stop()
		}
	}
}
