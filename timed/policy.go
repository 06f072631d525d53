package timed

import "ludex/game"

// A Policy plays a role. It belongs to one match.
type Policy interface {
	// Next is asked at the start and then after everything that happens:
	// updates, and refusals of the role's own moves. It returns the next
	// move that the role is going to make, and when, if nothing else
	// happens before; or false if it wants to wait.
	Next(v *View) (Plan, bool)
}

// A Listener is a policy that receives its role's notices before it is asked.
type Listener interface{ Hear(n Notice) }

// A Plan is a move at an instant. An instant that is past means as soon as
// possible.
type Plan struct {
	At   Time
	Move string
}

// A View is the information for a policy. It is valid until the policy has
// answered.
type View struct {
	Game  *Game
	Role  game.Role
	State State // the whole state; a fair policy for a game with hidden information does not look at it
	Legal []string
	// Until is the last instant at which the moves are legal and nothing changes,
	// unless a role moves.
	Until Time
	// Open is the first instant at which the role can move.
	Open Time
	// Moved and Refused say whether a move of the role was made, or refused,
	// since it was asked last.
	Moved, Refused bool
}

// A Rate is a number of moves per unit of time, in millionths.
type Rate int64

// PerUnit is the rate of one move per unit.
const PerUnit Rate = 1_000_000
