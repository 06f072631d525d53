package main

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"ludex/match"
	"ludex/player/realtime"
	"ludex/rules"
)

// registerMatch adds the flags of real-time matches.
func (f *timedFlags) registerMatch(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.execution, "execution", "immediate", "in real time: let moves take effect by `immediate|interval:50ms|stop-clock`")
	cmd.Flags().DurationVar(&f.unit, "unit", time.Second, "in real time: the `time` of one unit of game time")
	cmd.Flags().BoolVar(&f.wall, "wall", false, "in real time: play by the wall clock instead of virtual time")
	cmd.Flags().StringVar(&f.maxTime, "max-time", "1000", "in real time: end the play at this `time`, in units")
	cmd.Flags().IntVar(&f.maxEvents, "max-events", 100_000, "in real time: end the play after this many `updates`")
}

// setUp opens a game in real time, and says how its matches are played.
func (f *timedFlags) setUp(cmd *cobra.Command, p *playFlags, d *rules.Rules, c *match.Config) (err error) {
	if p.moves != "" {
		return errors.New("--moves: a play in real time begins with its initial state")
	}
	if c.FullClock {
		return errors.New("--full-clock: in real time nobody waits for anybody")
	}
	g, err := p.openTimed(cmd.Context(), d)
	if err != nil {
		return err
	}
	c.Rules, c.Game, c.RealTime.Wall = d, g, f.wall
	c.RealTime.Options, err = f.options(c.Seed)
	return err
}

// roster returns the players of a game in real time.
func (p *playFlags) roster(ctx context.Context, d *rules.Rules) (*realtime.Roster, error) {
	list, err := match.NewRoster(ctx, d, players(), p.opening)
	if err != nil {
		return nil, err
	}
	return list.Timed(), nil
}
