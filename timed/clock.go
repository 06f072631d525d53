package timed

import "context"

// A Clock tells the time of a match to its event loop.
type Clock interface {
	// Now returns the current time.
	Now() Time
	// Wait returns true when an instant is past, so that no more moves can arrive
	// at it, and false when it was woken earlier.
	Wait(ctx context.Context, past Time, wake <-chan struct{}) (bool, error)
	// Halt stops the time, and Go resumes it.
	Halt()
	Go()
}
