package rbgcheck

import (
	"fmt"
	"math/bits"
	"strings"

	"ludex/rbg"
)

// A Potential is a number that depends on the state, and has a bound.
type Potential struct {
	Variable int     // whose value it is, if no pieces are counted
	Pieces   uint64  // a set of pieces; their cells are counted
	Ahead    []int64 // by cell: how many times it counts; nil is once
	Negative bool    // it is the negation of all that

	labels []int // Ahead is how many edges with these labels lie ahead in a row
}

// Text says what happens to the potential in a play.
func (m *Potential) Text(g *rbg.Game) string {
	falls := "falls"
	if m.Negative {
		falls = "rises"
	}
	if m.Pieces == 0 {
		return fmt.Sprintf("%s %s", g.Variables[m.Variable].Name, falls)
	}
	var list []int
	eachPiece(m.Pieces, func(p int) { list = append(list, p) })
	names := strings.Join(pieceNames(g, list), " and ")
	if m.Ahead == nil {
		return fmt.Sprintf("the number of %s %s", names, falls)
	}
	var labels []string
	for _, l := range m.labels {
		labels = append(labels, g.Board.Labels[l])
	}
	return fmt.Sprintf("%s goes %s", names, strings.Join(labels, " or "))
}

// allPotentials returns the potentials in the order in which they are tried: variables, numbers of one piece, how
// far one has to go, and the same for two pieces.
func (d *descent) allPotentials() [][]*Potential {
	var variables []*Potential
	for v := range d.game.Variables {
		variables = append(variables, &Potential{Variable: v, Negative: true}, &Potential{Variable: v})
	}
	list := [][]*Potential{variables}
	ways := d.ways()
	one, replaced, other := d.pieceSets()
	for _, sets := range [][]uint64{one, replaced, other} {
		var numbers, far []*Potential
		for _, set := range sets {
			numbers = append(numbers, &Potential{Pieces: set}, &Potential{Pieces: set, Negative: true})
			for _, way := range ways {
				far = append(far, &Potential{Pieces: set, labels: way.labels, Ahead: way.Ahead})
			}
		}
		list = append(list, numbers, far)
	}
	return list
}

// ways returns potentials for how far something has to go, along edges with one label or with two.
func (d *descent) ways() []*Potential {
	var ways []*Potential
	add := func(labels ...int) {
		if ahead := d.ahead(labels); ahead != nil {
			ways = append(ways, &Potential{labels: labels, Ahead: ahead})
		}
	}
	for label := range d.game.Board.Labels {
		add(label)
	}
	for label := range d.game.Board.Labels {
		for other := range label {
			add(other, label)
		}
	}
	return ways
}

// pieceSets returns the sets of one piece that actions put somewhere or take away, those of two of which one
// replaces the other, and the other ones of two.
func (d *descent) pieceSets() (one, replaced, other []uint64) {
	var change uint64
	pairs := map[uint64]bool{}
	for _, i := range d.changes {
		a := &d.alive[i]
		if e := d.edges[a.edge].expr; e.Kind == rbg.Off {
			before := d.nodes[a.from].content
			change |= 1<<e.Piece | before
			if bits.OnesCount64(before) == 1 {
				pairs[1<<e.Piece|before] = true
			}
		}
	}
	eachPiece(change, func(p int) {
		for _, q := range one {
			if set := q | 1<<p; pairs[set] {
				replaced = append(replaced, set)
			} else {
				other = append(other, set)
			}
		}
		one = append(one, 1<<p)
	})
	return one, replaced, other
}

// ahead returns how many edges with some labels can be followed from each cell at most, or nil if there
// is no end, or only one cell.
func (d *descent) ahead(labels []int) []int64 {
	if d.cells == 1 {
		return nil
	}
	ahead := make([]int64, d.cells)
	for range d.cells {
		changed := false
		for c := range ahead {
			for _, label := range labels {
				if to := d.next[label][c]; to != rbg.NoCell && ahead[c] <= ahead[to] {
					ahead[c] = ahead[to] + 1
					changed = true
				}
			}
		}
		if !changed {
			return ahead
		}
	}
	return nil
}

// weight returns how much a potential rises by an action at most.
func (d *descent) weight(m *Potential, a *action) int64 {
	e := d.edges[a.edge].expr
	switch {
	case e == nil:
		return 0
	case e.Kind == rbg.Assign && m.Pieces == 0 && e.Variable == m.Variable:
		change := d.changeBy(e)
		if m.Negative {
			return -change.lo
		}
		return change.hi
	case e.Kind == rbg.Off && m.Pieces != 0:
		return m.put(e.Piece, d.nodes[a.from].content, d.nodes[a.from].cell)
	}
	return 0
}

// put returns how much the potential rises at most if a piece is put on a cell that holds one of a set.
func (m *Potential) put(piece int, before uint64, cell int32) int64 {
	lo, hi := int64(0), int64(0) // of the change of how many cells there are
	if m.Pieces>>piece&1 != 0 {
		lo, hi = 1, 1
	}
	if before&m.Pieces != 0 {
		lo--
	}
	if before&^m.Pieces == 0 {
		hi--
	}
	size := int64(1)
	if m.Ahead != nil {
		size = m.Ahead[cell]
	}
	if m.Negative {
		return -lo * size
	}
	return hi * size
}

// changeBy returns by how much an assignment may change its variable.
func (d *descent) changeBy(e *rbg.Expr) interval {
	s := d.scope(outside)
	if i := added(e.Value, e.Variable); i >= 0 {
		rest := only(0)
		for k, kid := range e.Value.Kids {
			if k != i {
				rest = operate(e.Value.Kind, rest, evaluate(kid, s))
			}
		}
		return rest
	}
	return operate(rbg.Sub, evaluate(e.Value, s).within(0, int64(d.game.Bound(e.Variable))), d.values[e.Variable])
}

// added returns which summand of an expression is a variable, or -1 if none is.
func added(a *rbg.Arith, variable int) int {
	if a.Kind != rbg.Add && a.Kind != rbg.Sub {
		return -1
	}
	for i, k := range a.Kids {
		if k.Kind == rbg.Value && k.Ref == variable && (a.Kind == rbg.Add || i == 0) {
			return i
		}
	}
	return -1
}
