package tournament

import (
	"context"
	"fmt"
	"time"

	"ludex/game"
	"ludex/internal/disguise"
	"ludex/match"
	"ludex/player"
)

// configure returns the configuration of a match with its players. There is one
// maker for each player of the tournament. The time is for the name of the match.
func (c *Config) configure(ctx context.Context, f Fixture, field *OpenedGame, makers []Maker, now time.Time) (match.Config, error) {
	config := match.Config{
		ID: c.newID(f, now), Rules: field.Rules, Game: field.Game, Seats: make([]match.Seat, len(c.Games[f.Game].Roles)), Tournament: c.Name,
		StartClock: time.Duration(c.Clocks.Start), PlayClock: time.Duration(c.Clocks.Play), Nodes: c.Nodes,
		FullClock: c.Clocks.Full, Seed: c.SeedOf(f), Allowance: c.Allowance, MaxSteps: c.MaxSteps,
	}
	inTurns := !field.Rules.IsTimed()
	invitation := Invitation{Match: config.ID}
	var err error
	if inTurns && c.Scramble {
		config.ScrambleSeed = disguise.NewSeed()
		invitation.Disguise, err = disguise.Scramble(field.Rules, config.ScrambleSeed)
	} else if !inTurns {
		config.RealTime, err = c.realTime(config.Seed, len(config.Seats))
	}
	if err != nil {
		return config, err
	}
	for seat, role := range c.Games[f.Game].Seats {
		name := c.Players[f.Players[seat]].Name
		p, err := makers[f.Players[seat]](ctx, invitation)
		if err != nil {
			return config, fmt.Errorf("player %q: %w", name, err)
		}
		if _, elsewhere := p.(player.Remote); elsewhere && inTurns && c.Clocks.Play == 0 {
			return config, fmt.Errorf("player %q is elsewhere and needs a clock: set clocks.play", name)
		}
		config.Seats[role] = match.Seat{Name: name, Player: p}
	}
	return config, nil
}

// newID returns a name for a match; see idPrefix. With scrambled names it does not
// reveal the game.
func (c *Config) newID(f Fixture, now time.Time) string {
	if c.Scramble {
		return disguise.NewMatchID()
	}
	return match.NewID(c.Name+"-"+f.Key, c.Games[f.Game].Name, now)
}

// realTime returns how a match in real time is played. The seeds of the players are
// derived as in all versions so far, so that matches can be repeated.
func (c *Config) realTime(seed uint64, roles int) (real match.RealTime, err error) {
	real.Wall = c.Timed.Wall
	for role := range roles {
		real.PlayerSeeds = append(real.PlayerSeeds, game.NewRand(seed+uint64(role)).Uint64())
	}
	real.Options, err = c.timedOptions()
	return real, err
}
