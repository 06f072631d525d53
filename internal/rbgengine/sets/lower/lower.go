package lower

import (
	"context"
	"errors"
	"fmt"

	"ludex/internal/budget"
	"ludex/internal/rbgengine/sets/ir"
	"ludex/rbg"
)

// Program makes the set program of a game. It fails if the game is larger than
// the limits, or the context ends.
func Program(ctx context.Context, g *rbg.Game, opt Options) (*ir.Program, error) {
	if len(g.Pieces) > maxPieces {
		return nil, fmt.Errorf("%d kinds of pieces are too many: the limit is %d", len(g.Pieces), maxPieces)
	}
	b, err := newBoard(g.Board)
	if err != nil {
		return nil, err
	}
	n := newNormal(ctx, g, b)
	if opt.Avoid&Tables != 0 {
		n.maxRelation = 0
	}
	rules := n.expr(g.Rules)
	if n.err != nil {
		return nil, n.err
	}
	p, err := newLowerer(ctx, g, b, n, opt).program(rules)
	if errors.Is(err, errSize) && opt.Budget >= 0 {
		// Following one cell at a time takes less code.
		for _, q := range n.patterns {
			q.forget()
		}
		opt.Budget = -1
		return newLowerer(ctx, g, b, n, opt).program(rules)
	}
	return p, err
}

// errSize is the error of programs that become too large.
var errSize = errors.New("the program becomes too large")

// Options say how a game is lowered.
type Options struct {
	// Budget is how many places of the rules are visited at most to find the
	// moves of a modifier for all cells at once. 0 is the default; negative is
	// none, which has every modifier made and taken back.
	Budget int
	// Memory bounds the tables.
	Memory budget.Memory
	// Avoid leaves out ways to compute something, so that tests see the others.
	Avoid Ways
}

// Ways are ways to compute something for which there is another.
type Ways uint8

// The ways that can be avoided.
const (
	Tables    Ways = 1 << iota // of the cells that shifts reach
	Decisions                  // tables of decisions about patterns
	Glances                    // sets from a single cell
)

// A lowerer makes a program.
type lowerer struct {
	ctx       context.Context
	game      *rbg.Game
	board     *board
	normal    *normal
	budget    int
	avoid     Ways
	limit     budget.Memory
	prog      *ir.Program
	functions []*function
	gens      map[*node]*function
	queue     []func()
	masks     map[string]int32
	mapIDs    map[*mapping]int32
	tables    map[string]int32
	exprs     map[string]int32
	compares  map[string]int32
	rays      map[*mapping]int32
	regions   map[*node]*region
	loops     map[*node]bool
	known     map[*node]uint64 // the pieces that can lie on the current cell
	steady    map[*pattern]*steadiness
	fresh     map[*node][]*pattern // by where moves begin: the steady patterns that they ask for
	memory    int64                // bytes of tables
	length    int                  // instructions
	err       error
}

func newLowerer(ctx context.Context, g *rbg.Game, b *board, n *normal, opt Options) *lowerer {
	l := &lowerer{ctx: ctx, game: g, board: b, normal: n, budget: opt.Budget, avoid: opt.Avoid, limit: opt.Memory, prog: &ir.Program{},
		gens: map[*node]*function{}, masks: map[string]int32{}, mapIDs: map[*mapping]int32{}, tables: map[string]int32{},
		exprs: map[string]int32{}, compares: map[string]int32{}, rays: map[*mapping]int32{}, regions: map[*node]*region{}, loops: map[*node]bool{},
		steady: map[*pattern]*steadiness{}, fresh: map[*node][]*pattern{}}
	if l.budget == 0 {
		l.budget = defaultBudget
	}
	p := l.prog
	p.Cells, p.Bits, p.Words = b.cells, b.bits, b.words
	p.BitOf, p.CellOf, p.Ordered = b.bitOf, b.cellOf, b.ordered
	p.Pieces, p.Players = len(g.Pieces), len(g.Players)
	for _, e := range g.Modifiers {
		p.Modifiers = append(p.Modifiers, l.modifierAct(e))
	}
	p.Classes = n.classes
	p.Watched = make([]bool, len(g.Variables))
	for i := range g.Variables {
		p.Bounds = append(p.Bounds, g.Variables[i].Bound)
	}
	return l
}

const defaultBudget = 500

func (l *lowerer) classCount() int { return len(l.normal.classes) }

// program emits generators and keepers for all switches.
func (l *lowerer) program(rules *expr) (*ir.Program, error) {
	g := &graph{switches: map[int]*node{}}
	start := g.place(rules, g.add(node{kind: nEnd}))
	entries := make([]*function, len(l.game.Modifiers)+1)
	l.prog.Gen = make([]int32, len(entries))
	l.prog.Keep = make([]int32, len(entries))
	keeper := newKeeper(l)
	l.known = l.contents(g, start)
	l.findSteady(g, start)
	for i := range entries {
		l.prog.Gen[i], l.prog.Keep[i] = -1, -1
		n := start
		if i > 0 {
			s, ok := g.switches[i]
			if !ok {
				continue
			}
			n = s.next
		}
		if l.game.Mover(i) == rbg.Keeper {
			keeper.entry(i, n)
		} else {
			entries[i] = l.generator(n)
		}
	}
	keeper.emit()
	for len(l.queue) > 0 && !l.stopped() {
		f := l.queue[0]
		l.queue = l.queue[1:]
		f()
		if l.length > maxCode && l.err == nil {
			l.err = fmt.Errorf("%w: more than %d instructions", errSize, maxCode)
		}
	}
	if l.err != nil {
		return nil, l.err
	}
	if err := l.link(); err != nil {
		return nil, err
	}
	for i, f := range entries {
		if f != nil {
			l.prog.Gen[i] = f.entry
		}
	}
	keeper.resolve()
	l.resolvePatterns()
	l.unfold()
	settle(l.prog)
	p := l.prog
	p.Stats.Instructions, p.Stats.Words, p.Stats.Registers = len(p.Code), p.Words, p.Registers
	p.Stats.Classes, p.Stats.Patterns = len(p.Classes), len(p.Patterns)
	return p, nil
}

// generator returns the function that finds the moves from a node on.
func (l *lowerer) generator(n *node) *function {
	if f, ok := l.gens[n]; ok {
		return f
	}
	f := l.newFunction()
	l.gens[n] = f
	l.queue = append(l.queue, func() {
		e := &generator{lowerer: l, function: f}
		cell := f.newCell()
		f.op(ir.Move, cell, argument, 0, 0)
		for _, p := range l.fresh[n] {
			f.op(ir.Forget, 0, 0, 0, l.pattern(p, f))
		}
		e.region(n, place{cell: int(cell), reg: -1})
		f.op(ir.Return, 0, 0, 0, 0)
	})
	return f
}

// stopped reports whether there is no point in going on.
func (l *lowerer) stopped() bool {
	if l.err == nil {
		l.err = l.ctx.Err()
	}
	return l.err != nil
}

// regionOf returns the region of a node.
func (l *lowerer) regionOf(n *node) *region {
	r, ok := l.regions[n]
	if !ok {
		r = newRegion(n)
		l.regions[n] = r
	}
	return r
}
