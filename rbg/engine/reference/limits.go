package reference

import (
	"fmt"

	"ludex/rbg"
)

// Limits of what rules may ask for. They are far beyond what a game needs.
const (
	maxNesting    = 100_000       // expressions in each other
	maxNodes      = 2_500_000     // places in the rules
	maxActions    = 10_000        // modifiers in one move, those of patterns under way included
	maxListed     = 20_000_000    // modifiers in all moves of a position
	maxSteps      = 1_000_000_000 // places visited to answer one question
	maxKeeper     = 1_000_000     // moves of the keeper in a row
	maxMarks      = 1 << 27       // pairs of a node and a cell that can be marked
	maxTargets    = 1 << 26       // cells in the tables of what shifts reach
	maxPieceKinds = 1 << 16       // of pieces
)

// tooManyActions is the error of a move that does not end.
func (r *Reasoner) tooManyActions(n *node) error {
	return fmt.Errorf("a move has more than %d actions without reaching a switch, the last of them at %s: a star that modifies may go on for ever (limit of actions in one move)",
		maxActions, r.program.place(n.expr))
}

func tooManyListed() error {
	return fmt.Errorf("the moves of a position have more than %d actions: a star that modifies may go on for ever (limit of actions in a list of moves)", maxListed)
}

func tooManySteps() error {
	return fmt.Errorf("more than %d places of the rules were visited to find the moves of a position (limit of steps)", maxSteps)
}

func tooManyMarks() error {
	return fmt.Errorf("the rules and the board are too large: more than %d pairs of a place and a cell (limit of marks)", maxMarks)
}

func tooManyTargets() error {
	return fmt.Errorf("the board is too large: shifts reach more than %d cells in all (limit of shift tables)", maxTargets)
}

func tooManyKeeperMoves() error {
	return fmt.Errorf("the keeper made more than %d moves in a row (limit of keeper moves)", maxKeeper)
}

// place says where an expression stands.
func (p *program) place(e *rbg.Expr) string {
	if p.rules.File == nil || !e.Span.IsValid() {
		return "an unknown place"
	}
	line, column := p.rules.File.Position(e.Span.Start)
	return fmt.Sprintf("%s:%d:%d", p.rules.File.Name(), line, column)
}
