package lower

import (
	"slices"

	"ludex/internal/gcd"
	"ludex/rbg"
)

// embed numbers the cells of a board as bits so that as many edges with the same
// label as possible have the same distance. On a lattice, such as a rectangle or
// hexagons, all of them do; rows may then overlap in the gaps of others. The
// result depends on the graph only, not on names or on how the board was
// described.
func embed(b *rbg.Board) []int32 {
	plain := make([]int32, len(b.Cells))
	for c := range plain {
		plain[c] = int32(c)
	}
	best := &embedding{bits: plain, size: len(plain), ordered: true, uniform: uniform(b, plain)}
	if len(plain) > maxEmbedded || best.uniform {
		// No embedding has fewer bits than cells.
		return plain
	}
	l := newLattice(b)
	if l == nil {
		return plain
	}
	l.search(func(e *embedding) {
		if e.better(best) {
			best = e
		}
	})
	return best.bits
}

// An embedding numbers the cells.
type embedding struct {
	bits    []int32
	size    int
	ordered bool // bits are in the order of the cells
	uniform bool // edges with the same label have the same distance
}

// better reports whether an embedding is better than another: first uniform, then
// fewer words, then in the order of the cells, which keepers need, then fewer
// bits.
func (e *embedding) better(o *embedding) bool {
	if e.uniform != o.uniform {
		return e.uniform
	}
	if a, b := (e.size+63)/64, (o.size+63)/64; a != b {
		return a < b
	}
	if e.ordered != o.ordered {
		return e.ordered
	}
	return e.size < o.size
}

// uniform reports whether edges with the same label have the same distance.
func uniform(b *rbg.Board, bits []int32) bool {
	for _, edges := range b.Edges {
		distance, first := int32(0), true
		for c, t := range edges {
			if t == rbg.NoCell {
				continue
			}
			if d := bits[t] - bits[c]; first {
				distance, first = d, false
			} else if d != distance {
				return false
			}
		}
	}
	return true
}

// A lattice is a board on which each label is a vector: the position of a cell
// depends only on how often each label was followed.
type lattice struct {
	steps [][]int32 // by cell: how often each label is followed from the first cell of its part
	part  []int32   // by cell: its part of the board
	parts int
	free  []int     // labels whose vectors can be chosen
	bound [][]int64 // by label: its vector as a combination of the free ones, times scale
	scale []int64   // by label
	board *rbg.Board
}

// newLattice returns the lattice of a board, or nil if it is not one.
func newLattice(b *rbg.Board) *lattice {
	l := &lattice{board: b, steps: make([][]int32, len(b.Cells)), part: make([]int32, len(b.Cells))}
	// The order of the labels must not depend on their names.
	order := make([]int, len(b.Edges))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(x, y int) int { return slices.Compare(b.Edges[x], b.Edges[y]) })
	edges := make([][]int32, len(order))
	for i, k := range order {
		edges[i] = b.Edges[k]
	}
	relations := l.walk(edges)
	return l.solve(len(edges), relations)
}

// walk counts the steps to each cell. It returns the relations between the
// vectors: the differences of two paths to the same cell, which must be zero.
func (l *lattice) walk(edges [][]int32) [][]int64 {
	back := make([][][2]int32, len(l.steps)) // by cell: label and where it comes from
	for k, e := range edges {
		for c, t := range e {
			if t != rbg.NoCell {
				back[t] = append(back[t], [2]int32{int32(k), int32(c)})
			}
		}
	}
	for c := range l.steps {
		if l.steps[c] != nil {
			continue
		}
		l.steps[c] = make([]int32, len(edges))
		l.part[c] = int32(l.parts)
		queue := []int32{int32(c)}
		reach := func(from, to int32, k int, by int32) {
			if l.steps[to] == nil {
				l.steps[to] = slices.Clone(l.steps[from])
				l.steps[to][k] += by
				l.part[to] = int32(l.parts)
				queue = append(queue, to)
			}
		}
		for len(queue) > 0 {
			at := queue[0]
			queue = queue[1:]
			for k, e := range edges {
				if t := e[at]; t != rbg.NoCell {
					reach(at, t, k, 1)
				}
			}
			for _, p := range back[at] {
				reach(at, p[1], int(p[0]), -1)
			}
		}
		l.parts++
	}
	return l.relations(edges)
}

