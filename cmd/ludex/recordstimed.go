package main

import (
	"context"
	"errors"

	"ludex/match"
	"ludex/player"
	"ludex/player/realtime"
	"ludex/timed"
)

// playTimed plays a real-time match of a series.
func (r *recorder) playTimed(ctx context.Context, _ int, seats []int, m realtime.Match) (player.Result, error) {
	c := match.TimedConfig{
		ID: r.newID(), Rules: r.rules, Game: m.Game, Key: r.signing,
		Notes: func() []string { return notes(m.Players) },
	}
	var err error
	if c.Names, c.ScrambleSeed, err = invite(ctx, r, c.ID, seats, m.Players, m.StartClock); err != nil {
		return player.Result{}, err
	}
	c.Keep = r.keep(ctx)
	m.Drive = func(ctx context.Context, opt timed.MatchOptions, run timed.RunOptions) error {
		c.Options, c.Players = opt, run
		record, err := match.RunTimed(ctx, c)
		return errors.Join(err, r.write(record))
	}
	return m.Play(ctx)
}

// notes returns the notes of players by role; nil if there are none.
func notes(players []realtime.Player) []string {
	list, some := make([]string, len(players)), false
	for r, p := range players {
		if n, ok := p.(player.Noter); ok {
			list[r] = n.Note()
			some = some || list[r] != ""
		}
	}
	if !some {
		return nil
	}
	return list
}
