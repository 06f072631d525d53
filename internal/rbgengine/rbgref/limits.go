package rbgref

import (
	"fmt"

	"ludex/internal/budget"
	"ludex/rbg"
)

// Limits on rules and searches. They are far beyond what a game needs.
const (
	maxNesting    = 100_000     // expressions in each other
	maxNodes      = 2_500_000   // places in the rules
	maxActions    = 10_000      // modifiers in one move, with those of unfinished patterns
	maxSteps      = 300_000_000 // nodes visited for one query
	maxKeeper     = 1_000_000   // moves of the keeper in a row
	maxPieceKinds = 1 << 16     // of pieces
)

// tooManyActions is the error of a move that does not end.
func (r *Reasoner) tooManyActions(n *node) error {
	return fmt.Errorf("a move has more than %d actions without reaching a switch, the last of them at %s: a star that modifies may go on for ever (limit of actions in one move)",
		maxActions, r.program.place(n.expr))
}

func tooManySteps() error {
	return fmt.Errorf("more than %d places of the rules were visited to find the moves of a position (limit of steps)", maxSteps)
}

// full returns an error if a search takes too much memory.
func (r *Reasoner) full() error {
	const cellSize, markSize, trailSize = 4, 4, 12
	limit := r.memory.Moves()
	if int64(cellSize*r.tabled+markSize*r.marks.size+trailSize*len(r.marks.trail)) > budget.Alive(limit) {
		return &budget.MemoryError{Doing: "searching the moves of a position", Limit: limit}
	}
	return nil
}

func tooManyKeeperMoves() error {
	return fmt.Errorf("the keeper made more than %d moves in a row (limit of keeper moves)", maxKeeper)
}

// place says where an expression stands.
func (p *program) place(e *rbg.Expr) string {
	if p.rules.File == nil || !e.Span.IsValid() {
		return "an unknown place"
	}
	return p.rules.File.Place(e.Span)
}
