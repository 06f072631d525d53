package bitslice

// A graph is straight code in a form that can be rearranged: every value is made
// once, by a truth table over up to three others.
type graph struct {
	nodes   []node
	current []int32 // by signal: the node of its value, or 0 where it is not known yet
	outputs []output
	seeds   []int32 // nodes that are scheduled first, in this order
	b       *builder
	temps   []int32 // like current, by temporary of the builder
}

// A node is a value: one that lies in memory at the start, or one computed from
// its inputs. Bit i of the table is the value for the inputs with the bits of i,
// the last input lowest.
type node struct {
	in    [3]int32
	home  int32 // where it lies in memory at the start, or -1
	twin  int32 // a node that reads the same inputs, or 0
	uses  int32
	n     uint8 // number of inputs
	table uint8
}

// An output says that a signal must have the value of a node at the end.
type output struct {
	node   int32
	signal uint32
}

// Nodes that every graph has. Node 0 stands for none.
const (
	falseNode = 1
	trueNode  = 2
)

// newGraph returns a graph of code that uses a number of signals.
func newGraph(signals int, b *builder) *graph {
	g := &graph{current: make([]int32, signals), b: b, temps: make([]int32, len(b.temps))}
	g.nodes = make([]node, 0, signals)
	g.nodes = append(g.nodes, node{home: -1}, node{home: False}, node{home: True})
	g.current[False], g.current[True] = falseNode, trueNode
	return g
}

// read returns the node of a signal's value.
func (g *graph) read(signal uint32) int32 {
	if g.current[signal] == 0 {
		g.current[signal] = int32(len(g.nodes))
		g.nodes = append(g.nodes, node{home: int32(signal)})
	}
	return g.current[signal]
}

// output says that the value of a signal is needed at the end. A value that was
// not changed is there already.
func (g *graph) output(signal uint32) {
	if n := g.current[signal]; n != 0 && g.nodes[n].home != int32(signal) {
		g.outputTo(signal, n)
	}
}

// outputTo says that a node is needed at the end. A value in memory is copied
// first, since another output may overwrite it.
func (g *graph) outputTo(signal uint32, n int32) {
	if g.nodes[n].n == 0 {
		g.nodes = append(g.nodes, node{in: [3]int32{n}, home: -1, n: 1, table: 2})
		n = int32(len(g.nodes) - 1)
	}
	g.outputs = append(g.outputs, output{n, signal})
}

// node returns a node with a truth table over k inputs, simplified.
func (g *graph) node(table uint8, in [3]int32, k int) int32 {
	f := function{table, in, k}
	g.fixConstants(&f)
	f.mergeEqual()
	f.dropUnused()
	switch {
	case f.k == 0:
		return falseNode + int32(f.table&1)
	case f.k == 1 && f.table == 2:
		return f.in[0]
	}
	clear(f.in[f.k:])
	g.nodes = append(g.nodes, node{in: f.in, home: -1, n: uint8(f.k), table: f.table})
	return int32(len(g.nodes) - 1)
}

// A function is a truth table over k nodes.
type function struct {
	table uint8
	in    [3]int32
	k     int
}

// drop removes an input; the table is over the remaining ones.
func (f *function) drop(i int, table uint8) {
	copy(f.in[i:], f.in[i+1:f.k])
	f.k--
	f.table = table
}

// fixConstants folds constant and inverted inputs into the table.
func (g *graph) fixConstants(f *function) {
	for i := f.k - 1; i >= 0; i-- {
		n := &g.nodes[f.in[i]]
		switch {
		case f.in[i] == falseNode || f.in[i] == trueNode:
			f.drop(i, fixInput(f.table, f.k, i, f.in[i] == trueNode))
		case n.n == 1: // only inverters have one input
			f.in[i] = n.in[0]
			f.table = invertInput(f.table, f.k, i)
		}
	}
}

// mergeEqual merges equal inputs.
func (f *function) mergeEqual() {
	for i := f.k - 1; i > 0; i-- {
		for j := range i {
			if f.in[i] == f.in[j] {
				f.drop(i, mergeInputs(f.table, f.k, j, i))
				break
			}
		}
	}
}

// dropUnused removes inputs on which the function does not depend.
func (f *function) dropUnused() {
	for i := f.k - 1; i >= 0; i-- {
		if t := fixInput(f.table, f.k, i, false); t == fixInput(f.table, f.k, i, true) {
			f.drop(i, t)
		}
	}
}
