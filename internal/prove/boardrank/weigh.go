package boardrank

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"ludex/rbg"
)

// maxWeight bounds the factors and weights of a number.
const maxWeight = 1 << 24

// A Weigher says by how much actions raise a number.
type Weigher struct {
	game     *rbg.Game
	variable int // -1 if pieces are counted
	factor   int64
	pieces   Set
	weights  []int64
	assigned []bool // by variable: some action outside of patterns gives it a value
}

// Weigher returns what says by how much actions raise a number.
func (g *Graph) Weigher(n *Number) (*Weigher, error) {
	if (n.Variable == "") == (n.Pieces == nil) {
		return nil, errors.New("a number is that of a variable or that of pieces")
	}
	w := &Weigher{game: g.game, variable: -1, factor: n.Factor, weights: n.Weights, assigned: make([]bool, len(g.game.Variables))}
	for _, list := range g.paths.out {
		for _, x := range list {
			if x.expr != nil && x.expr.Kind == rbg.Assign {
				w.assigned[x.expr.Variable] = true
			}
		}
	}
	for _, x := range append([]int64{n.Factor}, n.Weights...) {
		if x < -maxWeight || x > maxWeight {
			return nil, fmt.Errorf("a weight is not from %d to %d", -maxWeight, maxWeight)
		}
	}
	if n.Variable == "" {
		if len(n.Weights) != len(g.game.Board.Cells) {
			return nil, fmt.Errorf("there are %d weights for %d cells", len(n.Weights), len(g.game.Board.Cells))
		}
		var err error
		w.pieces, err = namedSet(g.game, n.Pieces)
		return w, err
	}
	w.variable = slices.IndexFunc(g.game.Variables, func(v rbg.Variable) bool { return v.Name == n.Variable })
	if w.variable < 0 {
		return nil, fmt.Errorf("there is no variable %s", n.Variable)
	}
	return w, nil
}

// Rise returns by how much an action raises the number at most.
func (w *Weigher) Rise(a *Action) int64 {
	switch {
	case a.expr == nil:
		return 0
	case a.expr.Kind == rbg.Off && w.variable < 0:
		return w.put(a)
	case a.expr.Kind == rbg.Assign && a.expr.Variable == w.variable:
		change := w.change(a.expr)
		return max(w.factor*change.lo, w.factor*change.hi)
	}
	return 0
}

// put returns by how much putting a piece on a cell raises the number at most: the cell counts after it or not, and did before if
// it held a piece that counts.
func (w *Weigher) put(a *Action) int64 {
	weight := w.weights[a.cell]
	after := int64(0)
	if w.pieces.has(a.expr.Piece) {
		after = weight
	}
	most := int64(math.MinInt64)
	if a.on&w.pieces != 0 {
		most = after - weight
	}
	if a.on&^w.pieces != 0 {
		most = max(most, after)
	}
	return most
}

// change returns by how much an assignment changes its variable, which has a value from 0 to its bound before and after.
func (w *Weigher) change(e *rbg.Expr) values {
	bound := int64(w.game.Bound(e.Variable))
	change := values{-bound, bound}
	if rest, ok := w.rest(e.Value, e.Variable); ok {
		return values{max(change.lo, rest.lo), min(change.hi, rest.hi)}
	}
	v := w.eval(e.Value)
	return values{max(change.lo, v.lo-bound), min(change.hi, v.hi)}
}

// rest returns what a sum adds to a variable, if that is the first of its parts, or another one that is added.
func (w *Weigher) rest(a *rbg.Arith, variable int) (values, bool) {
	if a.Kind != rbg.Add && a.Kind != rbg.Sub {
		return values{}, false
	}
	at := slices.IndexFunc(a.Kids, func(k *rbg.Arith) bool { return k.Kind == rbg.Value && k.Ref == variable })
	if at < 0 || at > 0 && a.Kind == rbg.Sub {
		return values{}, false
	}
	sum := values{}
	for i, k := range a.Kids {
		switch {
		case i == at:
		case a.Kind == rbg.Add:
			sum = sum.add(w.eval(k))
		default:
			sum = sum.add(w.eval(k).negate())
		}
	}
	return sum, true
}

// values are all numbers from lo to hi.
type values struct{ lo, hi int64 }

// anything is every number that an expression can have: a path that exceeds it fails.
var anything = values{math.MinInt32, math.MaxInt32}

func (v values) add(o values) values { return values{v.lo + o.lo, v.hi + o.hi} }

func (v values) negate() values { return values{-v.hi, -v.lo} }

func (v values) times(o values) values {
	corners := []int64{v.lo * o.lo, v.lo * o.hi, v.hi * o.lo, v.hi * o.hi}
	return values{slices.Min(corners), slices.Max(corners)}
}

// within returns the values that an expression can have. The others fail.
func (v values) within() values {
	if v.lo < anything.lo || v.hi > anything.hi {
		return anything
	}
	return v
}

// eval returns the values that an expression can have in any state.
func (w *Weigher) eval(a *rbg.Arith) values {
	switch a.Kind {
	case rbg.Number:
		return values{a.Number, a.Number}.within()
	case rbg.PieceCount:
		return values{0, int64(len(w.game.Board.Cells))}
	case rbg.Value:
		if !w.assigned[a.Ref] {
			return values{}
		}
		return values{0, int64(w.game.Bound(a.Ref))}
	case rbg.Div:
		return anything
	}
	v := w.eval(a.Kids[0])
	for _, k := range a.Kids[1:] {
		next := w.eval(k)
		switch a.Kind {
		case rbg.Add:
			v = v.add(next)
		case rbg.Sub:
			v = v.add(next.negate())
		default:
			v = v.times(next)
		}
		v = v.within()
	}
	return v
}
