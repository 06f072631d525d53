package session

import (
	"slices"

	"ludex/game"
	"ludex/gdl"
	"ludex/match"
)

// A Verdict is how a role did in comparison with the others.
type Verdict string

// The verdicts. A role without opponents wins with 100 and loses with 0.
const (
	Win       Verdict = "win"
	Loss      Verdict = "loss"
	Draw      Verdict = "draw"
	NoVerdict Verdict = "none"
)

// WithoutChance returns values by role, and nil for the role that moves by chance: it has no
// goal and no score.
func WithoutChance(values []int, random game.Role) []*int {
	if values == nil {
		return nil
	}
	list := make([]*int, len(values))
	for r := range values {
		if game.Role(r) != random {
			list[r] = &values[r]
		}
	}
	return list
}

// RecordGoals returns the goals of a record by role, and nil for chance.
func RecordGoals(r *match.Record) []*int {
	return WithoutChance(r.Goals, game.Role(slices.Index(r.Details.Roles, gdl.Random)))
}

// NewVerdict compares the goal of a role with the goals of the others, except chance.
func NewVerdict(goals []int, role, random game.Role) Verdict {
	if role < 0 || int(role) >= len(goals) {
		return NoVerdict
	}
	best, alone := 0, true
	for r, g := range goals {
		if game.Role(r) != role && game.Role(r) != random {
			best, alone = max(best, g), false
		}
	}
	switch {
	case alone && goals[role] == 100, !alone && goals[role] > best:
		return Win
	case alone && goals[role] == 0, !alone && goals[role] < best:
		return Loss
	case alone:
		return NoVerdict
	}
	return Draw
}

// Text returns the beginning of a sentence about a result: "you win, ", or "" for none.
func (v Verdict) Text() string {
	return map[Verdict]string{Win: "you win, ", Loss: "you lose, ", Draw: "a draw, "}[v]
}
