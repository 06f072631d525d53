package player

import (
	"errors"
	"fmt"
	"time"

	"ludex/game"
)

// A Fault is what a player did wrong in a step. A random legal move was made in
// place of the one that is missing.
type Fault struct {
	Step int // counted from 0; StartStep before the first
	Role game.Role
	Kind FaultKind
	Err  error         // of a player that failed
	Over time.Duration // how long after the clock a late answer came; 0 if the match did not wait for it

	unheard bool // the match did not wait for the answer
}

// StartStep is the step of a fault that was made while preparing.
const StartStep = -1

// ErrOut is returned by a player that cannot go on with the match. It loses its
// seat.
var ErrOut = errors.New("the player takes no further part")

// A FaultKind is a kind of fault.
type FaultKind string

// The kinds of faults.
const (
	Late    FaultKind = "late"    // no answer within the clock
	Illegal FaultKind = "illegal" // a move that is not legal
	Failed  FaultKind = "failed"  // an error instead of a move
)

// String describes the fault.
func (f Fault) String() string {
	text := fmt.Sprintf("step %d, role %d: %s", f.Step, f.Role, f.Kind)
	switch {
	case f.Err != nil:
		text += ": " + f.Err.Error()
	case f.Over > 0:
		text += " by " + f.Over.String()
	}
	return text
}
