package player

import (
	"errors"

	"ludex/game"
)

// ErrHidden is returned when a player that needs the state is given only percepts.
var ErrHidden = errors.New("the joint move is hidden")

// A Tracker follows the state of a match of a game without hidden information. Most
// players use one.
type Tracker struct {
	Game    game.Game
	Machine game.Machine
	State   game.State
	Steps   int

	next game.State
}

// NewTracker returns a tracker at the beginning of a match.
func NewTracker(s Setup) *Tracker {
	t := &Tracker{Game: s.Game, Machine: s.Game.NewMachine()}
	if s.From == nil {
		t.State = t.Machine.Initial(nil)
	} else {
		t.State = append(t.State, s.From...)
	}
	return t
}

// Observe makes the step of an event.
func (t *Tracker) Observe(e Event) error {
	if e.Joint == nil {
		return ErrHidden
	}
	t.next = t.Machine.Next(t.State, e.Joint, t.next[:0])
	t.State, t.next = t.next, t.State
	t.Steps++
	return t.Machine.Err()
}
