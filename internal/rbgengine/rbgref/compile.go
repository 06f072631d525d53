package rbgref

import (
	"fmt"

	"ludex/rbg"
)

// A compiler turns an expression into a program. It works backwards: the successor
// of a part is made before the part.
type compiler struct {
	*program
	patterns   map[*rbg.Expr]int32 // first nodes of patterns that were met
	shiftSizes map[*rbg.Expr]int
	shiftParts int              // of all relations
	relations  map[string]int32 // numbers of relations by what they do
	inPattern  bool
	depth      int
	err        error
}

func (c *compiler) add(n node) int32 {
	if len(c.nodes) >= maxNodes {
		return c.tooLarge()
	}
	c.nodes = append(c.nodes, n)
	return int32(len(c.nodes) - 1)
}

func (c *compiler) tooLarge() int32 {
	c.err = fmt.Errorf("the rules are too large: the limit is %d places", maxNodes)
	return 0
}

// place makes the nodes of an expression that is followed by a node, and returns
// the first of them.
func (c *compiler) place(e *rbg.Expr, next int32) int32 {
	if c.depth++; c.depth > maxNesting && c.err == nil {
		c.err = fmt.Errorf("the rules are nested too deeply: the limit is %d", maxNesting)
	}
	defer func() { c.depth-- }()
	switch {
	case c.err != nil:
		return 0
	case c.onlyShifts(e):
		return c.run([]*rbg.Expr{e}, next)
	}
	switch e.Kind {
	case rbg.Sum:
		return c.sum(e, next)
	case rbg.Concat:
		return c.concat(e, next)
	case rbg.Star:
		return c.star(e, next)
	case rbg.Pattern:
		return c.add(node{op: opPattern, expr: e, next: next, start: c.pattern(e.Kids[0])})
	case rbg.On:
		return c.add(node{op: opOn, expr: e, next: next})
	case rbg.Compare:
		return c.add(node{op: opCompare, expr: e, next: next})
	default:
		return c.modifier(e, next)
	}
}

func (c *compiler) sum(e *rbg.Expr, next int32) int32 {
	ways := make([]int32, len(e.Kids))
	for i, k := range e.Kids {
		ways[i] = c.place(k, next)
	}
	return c.add(node{op: opSplit, expr: e, ways: ways})
}

// concat merges runs of kids that only shift into one part.
func (c *compiler) concat(e *rbg.Expr, next int32) int32 {
	for end := len(e.Kids); end > 0; {
		start := end
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

// star makes one node for the arrival, which tries the body first, and one for
// what follows a body, which leaves first.
func (c *compiler) star(e *rbg.Expr, next int32) int32 {
	after := c.add(node{op: opSplit, expr: e})
	body := c.place(e.Kids[0], after)
	c.nodes[after].ways = []int32{next, body}
	return c.add(node{op: opSplit, expr: e, ways: []int32{body, next}})
}

// pattern makes the nodes of a pattern's contents.
func (c *compiler) pattern(e *rbg.Expr) int32 {
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

// modifier makes the node of an off, an assignment or a switch, which has no
// effect in a pattern.
func (c *compiler) modifier(e *rbg.Expr, next int32) int32 {
	switch {
	case e.Kind == rbg.Off:
		return c.add(node{op: opOff, expr: e, next: next})
	case e.Kind == rbg.Assign:
		return c.add(node{op: opAssign, expr: e, next: next})
	case c.inPattern:
		return next
	case e.Index < 1 || e.Index >= len(c.starts):
		c.err = fmt.Errorf("a switch has the index %d", e.Index)
		return 0
	}
	c.starts[e.Index] = next
	return c.add(node{op: opSwitch, expr: e})
}
