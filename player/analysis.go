package player

import (
	"time"

	"ludex/game"
)

// An Analysis is the result of a search in a position.
type Analysis struct {
	Role  game.Role   // whose moves are listed
	Moves []Candidate // the best first
	// Values are the goal values that the roles are expected to get, between 0
	// and 100, or NaN where that was not computed. Exact says which of them are
	// proved.
	Values []float64
	Exact  []bool
	// Line is the principal variation: the joint moves that the search expects.
	Line [][]game.Move

	Nodes    uint64 // simulations, or states computed
	Playouts uint64
	Elapsed  time.Duration
	Note     string
}

// A Candidate is a move of an analysed position.
type Candidate struct {
	Move   game.Move
	Visits uint64
	Value  float64 // the goal value that it is expected to lead to
	Exact  bool    // the value is proved
	Share  float64 // the probability with which the move should be made
	// Line has the joint moves that the search expects if the move is made, which is
	// part of the first one. Only the best moves of a turn have one.
	Line [][]game.Move
}

// An Analyst is a player that can report its analysis.
type Analyst interface {
	Player
	// Analysis returns the result of the last search in the current position.
	Analysis() Analysis
}
