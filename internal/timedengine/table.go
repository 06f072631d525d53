//go:build !js

package timedengine

import "ludex/gdl"

// A table has nodes and edges of an engine as small numbers, close together in memory: what
// random plays look up in every update. It grows as plays reach new nodes.
//
// A node is a block: its number, doubled, plus 1 if it is terminal; how many timers it has;
// how many legal moves each role has; the edge of each single event: of the
// expiry of each timer, then of each legal move; and a list of edges of what happens together.
// An edge is a block, too: the node that it leads to, and where its instants come from: slots,
// or complements of numbers of lengths. An edge of 0 is not known yet, and one of -1 is never
// kept. An entry of a list is a block: the next entry or 0, what happens, and the edge.
type table struct {
	engine  *Engine
	age     int
	words   []int32
	nodes   []*Node
	blocks  map[*Node]int32
	lengths []gdl.Lifetime
	number  map[gdl.Lifetime]int32
	root    int32
	roles   int32
}

// maxWords bounds the table, which is cleared between plays when it is full.
const maxWords = 1 << 27

func newTable(e *Engine) *table {
	t := &table{engine: e, roles: int32(len(e.prog.roles))}
	t.clear()
	return t
}

func (t *table) clear() {
	t.age, t.words, t.nodes, t.root = t.engine.age, make([]int32, 1), nil, 0
	t.blocks, t.lengths, t.number = map[*Node]int32{}, nil, map[gdl.Lifetime]int32{}
}

// initial returns the block of the initial state.
func (t *table) initial() int32 {
	if t.age != t.engine.age || len(t.words) > maxWords {
		t.clear()
	}
	if t.root == 0 {
		t.root = t.block(t.engine.Initial().Node)
	}
	return t.root
}

// block returns the block of a node.
func (t *table) block(n *Node) int32 {
	if b, ok := t.blocks[n]; ok {
		return b
	}
	t.engine.learn(n)
	b := int32(len(t.words))
	t.blocks[n] = b
	head := int32(len(t.nodes)) << 1
	if n.terminal {
		head |= 1
	}
	t.nodes = append(t.nodes, n)
	t.words = append(t.words, head, int32(len(n.timers)))
	events := len(n.timers)
	for _, legal := range n.legal {
		t.words = append(t.words, int32(len(legal)))
		events += len(legal)
	}
	for range events + 1 {
		t.words = append(t.words, 0)
	}
	return b
}

func (t *table) node(block int32) *Node { return t.nodes[t.words[block]>>1] }

func (t *table) terminal(block int32) bool { return t.words[block]&1 == 1 }

// legal returns how many legal moves each role has.
func (t *table) legal(block int32) []int32 { return t.words[block+2 : block+2+t.roles] }

// edge returns the edge of an event.
func (t *table) edge(block, event int32) int32 { return t.words[block+2+t.roles+event] }

// together is what happens at one instant: which timers expire, and the number of a move, plus
// 1, or 0.
type together struct {
	expired uint64
	move    int32
}

// maxTogether bounds the list of a node, so that looking through it is fast.
const maxTogether = 8

// list returns where a block has its list.
func (t *table) list(block int32) int32 {
	at := block + 2 + t.roles + t.words[block+1]
	for _, count := range t.legal(block) {
		at += count
	}
	return at
}

// edgeTogether returns the edge of what happens together, or 0.
func (t *table) edgeTogether(block int32, key together) int32 {
	for e := t.words[t.list(block)]; e != 0; e = t.words[e] {
		if w := t.words[e : e+5]; w[1] == int32(key.expired) && w[2] == int32(key.expired>>32) && w[3] == key.move {
			return w[4]
		}
	}
	return 0
}

// addTogether adds the edge of what happens together, if it can be kept and the list is not
// too long.
func (t *table) addTogether(block int32, key together, to int32, edge *Edge) {
	at, length := t.list(block), 0
	for ; t.words[at] != 0; at = t.words[at] {
		length++
	}
	if length == maxTogether {
		return
	}
	kept := t.addBlock(to, edge)
	if kept < 0 {
		return
	}
	t.words[at] = int32(len(t.words))
	t.words = append(t.words, 0, int32(key.expired), int32(key.expired>>32), key.move, kept)
}

// follow returns where an edge leads, and where the instants there come from.
func (t *table) follow(edge int32) (to int32, takes []int32) {
	to = t.words[edge]
	return to, t.words[edge+1 : edge+1+t.words[to+1]]
}

// addEdge adds the edge of a single event.
func (t *table) addEdge(block, event, to int32, edge *Edge) {
	t.words[block+2+t.roles+event] = t.addBlock(to, edge)
}

// addBlock adds the block of an edge, or returns -1 if it is not always the same.
func (t *table) addBlock(to int32, edge *Edge) int32 {
	if len(edge.checks) > 0 || len(t.engine.prog.comparisons) > 0 {
		return -1
	}
	at := int32(len(t.words))
	t.words = append(t.words, to)
	for _, x := range edge.take {
		t.words = append(t.words, t.source(x))
	}
	return at
}

// source returns a take as a number.
func (t *table) source(x take) int32 {
	if x.slot >= 0 {
		return x.slot
	}
	n, ok := t.number[x.length]
	if !ok {
		n = int32(len(t.lengths))
		t.number[x.length], t.lengths = n, append(t.lengths, x.length)
	}
	return ^n
}
