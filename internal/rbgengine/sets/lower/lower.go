package lower

import (
	"context"
	"errors"
	"fmt"

	"ludex/internal/budget"
	"ludex/internal/rbgengine/sets/ir"
	"ludex/rbg"
)

// Program lowers a game to a set program. It fails if the game is larger than the
// limits, or if the context ends.
func Program(ctx context.Context, g *rbg.Game, opt Options) (*ir.Program, error) {
	r, err := normalise(ctx, g, opt.Avoid)
	if err != nil {
		return nil, err
	}
	gr := newGraph(r.root)
	f := analyse(ctx, r, gr)
	p, err := generate(ctx, r, gr, f, opt)
	if errors.Is(err, errSize) && opt.Budget >= 0 {
		// Following one cell at a time takes less code.
		opt.Budget = -1
		return generate(ctx, r, gr, f, opt)
	}
	return p, err
}

// generate runs the passes from the graph to the finished program.
func generate(ctx context.Context, r *rules, g *graph, f *facts, opt Options) (*ir.Program, error) {
	u, err := emit(ctx, r, g, f, opt)
	if err != nil {
		return nil, err
	}
	optimise(u)
	if err := link(u); err != nil {
		return nil, err
	}
	inline(u)
	markFinal(u.prog)
	p := u.prog
	p.Stats.Instructions, p.Stats.Words, p.Stats.Registers = len(p.Code), p.Words, p.Registers
	p.Stats.Classes, p.Stats.Patterns = len(p.Classes), len(p.Patterns)
	return p, nil
}

// errSize is the error of programs that become too large.
var errSize = errors.New("the program becomes too large")

func tooMuchCode() error { return fmt.Errorf("%w: more than %d instructions", errSize, maxCode) }

// Options say how a game is lowered.
type Options struct {
	// Budget bounds the nodes of the graph that are visited to find the moves of
	// one modifier for all cells at once. 0 is the default. A negative budget
	// disables this: every modifier is applied and undone in turn.
	Budget int
	// Memory bounds the tables.
	Memory budget.Memory
	// Avoid disables some forms of code, so that tests exercise the others.
	Avoid Forms
}

// defaultBudget is the budget where Options.Budget is 0.
const defaultBudget = 500

// Forms are forms of code to which there is an alternative.
type Forms uint8

// The forms that can be avoided.
const (
	Tables    Forms = 1 << iota // tables of the cells that shifts reach
	Decisions                   // decision tables for patterns
	CellSets                    // computing with sets from a single cell
	Connected                   // memoising what connected cells reach
)

// Limits of the compiler. Games beyond them are left to the reference engine.
const (
	maxCells     = 8192    // cells of a board: maps of cells have 16 bits
	maxEmbedded  = 1000    // cells of a board that is embedded as a lattice
	maxRelation  = 1 << 22 // bits of the table of a relation
	maxPieces    = 64      // kinds of pieces
	maxNesting   = 10_000  // nesting of expressions
	maxPatterns  = 100     // nesting of patterns
	maxNodes     = 200_000 // parts of the rules
	maxCode      = 1 << 20 // instructions
	maxRegisters = 1024
	maxCellRegs  = 1024
)
