package sets

import (
	"context"

	"ludex/game"
	"ludex/internal/budget"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/internal/rbgengine/sets/internal/w1"
	"ludex/internal/rbgengine/sets/internal/w2"
	"ludex/internal/rbgengine/sets/internal/w4"
	"ludex/internal/rbgengine/sets/internal/wn"
	"ludex/internal/rbgengine/sets/ir"
)

// A machine executes a program. There is one implementation for each width of a
// set, generated from the same source.
type machine interface {
	Load(p *rbgplay.Position) error
	Store(p *rbgplay.Position)
	LoadState(s game.State) error
	Step(s game.State, move []rbgplay.Action, dst game.State) (game.State, error)
	Count() int
	List(dst *rbgplay.Moves)
	HasMove() bool
	Make(move []rbgplay.Action) error
	Keep() error
	Ending(moves [][]rbgplay.Action, dst []bool) ([]bool, error)
	Err() error
	SetStop(stop func() error)
	Playouts(ctx context.Context, from *rbgplay.Position, opt game.PlayoutOptions, thread int, res *game.PlayoutResult) error
	Perft(ctx context.Context, depth int, terminal bool) ([]game.PerftCount, error)
}

// newMachine returns the machine with the narrowest sets that are wide enough.
func newMachine(p *ir.Program, memory budget.Memory) machine {
	switch {
	case p.Words <= w1.Words:
		return w1.New(p, memory)
	case p.Words <= w2.Words:
		return w2.New(p, memory)
	case p.Words <= w4.Words:
		return w4.New(p, memory)
	default:
		return wn.New(p, memory)
	}
}

// A reasoner answers questions about positions. It implements [rbgplay.Reasoner].
type reasoner struct {
	game    *Game
	machine machine
}

var _ rbgplay.StateReasoner = (*reasoner)(nil)

// Bind implements [rbgplay.Reasoner].
func (r *reasoner) Bind(ctx context.Context) {
	r.machine.SetStop(func() error { return context.Cause(ctx) })
}

// Start implements [rbgplay.Reasoner].
func (r *reasoner) Start(p *rbgplay.Position) error {
	p.Reset(r.game.Rules())
	return r.keep(p)
}

// keep makes the moves of the keeper and stores the position.
func (r *reasoner) keep(p *rbgplay.Position) error {
	if err := r.machine.Load(p); err != nil {
		return err
	}
	if err := r.machine.Keep(); err != nil {
		return err
	}
	r.machine.Store(p)
	return nil
}

// Moves implements [rbgplay.Reasoner].
func (r *reasoner) Moves(p *rbgplay.Position, dst *rbgplay.Moves) error {
	if err := r.machine.Load(p); err != nil {
		return err
	}
	return r.list(dst)
}

// list appends the moves of the loaded position.
func (r *reasoner) list(dst *rbgplay.Moves) error {
	r.machine.Count()
	if err := r.machine.Err(); err != nil {
		return err
	}
	r.machine.List(dst)
	return r.machine.Err()
}

// MovesOf implements [rbgplay.StateReasoner].
func (r *reasoner) MovesOf(s game.State, dst *rbgplay.Moves) error {
	if err := r.machine.LoadState(s); err != nil {
		return err
	}
	return r.list(dst)
}

// HasMove implements [rbgplay.Reasoner].
func (r *reasoner) HasMove(p *rbgplay.Position) (bool, error) {
	if err := r.machine.Load(p); err != nil {
		return false, err
	}
	found := r.machine.HasMove()
	return found, r.machine.Err()
}

// HasMoveIn implements [rbgplay.StateReasoner].
func (r *reasoner) HasMoveIn(s game.State) (bool, error) {
	if err := r.machine.LoadState(s); err != nil {
		return false, err
	}
	found := r.machine.HasMove()
	return found, r.machine.Err()
}

// Step implements [rbgplay.StateReasoner].
func (r *reasoner) Step(s game.State, move []rbgplay.Action, dst game.State) (game.State, error) {
	return r.machine.Step(s, move, dst)
}

// Ending implements [rbgplay.TerminalFinder].
func (r *reasoner) Ending(p *rbgplay.Position, moves [][]rbgplay.Action, dst []bool) ([]bool, error) {
	if err := r.machine.Load(p); err != nil {
		return dst, err
	}
	return r.machine.Ending(moves, dst)
}

// Apply implements [rbgplay.Reasoner].
func (r *reasoner) Apply(p *rbgplay.Position, move []rbgplay.Action) error {
	if err := r.machine.Load(p); err != nil {
		return err
	}
	if err := r.machine.Make(move); err != nil {
		return err
	}
	if err := r.machine.Keep(); err != nil {
		return err
	}
	r.machine.Store(p)
	return nil
}
