package rbgref

import (
	"math/bits"
	"strconv"

	"ludex/rbg"
)

// onlyShifts reports whether an expression does nothing but shift.
func (c *compiler) onlyShifts(e *rbg.Expr) bool { return c.shiftSize(e) > 0 }

// shiftSize returns the number of parts of an expression that does nothing but
// shift, or more than maxNodes if there are so many, and 0 for other
// expressions.
func (c *compiler) shiftSize(e *rbg.Expr) int {
	switch e.Kind {
	case rbg.Shift, rbg.Dot:
		return 1
	case rbg.Sum, rbg.Concat, rbg.Star:
	default:
		return 0
	}
	size, ok := c.shiftSizes[e]
	if !ok {
		size = 1
		for _, k := range e.Kids {
			kid := c.shiftSize(k)
			if kid == 0 {
				size = 0
				break
			}
			size = min(size+kid, maxNodes+1)
		}
		c.shiftSizes[e] = size
	}
	return size
}

// run makes the nodes of expressions that only shift: of a relation, or of
// single shifts if there is no choice.
func (c *compiler) run(kids []*rbg.Expr, next int32) int32 {
	for _, k := range kids {
		if k.Kind != rbg.Shift && k.Kind != rbg.Dot {
			return c.jump(kids, next)
		}
	}
	for i := len(kids) - 1; i >= 0; i-- {
		if k := kids[i]; k.Kind == rbg.Shift {
			next = c.add(node{op: opShift, expr: k, next: next, edges: c.rules.Board.Edges[k.Label]})
		}
	}
	return next
}

// jump makes the node of a relation. Equal ones have the same number.
func (c *compiler) jump(kids []*rbg.Expr, next int32) int32 {
	for _, k := range kids {
		if c.shiftParts += c.shiftSize(k); c.shiftParts > maxNodes {
			return c.tooLarge()
		}
	}
	e := kids[0]
	if len(kids) > 1 {
		e = &rbg.Expr{Kind: rbg.Concat, Kids: kids, Origin: e.Origin}
		if last := kids[len(kids)-1]; last.In == e.In {
			e.Span = e.Span.To(last.Span)
		}
	}
	key, short := appendKey(nil, e)
	number, ok := c.relations[string(key)]
	if !ok || !short {
		number = int32(len(c.shifts))
		c.shifts = append(c.shifts, e)
		if short {
			c.relations[string(key)] = number
		}
	}
	return c.add(node{op: opJump, expr: e, next: next, shift: number})
}

// appendKey writes a key that is equal for equal relations. It gives up when that
// becomes long.
func appendKey(key []byte, e *rbg.Expr) (_ []byte, short bool) {
	const most = 1000
	key = append(key, '(', byte('A'+e.Kind))
	if e.Kind == rbg.Shift {
		key = strconv.AppendInt(key, int64(e.Label), 10)
	}
	for _, k := range e.Kids {
		if len(key) > most {
			return key, false
		}
		if key, short = appendKey(key, k); !short {
			return key, false
		}
	}
	return append(key, ')'), len(key) < most
}

// A cellSet has a bit for every cell.
type cellSet []uint64

// targets returns the cells that a relation leads to, in the order of the board.
func (r *Reasoner) targets(n *node, cell int32) []int32 {
	table := r.shiftTables[n.shift]
	if table == nil {
		table = make([][]int32, len(r.program.rules.Board.Cells))
		r.shiftTables[n.shift] = table
		r.grown(len(table))
	}
	if table[cell] == nil {
		from := r.newSet()
		from[cell/64] |= 1 << (cell % 64)
		to := r.shifted(n.expr, from).list()
		if r.steps < 0 {
			r.err = tooManySteps()
			return nil
		}
		table[cell] = to
		r.grown(len(to))
	}
	return table[cell]
}

// grown counts the memory of the tables.
func (r *Reasoner) grown(cells int) {
	r.tabled += cells
	r.goOn()
}

// A shifter evaluates expressions that only shift.
type shifter struct {
	board *rbg.Board
	steps int64 // left of maxSteps
}

func (r *shifter) newSet() cellSet { return make(cellSet, (len(r.board.Cells)+63)/64) }

// shifted returns the cells that shifts lead to from any of the given ones.
func (r *shifter) shifted(e *rbg.Expr, from cellSet) cellSet {
	if r.steps -= int64(len(from)) + 1; r.steps < 0 {
		return r.newSet() // the result is not used
	}
	switch e.Kind {
	case rbg.Shift:
		return r.along(r.board.Edges[e.Label], from)
	case rbg.Sum:
		to := r.newSet()
		for _, k := range e.Kids {
			to.addNew(r.shifted(k, from))
		}
		return to
	case rbg.Concat:
		for _, k := range e.Kids {
			from = r.shifted(k, from)
		}
		return from
	case rbg.Star:
		all := r.newSet()
		for fresh := from; all.addNew(fresh); {
			fresh = r.shifted(e.Kids[0], fresh)
		}
		return all
	default: // a dot
		return from
	}
}

func (r *shifter) along(edges []int32, from cellSet) cellSet {
	to := r.newSet()
	for _, c := range from.list() {
		if t := edges[c]; t != rbg.NoCell {
			to[t/64] |= 1 << (t % 64)
		}
	}
	return to
}

// addNew adds the cells of t and reports whether some were not there.
func (s cellSet) addNew(t cellSet) bool {
	added := false
	for i, w := range t {
		added = added || w&^s[i] != 0
		s[i] |= w
	}
	return added
}

// list returns the cells in their order; it is never nil.
func (s cellSet) list() []int32 {
	cells := []int32{}
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			cells = append(cells, int32(i*64+bits.TrailingZeros64(w)))
		}
	}
	return cells
}
