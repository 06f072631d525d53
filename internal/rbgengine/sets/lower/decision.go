package lower

import "ludex/internal/rbgengine/sets/ir"

const (
	maxDecide     = 300_000 // nodes of a decision table
	maxDecideWork = 3_000   // parts of a pattern visited from one cell
)

// decide returns the decision table of a pattern, or nil if it would be too large.
func (c *chooser) decide(p *pattern) *ir.Decide {
	d := &decider{board: c.board, classes: c.rules.classes, pieces: len(c.rules.game.Pieces), nodes: map[ir.Node]int32{}}
	if c.avoid&Decisions != 0 || !d.possible(p.body) {
		return nil
	}
	d.table.Roots = make([]int32, c.board.words*64)
	for b := range d.table.Roots {
		if d.table.Roots[b] = ir.False; b >= c.board.bits || c.board.cellOf[b] < 0 {
			continue
		}
		d.work = 0
		d.table.Roots[b] = d.expr(p.body, int16(b), nil, nil, func(int16, *fact, int32) int32 { return ir.True }, ir.False)
		if d.work > maxDecideWork || len(d.table.Nodes) > maxDecide || c.ctx.Err() != nil {
			return nil
		}
	}
	d.rows()
	return &d.table
}

// A decider makes a decision table.
type decider struct {
	board   *board
	classes []uint64
	pieces  int // kinds
	table   ir.Decide
	nodes   map[ir.Node]int32
	work    int
}

// possible reports whether an expression depends on pieces only.
func (d *decider) possible(x *expr) bool {
	switch x.kind {
	case kCmp, kOff, kAssign:
		return false
	case kPat:
		return d.possible(x.pat.body)
	}
	for _, k := range x.kids {
		if !d.possible(k) {
			return false
		}
	}
	return true
}

// A fact is what is known of the piece on a cell.
type fact struct {
	cell   int16
	pieces uint64
	outer  *fact
}

func (f *fact) find(cell int16) uint64 {
	for ; f != nil; f = f.outer {
		if f.cell == cell {
			return f.pieces
		}
	}
	return ^uint64(0)
}

// A loopEntry is a star that was entered on a cell, to stop infinite loops.
type loopEntry struct {
	star  *expr
	cell  int16
	outer *loopEntry
}

func (t *loopEntry) seen(star *expr, cell int16) bool {
	for ; t != nil; t = t.outer {
		if t.star == star && t.cell == cell {
			return true
		}
	}
	return false
}

// A continuation continues a decision where an expression is completed: on a
// cell, with the facts known there, and with the node to go to on failure.
type continuation func(cell int16, f *fact, fail int32) int32

// expr returns the node at which the decision about an expression on a cell
// begins. It continues with then where the expression is completed, and with fail
// where it cannot be.
func (d *decider) expr(x *expr, cell int16, f *fact, t *loopEntry, then continuation, fail int32) int32 {
	if d.work++; d.work > maxDecideWork {
		return fail
	}
	switch x.kind {
	case kMap:
		if to := x.m.to[cell]; to >= 0 {
			return then(to, f, fail)
		}
		return fail
	case kRel, kJump:
		set := x.set
		if x.kind == kRel {
			set = x.rows[cell]
		}
		for to := d.board.bits - 1; to >= 0; to-- {
			if set.Has(to) {
				fail = then(int16(to), f, fail)
			}
		}
		return fail
	case kOn:
		return d.on(d.classes[x.class], cell, f, then, fail)
	case kMask:
		if x.set.Has(int(cell)) {
			return then(cell, f, fail)
		}
		return fail
	case kPat:
		yes := then(cell, f, fail)
		if x.neg {
			return d.expr(x.pat.body, cell, f, nil, func(int16, *fact, int32) int32 { return fail }, yes)
		}
		return d.expr(x.pat.body, cell, f, nil, func(int16, *fact, int32) int32 { return yes }, fail)
	case kSum:
		for i := len(x.kids) - 1; i >= 0; i-- {
			fail = d.expr(x.kids[i], cell, f, t, then, fail)
		}
		return fail
	case kCat:
		return d.sequence(x.kids, cell, f, t, then, fail)
	default:
		return d.star(x, cell, f, t, then, fail)
	}
}

func (d *decider) sequence(kids []*expr, cell int16, f *fact, t *loopEntry, then continuation, fail int32) int32 {
	if len(kids) == 0 {
		return then(cell, f, fail)
	}
	return d.expr(kids[0], cell, f, t, func(c int16, f *fact, fail int32) int32 {
		return d.sequence(kids[1:], c, f, t, then, fail)
	}, fail)
}

// star decides whether what follows a star can be completed, then whether its
// body leads further.
func (d *decider) star(x *expr, cell int16, f *fact, t *loopEntry, then continuation, fail int32) int32 {
	if t.seen(x, cell) {
		return fail
	}
	here := &loopEntry{x, cell, t}
	further := d.expr(x.kids[0], cell, f, here, func(c int16, f *fact, fail int32) int32 {
		return d.star(x, c, f, here, then, fail)
	}, fail)
	return then(cell, f, further)
}

// on tests the piece on a cell, unless the outcome is known.
func (d *decider) on(pieces uint64, cell int16, f *fact, then continuation, fail int32) int32 {
	known := f.find(cell) & (1<<d.pieces - 1)
	switch {
	case known&^pieces == 0:
		return then(cell, f, fail)
	case known&pieces == 0:
		return fail
	}
	yes := then(cell, &fact{cell, known & pieces, f}, fail)
	if yes == fail {
		return fail
	}
	n := ir.Node{Pieces: pieces, Yes: yes, No: fail, Cell: int32(cell)}
	id, ok := d.nodes[n]
	if !ok {
		id = int32(len(d.table.Nodes))
		d.nodes[n] = id
		d.table.Nodes = append(d.table.Nodes, n)
	}
	return id
}

// rows makes the rows of a decision table, which merge tests of the same cell.
func (d *decider) rows() {
	t := &d.table
	at := map[int32]int32{}
	var row func(k int32) int32
	row = func(k int32) int32 {
		if k < 0 {
			return k
		}
		if r, ok := at[k]; ok {
			return r
		}
		r := int32(len(t.Rows))
		at[k] = r
		cell := t.Nodes[k].Cell
		t.Rows = append(t.Rows, cell)
		t.Rows = append(t.Rows, make([]int32, d.pieces)...)
		for p := range d.pieces {
			next := k
			for next >= 0 && t.Nodes[next].Cell == cell {
				if n := &t.Nodes[next]; n.Pieces>>p&1 != 0 {
					next = n.Yes
				} else {
					next = n.No
				}
			}
			to := row(next)
			t.Rows[r+1+int32(p)] = to
		}
		return r
	}
	t.Start = make([]int32, len(t.Roots))
	for b, k := range t.Roots {
		t.Start[b] = row(k)
	}
}
