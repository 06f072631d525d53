package gdldraw

import (
	"slices"
	"strings"
)

// A layer says how the facts of a relation lie on a grid.
type layer struct {
	relation *relation
	coords   []int // arguments: column, row, and what chooses the panel
	content  []int // the other arguments
	axes     []*axis
	names    map[string][]string // the coordinates that rules give a name, or nil
	masked   bool                // the same cells always hold something, and no others exist
	blank    string              // the content that means "empty"
	hasBlank bool
	isMark   bool // it has no contents and can lie where pieces of other layers do
}

// A grid is a board: cells in columns and rows, perhaps on several panels.
type grid struct {
	axes    []*axis // columns, rows, and what chooses the panel
	layers  []*layer
	number  int       // of the board, from 0
	down    bool      // the first row is the highest one
	shifts  []float64 // of a board of hexagons: how far each row is shifted to the right
	graph   *graph    // of places with roads, or nil
	walls   []border  // between neighbours
	tints   *tints    // what kind of ground cells have, or nil
	pieces  *pieces
	targets *targeting
}

// newLayer returns a layer with some arguments as coordinates.
func (s *boardFinder) newLayer(r *relation, coords ...int) *layer {
	l := &layer{relation: r, coords: coords}
	for arg := range r.args {
		if !slices.Contains(coords, arg) {
			l.content = append(l.content, arg)
		}
	}
	l.masked = len(l.content) > 0 && r.isComplete(coords...)
	for _, arg := range coords {
		l.axes = append(l.axes, s.coordinate(r, arg, l.masked))
	}
	s.findBlank(l)
	return l
}

// coordinate returns the values of an argument that is a coordinate. The rules may
// allow too many values, such as unbounded numbers; then the values seen are used,
// with all values in between.
func (s *boardFinder) coordinate(r *relation, arg int, masked bool) *axis {
	const enough = 20 // positions
	a, seen := r.args[arg], s.seenAxis(r, arg)
	if seen == nil || len(s.states) < enough && !masked {
		return a
	}
	if masked {
		return seen
	}
	low, high := len(a.values), -1
	for _, v := range seen.values {
		if i, ok := a.index[v]; ok {
			low, high = min(low, i), max(high, i)
		}
	}
	const most = 10 // up to here the difference does not matter
	if low > high || len(a.values) <= most || 2*(high-low+1) > len(a.values) {
		return a
	}
	return s.newAxis(a.values[low : high+1])
}

// locate returns the coordinates of a fact.
func (l *layer) locate(f *fact) []string {
	if l.names != nil {
		return l.names[f.args[l.coords[0]]]
	}
	at := make([]string, len(l.coords))
	for i, arg := range l.coords {
		at[i] = f.args[arg]
	}
	return at
}

// contentOf returns the content of a fact on a layer.
func (l *layer) contentOf(f *fact) string {
	if len(l.content) == 1 {
		return f.args[l.content[0]]
	}
	list := make([]string, len(l.content))
	for i, arg := range l.content {
		list[i] = f.args[arg]
	}
	return strings.Join(list, " ")
}

// isBlank reports whether a fact says that nothing lies on a cell.
func (l *layer) isBlank(f *fact) bool { return l.hasBlank && l.contentOf(f) == l.blank }
