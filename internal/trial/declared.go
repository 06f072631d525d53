package trial

import (
	"context"
	"fmt"
	"slices"

	"ludex/game"
	"ludex/internal/gdlengine"
	"ludex/rules"
)

// declared fails a game whose facts or moves are not among those that it declares with base and
// input, where it does: one is not well formed in which pieces leave the board. It plays as many
// random plays as are sampled.
func (t *trial) declared(ctx context.Context, rs *rules.Rules, maxSteps int) error {
	if t.options.Demands == nil || rs.GDL == nil {
		return nil
	}
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
			if err := p.Step(); err != nil {
				return err
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
				return fmt.Errorf("%s is true but not declared by base", f)
			}
		}
	}
	if over || d.moves[0] == nil {
		return nil
	}
	for r, list := range d.moves {
		for _, move := range d.machine.Legal(s, game.Role(r), nil) {
			if text := d.game.MoveText(game.Role(r), move); !has(list, text) {
				return fmt.Errorf("%s is legal for %s but not declared by input", text, d.game.Roles()[r])
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
