package rbgdraw

import (
	"math"
	"slices"
)

const (
	maxSteps   = 24      // labels considered as displacements
	maxWork    = 1 << 23 // cells times pairs of labels
	maxDegrees = 6       // dimensions of a lattice
)

// lattice lays out a graph in which every label has one displacement wherever it
// is used. Each cycle of edges says that displacements sum to zero. The solutions
// of these equations are a space; an orthonormal basis of it gives every label a
// vector with as many coordinates as there are dimensions, and because the basis
// is orthonormal the vectors point evenly into all directions: those of a
// rectangle are at right angles, those of a hexagon at 60 degrees. A third
// dimension and more are drawn as layers.
func lattice(g *graph) *layout {
	n := len(g.steps)
	if n == 0 || n > maxSteps || g.cells*n*n > maxWork {
		return nil
	}
	paths := make([][]int32, g.cells) // how often each label is on the way to a cell
	w := g.components(g.steps, func(from, to, label int, forth bool) {
		if paths[from] == nil {
			paths[from] = make([]int32, n)
		}
		path := slices.Clone(paths[from])
		if forth {
			path[label]++
		} else {
			path[label]--
		}
		paths[to] = path
	})
	if g.scattered(w) {
		return nil
	}
	vectors := displacements(g, paths)
	if vectors == nil {
		return nil
	}
	return bestView(w, positions(paths, vectors), vectors)
}

// displacements returns a vector for each label, or nil if there are none that
// agree with the board.
func displacements(g *graph, paths [][]int32) [][]float64 {
	n := len(g.steps)
	var equations [][]float64 // orthonormal
	for i, label := range g.steps {
		g.each(label, func(from, to int) {
			if len(equations) == n {
				return
			}
			sum := make([]float64, n)
			for j := range sum {
				sum[j] = float64(entry(paths[from], j) - entry(paths[to], j))
			}
			sum[i]++
			equations = extend(equations, sum)
		})
	}
	degrees := n - len(equations)
	if degrees == 0 || degrees > maxDegrees {
		return nil
	}
	basis := equations
	for j := range n {
		unit := make([]float64, n)
		unit[j] = 1
		basis = extend(basis, unit)
	}
	vectors := make([][]float64, n)
	for _, solution := range basis[len(equations):] {
		for j := range n {
			vectors[j] = append(vectors[j], solution[j])
		}
	}
	return vectors
}

func entry(path []int32, i int) int32 {
	if path == nil {
		return 0
	}
	return path[i]
}

// extend adds to orthonormal vectors the part of another one that is orthogonal to
// all of them, unless that is zero.
func extend(basis [][]float64, v []float64) [][]float64 {
	if !normalize(v, 0) {
		return basis
	}
	for range 2 { // the second pass removes rounding errors
		for _, b := range basis {
			d := dot(v, b)
			for i := range v {
				v[i] -= d * b[i]
			}
		}
	}
	if !normalize(v, 1e-6) {
		return basis
	}
	return append(basis, v)
}

// normalize gives a vector the length 1, if it is longer than a limit.
func normalize(v []float64, limit float64) bool {
	length := math.Sqrt(dot(v, v))
	if length <= limit {
		return false
	}
	for i := range v {
		v[i] /= length
	}
	return true
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

// positions returns where the cells are in the space of the displacements.
func positions(paths [][]int32, vectors [][]float64) [][]float64 {
	list := make([][]float64, len(paths))
	for c, path := range paths {
		p := make([]float64, len(vectors[0]))
		for label, times := range path {
			for i := range p {
				p[i] += float64(times) * vectors[label][i]
			}
		}
		list[c] = p
	}
	return list
}

// bestView chooses a plane to look at: one label goes to the right, another
// down, and what sticks out of the plane tells layers apart.
func bestView(w *walk, cells, vectors [][]float64) *layout {
	var best []point
	var bestPanel []int
	var bestReading readingOrder
	for i, right := range vectors {
		for j, down := range vectors {
			frame := extend(extend(nil, slices.Clone(right)), slices.Clone(down))
			if len(frame) < min(2, len(right)) || i == j && len(right) > 1 {
				continue
			}
			at, panel := look(w, cells, frame)
			r := read(at, panel)
			if best == nil || r.better(bestReading) {
				best, bestPanel, bestReading = at, panel, r
			}
		}
	}
	if best == nil {
		return nil
	}
	groups := make([][]int, bestReading.panels)
	for c, p := range bestPanel {
		groups[p] = append(groups[p], c)
	}
	l := &layout{at: best, groups: groups}
	if !l.spread() {
		return nil
	}
	return l
}

// look returns where cells are in the plane of a frame, and their panels, which
// are numbered in the order of the cells.
func look(w *walk, cells, frame [][]float64) ([]point, []int) {
	at, panel := make([]point, len(cells)), make([]int, len(cells))
	index := map[layer]int{}
	for component, group := range w.groups {
		for _, c := range group {
			rest := slices.Clone(cells[c])
			at[c].x = split(rest, frame[0])
			if len(frame) > 1 {
				at[c].y = split(rest, frame[1])
			}
			panel[c] = component
			if len(rest) > len(frame) {
				panel[c] = panelOf(index, component, rest)
			}
		}
	}
	return at, panel
}

// split removes from v its component along a unit axis, and returns the length of
// that component.
func split(v, axis []float64) float64 {
	d := dot(v, axis)
	for i := range v {
		v[i] -= d * axis[i]
	}
	return d
}

// A layer is a component of a graph and what its cells have in common outside
// of the plane.
type layer struct {
	component int
	rest      [maxDegrees]int64
}

// panelOf numbers layers as they are met.
func panelOf(index map[layer]int, component int, rest []float64) int {
	key := layer{component: component}
	for i, x := range rest {
		key.rest[i] = int64(math.Round(x * 1e6))
	}
	p, ok := index[key]
	if !ok {
		p = len(index)
		index[key] = p
	}
	return p
}
