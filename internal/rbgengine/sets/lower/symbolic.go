package lower

import (
	"maps"

	"ludex/internal/rbgengine/sets/ir"
	"ludex/rbg"
)

// Keepers that rotate a part of the board pick up one piece after the other: they
// store the piece of a cell in a variable, and put the stored piece of the previous
// cell there. Symbolic execution with unknown contents of cells shows that the pieces
// are just permuted.

// A value is a number or a piece: constant, or a function of what lay on a cell
// before. The cell is given by the map from where the keeper began.
type value struct {
	of *mapping // or nil if it is constant
	by []int64  // by piece on the cell; a constant is the first
}

func fixed(v int64) value { return value{by: []int64{v}} }

// at returns the value if a piece lay on the cell.
func (v value) at(piece int) int64 {
	if v.of == nil {
		return v.by[0]
	}
	return v.by[piece]
}

// A symbolicBoard is what is known at a node.
type symbolicBoard struct {
	here  *mapping
	cells map[*mapping]value
	vars  map[int]value
	may   map[*mapping]uint64 // the pieces that can have been on a cell
}

func (s *symbolicBoard) clone() *symbolicBoard {
	return &symbolicBoard{s.here, maps.Clone(s.cells), maps.Clone(s.vars), maps.Clone(s.may)}
}

// A symbolicExecutor executes rules symbolically.
type symbolicExecutor struct {
	rules      *rules
	board      *board
	joinPoints map[*node]*node
	all        uint64  // all pieces
	domain     ir.Bits // the cells from which the keeper can begin
	here       *mapping
	touched    map[*mapping]bool // cells that were tested or changed
	stepsLeft  int               // bounds the nodes visited
}

const (
	maxSymbolicSteps = 3000
	maxTransfers     = 32
	minTransfers     = 3 // fewer are as fast one by one
)

// restricted returns the identity on some cells.
func (st *symbolicExecutor) restricted(cells ir.Bits) *mapping {
	to := make([]int16, st.board.bits)
	for i := range to {
		if to[i] = -1; cells.Has(i) {
			to[i] = int16(i)
		}
	}
	return st.board.intern(to)
}

// execute continues while it is certain that a path exists. It returns the state
// and the node where it stopped.
func (st *symbolicExecutor) execute(n *node) (*symbolicBoard, *node) {
	s := &symbolicBoard{st.here, map[*mapping]value{}, map[int]value{}, map[*mapping]uint64{}}
	for {
		t, next := st.step(n, s.clone())
		if t == nil {
			return s, n
		}
		for _, m := range t.may {
			if m != st.all {
				return s, n
			}
		}
		s, n = t, next
	}
}

// step executes a node and returns the next. The state is nil if there is no
// path, or none that is understood.
func (st *symbolicExecutor) step(n *node, s *symbolicBoard) (*symbolicBoard, *node) {
	if st.stepsLeft--; st.stepsLeft < 0 {
		return nil, nil
	}
	switch n.kind {
	case nFree:
		for _, x := range parts(n.x) {
			if !st.pass(x, s) {
				return nil, nil
			}
		}
	case nOff:
		st.touched[s.here] = true
		s.cells[s.here] = fixed(int64(n.src.Piece))
	case nAssign:
		v, ok := st.rules.constantAssignment(n.src)
		if !ok {
			return nil, nil
		}
		s.vars[n.src.Variable] = fixed(int64(v))
	case nAlt:
		return st.alternatives(n, s)
	default:
		return nil, nil
	}
	return s, n.next
}

// pass executes a part of an expression. It reports false if that fails or is not
// understood.
func (st *symbolicExecutor) pass(x *expr, s *symbolicBoard) bool {
	switch x.kind {
	case kMap:
		s.here = st.board.compose(s.here, x.m)
		for i := range st.board.bits {
			if s.here.to[i] < 0 && st.domain.Has(i) {
				st.domain[i>>6] &^= 1 << (i & 63)
			}
		}
		return true
	case kOn:
		st.touched[s.here] = true
		class := st.rules.classes[x.class]
		return st.narrow(st.content(s, s.here), s, func(v int64) bool { return class>>v&1 != 0 })
	case kCmp:
		v, ok := s.vars[x.cmp.Left.Ref]
		if !ok || x.cmp.Left.Kind != rbg.Value || x.cmp.Right.Kind != rbg.Number {
			return false
		}
		return st.narrow(v, s, func(v int64) bool { return x.cmp.Op.Holds(v, x.cmp.Right.Number) })
	}
	return false
}

// content returns what is on a cell.
func (st *symbolicExecutor) content(s *symbolicBoard, m *mapping) value {
	if v, ok := s.cells[m]; ok {
		return v
	}
	by := make([]int64, len(st.rules.game.Pieces))
	for p := range by {
		by[p] = int64(p)
	}
	return value{m, by}
}

// narrow restricts what can have been on a cell to the pieces with which a value
// satisfies a condition.
func (st *symbolicExecutor) narrow(v value, s *symbolicBoard, holds func(int64) bool) bool {
	if v.of == nil {
		return holds(v.by[0])
	}
	left := uint64(0)
	for p := range v.by {
		if st.before(s, v.of)>>p&1 != 0 && holds(v.by[p]) {
			left |= 1 << p
		}
	}
	s.may[v.of] = left
	return left != 0
}

