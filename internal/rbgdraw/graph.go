package rbgdraw

import (
	"iter"
	"math"
	"slices"

	"ludex/rbg"
)

// A graph is a board as the layouts see it.
type graph struct {
	cells int
	edges [][]int32 // as on the board
	// steps are the labels that can be displacements: they have edges, and no
	// two of their edges lead to the same cell.
	steps []int
	near  [][]int32 // by cell: the cells that are connected with it
	parts int       // the number of connected components
}

// network prepares a board for layout.
func network(b *rbg.Board) *graph {
	g := &graph{cells: len(b.Cells), edges: b.Edges, near: make([][]int32, len(b.Cells))}
	for l, edges := range b.Edges {
		seen := make([]bool, len(b.Cells))
		step, used := true, false
		for from, to := range edges {
			if to == rbg.NoCell || int(to) == from {
				continue
			}
			used = true
			step = step && !seen[to]
			seen[to] = true
			g.near[from] = append(g.near[from], to)
			g.near[to] = append(g.near[to], int32(from))
		}
		if step && used {
			g.steps = append(g.steps, l)
		}
	}
	for c := range g.near {
		slices.Sort(g.near[c])
		g.near[c] = slices.Compact(g.near[c])
	}
	for range g.connected() {
		g.parts++
	}
	return g
}

// connected yields the connected components of a graph, each in the order of the
// cells.
func (g *graph) connected() iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		seen := make([]bool, g.cells)
		for c := range g.cells {
			if seen[c] {
				continue
			}
			part := []int{c}
			seen[c] = true
			for i := 0; i < len(part); i++ {
				for _, to := range g.near[part[i]] {
					if !seen[to] {
						seen[to] = true
						part = append(part, int(to))
					}
				}
			}
			slices.Sort(part)
			if !yield(part) {
				return
			}
		}
	}
}

// scattered reports whether a walk along some of the labels has missed so much of
// the graph that a layout by these labels would mislead.
func (g *graph) scattered(w *walk) bool {
	const few = 3 // cells aside, such as stores of pieces
	return len(w.groups) > g.parts+few
}

// each calls f for every edge with a label, except those that lead back to
// where they begin.
func (g *graph) each(label int, f func(from, to int)) {
	for from, to := range g.edges[label] {
		if to != rbg.NoCell && int(to) != from {
			f(from, int(to))
		}
	}
}

// A walk visits the connected parts of a graph.
type walk struct {
	order  []int   // cells as they are reached
	groups [][]int // the parts, each in the order of the cells' numbers
}

// components walks along the edges with some labels, in both directions and
// breadth first. It calls reach for each cell that is reached from another; label
// is an index into labels.
func (g *graph) components(labels []int, reach func(from, to, label int, forth bool)) *walk {
	n := g.cells
	w := &walk{}
	inverse := make([][]int32, len(labels))
	for i, l := range labels {
		inverse[i] = slices.Repeat([]int32{rbg.NoCell}, n)
		g.each(l, func(from, to int) { inverse[i][to] = int32(from) })
	}
	seen := make([]bool, n)
	for root := range n {
		if seen[root] {
			continue
		}
		seen[root] = true
		start := len(w.order)
		w.order = append(w.order, root)
		for next := start; next < len(w.order); next++ {
			from := w.order[next]
			visit := func(to int32, label int, forth bool) {
				if to == rbg.NoCell || seen[to] {
					return
				}
				seen[to] = true
				w.order = append(w.order, int(to))
				reach(from, int(to), label, forth)
			}
			for i, l := range labels {
				visit(g.edges[l][from], i, true)
				visit(inverse[i][from], i, false)
			}
		}
		group := slices.Clone(w.order[start:])
		slices.Sort(group)
		w.groups = append(w.groups, group)
	}
	return w
}

// inOrder puts the cells into the rows of a square, in their order. It always
// works, and serves boards that are too large for a better layout.
func inOrder(g *graph) *layout {
	side := int(math.Ceil(math.Sqrt(float64(g.cells))))
	at, all := make([]point, g.cells), make([]int, g.cells)
	for c := range at {
		all[c] = c
		at[c] = point{float64(c % side), float64(c / side)}
	}
	return &layout{at: at, groups: [][]int{all}}
}
