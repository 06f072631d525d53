package environment

import (
	"context"
	"errors"
	"time"

	"ludex/game"
	"ludex/internal/roster"
	"ludex/player"
)

// A seated player plays a role for a client, which tells it what happens.
type seated struct {
	player  player.Player
	game    *served
	machine game.Machine
	role    game.Role
	state   game.State
	clock   time.Duration
}

// noClock bounds the time for a move of a player that has no clock.
const noClock = time.Hour

// newPlayer starts a player at the beginning of a play.
func (s *Server) newPlayer(g *served, q *question) (any, error) {
	if q.Role < 0 || q.Role >= len(g.Roles()) {
		return nil, errors.New("there is no such role")
	}
	made, err := roster.New(q.Player)
	if err != nil {
		return nil, err
	}
	p := &seated{player: made, game: g, machine: g.NewMachine(), role: game.Role(q.Role), clock: time.Duration(q.Clock * float64(time.Second))}
	p.state = p.machine.Initial(nil)
	setup := player.Setup{Game: g.Game.Game, Role: p.role, PlayClock: p.clock, StartClock: p.clock, Nodes: q.Nodes, Seed: q.Seed}
	ctx, cancel := p.limit(context.Background())
	defer cancel()
	if err := made.Start(ctx, setup.Reproducible()); err != nil {
		return nil, err
	}
	id := s.number()
	s.players[id] = p
	return map[string]any{"id": id, "note": player.NoteOf(made)}, nil
}

// limit returns a context that ends with the clock.
func (p *seated) limit(ctx context.Context) (context.Context, context.CancelFunc) {
	if p.clock > 0 {
		return context.WithTimeout(ctx, p.clock)
	}
	return context.WithTimeout(ctx, noClock)
}

func (p *seated) stop() { p.player.Stop() }

// choose tells a player the steps since the last time, and returns its move.
func (s *Server) choose(ctx context.Context, q *question) (any, error) {
	p := s.players[q.ID]
	if p == nil {
		return nil, errors.New("there is no such player")
	}
	for _, numbers := range q.Joints {
		if err := p.observe(ctx, numbers); err != nil {
			return nil, err
		}
	}
	if p.machine.Terminal(p.state) {
		return nil, errors.Join(p.machine.Err(), game.ErrOver)
	}
	legal := p.machine.Legal(p.state, p.role, nil)
	thinking, cancel := p.limit(ctx)
	defer cancel()
	m, err := p.player.Choose(thinking, legal)
	if err != nil {
		return nil, err
	}
	return p.game.numberer.Number(p.state, p.role, m)
}

// observe tells the player about a step: the joint move, or if that is hidden, what the role
// perceives.
func (p *seated) observe(ctx context.Context, numbers []int32) error {
	joint, err := p.game.moves(p.state, numbers)
	if err != nil {
		return err
	}
	e := player.NewEvent(p.game, p.machine, p.state, joint, p.role)
	p.state = p.machine.Next(p.state, joint, nil)
	if err := p.machine.Err(); err != nil {
		return err
	}
	return p.player.Observe(ctx, e)
}
