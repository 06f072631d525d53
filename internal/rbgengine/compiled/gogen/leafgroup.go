package gogen

import (
	"fmt"

	"ludex/internal/rbgengine/sets/ir"
)

// The leaf of a random move is unpredictable. On boards of one word it is found
// without branches: the prefix sums of the sizes of the leaves are compared with the
// rank of the move. Leaves whose acts differ in distances only share their code, with
// the distances in a table.

// A leafGroup is leaves whose acts differ in distances only. They share their code;
// the distances are in a table.
type leafGroup struct {
	leaves []int // numbers of drawn leaves
	acts   []ir.Act
	olds   []uint64
	deltas [][]int // by act and leaf; nil if they are all the same
}

// leafGroups groups drawn leaves by their acts.
func (b drawCode) leafGroups() []*leafGroup {
	var list []*leafGroup
	for n, d := range b.drawn {
		acts, olds := b.P.Applies[d.apply], b.Facts.ReplacedAt(b.f, d.at)
		found := false
		for _, q := range list {
			if b.Maps.SameButDistance(q.acts, acts) {
				q.leaves = append(q.leaves, n)
				for k := range olds {
					q.olds[k] |= olds[k]
				}
				found = true
				break
			}
		}
		if !found {
			list = append(list, &leafGroup{leaves: []int{n}, acts: acts, olds: olds})
		}
	}
	for _, q := range list {
		q.deltas = make([][]int, len(q.acts))
		for k := range q.acts {
			same := true
			var deltas []int
			for _, n := range q.leaves {
				m := b.P.Applies[b.drawn[n].apply][k].Map
				same = same && m == q.acts[k].Map
				delta, _ := b.Maps.DistanceOrZero(m)
				deltas = append(deltas, delta)
			}
			if !same {
				q.deltas[k] = deltas
			}
		}
	}
	return list
}

// chooseLeaf emits code that finds the leaf of a move: chosen is the set of the leaf,
// rank the rank of the move in it, and which the number of the leaf.
func (b drawCode) chooseLeaf() {
	b.saved["chosen"], b.saved["which"], b.saved["sum"], b.saved["size"], b.saved["beyond"], b.saved["less"] = "set", "int", "int", "int", "int", "int"
	name := func(n int) string { return fmt.Sprintf("leaf%d", b.drawn[n].at) }
	b.Line("chosen, which, sum, less = %s, 0, 0, 0", name(0))
	for n := range len(b.drawn) - 1 {
		b.Line("size = %s", b.sets.size(name(n)))
		b.Line("sum += size")
		b.Line("beyond = (sum - 1 - rank) >> 63")
		b.Line("chosen ^= (%s ^ %s) & uint64(beyond)", name(n), name(n+1))
		b.Line("less += size & beyond")
		b.Line("which -= beyond")
	}
	b.Line("rank -= less")
}

// cellOf returns the cell of an act of a group, for a move at a cell.
func (b drawCode) cellOf(q *leafGroup, act int, cell string) string {
	if q.deltas[act] == nil {
		return b.tables.mapped(q.acts[act].Map, cell)
	}
	table := make([]int32, len(b.drawn))
	for n, leaf := range q.leaves {
		table[leaf] = int32(q.deltas[act][n])
	}
	size := 1
	for size < len(table) {
		size *= 2
	}
	key := fmt.Sprintf("[%d]int8{%s}", size, numbers(table))
	id, ok := b.tables.distances[key]
	if !ok {
		id = len(b.tables.distances)
		b.tables.distances[key] = id
	}
	return fmt.Sprintf("(%s + int(distances%d[which&%d]))", cell, id, size-1)
}

// condition returns a condition: the move is in one of the leaves of a group.
func (q *leafGroup) condition() string {
	leaves := uint64(0)
	for _, n := range q.leaves {
		leaves |= 1 << n
	}
	return fmt.Sprintf("uint64(%#x)>>(which&63)&1 != 0", leaves)
}

// printDistances emits the tables of distances.
func (e *tableCode) printDistances() {
	for _, key := range sortedKeys(e.distances) {
		e.Line("// distances%d holds the distance of an act from the cell of the move, by leaf.", e.distances[key])
		e.Line("var distances%d = %s", e.distances[key], key)
		e.Blank()
	}
}
