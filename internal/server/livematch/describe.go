package livematch

import (
	"context"

	"ludex/game"
	"ludex/internal/movecells"
	"ludex/internal/server/gamecache"
	"ludex/internal/session"
	"ludex/internal/store"
	"ludex/match"
)

// A stepDescriber writes the steps of a match for people: the moves of the roles that
// had a choice.
type stepDescriber struct {
	entry   *gamecache.Entry
	game    game.Game // nil in a real-time game, where every move is a choice
	cells   *movecells.Finder
	machine game.Machine
	state   game.State
}

// newStepDescriber returns a describer, which follows the game until the context ends.
func newStepDescriber(ctx context.Context, b *gamecache.Entry, g match.Game) *stepDescriber {
	d := &stepDescriber{entry: b}
	if g, ok := g.(game.Game); ok {
		var err error
		if d.cells, err = b.MoveCells(ctx); err != nil {
			return d // all moves are listed
		}
		d.game = g
		d.machine = g.NewMachine()
		d.machine.Bind(ctx)
		d.state = d.machine.Initial(nil)
	}
	return d
}

// text describes the next step. Roles and moves are in the order of the record.
func (d *stepDescriber) text(roles, moves []string) string {
	texts, choice := make([]string, len(moves)), make([]bool, len(moves))
	joint := make([]game.Move, len(moves))
	for r, m := range moves {
		if m == "" {
			continue
		}
		texts[r] = roles[r] + " " + d.entry.Rules.Show(m)
		if d.game == nil {
			continue
		}
		var err error
		if joint[r], err = game.FindMove(d.game, d.machine, d.state, game.Role(r), m); err != nil {
			d.game = nil // the game cannot be followed; list all moves from now on
			continue
		}
		choice[r] = len(d.machine.Legal(d.state, game.Role(r), nil)) > 1
	}
	if d.game != nil {
		before := d.state
		d.state = d.machine.Next(before, joint, nil)
		if d.machine.Err() == nil {
			return d.cells.StepText(d.machine, movecells.Step{
				State: before, Joint: joint, Choice: choice, Role: func(r game.Role) string { return roles[r] },
			})
		}
		d.game = nil
	}
	clear(choice)
	return session.ChosenText(texts, choice)
}

// step returns the event of step i of a record.
func (d *stepDescriber) step(r *match.Record, i int) Step {
	s := Step{Step: i + 1, Status: string(store.Running), Text: d.text(r.Details.Roles, r.Moves[i])}
	for _, move := range r.Moves[i] {
		s.Moves = append(s.Moves, d.entry.Rules.Show(move))
	}
	return s
}

// end returns the event for the end of a match.
func end(r *match.Record) Step {
	s := Step{Step: len(r.Moves), Moves: []string{}, Status: string(store.Aborted), Goals: session.RecordGoals(r), Reason: r.Details.Reason}
	if r.Completed {
		s.Status = string(store.Completed)
	}
	return s
}
