package gdldraw

import (
	"cmp"
	"slices"
	"strings"
)

// A boardFinder finds the boards of a game.
type boardFinder struct {
	pieceFinder
	chosen map[string]PartChoice // relations that are parts, by name
}

func newBoardFinder(m *model) *boardFinder { return &boardFinder{pieceFinder: pieceFinder{m}} }

// findGrids finds the boards of a game. Relations with contents make boards. Relations
// without contents are laid over a board if one fits.
func (s *boardFinder) findGrids() []*grid {
	var grids []*grid
	var bare, left []*relation
	for _, r := range s.relations {
		if _, ok := s.chosen[r.symbol.Name]; ok || s.isCards(r) || s.isPlaces(r) {
			continue
		}
		if l, g := s.asGraph(r); l != nil {
			grids = s.joinGraph(grids, l, g)
			continue
		}
		if l := s.asNamed(r); l != nil {
			grids = append(grids, s.newGrid(l))
			continue
		}
		switch l := s.asLayer(r); {
		case l == nil:
			left = append(left, r)
		case len(l.content) == 0:
			bare = append(bare, r)
		default:
			grids = s.join(grids, l)
		}
	}
	for _, r := range bare {
		if !s.overlay(grids, r) {
			grids = s.join(grids, s.asLayer(r))
		}
	}
	if len(grids) == 0 {
		grids = s.findDoors(left)
	}
	grids = s.place(grids, left)
	slices.SortStableFunc(grids, func(a, b *grid) int { return cmp.Compare(s.weight(b), s.weight(a)) })
	for _, g := range grids {
		s.findBlankLayer(g)
		s.findMarks(g)
		g.pieces = s.findPieces(g)
	}
	return grids
}

// weight ranks boards by the number of sampled facts. Tables about roles and single rows
// come last.
func (s *boardFinder) weight(g *grid) int {
	n := 0
	for _, l := range g.layers {
		n += l.relation.count
	}
	if len(g.axes) < 2 && g.graph == nil || s.ofRoles(g.axes[0]) {
		n -= 1 << 30
	} else if len(g.axes) > 1 && s.ofRoles(g.axes[1]) {
		n -= 1 << 30
	}
	return n
}

// place puts the remaining relations on boards, or makes simpler boards for them.
func (s *boardFinder) place(grids []*grid, left []*relation) []*grid {
	left = slices.DeleteFunc(left, func(r *relation) bool { return s.overlay(grids, r) || on(grids, r) })
	found := len(grids) > 0
	return slices.Concat(grids, s.simple(left, func(r *relation) *layer {
		if l := s.asMarker(r); l != nil && !found {
			return l
		}
		return s.asRow(r)
	}))
}

// on reports whether a relation is on a board.
func on(grids []*grid, r *relation) bool {
	return slices.ContainsFunc(grids, func(g *grid) bool {
		return slices.ContainsFunc(g.layers, func(l *layer) bool { return l.relation == r })
	})
}

// simple makes boards of relations for which find returns a layer.
func (s *boardFinder) simple(left []*relation, find func(*relation) *layer) []*grid {
	var grids []*grid
	for _, r := range left {
		if l := find(r); l != nil {
			grids = append(grids, s.newGrid(l))
		}
	}
	return grids
}

func (s *boardFinder) newGrid(l *layer) *grid {
	g := &grid{axes: slices.Clone(l.axes), layers: []*layer{l}}
	if len(l.coords) > 1 {
		g.down = l.coords[0] > l.coords[1]
	}
	return g
}

// join puts a layer on the first board that it fits on, or on a new one.
func (s *boardFinder) join(grids []*grid, l *layer) []*grid {
	for _, g := range grids {
		if g.graph == nil && g.fits(l) && s.compatibleWith(g, l) {
			g.layers = append(g.layers, l)
			for i := range g.axes {
				if len(l.axes[i].values) > len(g.axes[i].values) {
					g.axes[i] = l.axes[i]
				}
			}
			return grids
		}
	}
	return append(grids, s.newGrid(l))
}

// fits reports whether a layer has the same coordinates as a board.
func (g *grid) fits(l *layer) bool {
	if len(g.axes) != len(l.axes) {
		return false
	}
	for i := range g.axes {
		if !within(l.axes[i], g.axes[i]) && !within(g.axes[i], l.axes[i]) {
			return false
		}
	}
	return true
}

// compatibleWith reports whether at most a tenth of the facts of a layer clash with other
// layers of a board. A layer without contents never clashes.
func (s *boardFinder) compatibleWith(g *grid, l *layer) bool {
	if len(l.content) == 0 {
		return true
	}
	clashes, all := 0, 0
	for i := range s.states {
		taken := g.taken(i, func(other *layer) bool { return len(other.content) > 0 })
		for _, f := range l.relation.facts(i) {
			if !l.isBlank(f) {
				all++
				if taken[key(l.locate(f))] {
					clashes++
				}
			}
		}
	}
	return all > 0 && 10*clashes <= all
}

