package game

import "context"

// A StateSymmetry maps every state to one in which each role can get what it can get in the
// state itself: it keeps the roles. The successors of a state and of its image are images of
// each other, but for what has no influence on the rest of a play. It belongs to one goroutine.
type StateSymmetry interface {
	// Image returns the image of a state in dst's memory, and whether it is less than
	// a bound, compared word by word. If it is not, the image may be incomplete. Every
	// image is less than a bound that is nil.
	Image(s, bound, dst State) (image State, less bool)
	// Fixes reports whether a state and its image always have the same bits in a mask.
	Fixes(mask State) bool
	// Move returns the move in the image of a state that leads to the image of the state
	// after a role's move, or false if it is not known.
	Move(r Role, m Move) (image Move, ok bool)
	// MoveBack returns the move whose image is the given one, or false if it is not known.
	MoveBack(r Role, image Move) (m Move, ok bool)
}

// An OrbitFinder finds symmetries of states. Unlike those of [Symmetric], which learning
// uses, they are proved, and so a solver may take a state for its image.
type OrbitFinder interface {
	// StateSymmetries returns symmetries apart from the identity of the states that plays
	// from a given one lead to. It looks for them until the context ends.
	StateSymmetries(ctx context.Context, from State) []StateSymmetry
	// FindsQuickly reports whether StateSymmetries takes milliseconds, not seconds.
	FindsQuickly() bool
}
