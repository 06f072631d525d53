package circuit

import (
	"fmt"
	"strings"
)

// A LimitError says that a game needs more than it was allowed.
type LimitError struct {
	Game  string
	What  string // what exceeds the limit: "nodes"
	Limit string // how much was allowed
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("the circuit of %s needs more %s than the limit of %s", e.Game, e.What, e.Limit)
}

// A NegativeLoopError says that atoms depend on their own negation, so that the
// rules have no single meaning.
type NegativeLoopError struct {
	Game  string
	Atoms []int32 // some of the atoms of the Spec that depend on each other, ascending
}

func (e *NegativeLoopError) Error() string {
	var names []string
	for _, a := range e.Atoms {
		names = append(names, fmt.Sprint(a))
	}
	return fmt.Sprintf("%s: atoms depend on their own negation: %s", e.Game, strings.Join(names, ", "))
}

// A SpecError says that a Spec is not well formed, which is the fault of the
// program that made it and not of the rules of the game.
type SpecError struct {
	Game    string
	Problem string
}

func (e *SpecError) Error() string {
	return fmt.Sprintf("malformed circuit.Spec of %s: %s", e.Game, e.Problem)
}
