// Package tableplayer lets a program play at a table of an arena: it is told the rules and
// what its role has seen, and chooses the moves.
package tableplayer

import (
	"context"
	"net/http"
	"time"

	"ludex/internal/protocols/seat"
	"ludex/internal/server/humanplay"
	"ludex/internal/server/tableclient"
	"ludex/internal/sleep"
	"ludex/rules"
)

// A Player plays the roles of a client at a table, one game after the other. Its methods are
// called by one goroutine at a time.
type Player struct {
	Client  *tableclient.Client
	Table   string
	Options seat.Options
	Clock   time.Duration // for a move; 0 is until the player is ready
	Nodes   int           // see [ludex/player.Setup]
	Seed    uint64

	roles map[string]*following // by role
}

// A following is a role in a game, as far as it was told.
type following struct {
	seat   *seat.Seat
	number int // of the game
	steps  int
}

// errMeanwhile is returned if the position has changed since a view, as by the server.
var errMeanwhile = &tableclient.Problem{Status: http.StatusConflict, Detail: "the position has changed meanwhile"}

// Choose returns a legal move for what a view shows.
func (p *Player) Choose(ctx context.Context, v humanplay.View) (string, error) {
	began := time.Now()
	told, err := p.Client.Told(ctx, p.Table)
	switch {
	case err != nil:
		return "", err
	case told.Number != v.Number || len(told.Steps) != v.Step || told.Role != v.Role || len(v.Moves) == 0:
		return "", errMeanwhile
	}
	clock := p.clock(v)
	f := p.follow(told, began, clock)
	for f.steps < len(told.Steps) {
		s := told.Steps[f.steps]
		f.steps++
		f.seat.Observe(seat.Step{Joint: s.Joint, Own: s.Own, Percepts: s.Percepts, Number: f.steps})
	}
	legal := make([]string, len(v.Moves))
	for i, m := range v.Moves {
		legal[i] = m.Text
	}
	move := f.seat.Choose(ctx, began, clock, legal)
	if told.Hidden && clock > 0 { // the time that it took tells nothing
		if err := sleep.For(ctx, time.Until(began.Add(clock))); err != nil {
			return "", err
		}
	}
	return move, ctx.Err()
}

// follow returns what follows the role. After a move was taken back, and for another game, that
// begins anew.
func (p *Player) follow(told tableclient.Told, began time.Time, clock time.Duration) *following {
	f := p.roles[told.Role]
	if f != nil && f.number == told.Number && f.steps <= len(told.Steps) {
		return f
	}
	if f != nil {
		f.seat.Stop()
	}
	f = &following{number: told.Number, seat: seat.New(context.Background(), seat.Match{
		Rules: func(ctx context.Context) (*rules.Rules, error) {
			return seat.Read(ctx, p.Options.Log, "table", told.Rules, rules.Options{})
		},
		Role: told.Role, Received: began, StartClock: clock / 2, PlayClock: clock, Nodes: p.Nodes, Seed: p.Seed, Listed: true,
	}, p.Options)}
	if p.roles == nil {
		p.roles = map[string]*following{}
	}
	p.roles[told.Role] = f
	return f
}

// Stop ends the games.
func (p *Player) Stop() {
	for role, f := range p.roles {
		f.seat.Stop()
		delete(p.roles, role)
	}
}

// clock returns the time for a move: at a table with clocks no more than the role can afford.
func (p *Player) clock(v humanplay.View) time.Duration {
	for _, s := range v.Seats {
		if s.Role != v.Role || s.Clock == nil || v.Timing == nil {
			continue
		}
		left := time.Duration(s.Clock.LeftMs) * time.Millisecond
		if v.Timing.Since > 0 {
			left -= time.Duration(v.Now-v.Timing.Since) * time.Millisecond
		}
		afford := left / 2
		if v.Timing.Kind != "move" {
			afford = min(afford, left/movesToGo+time.Duration(v.Timing.IncrementMs)*time.Millisecond)
		}
		if p.Clock == 0 || afford < p.Clock {
			return max(afford, time.Millisecond)
		}
	}
	return p.Clock
}

// movesToGo is the number of moves for which a clock has to last.
const movesToGo = 20
