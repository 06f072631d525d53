package rbgref

import (
	"context"
	"fmt"
	"slices"

	"ludex/game"
	"ludex/internal/budget"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/rbg"
)

// A Reasoner computes with the rules of one game; it implements
// [rbgplay.Reasoner]. It also answers for positions in which the keeper is to move
// and can, and explains ([Reasoner.Trace], [Reasoner.Blocked]).
type Reasoner struct {
	// BeforeKeeper, if it is not nil, is called in Start and Apply with every
	// position in which the keeper is to move, before it does. It must not
	// change the position, nor use this reasoner.
	BeforeKeeper func(*rbgplay.Position)

	program     *program
	memory      budget.Memory
	shiftTables [][][]int32 // what relations reach, by number and cell
	tabled      int         // how many cells the tables have

	// The search of one query.
	shifter
	position *rbgplay.Position // changed and restored by backtracking
	choices  []choice
	changes  []change
	marks    visited
	watch    *tracer
	ctx      context.Context
	err      error

	move    []rbgplay.Action
	earlier rbgplay.Position
}

var _ rbgplay.Reasoner = (*Reasoner)(nil)

// Options change the limits. The zero value is the default.
type Options struct {
	Memory budget.Memory
}

// New makes a game from rules, played by this package's reasoners. It fails for
// rules that exceed the limits. At most one Options is used.
func New(g *rbg.Game, opts ...Options) (game.Game, error) {
	p, err := compile(g)
	if err != nil {
		return nil, err
	}
	memory := memoryOf(opts)
	return rbgplay.New(g, "reference", memory, func() rbgplay.Reasoner { return newReasoner(p, memory) }), nil
}

// NewReasoner returns a reasoner for rules, or an error if they exceed the limits.
// At most one Options is used.
func NewReasoner(g *rbg.Game, opts ...Options) (*Reasoner, error) {
	p, err := compile(g)
	if err != nil {
		return nil, err
	}
	return newReasoner(p, memoryOf(opts)), nil
}

func memoryOf(opts []Options) budget.Memory {
	if len(opts) == 0 {
		return 0
	}
	return opts[0].Memory
}

func newReasoner(p *program, memory budget.Memory) *Reasoner {
	return &Reasoner{shifter: shifter{board: p.rules.Board}, program: p, memory: memory, shiftTables: make([][][]int32, len(p.shifts)), ctx: context.Background(),
		marks: visited{rows: make([][]uint32, p.slots), cells: len(p.rules.Board.Cells)}}
}

// Bind implements [rbgplay.Reasoner].
func (r *Reasoner) Bind(ctx context.Context) { r.ctx = ctx }

// begin starts the search for moves in a position.
func (r *Reasoner) begin(p *rbgplay.Position) error {
	starts := r.program.starts
	if p.Switch < 0 || int(p.Switch) >= len(starts) ||
		p.Switch > 0 && r.program.rules.Modifiers[p.Switch-1].Kind != rbg.Switch {
		return fmt.Errorf("a position stands after the modifier %d, which is no switch", p.Switch)
	}
	r.position, r.err = p, nil
	r.marks.begin()
	r.push(starts[p.Switch], p.Cell, 0)
	return nil
}

// finish restores the position and returns the error of the search.
func (r *Reasoner) finish() error {
	r.undo(0)
	r.choices = r.choices[:0]
	return r.err
}

// nextMove searches for the next move and leaves it in r.move. A path that ends
// without a switch is not a move.
func (r *Reasoner) nextMove() bool {
	for {
		found, cell, ok := r.advance(0)
		if !ok {
			return false
		}
		if r.program.nodes[found].op == opSwitch {
			r.takeMove(found, cell)
			return true
		}
	}
}

// takeMove makes r.move the changes of the path and the switch at its end.
func (r *Reasoner) takeMove(found, cell int32) {
	r.move = r.move[:0]
	for _, c := range r.changes {
		r.move = append(r.move, rbgplay.Action{Cell: c.cell, Index: int32(r.program.nodes[c.node].expr.Index)})
	}
	r.move = append(r.move, rbgplay.Action{Cell: cell, Index: int32(r.program.nodes[found].expr.Index)})
}

