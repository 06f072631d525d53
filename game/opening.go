package game

import "time"

// An Opening says how an engine makes a game of a description. The zero value takes
// the fastest engine. The engines of all languages have these options.
type Opening struct {
	Engine string        // "" chooses one
	Time   time.Duration // of the processor, for preparing a fast engine; 0 is what the engine takes
	// Playouts says that the game is opened to run many playouts, so that time may be
	// spent on finding the engine that runs them fastest.
	Playouts bool
	// Run is how long playouts will be run, or 0 if unknown. No more is spent on the
	// choice of an engine than that is worth.
	Run time.Duration
	// Through has an engine compute what it would leave to another one: a compiled
	// program single states, lanes counts. That is slow and shows that the engine is
	// right.
	Through bool
}
