package authoring

import (
	"cmp"
	"context"
	"errors"

	"ludex/game"
	"ludex/internal/server/gamecache"
	"ludex/rules"
)

// ErrTimed is returned for games in real time, which have no positions between steps.
var ErrTimed = errors.New("this is not possible for games in real time")

// A Position is one of a turn-based game, with the states and moves that lead to it.
type Position struct {
	Entry  *gamecache.Entry
	Game   game.Game
	States []game.State
	Joints [][]game.Move
}

// Interpreted returns the position after some moves, as people write them, on the interpreter,
// which is what defines the meaning of rules.
func Interpreted(ctx context.Context, e *gamecache.Entry, moves string) (*Position, error) {
	if e.Rules.IsTimed() {
		return nil, ErrTimed
	}
	p, m, err := OnInterpreter(ctx, e)
	if err != nil {
		return nil, err
	}
	p.States = []game.State{m.Initial(nil)}
	if err := m.Err(); err != nil {
		return nil, err
	}
	return p, p.GoOn(ctx, moves)
}

// OnInterpreter opens the interpreter of a game. The position has no state yet.
func OnInterpreter(ctx context.Context, e *gamecache.Entry) (*Position, game.Machine, error) {
	g, _, err := e.Rules.Open(ctx, rules.Opening{Engine: "reference"})
	if err != nil {
		return nil, nil, err
	}
	m := g.NewMachine()
	m.Bind(ctx)
	return &Position{Entry: e, Game: g}, m, nil
}

// GoOn makes further moves, as people write them.
func (p *Position) GoOn(ctx context.Context, moves string) error {
	if moves == "" {
		return nil
	}
	m := p.Game.NewMachine()
	m.Bind(ctx)
	states, joints, err := p.Entry.Rules.Replay(p.Game, m, p.State(), moves)
	if err = cmp.Or(m.Err(), err); err != nil {
		return err
	}
	p.States, p.Joints = append(p.States, states[1:]...), append(p.Joints, joints...)
	return nil
}

// State returns the state of the position.
func (p *Position) State() game.State { return p.States[len(p.States)-1] }
