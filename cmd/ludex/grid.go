package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"ludex/internal/budget"
	"ludex/internal/timedgrid"
	"ludex/internal/timedscript"
	"ludex/rules"
	"ludex/timed"
)

// registerGrid adds the flag of verbs that study games in real time step by step.
func (p *playFlags) registerGrid(cmd *cobra.Command) {
	p.grid = cmd.Flags().String("grid", "", "in real time: players move at multiples of this `time` only (default the coarsest on which all lifetimes run out)")
}

// openGrid opens a game in real time in which players move on a grid, and plays the given
// moves.
func (p *playFlags) openGrid(cmd *cobra.Command, d *rules.Rules) (*openGame, error) {
	real, err := p.openTimed(cmd, d)
	if err != nil {
		return nil, err
	}
	opt := timedgrid.Options{Memory: budget.Alive(budget.MemoryOf(cmd.Context()).Search())}
	if *p.grid != "" {
		if opt.Grid, err = timed.ParseTime(*p.grid); err != nil || opt.Grid == 0 || opt.Grid == timed.Forever {
			return nil, fmt.Errorf("--grid: %q is no time between moves: write a positive number of units, such as 0.5", *p.grid)
		}
	}
	g, err := timedgrid.New(cmd.Context(), real, opt)
	if err != nil {
		return nil, err
	}
	t := newOpenGame(cmd, d, g)
	t.grid = g
	if !p.tellsGrid {
		fmt.Fprintf(cmd.ErrOrStderr(), "ludex: %s\n", t.gridText())
	}
	return t, p.goToInstant(cmd, t)
}

// gridText says when players can move.
func (t *openGame) gridText() string {
	return fmt.Sprintf("players move only at times that are multiples of %v", t.grid.Grid())
}

// gridTime returns the time between moves of players in a game in real time, or "".
func (t *openGame) gridTime() string {
	if t.grid == nil {
		return ""
	}
	return t.grid.Grid().String()
}

// goToInstant plays the moves that --moves gives, with their times.
func (p *playFlags) goToInstant(cmd *cobra.Command, t *openGame) error {
	t.start, t.times = t.machine.Initial(nil), []timed.Time{0}
	if p.moves == "" {
		return t.machine.Err()
	}
	text, err := movesText(p.moves, cmd.InOrStdin())
	if err != nil {
		return err
	}
	moves, until, err := timedscript.ParsePlay(t.grid.Timed(), text)
	if err != nil {
		return fmt.Errorf("--moves: %w", err)
	}
	r, err := t.grid.Replay(t.machine, moves, until)
	if err != nil {
		return fmt.Errorf("--moves: %w", err)
	}
	last := len(r.States) - 1
	t.before, t.start, t.joints, t.times = r.States[:last], r.States[last], r.Joints, r.Times
	return nil
}