// taken returns the cells that layers of a board occupy in a state.
func (g *grid) taken(state int, of func(*layer) bool) map[string]bool {
	taken := map[string]bool{}
	for _, l := range g.layers {
		if !of(l) {
			continue
		}
		for _, f := range l.relation.facts(state) {
			if !l.isBlank(f) {
				taken[key(l.locate(f))] = true
			}
		}
	}
	return taken
}

// key makes one text of coordinates.
func key(at []string) string { return strings.Join(at, "\n") }

// findMarks finds the layers without contents that were seen where other layers
// have pieces.
func (s *boardFinder) findMarks(g *grid) {
	for i := range s.states {
		pieces := g.taken(i, func(l *layer) bool { return len(l.content) > 0 })
		for _, l := range g.layers {
			for _, f := range l.relation.facts(i) {
				l.isMark = l.isMark || len(l.content) == 0 && pieces[key(l.locate(f))]
			}
		}
	}
}

// overlay puts a relation on a board that has some of its arguments as coordinates. It
// reports whether there is one.
func (s *boardFinder) overlay(grids []*grid, r *relation) bool {
	for _, g := range grids {
		n := len(g.axes)
		if n < 2 || len(r.args) < n || len(r.args) > n+1 || g.layers[0].names != nil {
			continue
		}
		found := false
		choose(len(r.args), n, func(args []int) {
			if found {
				return
			}
			if l := s.asOverlay(g, r, args); l != nil && s.compatibleWith(g, l) {
				g.layers = append(g.layers, l)
				found = true
			}
		})
		if found {
			return true
		}
	}
	return false
}

// asOverlay makes a layer with arguments for coordinates in the same order as
// those of the board's first layer, or returns nil if they do not agree.
func (s *boardFinder) asOverlay(g *grid, r *relation, args []int) *layer {
	first := g.layers[0].coords
	sorted := slices.Sorted(slices.Values(first))
	coords := make([]int, len(first))
	for i, c := range first {
		arg := args[slices.Index(sorted, c)]
		if !r.usable(arg) || !within(r.args[arg], g.axes[i]) {
			return nil
		}
		coords[i] = arg
	}
	return s.newLayer(r, coords...)
}

// asMarker finds two ordered arguments with the same values in a relation with few true
// facts at a time, such as the location of a piece. The sample cannot show that they are
// coordinates.
func (s *boardFinder) asMarker(r *relation) *layer {
	const least, most = 3, 20
	var found *layer
	if len(r.args) > 3 || r.maxFacts() > least {
		return nil
	}
	choose(len(r.args), 2, func(args []int) {
		if found != nil || !r.usable(args[0]) || !r.usable(args[1]) {
			return
		}
		a, b := r.args[args[0]], r.args[args[1]]
		if alike(a, b) && len(a.values) >= least && len(a.values) <= most && a.order >= byChain &&
			r.varies(args[0]) && r.varies(args[1]) {
			found = s.newLayer(r, s.turned(r, slices.Clone(args))...)
		}
	})
	if found != nil {
		found.masked, found.hasBlank = false, false
	}
	return found
}

// asRow finds the argument that is a key of a relation, like the number of a heap. It
// returns nil if there is none. Roles are listed instead.
func (s *boardFinder) asRow(r *relation) *layer {
	if len(r.args) < 2 || len(r.args) > 3 {
		return nil
	}
	for arg := range r.args {
		if !r.usable(arg) || !r.isKey(arg) || s.ofRoles(r.args[arg]) {
			continue
		}
		if len(r.args) == 2 && arg == 0 && r.args[1] != nil && r.args[1].order == byValue && r.args[1].values[0] == "0" {
			return nil // an amount
		}
		if r.isComplete(arg) && r.maxFacts() >= 3 && r.maxFacts() <= maxValues {
			return s.newLayer(r, arg)
		}
		if n := len(r.args[arg].values); arg == 0 && len(r.args) == 2 && n >= 3 && n <= 64 && r.maxFacts() >= 3 {
			return s.newLayer(r, arg)
		}
	}
	return nil
}

// extended returns a board that has room for all facts that belong on it.
func (s *boardFinder) extended(g *grid, lists ...[]*fact) *grid {
	more := make([][]string, len(g.axes))
	found := false
	for _, l := range g.layers {
		for _, facts := range lists {
			for _, f := range facts {
				if f.symbol != l.relation.symbol {
					continue
				}
				for i, v := range l.locate(f) {
					if _, ok := g.axes[i].index[v]; !ok && len(g.axes[i].values)+len(more[i]) < maxValues && !slices.Contains(more[i], v) {
						more[i] = append(more[i], v)
						found = true
					}
				}
			}
		}
	}
	if !found {
		return g
	}
	larger := *g
	larger.axes = slices.Clone(g.axes)
	cells := 1
	for i, values := range more {
		if len(values) > 0 {
			larger.axes[i] = s.orderAxis(append(slices.Clone(g.axes[i].values), values...), true)
		}
		cells *= len(larger.axes[i].values)
	}
	if cells > maxCells {
		return g
	}
	return &larger
}
