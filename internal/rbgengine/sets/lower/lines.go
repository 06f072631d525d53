package lower

import "ludex/internal/rbgengine/sets/ir"

const (
	maxLines     = 24  // lines of a cell
	maxLinesWork = 400 // parts of a pattern visited from one cell
)

// lines makes the table of lines of a pattern that tests for pieces of one class
// only: it holds on a cell if all cells of one of some sets have such pieces. It
// returns nil for other patterns, and where there are too many lines.
func (c *chooser) lines(p *pattern) *ir.Lines {
	n := &lineFinder{board: c.board, class: -1}
	if !n.possible(p.body) || n.class < 0 {
		return nil
	}
	t := &ir.Lines{Class: uint16(n.class), Start: make([]int32, c.board.words*64+1)}
	for b := range c.board.words * 64 {
		if b < c.board.bits && c.board.cellOf[b] >= 0 {
			n.collect(p.body, b)
			if n.work > maxLinesWork || len(n.sets) > maxLines || c.ctx.Err() != nil {
				return nil
			}
			t.Sets = append(t.Sets, n.sets...)
		}
		t.Start[b+1] = int32(len(t.Sets))
	}
	return t
}

// A lineFinder finds the lines of a cell.
type lineFinder struct {
	board *board
	class int
	sets  []ir.Bits
	work  int
}

// possible reports whether an expression has no star and tests one class only.
func (n *lineFinder) possible(x *expr) bool {
	switch x.kind {
	case kMap, kMask:
		return true
	case kOn:
		if n.class < 0 {
			n.class = x.class
		}
		return n.class == x.class
	case kRel:
		return starFree(x.whole)
	case kSum, kCat:
		for _, k := range x.kids {
			if !n.possible(k) {
				return false
			}
		}
		return true
	}
	return false
}

// collect finds the minimal sets of cells along the paths from a cell.
func (n *lineFinder) collect(x *expr, cell int) {
	n.sets, n.work = nil, 0
	n.expr(x, cell, n.board.newBits(), func(_ int, s ir.Bits) {
		var kept []ir.Bits
		for _, o := range n.sets {
			if subset(o, s) {
				return
			}
			if !subset(s, o) {
				kept = append(kept, o)
			}
		}
		n.sets = append(kept, s)
	})
}

func subset(a, b ir.Bits) bool {
	for i := range a {
		if a[i]&^b[i] != 0 {
			return false
		}
	}
	return true
}

// expr follows an expression from a cell, with the cells that must have a piece.
func (n *lineFinder) expr(x *expr, cell int, s ir.Bits, then func(int, ir.Bits)) {
	if n.work++; n.work > maxLinesWork {
		return
	}
	switch x.kind {
	case kMap:
		if t := x.m.to[cell]; t >= 0 {
			then(int(t), s)
		}
	case kRel:
		for t := range n.board.bits {
			if x.rows[cell].Has(t) {
				then(t, s)
			}
		}
	case kMask:
		if x.set.Has(cell) {
			then(cell, s)
		}
	case kOn:
		s = append(ir.Bits(nil), s...)
		s.Set(cell)
		then(cell, s)
	case kSum:
		for _, k := range x.kids {
			n.expr(k, cell, s, then)
		}
	case kCat:
		n.sequence(x.kids, cell, s, then)
	}
}

func (n *lineFinder) sequence(kids []*expr, cell int, s ir.Bits, then func(int, ir.Bits)) {
	if len(kids) == 0 {
		then(cell, s)
		return
	}
	n.expr(kids[0], cell, s, func(c int, s ir.Bits) { n.sequence(kids[1:], c, s, then) })
}
