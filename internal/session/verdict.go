package session

import "ludex/game"

// A Verdict is how a role did in comparison with the others.
type Verdict string

// The verdicts. A role without opponents wins with 100 and loses with 0.
const (
	Win       Verdict = "win"
	Loss      Verdict = "loss"
	Draw      Verdict = "draw"
	NoVerdict Verdict = "none"
)

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
