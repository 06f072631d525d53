package rbgdraw

import (
	"cmp"
	"math"
	"slices"

	"ludex/rbg"
)

// A point is a place in the plane; y grows downwards. Cells of a layout that
// are next to each other are about 1 apart.
type point struct{ x, y float64 }

func (p point) minus(q point) point { return point{p.x - q.x, p.y - q.y} }

func (p point) plus(q point) point { return point{p.x + q.x, p.y + q.y} }

func (p point) times(f float64) point { return point{p.x * f, p.y * f} }

func (p point) length() float64 { return math.Hypot(p.x, p.y) }

// A layout says where the cells of a graph are drawn, and which lines connect
// them.
type layout struct {
	at     []point
	groups [][]int         // cells with fixed relative positions
	lines  []line          // within groups
	around func(line) bool // which lines lead around, or nil if none does
}

// A line connects two cells.
type line struct {
	from, to int32
	oneWay   bool // there is no edge back
	around   bool // the edge leads around the board
	bent     bool // a cell is in the way of a straight line
}

// maxLines is how many lines a drawing can have; more would be unreadable.
const maxLines = 1 << 18

// layGraph lays out a graph. The first way that works is taken:
//   - labels have fixed displacements, as on generated boards;
//   - two pairs of opposite labels are axes, and edges have whatever lengths are
//     needed, as on boards of nested squares;
//   - labels have fixed displacements but for edges around the board;
//   - distances in the plane are like those in the graph;
//   - cells are in their order.
func layGraph(b *rbg.Board) *layout {
	var l *layout
	g := network(b)
	for _, way := range []func(*graph) *layout{lattice, stretched, unrolled, stress, inOrder} {
		if l = way(g); l != nil {
			break
		}
	}
	l.connect(linesOf(b))
	l.bend()
	l.pack(wide)
	return l
}

// connect keeps the lines within groups, and marks those that go around.
func (l *layout) connect(lines []line) {
	group := make([]int, len(l.at))
	for i, cells := range l.groups {
		for _, c := range cells {
			group[c] = i
		}
	}
	for _, e := range lines {
		if group[e.from] == group[e.to] {
			e.around = l.around != nil && l.around(e)
			l.lines = append(l.lines, e)
		}
	}
}

// flat reports whether all groups are horizontal lines.
func (l *layout) flat() bool {
	for _, group := range l.groups {
		if _, size := l.bounds(group); size.y > 0 {
			return false
		}
	}
	return true
}

// linesOf returns the pairs of connected cells, each once, in the order of the
// cells.
func linesOf(b *rbg.Board) []line {
	var ends []line
	for _, edges := range b.Edges {
		for from, to := range edges {
			if to == rbg.NoCell || int(to) == from {
				continue
			}
			if len(ends) == 8*maxLines {
				return nil
			}
			// An edge to a smaller cell is reversed and marked by oneWay.
			e := line{from: int32(from), to: to}
			if e.from > e.to {
				e = line{from: to, to: int32(from), oneWay: true}
			}
			ends = append(ends, e)
		}
	}
	slices.SortFunc(ends, func(a, b line) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to), compareBool(a.oneWay, b.oneWay))
	})
	ends = slices.Compact(ends)
	lines := ends[:0]
	for i := 0; i < len(ends); i++ {
		e := ends[i]
		switch {
		case i+1 < len(ends) && ends[i+1].from == e.from && ends[i+1].to == e.to:
			e.oneWay = false
			i++
		case e.oneWay:
			e.from, e.to = e.to, e.from
		default:
			e.oneWay = true
		}
		lines = append(lines, e)
	}
	if len(lines) > maxLines {
		return nil
	}
	return lines
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	default:
		return 1
	}
}

// wide and narrow say how wide a packed layout is in comparison to its height.
const (
	wide   = 1.5
	narrow = 0
)

// pack puts groups of cells beside each other, in rows a little wider than the
// total height, or as narrow as possible. The whole begins at 0, 0.
func (l *layout) pack(ratio float64) {
	const gap = 1.5
	area, widest := 0.0, 0.0
	for _, group := range l.groups {
		_, size := l.bounds(group)
		area += (size.x + gap) * (size.y + gap)
		widest = max(widest, size.x)
	}
	limit := max(widest, ratio*math.Sqrt(area))
	x, y, high := 0.0, 0.0, 0.0
	for _, group := range l.groups {
		low, size := l.bounds(group)
		if x > 0 && x+size.x > limit {
			x, y, high = 0, y+high+gap, 0
		}
		for _, c := range group {
			l.at[c] = l.at[c].minus(low).plus(point{x, y})
		}
		x, high = x+size.x+gap, max(high, size.y)
	}
}

// bounds returns the upper left corner and the size of a group.
func (l *layout) bounds(group []int) (low, size point) {
	low = point{math.Inf(1), math.Inf(1)}
	high := point{math.Inf(-1), math.Inf(-1)}
	for _, c := range group {
		p := l.at[c]
		low = point{min(low.x, p.x), min(low.y, p.y)}
		high = point{max(high.x, p.x), max(high.y, p.y)}
	}
	return low, high.minus(low)
}

// spread scales groups so that the closest cells of a group are 1 apart. It
// returns false if cells coincide, or are so uneven that the drawing would be
// mostly empty.
func (l *layout) spread() bool {
	closest, area := math.Inf(1), 0.0
	for _, group := range l.groups {
		closest = min(closest, closestPair(l.at, group))
		_, size := l.bounds(group)
		area += size.x*size.y + max(size.x, size.y)
	}
	if math.IsInf(closest, 1) {
		return true
	}
	const sparse = 16
	if closest < 1e-6 || area/(closest*closest) > sparse*float64(len(l.at))+1000 {
		return false
	}
	for i := range l.at {
		l.at[i] = l.at[i].times(1 / closest)
	}
	return true
}
