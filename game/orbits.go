package game

import "context"

// A StateSymmetry maps every state to one in which each role can get what it can get in the
// state itself: it keeps the roles.
type StateSymmetry struct {
	Bits  []int32  // by bit of a state: its image
	Moves [][]Move // by role and move: its image
}

// An OrbitFinder finds symmetries of states. Unlike those of [Symmetric], which learning
// uses, they are proved, and so a solver may take a state for its image.
type OrbitFinder interface {
	// StateSymmetries returns symmetries apart from the identity. It looks for them until
	// the context ends.
	StateSymmetries(ctx context.Context) []StateSymmetry
}
