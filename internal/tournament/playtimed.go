package tournament

import (
	"context"
	"fmt"
	"time"

	"ludex/game"
	"ludex/match"
	"ludex/player/realtime"
	"ludex/timed"
)

// playTimed plays a match in real time.
func (h *Host) playTimed(ctx context.Context, f Fixture, id string, keep func(*match.Record) error) (*match.Record, error) {
	c, field := h.Config, h.Fields[f.Game]
	g, err := field.take()
	if err != nil {
		return nil, err
	}
	defer field.give(g)
	config := match.TimedConfig{
		ID: id, Rules: field.Rules, Game: g, Names: make([]string, len(g.Roles())), Tournament: c.Name,
		Key: h.Key, Keep: keep, Now: h.Now,
	}
	if config.Options, err = c.timedOptions(); err != nil {
		return nil, err
	}
	config.Options.Seed = c.SeedOf(f)
	if translation, err := timed.FindTranslation(field.Rules.GDL); err == nil {
		config.Options.TurnClock = translation.Clock
	}
	inner, cancel := context.WithCancel(ctx)
	live := h.live(&config)
	stop, err := h.seatTimed(inner, f, &config, live)
	defer stop()
	defer cancel() // thinking ends before players are stopped
	if err != nil {
		return nil, err
	}
	if live != nil {
		live.Clock.Go()
	}
	return match.RunTimed(inner, config)
}

// live prepares a match by the wall clock, whose time does not run before all
// players are prepared. It returns nil for virtual time.
func (h *Host) live(config *match.TimedConfig) *realtime.Live {
	if !h.Config.Timed.Wall {
		return nil
	}
	unit := config.Options.Unit
	if unit == 0 {
		unit = timed.DefaultUnit
	}
	clock := timed.NewWallClock(unit)
	clock.Halt()
	inbox := timed.NewInbox(clock)
	config.Players.Clock, config.Players.Inbox = clock, inbox
	return &realtime.Live{Clock: clock, Inbox: inbox, Unit: unit}
}

// seatTimed prepares the players of a match, and returns what stops them.
func (h *Host) seatTimed(ctx context.Context, f Fixture, config *match.TimedConfig, live *realtime.Live) (stop func(), err error) {
	var started []realtime.Player
	stop = func() {
		for _, p := range started {
			p.Stop()
		}
	}
	c := h.Config
	config.Players.Policies = make([]timed.Policy, len(config.Names))
	for seat, role := range c.Games[f.Game].Seats {
		name := c.Players[f.Players[seat]].Name
		p, err := h.makers[f.Game][f.Players[seat]].timed(ctx, Invitation{Match: config.ID})
		if err != nil {
			return stop, fmt.Errorf("player %q: %w", name, err)
		}
		started = append(started, p)
		err = p.Start(ctx, realtime.Setup{
			Game: config.Game, Role: game.Role(role), Seed: game.NewRand(config.Options.Seed + uint64(role)).Uint64(),
			Nodes: c.Nodes, Clock: time.Duration(c.Clocks.Play), StartClock: time.Duration(c.Clocks.Start), Live: live,
		})
		if err != nil {
			return stop, fmt.Errorf("player %q: %w", name, err)
		}
		config.Names[role], config.Players.Policies[role] = name, p
	}
	return stop, nil
}
