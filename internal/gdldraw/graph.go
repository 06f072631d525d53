package gdldraw

import (
	"math"
	"slices"

	"ludex/internal/picture"
)

// Limits of graphs.
const (
	leastPlaces = 4
	mostPlaces  = 60
	graphRounds = 300 // of the layout
)

// A graph is a board of places that roads connect: a relation of the rules lists pairs of
// places. It is a row of cells that are drawn elsewhere.
type graph struct {
	roads [][2]int // between places, each once
	at    []place
}

// asGraph finds the argument of a relation whose values are places with roads between them.
// It returns nil if there is none.
func (s *boardFinder) asGraph(r *relation) (*layer, *graph) {
	for arg, a := range r.args {
		if a == nil || len(a.values) < leastPlaces || len(a.values) > mostPlaces || len(r.args) < 2 || s.ofRoles(a) || a.order == byValue {
			continue
		}
		for _, pairs := range s.pairs {
			if s.work += len(pairs); s.work > maxStaticFacts {
				return nil, nil
			}
			if g := newGraph(a, pairs); g != nil {
				l := s.newLayer(r, arg)
				l.masked, l.hasBlank, l.axes = false, false, []*axis{a}
				return l, g
			}
		}
	}
	return nil, nil
}

// newGraph returns the graph of pairs of places, or nil if these do not connect all of them
// or are a mere order.
func newGraph(a *axis, pairs [][2]string) *graph {
	g := &graph{}
	n := len(a.values)
	near := make([][]int, n)
	for _, p := range pairs {
		from, ok := a.index[p[0]]
		to, ok2 := a.index[p[1]]
		if !ok || !ok2 {
			return nil
		}
		if from == to || slices.Contains(near[from], to) {
			continue
		}
		near[from], near[to] = append(near[from], to), append(near[to], from)
		g.roads = append(g.roads, [2]int{from, to})
	}
	if len(g.roads) < n || 3*len(g.roads) > n*(n-1) { // a chain, or too many to be roads
		return nil
	}
	distances := make([][]int, n)
	for i := range n {
		if distances[i] = distancesFrom(i, near); slices.Contains(distances[i], none) {
			return nil
		}
	}
	g.at = spread(distances)
	return g
}

// distancesFrom returns the number of roads from a place to each other.
func distancesFrom(from int, near [][]int) []int {
	list := slices.Repeat([]int{none}, len(near))
	list[from] = 0
	for queue := []int{from}; len(queue) > 0; queue = queue[1:] {
		for _, to := range near[queue[0]] {
			if list[to] == none {
				list[to] = list[queue[0]] + 1
				queue = append(queue, to)
			}
		}
	}
	return list
}

// spread puts places such that their distances are about those along the roads (stress
// majorization), beginning on a circle.
func spread(distances [][]int) []place {
	const road = 2.0 // length in cells
	n := len(distances)
	at := make([]place, n)
	for i := range at {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		at[i] = place{cos * math.Sqrt(float64(n)), sin * math.Sqrt(float64(n))}
	}
	for range graphRounds {
		for i := range at {
			var x, y, weights float64
			for k := range at {
				if k == i {
					continue
				}
				want := road * float64(distances[i][k])
				dx, dy := at[i].x-at[k].x, at[i].y-at[k].y
				is := max(1e-6, math.Hypot(dx, dy))
				w := 1 / (want * want)
				x, y, weights = x+w*(at[k].x+dx*want/is), y+w*(at[k].y+dy*want/is), weights+w
			}
			at[i] = place{x / weights, y / weights}
		}
	}
	low := at[0]
	for _, p := range at {
		low = place{min(low.x, p.x), min(low.y, p.y)}
	}
	for i := range at {
		at[i] = place{at[i].x - low.x, at[i].y - low.y}
	}
	return at
}

// joinGraph puts a layer on the board of its places, or on a new one.
func (s *boardFinder) joinGraph(grids []*grid, l *layer, g *graph) []*grid {
	for _, other := range grids {
		if other.graph != nil && alike(other.axes[0], l.axes[0]) {
			other.layers = append(other.layers, l)
			return grids
		}
	}
	return append(grids, &grid{axes: l.axes, layers: []*layer{l}, graph: g})
}

// lines returns the roads of a board between its cells.
func (g *graph) lines() []picture.Line {
	var list []picture.Line
	for _, r := range g.roads {
		list = append(list, picture.Line{From: r[0], To: r[1]})
	}
	return list
}