// before returns the pieces that can have been on a cell.
func (st *symbolicExecutor) before(s *symbolicBoard, m *mapping) uint64 {
	if may, ok := s.may[m]; ok {
		return may
	}
	return st.all
}

// alternatives executes all branches up to their join point.
func (st *symbolicExecutor) alternatives(n *node, s *symbolicBoard) (*symbolicBoard, *node) {
	meet := st.joinPoint(n)
	if meet == nil {
		return nil, nil
	}
	var ends []*symbolicBoard
	for _, w := range live(n.alts) {
		t := s.clone()
		for t != nil && w != meet {
			// The state is nil both for a dead end and for what is not understood:
			// merge then finds that pieces are missing.
			t, w = st.step(w, t)
		}
		if t != nil {
			ends = append(ends, t)
		}
	}
	if len(ends) == 0 {
		return nil, nil
	}
	return st.merge(s, ends), meet
}

// joinPoint returns the first node that all branches of a choice pass, or nil.
func (st *symbolicExecutor) joinPoint(n *node) *node {
	if n.kind != nAlt {
		return nil
	}
	if m, ok := st.joinPoints[n]; ok {
		return m
	}
	st.joinPoints[n] = nil // there is none in a cycle
	var first []*node
	for k, w := range live(n.alts) {
		var line []*node
		for len(line) < maxPathLength && w != nil {
			line = append(line, w)
			switch w.kind {
			case nFree, nOff, nAssign:
				w = w.next
			default:
				w = st.joinPoint(w)
			}
		}
		if k == 0 {
			first = line
			continue
		}
		first = common(first, line)
	}
	if len(first) == 0 {
		return nil
	}
	st.joinPoints[n] = first[0]
	return first[0]
}

// maxPathLength bounds the nodes of a branch before its join point.
const maxPathLength = 100

// common returns the nodes of a list that are also in another.
func common(a, b []*node) []*node {
	in := map[*node]bool{}
	for _, n := range b {
		in[n] = true
	}
	var out []*node
	for _, n := range a {
		if in[n] {
			out = append(out, n)
		}
	}
	return out
}

// merge joins states that differ only in what was on one cell and in what follows
// from it. It returns nil for others, and if some contents of the cell lead
// nowhere.
func (st *symbolicExecutor) merge(before *symbolicBoard, ends []*symbolicBoard) *symbolicBoard {
	cell, ok := st.distinguishingCell(before, ends)
	if !ok {
		return nil
	}
	out := before.clone()
	out.here = ends[0].here
	keys, vars := map[*mapping]bool{}, map[int]bool{}
	for _, e := range ends {
		if e.here != out.here {
			return nil
		}
		for m := range e.cells {
			keys[m] = true
		}
		for v := range e.vars {
			vars[v] = true
		}
	}
	for m := range keys {
		v, ok := st.join(cell, ends, func(e *symbolicBoard) (value, bool) { return st.content(e, m), true })
		if !ok {
			return nil
		}
		out.cells[m] = v
	}
	for n := range vars {
		v, ok := st.join(cell, ends, func(e *symbolicBoard) (value, bool) { v, ok := e.vars[n]; return v, ok })
		if !ok {
			return nil
		}
		out.vars[n] = v
	}
	return out
}

// distinguishingCell returns the cell whose contents distinguish the states: each
// piece belongs to exactly one of them. It returns nil if there is only one state
// that does not depend on any cell.
func (st *symbolicExecutor) distinguishingCell(before *symbolicBoard, ends []*symbolicBoard) (*mapping, bool) {
	var cell *mapping
	for _, e := range ends {
		for m, may := range e.may {
			if may != st.before(before, m) && cell != nil && cell != m {
				return nil, false
			} else if may != st.before(before, m) {
				cell = m
			}
		}
	}
	if cell == nil {
		return nil, len(ends) == 1
	}
	sum := uint64(0)
	for _, e := range ends {
		may := st.before(e, cell)
		if sum&may != 0 {
			return nil, false
		}
		sum |= may
	}
	return cell, sum == st.before(before, cell)
}

// join merges the values of several states.
func (st *symbolicExecutor) join(cell *mapping, ends []*symbolicBoard, of func(*symbolicBoard) (value, bool)) (value, bool) {
	first, ok := of(ends[0])
	same := ok
	by := make([]int64, len(st.rules.game.Pieces))
	for _, e := range ends {
		v, ok := of(e)
		if !ok {
			return v, false
		}
		same = same && sameValue(v, first)
		if cell == nil || v.of != nil && v.of != cell {
			by = nil
			continue
		}
		for p := range by {
			if st.before(e, cell)>>p&1 != 0 {
				by[p] = v.at(p)
			}
		}
	}
	if same {
		return first, true
	}
	return value{cell, by}, by != nil
}

func sameValue(a, b value) bool {
	if a.of != b.of {
		return false
	}
	for p := range a.by {
		if a.by[p] != b.by[p] {
			return false
		}
	}
	return true
}

// distinctCells reports whether different maps lead to different cells, wherever
// the keeper begins.
func (st *symbolicExecutor) distinctCells() bool {
	for a := range st.touched {
		for b := range st.touched {
			for i := range st.board.bits {
				if a != b && st.domain.Has(i) && a.to[i] == b.to[i] {
					return false
				}
			}
		}
	}
	return true
}