// relations compares each edge with the steps to its ends.
func (l *lattice) relations(edges [][]int32) [][]int64 {
	seen := map[string]bool{}
	var all [][]int64
	for k, e := range edges {
		for c, t := range e {
			if t == rbg.NoCell {
				continue
			}
			r := make([]int64, len(edges))
			key := make([]byte, 0, 2*len(edges))
			zero := true
			for i := range r {
				r[i] = int64(l.steps[c][i] - l.steps[t][i])
				if i == k {
					r[i]++
				}
				zero = zero && r[i] == 0
				key = append(key, byte(r[i]), byte(r[i]>>8))
			}
			if !zero && !seen[string(key)] {
				seen[string(key)] = true
				all = append(all, r)
			}
		}
	}
	return all
}

// solve expresses the vectors of the labels by a few free ones, by Gaussian
// elimination on integers.
func (l *lattice) solve(labels int, rows [][]int64) *lattice {
	pivot := make([]int, labels) // by label: its row + 1
	next := 0
	for k := labels - 1; k >= 0; k-- { // the first labels stay free
		row := -1
		for i := next; i < len(rows); i++ {
			if rows[i][k] != 0 {
				row = i
				break
			}
		}
		if row < 0 {
			l.free = append(l.free, k)
			continue
		}
		rows[next], rows[row] = rows[row], rows[next]
		for i := range rows {
			if i != next && rows[i][k] != 0 {
				if !eliminate(rows[i], rows[next], k) {
					return nil
				}
			}
		}
		next++
		pivot[k] = next
	}
	slices.Reverse(l.free)
	l.bound, l.scale = make([][]int64, labels), make([]int64, labels)
	for k := range labels {
		l.bound[k], l.scale[k] = make([]int64, len(l.free)), 1
		if pivot[k] == 0 {
			l.bound[k][slices.Index(l.free, k)] = 1
			continue
		}
		row := rows[pivot[k]-1]
		l.scale[k] = row[k]
		for j, f := range l.free {
			l.bound[k][j] = -row[f]
		}
	}
	if len(l.free) == 0 || len(l.free) > 3 {
		return nil
	}
	return l
}

// eliminate makes an entry of a row zero by adding a multiple of another row. It
// fails where numbers become large.
func eliminate(row, by []int64, k int) bool {
	a, b := by[k], row[k]
	g := int64(0)
	for i := range row {
		row[i] = row[i]*a - by[i]*b
		if row[i] > 1<<20 || row[i] < -1<<20 {
			return false
		}
		g = gcd.Of(g, row[i])
	}
	if g > 1 {
		for i := range row {
			row[i] /= g
		}
	}
	return true
}

// search tries distances for the free labels.
func (l *lattice) search(visit func(*embedding)) {
	const most, work = 30, 8_000_000
	reach := most
	for reach > 1 && power(2*reach+1, len(l.free))*len(l.steps) > work {
		reach--
	}
	values := make([]int64, len(l.free))
	var try func(k int)
	try = func(k int) {
		if k == len(values) {
			if e := l.embedding(values); e != nil {
				visit(e)
			}
			return
		}
		for v := -reach; v <= reach; v++ {
			values[k] = int64(v)
			try(k + 1)
		}
	}
	try(0)
}

func power(x, n int) int {
	p := 1
	for range n {
		p *= x
	}
	return p
}

// embedding numbers the cells with given distances of the free labels, or returns
// nil if two cells get the same number.
func (l *lattice) embedding(values []int64) *embedding {
	distance := make([]int64, len(l.bound))
	for k, row := range l.bound {
		for j, v := range values {
			distance[k] += row[j] * v
		}
		if distance[k]%l.scale[k] != 0 {
			return nil
		}
		distance[k] /= l.scale[k]
	}
	low, high := make([]int64, l.parts), make([]int64, l.parts)
	at := make([]int64, len(l.steps))
	for c, s := range l.steps {
		for k, n := range s {
			at[c] += int64(n) * distance[k]
		}
		p := l.part[c]
		low[p], high[p] = min(low[p], at[c]), max(high[p], at[c])
	}
	e := &embedding{bits: make([]int32, len(at)), ordered: true, uniform: true}
	offset := make([]int64, l.parts)
	for p := range offset {
		offset[p] = int64(e.size) - low[p]
		if e.size += int(high[p] - low[p] + 1); e.size > 4*len(at)+64 {
			return nil
		}
	}
	taken := make([]bool, e.size)
	for c := range at {
		x := at[c] + offset[l.part[c]]
		if taken[x] {
			return nil
		}
		taken[x] = true
		e.bits[c] = int32(x)
		e.ordered = e.ordered && (c == 0 || e.bits[c] > e.bits[c-1])
	}
	return e
}
