package lower

import (
	"context"

	"ludex/internal/rbgengine/sets/ir"
	"ludex/rbg"
)

// An emitter makes the functions of a unit. Generators, keepers and patterns have
// emitters of their own, which share this one.
type emitter struct {
	*unit
	ctx    context.Context
	game   *rbg.Game
	board  *board
	facts  *facts
	forms  *chooser
	pool   *pool
	budget int
	gens   map[*node]*function
	queue  []func() // functions that are called, but not emitted yet
	err    error
}

// emit emits generators and keepers for all switches, and what they call.
func emit(ctx context.Context, r *rules, g *graph, f *facts, opt Options) (*unit, error) {
	e := newEmitter(ctx, r, f, opt)
	keeper := newKeeperEmitter(e)
	for i := range e.generators {
		e.prog.Gen[i], e.prog.Keep[i] = -1, -1
		n := g.entry(i)
		switch {
		case n == nil:
		case e.game.Mover(i) == rbg.Keeper:
			keeper.entry(i, n)
		default:
			e.generators[i] = e.generator(n)
		}
	}
	e.keeper = keeper.emit()
	for len(e.queue) > 0 && !e.stopped() {
		next := e.queue[0]
		e.queue = e.queue[1:]
		next()
		if e.length > maxCode && e.err == nil {
			e.err = tooMuchCode()
		}
	}
	if e.stopped() {
		return nil, e.err
	}
	return e.unit, nil
}

func newEmitter(ctx context.Context, r *rules, f *facts, opt Options) *emitter {
	for _, p := range r.patterns {
		p.reset()
	}
	u := &unit{prog: newProgram(r), rules: r, classes: len(r.classes), generators: make([]*function, len(r.game.Modifiers)+1)}
	e := &emitter{unit: u, ctx: ctx, game: r.game, board: r.board, facts: f, forms: newChooser(ctx, r, opt.Avoid),
		pool: newPool(r, u.prog, opt.Memory), budget: opt.Budget, gens: map[*node]*function{}}
	if e.budget == 0 {
		e.budget = defaultBudget
	}
	for _, m := range r.game.Modifiers {
		u.prog.Modifiers = append(u.prog.Modifiers, e.pool.modifierAct(m))
	}
	return e
}

// newProgram returns a program without code.
func newProgram(r *rules) *ir.Program {
	b, g := r.board, r.game
	p := &ir.Program{Cells: b.cells, Bits: b.bits, Words: b.words, BitOf: b.bitOf, CellOf: b.cellOf, Ordered: b.ordered,
		Pieces: len(g.Pieces), Players: len(g.Players), Classes: r.classes, Watched: make([]bool, len(g.Variables)),
		Gen: make([]int32, len(g.Modifiers)+1), Keep: make([]int32, len(g.Modifiers)+1)}
	for i := range g.Variables {
		p.Bounds = append(p.Bounds, g.Variables[i].Bound)
	}
	return p
}

// generator returns the function that finds the moves from a node on.
func (e *emitter) generator(n *node) *function {
	if f, ok := e.gens[n]; ok {
		return f
	}
	f := e.newFunction()
	e.gens[n] = f
	e.queue = append(e.queue, func() {
		g := &generator{exprEmitter{e, f}, false}
		cell := f.newCell()
		f.op(ir.Move, cell, argument, 0, 0)
		for _, p := range e.facts.memoised[n] {
			f.op(ir.Forget, 0, 0, 0, e.pattern(p, f))
		}
		g.region(n, operand{cell: int(cell), reg: -1})
		f.op(ir.Return, 0, 0, 0, 0)
	})
	return f
}

// stopped reports whether emission has failed or the context has ended.
func (e *emitter) stopped() bool {
	if e.err == nil {
		e.err = e.pool.err
	}
	if e.err == nil {
		e.err = e.ctx.Err()
	}
	return e.err != nil
}
