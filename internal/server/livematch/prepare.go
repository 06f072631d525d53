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

// A runner plays a match, and calls save with the record after each step.
type runner func(ctx context.Context, save func(*match.Record) error) error

// prepare checks a request and opens the game and the players, so that errors are
// reported before the match begins.
func prepare(ctx context.Context, req Request) (runner, string, error) {
	if err := humanplay.CheckLimits(req.Clock, req.Nodes, req.Unit); err != nil {
		return nil, "", err
	}
	if req.Clock == 0 && req.Nodes == 0 {
		req.Clock = time.Second
	}
	id := match.NewID("live", req.Entry.Rules.Name(), time.Now())
	if req.Entry.Rules.IsTimed() {
		run, err := prepareTimed(ctx, id, req)
		return run, id, err
	}
	run, err := prepareTurns(ctx, id, req)
	return run, id, err
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

func prepareTurns(ctx context.Context, id string, req Request) (runner, error) {
	g, _, err := req.Entry.Game(ctx)
	if err != nil {
		return nil, badRequest(err)
	}
	list, err := names(g.Roles(), g.Random(), req.Players)
	if err != nil {
		return nil, err
	}
	c := match.Config{
		ID: id, Rules: req.Entry.Rules, Game: g, StartClock: min(req.Clock, time.Second), PlayClock: req.Clock, Nodes: req.Nodes,
		Seed: req.Seed, Allowance: match.DefaultAllowance,
	}
	for r, name := range list {
		seat := match.Seat{Name: name}
		if game.Role(r) != g.Random() {
			maker, err := humanplay.PlayerNamed(name)
			if err != nil {
				return nil, err
			}
			seat.Player = maker()
		}
		c.Seats = append(c.Seats, seat)
	}
	return runnerOf(c), nil
}

func prepareTimed(ctx context.Context, id string, req Request) (runner, error) {
	g, err := req.Entry.Timed(ctx)
	if err != nil {
		return nil, badRequest(err)
	}
	list, err := names(g.Roles(), g.Random(), req.Players)
	if err != nil {
		return nil, err
	}
	roster, err := req.Entry.Roster(ctx)
	if err != nil {
		return nil, badRequest(err)
	}
	c := match.Config{
		ID: id, Rules: req.Entry.Rules, Game: g, StartClock: time.Second, PlayClock: req.Clock, Nodes: req.Nodes, Seed: req.Seed,
		RealTime: match.RealTime{Wall: true, Options: timed.MatchOptions{Unit: req.Unit, MaxTime: maxTime}},
	}
	for r, name := range list {
		seat := match.Seat{Name: name}
		if game.Role(r) != g.Random() {
			if err := humanplay.CheckTimedPlayer(name); err != nil {
				return nil, err
			}
			maker, err := roster.Maker(name)
			if err != nil {
				return nil, badRequest(err)
			}
			seat.Player = maker()
		}
		c.Seats = append(c.Seats, seat)
	}
	return runnerOf(c), nil
}

// runnerOf returns the runner of a match.
func runnerOf(c match.Config) runner {
	return func(ctx context.Context, save func(*match.Record) error) error {
		c.Keep = save
		_, err := match.Run(ctx, c)
		return err
	}
}

// maxTime is the game time after which a real-time match is cut off.
const maxTime = timed.Time(1000) * 1_000_000_000

// badRequest marks an error as the client's.
func badRequest(err error) error { return &humanplay.BadRequestError{Err: err} }
