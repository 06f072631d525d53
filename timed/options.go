package timed

import "time"

// MatchOptions say how a match is played. The zero value means immediate execution
// with the largest limits.
type MatchOptions struct {
	// Seed determines the moves of random and the substitutes of missing moves.
	Seed uint64
	// Execution says when moves take effect.
	Execution Execution
	// Unit is the real time of one unit of game time; 0 is DefaultUnit. The
	// rules do not know it, but intervals are given in real time.
	Unit time.Duration
	// MaxTime and MaxEvents end the match; 0 is MaxTime and a million updates.
	MaxTime   Time
	MaxEvents int
	// TurnClock is the fact that ends the turns of a game translated from
	// GDL. One Moment before it expires, every role that can still move is
	// given a random move, which is recorded as a fault.
	TurnClock string
	// Observe, unless nil, is called with everything that happens. Neither it
	// nor Notify may call the match.
	Observe func(*Event)
	// Notify, unless nil, is called with what the roles are told.
	Notify func(Notice)
	// ActionsOnly leaves out notices of updates without moves: players have the rules and
	// a clock and can compute them.
	ActionsOnly bool
}

// DefaultUnit is the real time of one unit of game time.
const DefaultUnit = time.Second
