package timed

import (
	"ludex/game"
)

// A Notice is what a role is told. Where information is hidden it has percepts
// only, and there is no notice of updates in which the role saw nothing and did
// not move.
type Notice struct {
	To     game.Role
	Number int // of the role's notices, counted from 1
	Time   Time
	Kind   Kind // Joint, Chance, Refused or End

	Moves    []Move   // all moves of the update, where nothing is hidden
	Expired  []string // the facts that expired, where nothing is hidden
	Percepts []string // what the role sees, where something is hidden

	// About the role's own move, if it made one in the update or one was refused:
	// the sender's number, when it arrived, and, if it was made, its text.
	Moved    bool
	Own      string
	ID       uint64
	Received Time
	Reason   string // of Refused

	Ending Reason  // of End
	Goals  [][]int // of End in a terminal state, by role
}
