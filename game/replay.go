package game

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// ErrOver is returned for a step after the end of a play.
var ErrOver = errors.New("the game is over")

// Replay makes steps one after the other from a state. Resolve returns the joint move
// of step i in a state. Replay returns the states that the play passes through, the
// given one first, and the joint moves.
func Replay(m Machine, from State, steps int, resolve func(i int, s State) ([]Move, error)) (states []State, joints [][]Move, err error) {
	states = []State{slices.Clone(from)}
	for i := range steps {
		last := states[len(states)-1]
		if m.Terminal(last) {
			return states, joints, fmt.Errorf("step %d: %w", i+1, cmp.Or(m.Err(), ErrOver))
		}
		joint, err := resolve(i, last)
		if err != nil {
			return states, joints, fmt.Errorf("step %d: %w", i+1, err)
		}
		next := m.Next(last, joint, nil)
		if err := m.Err(); err != nil {
			return states, joints, fmt.Errorf("step %d: %w", i+1, err)
		}
		joints, states = append(joints, joint), append(states, next)
	}
	return states, joints, m.Err()
}

// An IllegalMoveError is returned for a text that is not a legal move.
type IllegalMoveError struct{ Text string }

// Error implements error.
func (e *IllegalMoveError) Error() string { return fmt.Sprintf("%.80s is not legal", e.Text) }
