package aig

import "slices"

// A Copier copies parts of a graph into the same or another graph, with its inputs
// replaced by literals of the target.
type Copier struct {
	from, to *Graph
	image    []Lit // by node of from
	done     []bool
}

// NewCopier returns a copier. The caller sets the images of the inputs that are needed.
func NewCopier(from, to *Graph) *Copier {
	c := &Copier{from: from, to: to, image: make([]Lit, from.Len()), done: make([]bool, from.Len())}
	c.done[0] = true
	return c
}

// Set sets the image of an input.
func (c *Copier) Set(input, image Lit) {
	c.image[input.Node()], c.done[input.Node()] = image^input&1, true
}

// Copy returns the copy of a literal. An input without an image becomes a new input of
// the target.
func (c *Copier) Copy(l Lit) Lit {
	stack := []uint32{l.Node()}
	for len(stack) > 0 {
		id := stack[len(stack)-1]
		if c.known(id) {
			stack = stack[:len(stack)-1]
			continue
		}
		if !c.from.IsAnd(id) {
			c.image[id], c.done[id] = c.to.Input(), true
			continue
		}
		a, b := c.from.Args(id)
		ready := true
		for _, x := range [2]Lit{a, b} {
			if !c.known(x.Node()) {
				stack = append(stack, x.Node())
				ready = false
			}
		}
		if ready {
			c.image[id], c.done[id] = c.to.And(c.of(a), c.of(b)), true
		}
	}
	return c.of(l)
}

// known reports whether a node has an image. Nodes that the graph got later have none yet.
func (c *Copier) known(id uint32) bool {
	if int(id) >= len(c.done) {
		more := c.from.Len() - len(c.done)
		c.done = append(c.done, make([]bool, more)...)
		c.image = append(c.image, make([]Lit, more)...)
	}
	return c.done[id]
}

func (c *Copier) of(l Lit) Lit { return c.image[l.Node()] ^ l&1 }

// CopyAll copies a list.
func (c *Copier) CopyAll(list []Lit) []Lit {
	out := make([]Lit, len(list))
	for i, l := range list {
		out[i] = c.Copy(l)
	}
	return out
}

// Prefix returns a graph with the first nodes of another, with the same numbers.
func (g *Graph) Prefix(n int) *Graph {
	out := &Graph{gates: slices.Clone(g.gates[:n]), table: make([]uint32, 1<<9)}
	for 2*n > len(out.table) {
		out.table = make([]uint32, 2*len(out.table))
	}
	for _, id := range g.inputs {
		if int(id) < n {
			out.inputs = append(out.inputs, id)
		}
	}
	out.grow()
	return out
}