// Moves implements [rbgplay.Reasoner]. If the keeper is to move, it appends all
// possible moves of the keeper, starting with the one that it would make.
func (r *Reasoner) Moves(p *rbgplay.Position, dst *rbgplay.Moves) error {
	r.steps = maxSteps
	if err := r.begin(p); err != nil {
		return err
	}
	for r.nextMove() {
		dst.Add(r.move)
		if err := dst.Full(); err != nil {
			r.err = err
		}
	}
	return r.finish()
}

// HasMove implements [rbgplay.Reasoner].
func (r *Reasoner) HasMove(p *rbgplay.Position) (bool, error) {
	r.steps = maxSteps
	if err := r.begin(p); err != nil {
		return false, err
	}
	ok := r.nextMove()
	return ok, r.finish()
}

// Start implements [rbgplay.Reasoner].
func (r *Reasoner) Start(p *rbgplay.Position) error {
	r.steps = maxSteps
	p.Reset(r.program.rules)
	return r.keep(p)
}

// Apply implements [rbgplay.Reasoner].
func (r *Reasoner) Apply(p *rbgplay.Position, move []rbgplay.Action) error {
	r.steps = maxSteps
	if err := r.Make(p, move); err != nil {
		return err
	}
	return r.keep(p)
}

// Make makes a legal move, of a player or of the keeper, and nothing else.
func (r *Reasoner) Make(p *rbgplay.Position, move []rbgplay.Action) error {
	r.position = p
	for i, a := range move {
		if a.Index < 1 || int(a.Index) > len(r.program.rules.Modifiers) || a.Cell < 0 || int(a.Cell) >= len(p.Pieces) {
			return fmt.Errorf("%s is no move: the rules have no such action", rbgplay.PairsText(move))
		}
		e := r.program.rules.Modifiers[a.Index-1]
		if (e.Kind == rbg.Switch) != (i == len(move)-1) {
			return fmt.Errorf("%s is no move: a move has one switch, which is its end", rbgplay.PairsText(move))
		}
		if err := r.makeAction(p, e, a); err != nil {
			return err
		}
	}
	return nil
}

func (r *Reasoner) makeAction(p *rbgplay.Position, e *rbg.Expr, a rbgplay.Action) error {
	switch e.Kind {
	case rbg.Off:
		p.Pieces[a.Cell] = uint16(e.Piece)
	case rbg.Assign:
		v, ok := r.assigned(e)
		if !ok {
			return fmt.Errorf("no legal move: %s cannot have the value that is assigned at %s",
				r.program.rules.Variables[e.Variable].Name, r.program.place(e))
		}
		p.Values[e.Variable] = v
	default:
		p.Cell, p.Switch = a.Cell, a.Index
	}
	return nil
}

// keep makes the keeper's moves, always the first that is found, until a player
// is to move or the keeper has no move.
func (r *Reasoner) keep(p *rbgplay.Position) error {
	for moves := 1; r.program.rules.Mover(int(p.Switch)) == rbg.Keeper; moves++ {
		if r.BeforeKeeper != nil {
			r.BeforeKeeper(p)
		}
		if err := r.begin(p); err != nil {
			return err
		}
		ok := r.nextMove()
		if err := r.finish(); err != nil || !ok {
			return err
		}
		if err := r.Make(p, r.move); err != nil {
			return err
		}
		if err := r.checkKeeperLoop(p, moves); err != nil {
			return err
		}
	}
	return nil
}

// checkKeeperLoop finds out whether the keeper is in a loop: it compares each
// position with a saved one, which is replaced at doubling intervals (Brent's
// algorithm).
func (r *Reasoner) checkKeeperLoop(p *rbgplay.Position, moves int) error {
	const usual = 64 // this many moves are common
	switch {
	case moves < usual:
	case moves > usual && equal(p, &r.earlier):
		return fmt.Errorf("the keeper goes in circles: its moves lead back to a position that it was in (after switch %d)", p.Switch)
	case moves >= maxKeeper:
		return tooManyKeeperMoves()
	case moves&(moves-1) == 0:
		r.earlier.Copy(p)
	}
	return nil
}

func equal(p, q *rbgplay.Position) bool {
	return p.Switch == q.Switch && p.Cell == q.Cell && slices.Equal(p.Values, q.Values) && slices.Equal(p.Pieces, q.Pieces)
}
