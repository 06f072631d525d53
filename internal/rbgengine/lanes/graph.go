package lanes

import (
	"math/bits"
	"slices"

	"ludex/rbg"
)

// An op is the kind of a node.
type op uint8

const (
	opEnd op = iota
	opSwitch
	opOff
	opAssign
	opJump
	opOn
	opCompare
	opPattern
	opSplit
)

// A node is a node of the control-flow graph of the rules. Except on cycles of stars,
// a node has a larger number than its successors.
type node struct {
	op    op
	next  int32
	start int32 // opPattern: the first node of the contents
	expr  *rbg.Expr
	mask  uint64  // opOn: the pieces
	known uint64  // the pieces that can be on the current cell before it
	ways  []int32 // opSplit
	jump  *relation
	star  bool // opSplit: of a star, not of a sum
}

// A relation says where shifts lead from each cell.
type relation struct {
	to       [][]int32 // by cell, ascending
	constant bool      // all cells lead to the same cells
}

// A graph is the control-flow graph of the rules. Package rbgref has one of its own:
// it is the definition that this engine is compared with, so they share no code.
type graph struct {
	rules  *rbg.Game
	nodes  []node
	starts []int32  // by index of a switch: the node behind it
	unique []uint64 // sets of pieces with never more than one on the board
	err    error
	// deferredReads is how many slots a test at the end of a move reads at least to be
	// deferred.
	deferredReads int
	exact         bool // only moves with the same text share a move of the circuit
	ungrouped     bool // no moves share a move of the circuit
	allFacts      bool // states have a bit for every fact, also for those that others imply

	patterns  map[*rbg.Expr]int32
	shifts    map[*rbg.Expr]bool
	relations map[string]*relation
	inPattern bool
	depth     int
}

const (
	maxNodes   = 200_000
	maxNesting = 2_000
)

func newGraph(g *rbg.Game) (*graph, error) {
	c := &graph{rules: g, starts: make([]int32, len(g.Modifiers)+1), patterns: map[*rbg.Expr]int32{},
		shifts: map[*rbg.Expr]bool{}, relations: map[string]*relation{}}
	c.starts[0] = c.place(g.Rules, c.add(node{op: opEnd}))
	c.findKnown()
	return c, c.err
}

func (c *graph) add(n node) int32 {
	if len(c.nodes) >= maxNodes {
		c.refuse("the rules have more than %d places", maxNodes)
		return 0
	}
	c.nodes = append(c.nodes, n)
	return int32(len(c.nodes) - 1)
}

func (c *graph) refuse(format string, args ...any) {
	if c.err == nil {
		c.err = refuse(format, args...)
	}
}

// keeperLoops reports whether the keeper can return to a switch before a player moves,
// as when it removes stones from the board one by one.
func (c *graph) keeperLoops() bool {
	for i := range c.nodes {
		nd := &c.nodes[i]
		if nd.op == opSwitch && nd.expr.Player == rbg.Keeper && c.keeperReaches(nd.next, int32(i), make([]bool, len(c.nodes))) {
			return true
		}
	}
	return false
}

// keeperReaches reports whether a path without a switch to a player leads from one node
// to another.
func (c *graph) keeperReaches(from, to int32, seen []bool) bool {
	todo := []int32{from}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if n == to {
			return true
		}
		nd := &c.nodes[n]
		nowhere := nd.op == opEnd || nd.op == opOn && nd.mask == 0
		if seen[n] || nowhere || nd.op == opSwitch && nd.expr.Player != rbg.Keeper {
			continue
		}
		seen[n] = true
		if nd.op == opSplit {
			todo = append(todo, nd.ways...)
		} else {
			todo = append(todo, nd.next)
		}
	}
	return false
}

// place adds the nodes of an expression in front of a node, and returns the first of
// them.
func (c *graph) place(e *rbg.Expr, next int32) int32 {
	if c.depth++; c.depth > maxNesting {
		c.refuse("the rules are nested more than %d deep", maxNesting)
	}
	defer func() { c.depth-- }()
	if c.err != nil {
		return 0
	}
	if c.onlyShifts(e) {
		return c.run([]*rbg.Expr{e}, next)
	}
	switch e.Kind {
	case rbg.Sum:
		ways := make([]int32, len(e.Kids))
		for i, k := range e.Kids {
			ways[i] = c.place(k, next)
		}
		return c.add(node{op: opSplit, ways: ways})
	case rbg.Concat:
		return c.concat(e, next)
	case rbg.Star:
		after := c.add(node{op: opSplit, star: true})
		body := c.place(e.Kids[0], after)
		if c.err != nil {
			return 0
		}
		c.nodes[after].ways = []int32{next, body}
		return c.add(node{op: opSplit, star: true, ways: []int32{body, next}})
	case rbg.Pattern:
		return c.add(node{op: opPattern, expr: e, next: next, start: c.pattern(e.Kids[0])})
	case rbg.On:
		var mask uint64
		for _, p := range e.Pieces {
			mask |= 1 << p
		}
		return c.add(node{op: opOn, expr: e, next: next, mask: mask})
	case rbg.Compare:
		return c.add(node{op: opCompare, expr: e, next: next})
	case rbg.Off:
		return c.add(node{op: opOff, expr: e, next: next})
	case rbg.Assign:
		return c.add(node{op: opAssign, expr: e, next: next})
	}
	if c.inPattern { // where a switch has no effect
		return next
	}
	c.starts[e.Index] = next
	return c.add(node{op: opSwitch, expr: e, next: next})
}

