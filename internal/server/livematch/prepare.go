package livematch

import (
	"context"
	"fmt"
	"time"

	"ludex/game"
	"ludex/internal/server/humanplay"
	"ludex/match"
	"ludex/timed"
)

// prepare checks a request and opens the game and the players, so that errors are
// reported before the match begins.
func prepare(ctx context.Context, req Request) (match.Config, error) {
	if err := humanplay.CheckLimits(req.Clock, req.Nodes, req.Unit); err != nil {
		return match.Config{}, err
	}
	if req.Clock == 0 && req.Nodes == 0 {
		req.Clock = time.Second
	}
	p, err := humanplay.Prepare(ctx, req.Entry, req.Nodes == 0)
	if err != nil {
		return match.Config{}, err
	}
	c := match.Config{
		ID: match.NewID("live", req.Entry.Rules.Name(), time.Now()), Rules: req.Entry.Rules, Game: p.Game,
		StartClock: min(req.Clock, time.Second), PlayClock: req.Clock, Nodes: req.Nodes, Seed: req.Seed,
		Allowance: match.DefaultAllowance,
		RealTime:  match.RealTime{Wall: true, Options: timed.MatchOptions{Unit: req.Unit, MaxTime: maxTime}},
	}
	if p.IsTimed() {
		c.StartClock = time.Second // also if a move has no clock
	}
	c.Seats, err = seats(p, req.Players)
	return c, err
}

// seats returns the seats of a match between the named players.
func seats(p *humanplay.Prepared, players []string) ([]match.Seat, error) {
	list, err := names(p.Game.Roles(), p.Game.Random(), players)
	if err != nil {
		return nil, err
	}
	makers, err := p.Makers(list)
	if err != nil {
		return nil, err
	}
	seats := make([]match.Seat, len(list))
	for r, name := range list {
		if seats[r].Name = name; makers[r] != nil {
			seats[r].Player = makers[r]()
		}
	}
	return seats, nil
}

// names returns the names of the players by role.
func names(roles []string, random game.Role, players []string) ([]string, error) {
	seats := len(roles)
	if random != game.NoRole {
		seats--
	}
	if len(players) == 0 {
		players = []string{"auto"}
	}
	if len(players) != 1 && len(players) != seats {
		return nil, badRequest(fmt.Errorf("%d players for %d seats", len(players), seats))
	}
	list := make([]string, len(roles))
	next := 0
	for r := range roles {
		switch {
		case game.Role(r) == random:
			list[r] = "chance"
		case len(players) == 1:
			list[r] = players[0]
		default:
			list[r] = players[next]
			next++
		}
	}
	return list, nil
}

// maxTime is the game time after which a real-time match is cut off.
const maxTime = timed.Time(1000) * 1_000_000_000

// badRequest marks an error as the client's.
func badRequest(err error) error { return &humanplay.BadRequestError{Err: err} }
