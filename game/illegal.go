package game

import "fmt"

// An IllegalMoveError is reported for a text that is no legal move.
type IllegalMoveError struct{ Text string }

// Error returns what was wrong.
func (e *IllegalMoveError) Error() string { return fmt.Sprintf("%.80s is not legal", e.Text) }
