package game

import "time"

// An Opening says how an engine makes a game of a description. The zero value takes
// the fastest engine. The engines of all languages have these options.
type Opening struct {
	Engine string        // "" chooses one
	Time   time.Duration // of the processor, for preparing a fast engine; 0 is what the engine takes
	// Through has an engine compute what it would leave to another one: a compiled
	// program single states, lanes counts. That is slow and shows that the engine is
	// right.
	Through bool
	// Early opens a game that needs time for its fastest engine on a slower one, which
	// is replaced under its users, see [Tiered]. Otherwise only games whose slower
	// engines are fast, too, are opened like that.
	Early bool
}
