package game

import "fmt"

// An IllegalMoveError is returned for a text that is not a legal move.
type IllegalMoveError struct{ Text string }

// Error implements error.
func (e *IllegalMoveError) Error() string { return fmt.Sprintf("%.80s is not legal", e.Text) }
