package table

import (
	"context"

	"ludex/game"
)

// Told is what a role has been told of the game at a table, in the words of the rules: what a
// program needs to play it.
type Told struct {
	Rules  string     `json:"rules"`
	Role   string     `json:"role"`   // the one that has to decide, if the client has several
	Number int        `json:"number"` // of the game at this table, counted from 1
	Hidden bool       `json:"hidden"`
	Steps  []ToldStep `json:"steps"`
}

// A ToldStep is what a role is told of a step: the moves of all, or in a game with hidden
// information its own and what it perceives.
type ToldStep struct {
	Joint    []string `json:"joint,omitempty"`
	Own      string   `json:"own,omitempty"`
	Percepts []string `json:"percepts,omitempty"`
}

// Told returns what the role of somebody has been told.
func (t *Table) Told(ctx context.Context, holder string) (Told, error) {
	told := make(chan Told, 1)
	err := t.call(ctx, true, func() error {
		roles := t.fold.roles(holder)
		if len(roles) == 0 {
			return refused("you have no seat at this table")
		}
		told <- t.told(t.fold.acting(roles))
		return nil
	})
	if err != nil {
		return Told{}, err
	}
	return <-told, nil
}

func (t *Table) told(r game.Role) Told {
	g, seat := t.fold.game, t.fold.play.Seat(r)
	out := Told{Rules: t.prepared.entry.Rules.Text(), Role: g.Roles()[r], Number: t.fold.number, Hidden: g.Hidden(), Steps: []ToldStep{}}
	for i := range seat.Steps() {
		seen := seat.Seen(i)
		var step ToldStep
		for role, m := range seen.Joint {
			step.Joint = append(step.Joint, g.MoveText(game.Role(role), m))
		}
		if seen.Joint == nil {
			step.Own = g.MoveText(r, seen.Own)
			for _, p := range seen.Percepts {
				step.Percepts = append(step.Percepts, g.PerceptText(p))
			}
		}
		out.Steps = append(out.Steps, step)
	}
	return out
}