// concat turns runs of factors that only shift into one relation. A run may include
// tests of the board's shape if it leads to at most one cell; otherwise the order of
// the cells could change.
func (c *graph) concat(e *rbg.Expr, next int32) int32 {
	for end := len(e.Kids); end > 0; {
		start := end
		for start > 0 && c.fixed(e.Kids[start-1]) {
			start--
		}
		if end-start > 1 && slices.ContainsFunc(e.Kids[start:end], isPattern) {
			if r := c.relate(e.Kids[start:end]); r.single() {
				next, end = c.add(node{op: opJump, next: next, jump: r}), start
				continue
			}
		}
		start = end
		for start > 0 && c.onlyShifts(e.Kids[start-1]) {
			start--
		}
		if start < end {
			next = c.run(e.Kids[start:end], next)
		} else {
			start--
			next = c.place(e.Kids[start], next)
		}
		end = start
	}
	return next
}

func (c *graph) pattern(e *rbg.Expr) int32 {
	if start, ok := c.patterns[e]; ok {
		return start
	}
	outer := c.inPattern
	c.inPattern = true
	start := c.place(e, c.add(node{op: opEnd}))
	c.inPattern = outer
	c.patterns[e] = start
	return start
}

func (c *graph) onlyShifts(e *rbg.Expr) bool {
	switch e.Kind {
	case rbg.Shift, rbg.Dot:
		return true
	case rbg.Sum, rbg.Concat, rbg.Star:
	default:
		return false
	}
	only, ok := c.shifts[e]
	if !ok {
		only = true
		for _, k := range e.Kids {
			only = only && c.onlyShifts(k)
		}
		c.shifts[e] = only
	}
	return only
}

// fixed reports whether the effect of an expression depends only on the shape of the
// board: it shifts, or tests whether shifts are possible.
func (c *graph) fixed(e *rbg.Expr) bool {
	return c.onlyShifts(e) || isPattern(e) && c.onlyShifts(e.Kids[0])
}

func isPattern(e *rbg.Expr) bool { return e.Kind == rbg.Pattern }

// run adds the node of expressions that only shift.
func (c *graph) run(kids []*rbg.Expr, next int32) int32 {
	return c.add(node{op: opJump, next: next, jump: c.relate(kids)})
}

// relate returns the relation of fixed expressions.
func (c *graph) relate(kids []*rbg.Expr) *relation {
	e := &rbg.Expr{Kind: rbg.Concat, Kids: kids}
	r := &relation{to: make([][]int32, len(c.rules.Board.Cells)), constant: true}
	var key []byte
	for cell := range r.to {
		from := make(cellSet, (len(r.to)+63)/64)
		from.put(int32(cell))
		r.to[cell] = c.walk(e, from).list()
		r.constant = r.constant && equal(r.to[cell], r.to[0])
		for _, t := range r.to[cell] {
			key = append(key, byte(t), byte(t>>8))
		}
		key = append(key, 0xFF, 0xFF)
	}
	if known := c.relations[string(key)]; known != nil {
		r = known
	} else {
		c.relations[string(key)] = r
	}
	return r
}

// single reports whether the relation is a partial function.
func (r *relation) single() bool {
	return !slices.ContainsFunc(r.to, func(to []int32) bool { return len(to) > 1 })
}

func equal(a, b []int32) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// walk returns the cells that shifts reach from a set of cells.
func (c *graph) walk(e *rbg.Expr, from cellSet) cellSet {
	switch e.Kind {
	case rbg.Shift:
		to := make(cellSet, len(from))
		for _, cell := range from.list() {
			if t := c.rules.Board.Edges[e.Label][cell]; t != rbg.NoCell {
				to.put(t)
			}
		}
		return to
	case rbg.Sum:
		to := make(cellSet, len(from))
		for _, k := range e.Kids {
			to.join(c.walk(k, from))
		}
		return to
	case rbg.Concat:
		for _, k := range e.Kids {
			from = c.walk(k, from)
		}
		return from
	case rbg.Star:
		all := make(cellSet, len(from))
		for fresh := from; all.join(fresh); {
			fresh = c.walk(e.Kids[0], fresh)
		}
		return all
	case rbg.Pattern:
		to := make(cellSet, len(from))
		for _, cell := range from.list() {
			one := make(cellSet, len(from))
			one.put(cell)
			if (c.walk(e.Kids[0], one).count() > 0) != e.Negative {
				to.put(cell)
			}
		}
		return to
	}
	return from
}

// A cellSet is a bit set of cells or slots.
type cellSet []uint64

func (s cellSet) put(c int32)      { s[c/64] |= 1 << (c % 64) }
func (s cellSet) has(c int32) bool { return s[c/64]>>(c%64)&1 == 1 }

// meets reports whether two sets have a cell in common.
func (s cellSet) meets(t cellSet) bool {
	for i, w := range t {
		if w&s[i] != 0 {
			return true
		}
	}
	return false
}

// join adds the cells of t and reports whether any are new.
func (s cellSet) join(t cellSet) bool {
	added := false
	for i, w := range t {
		added = added || w&^s[i] != 0
		s[i] |= w
	}
	return added
}

func (s cellSet) list() []int32 {
	var cells []int32
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			cells = append(cells, int32(i*64+bits.TrailingZeros64(w)))
		}
	}
	return cells
}

func (s cellSet) count() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}
