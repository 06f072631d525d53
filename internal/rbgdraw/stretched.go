package rbgdraw

import (
	"cmp"
	"slices"
)

// maxStretch is how long and wide a stretched layout may be.
const maxStretch = 1 << 10

// stretched lays out a graph whose labels are two pairs of opposites, such that
// each pair is an axis. Edges may have different lengths, as between nested
// squares: cells connected by vertical edges share a column, those connected by
// horizontal ones share a row, and columns and rows are in the order that the
// edges demand.
func stretched(g *graph) *layout {
	if len(g.steps) > maxSteps {
		return nil
	}
	pairs := opposites(g)
	if len(pairs) != 2 {
		return nil
	}
	right, down := pairs[0][0], pairs[1][0]
	w := g.components([]int{right, down}, func(int, int, int, bool) {})
	along, ok1 := g.ranks(right, down)
	across, ok2 := g.ranks(down, right)
	if g.scattered(w) || !ok1 || !ok2 {
		return nil
	}
	if !g.inRow(w, right, along, across) || !g.inRow(w, down, across, along) {
		return nil
	}
	return &layout{at: bestTurn(w, along, across), groups: w.groups}
}

// opposites returns pairs of labels that lead back and forth between the same
// cells. A pair is left out if it shares a label with one before.
func opposites(g *graph) [][2]int {
	var pairs [][2]int
	done := map[int]bool{}
	for i, a := range g.steps {
		for _, b := range g.steps[i+1:] {
			if !done[a] && !done[b] && g.undoes(a, b) && g.undoes(b, a) {
				pairs = append(pairs, [2]int{a, b})
				done[a], done[b] = true, true
			}
		}
	}
	return pairs
}

// undoes reports whether another label always leads back where a label leads.
func (g *graph) undoes(label, other int) bool {
	is := true
	g.each(label, func(from, to int) { is = is && g.edges[other][to] == int32(from) })
	return is
}

// ranks numbers the cells along an axis: cells connected by the other label get
// equal numbers, and edges with the label lead to larger ones. It reports
// whether that is possible.
func (g *graph) ranks(label, other int) ([]int, bool) {
	n := g.cells
	class := newClasses(n)
	g.each(other, func(from, to int) { class.join(from, to) })
	var after, before [][2]int // pairs of classes
	g.each(label, func(from, to int) {
		a, b := class.of(from), class.of(to)
		after = append(after, [2]int{a, b})
		before = append(before, [2]int{b, a})
	})
	early, ok := depths(n, after)
	late, _ := depths(n, before)
	if !ok {
		return nil, false
	}
	deepest := slices.Max(early)
	ranks := make([]int, n)
	for c := range ranks {
		// The middle of where a class may be keeps the demanded order.
		k := class.of(c)
		ranks[c] = (early[k] + deepest - late[k]) / 2
	}
	return ranks, deepest < maxStretch
}

// depths returns the length of the longest chain that leads to each node, and
// false if there is a cycle.
func depths(n int, edges [][2]int) ([]int, bool) {
	next, incoming := make([][]int, n), make([]int, n)
	for _, e := range edges {
		next[e[0]] = append(next[e[0]], e[1])
		incoming[e[1]]++
	}
	var queue []int
	for c := range n {
		if incoming[c] == 0 {
			queue = append(queue, c)
		}
	}
	depth := make([]int, n)
	for i := 0; i < len(queue); i++ {
		for _, to := range next[queue[i]] {
			depth[to] = max(depth[to], depth[queue[i]]+1)
			if incoming[to]--; incoming[to] == 0 {
				queue = append(queue, to)
			}
		}
	}
	return depth, len(queue) == n
}

// inRow reports whether edges with a label, which runs along an axis, lead from
// each cell to the next one in its row, and no two cells are in one place.
func (g *graph) inRow(w *walk, label int, along, across []int) bool {
	next := slices.Repeat([]int{none}, len(along))
	for _, group := range w.groups {
		sorted := slices.Clone(group)
		slices.SortFunc(sorted, func(a, b int) int {
			return cmp.Or(cmp.Compare(across[a], across[b]), cmp.Compare(along[a], along[b]))
		})
		for i := 1; i < len(sorted); i++ {
			a, b := sorted[i-1], sorted[i]
			if across[a] == across[b] && along[a] == along[b] {
				return false
			}
			next[a] = b
		}
	}
	is := true
	g.each(label, func(from, to int) { is = is && next[from] == to })
	return is
}

// bestTurn returns the best reading among the eight ways to turn and mirror a
// layout.
func bestTurn(w *walk, x, y []int) []point {
	panel := make([]int, len(x))
	for i, group := range w.groups {
		for _, c := range group {
			panel[c] = i
		}
	}
	var best []point
	var bestReading readingOrder
	for turn := range 8 {
		at := make([]point, len(x))
		for c := range at {
			p := point{float64(x[c]), float64(y[c])}
			if turn&1 != 0 {
				p.x = -p.x
			}
			if turn&2 != 0 {
				p.y = -p.y
			}
			if turn&4 != 0 {
				p.x, p.y = p.y, p.x
			}
			at[c] = p
		}
		if r := read(at, panel); best == nil || r.better(bestReading) {
			best, bestReading = at, r
		}
	}
	return best
}

// classes are sets of cells that grow together.
type classes []int

func newClasses(n int) classes {
	c := make(classes, n)
	for i := range c {
		c[i] = i
	}
	return c
}

// of returns the cell that stands for the class of a cell.
func (c classes) of(cell int) int {
	for c[cell] != cell {
		c[cell] = c[c[cell]]
		cell = c[cell]
	}
	return cell
}

func (c classes) join(a, b int) { c[c.of(a)] = c.of(b) }
