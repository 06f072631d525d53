package rbgdraw

import (
	"cmp"
	"maps"
	"slices"

	"ludex/rbg"
)

// unrolled lays out a graph that is a lattice except for edges around it, as on
// boards whose sides are glued together. If cells are numbered row by row, most
// edges with a label lead equally far in these numbers, and those around the board
// do not. They are left out here, and drawn without crossing the board.
func unrolled(g *graph) *layout {
	if len(g.steps) > maxSteps {
		return nil
	}
	cut := *g
	cut.edges = make([][]int32, len(g.edges))
	for _, label := range g.steps {
		usual := g.usual(label)
		cut.edges[label] = slices.Repeat([]int32{rbg.NoCell}, g.cells)
		g.each(label, func(from, to int) {
			if to-from == usual {
				cut.edges[label][from] = int32(to)
			}
		})
	}
	l := lattice(&cut)
	if l == nil || l.flat() || 4*cut.used() < 3*g.used() {
		return nil // a cycle is better drawn as a circle than as a line, and a few edges are not a lattice
	}
	l.around = func(e line) bool { return !cut.leads(e.from, e.to) && !cut.leads(e.to, e.from) }
	return l
}

// used counts the edges with labels that can be displacements.
func (g *graph) used() int {
	n := 0
	for _, label := range g.steps {
		g.each(label, func(int, int) { n++ })
	}
	return n
}

// leads reports whether an edge leads from a cell to another.
func (g *graph) leads(from, to int32) bool {
	for _, label := range g.steps {
		if g.edges[label][from] == to {
			return true
		}
	}
	return false
}

// usual returns the most common difference between the numbers of cells that a
// label connects.
func (g *graph) usual(label int) int {
	counts := map[int]int{}
	g.each(label, func(from, to int) { counts[to-from]++ })
	differences := slices.SortedFunc(maps.Keys(counts), func(a, b int) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	return differences[0]
}
