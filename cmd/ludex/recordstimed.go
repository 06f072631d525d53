package main

import (
	"context"
	"errors"
	"path/filepath"

	"ludex/internal/protocols"
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
	disguise, scrambled, err := r.disguise()
	if err != nil {
		return player.Result{}, err
	}
	c.ScrambleSeed = scrambled
	invited := make([]any, len(m.Players))
	for role, p := range m.Players {
		name := "chance"
		if i := seats[role]; i >= 0 {
			name = r.names[i]
			protocols.Invite(p, c.ID, disguise)
			invited[role] = p
		}
		c.Names = append(c.Names, name)
	}
	if err := r.players.Await(ctx, m.StartClock, invited...); err != nil {
		return player.Result{}, err
	}
	if r.keeping != nil {
		c.Keep = r.keeping.Keeper(context.WithoutCancel(ctx)) // saves matches that Ctrl-C aborts, too
	}
	if r.watch {
		c.Keep = r.watching.keep(c.Keep)
	}
	m.Drive = func(ctx context.Context, opt timed.MatchOptions, run timed.RunOptions) error {
		c.Options, c.Players = opt, run
		record, err := match.RunTimed(ctx, c)
		if record == nil || r.folder == "" {
			return err
		}
		return errors.Join(err, writeRecord(filepath.Join(r.folder, c.ID+".json"), record))
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
