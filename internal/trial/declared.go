package trial

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"ludex/game"
	"ludex/internal/gdlengine"
	"ludex/rules"
)

// declared looks for facts and moves that are not among those that a description declares with
// base and input, where it does: one is not well formed in which pieces leave the board. Such a
// game fails if something is demanded of games; otherwise that is noted, or that it is not known.
// It plays as many random plays as are sampled.
func (t *trial) declared(ctx context.Context, rs *rules.Rules, maxSteps int) error {
	if rs.GDL == nil {
		return nil
	}
	err := t.checkDeclared(ctx, rs, maxSteps)
	var outside undeclared
	switch {
	case err == nil || t.options.Demands != nil || ctx.Err() != nil:
		return err
	case errors.As(err, &outside):
		t.note("not well formed: " + outside.Error())
	default:
		t.note(fmt.Sprintf("base and input were not checked: %v", err))
	}
	return nil
}

// An undeclared says what a description does not declare.
type undeclared string

// Error says what is not declared.
func (u undeclared) Error() string { return string(u) }

// checkDeclared returns an undeclared if there is one.
func (t *trial) checkDeclared(ctx context.Context, rs *rules.Rules, maxSteps int) error {
	g := t.subject.Game
	facts, moves, err := gdlengine.Declared(ctx, rs.GDL, g.Roles())
	if err != nil || facts == nil && moves[0] == nil {
		return err
	}
	m := g.NewMachine()
	m.Bind(ctx)
	d := &declarations{game: g, machine: m, facts: facts, moves: moves}
	p := game.NewPlayout(g, m)
	for k := range max(t.options.Sample, 1) {
		p.Reset(nil, t.options.Seed+uint64(k))
		for err = d.check(p.State, p.Over()); err == nil && !p.Over() && p.Steps < maxSteps; err = d.check(p.State, p.Over()) {
			if p.Step() != nil {
				break // the sample has told that a role is stuck
			}
		}
		if err != nil {
			return err
		}
	}
	return m.Err()
}

// declarations are the facts and moves, by role, that a description declares, sorted; nil where it
// declares none.
type declarations struct {
	game    game.Game
	machine game.Machine
	facts   []string
	moves   [][]string
}

// check looks for what is not declared in a state.
func (d *declarations) check(s game.State, over bool) error {
	if d.facts != nil {
		for _, f := range d.game.Facts(s) {
			if !has(d.facts, f) {
				return undeclared(f + " is true but not declared by base")
			}
		}
	}
	if over || d.moves[0] == nil {
		return nil
	}
	for r, list := range d.moves {
		for _, move := range d.machine.Legal(s, game.Role(r), nil) {
			if text := d.game.MoveText(game.Role(r), move); !has(list, text) {
				return undeclared(fmt.Sprintf("%s is legal for %s but not declared by input", text, d.game.Roles()[r]))
			}
		}
	}
	return nil
}

// has reports whether a sorted list has a text.
func has(list []string, text string) bool {
	_, found := slices.BinarySearch(list, text)
	return found
}
