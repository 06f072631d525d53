package gdldraw

import (
	"context"
	"slices"
	"strconv"

	"ludex/gdl"
	"ludex/internal/gdlengine/gdlref"
	"ludex/internal/logic"
)

// maxPairs is how many pairs of neighbours are examined.
const maxPairs = 20_000

// findHexagons finds the boards whose cells have six neighbours: a static relation
// of the rules lists pairs of cells, and these are placed like hexagons.
func (s *boardFinder) findHexagons(reach *logic.Reach, grids []*grid) {
	var list []gdl.Symbol
	for _, g := range grids {
		if len(g.axes) != 2 || g.layers[0].names != nil || min(len(g.axes[0].values), len(g.axes[1].values)) < 3 {
			continue
		}
		if list == nil {
			list = s.staticRelations()
		}
		for _, sym := range list {
			if g.shifts = s.hexagons(reach, g, sym); g.shifts != nil {
				break
			}
		}
	}
}

// staticRelations returns the relations with four or five arguments that do not
// depend on the position, in the order of the rules.
func (s *boardFinder) staticRelations() []gdl.Symbol {
	dynamic := map[gdl.Symbol]bool{}
	for changed := true; changed; {
		changed = false
		for i := range s.program.Clauses {
			c := &s.program.Clauses[i]
			if dynamic[c.Head.Symbol()] {
				continue
			}
			c.Atoms(func(a *gdl.Term, _ bool) {
				if a.Name == gdl.True || a.Name == gdl.Does || dynamic[a.Symbol()] {
					dynamic[c.Head.Symbol()] = true
					changed = true
				}
			})
		}
	}
	var list []gdl.Symbol
	for i := range s.program.Clauses {
		sym := s.program.Clauses[i].Head.Symbol()
		if (sym.Arity == 4 || sym.Arity == 5) && !dynamic[sym] && !gdl.IsReserved(sym.Name) && !slices.Contains(list, sym) {
			list = append(list, sym)
		}
	}
	return list
}

// hexagons returns how far each row of a board is shifted to the right if four
// arguments of a relation are pairs of cells that are neighbours on a board of
// hexagons, or nil.
func (s *boardFinder) hexagons(reach *logic.Reach, g *grid, sym gdl.Symbol) []float64 {
	var found []float64
	order := g.argumentOrder()
	choose(sym.Arity, 4, func(args []int) {
		if found != nil {
			return
		}
		for i, arg := range args {
			if !coordinateOf(reach.Values(sym, arg), g.axes[order[i%2]]) {
				return
			}
		}
		found = s.shiftsOf(g, sym, args, order)
	})
	return found
}

// coordinateOf reports whether an argument has coordinates of an axis only.
func coordinateOf(v logic.Values, a *axis) bool {
	if v.Any || len(v.Functions) > 0 || len(v.Constants) == 0 {
		return false
	}
	for _, c := range v.Constants {
		if _, ok := a.index[c]; !ok {
			return false
		}
	}
	return true
}

// A step leads from a cell to a neighbour: columns and rows.
type step struct{ column, row int }

// shiftsOf evaluates a relation and returns the shifts of rows of hexagons, or nil
// if the neighbours are not placed like that.
func (s *boardFinder) shiftsOf(g *grid, sym gdl.Symbol, args, order []int) []float64 {
	vars := make([]gdl.Term, sym.Arity)
	for i := range vars {
		vars[i] = gdl.Var("V" + strconv.Itoa(i))
	}
	query := gdl.Fn(sym.Name, vars...)
	pairs, err := gdlref.Eval(context.Background(), s.program, nil, &query, gdlref.Options{MaxAnswers: maxPairs, MaxWork: maxWork})
	if err != nil || len(pairs) == 0 {
		return nil
	}
	steps := [2]map[step]bool{{}, {}} // from even and from odd rows
	for i := range pairs {
		var at [4]int
		for k, arg := range args {
			axis := order[k%2]
			n, ok := g.axes[axis].index[pairs[i].Args[arg].Name]
			if !ok {
				return nil
			}
			at[k/2*2+axis] = n
		}
		d := step{at[2] - at[0], at[3] - at[1]}
		steps[at[1]%2][d] = true
		steps[at[3]%2][step{-d.column, -d.row}] = true
	}
	return shifts(steps, len(g.axes[1].values))
}

// shifts returns the shifts of rows of hexagons with the given steps from even and
// from odd rows, or nil.
func shifts(steps [2]map[step]bool, rows int) []float64 {
	for _, form := range []struct {
		even, odd int // the column of the second neighbour in the next row, as seen from even and odd rows
		shift     func(row int) float64
	}{
		{-1, -1, func(row int) float64 { return float64(row) / 2 }},
		{1, 1, func(row int) float64 { return float64(rows-1-row) / 2 }},
		{-1, 1, func(row int) float64 { return float64(row%2) / 2 }},
		{1, -1, func(row int) float64 { return float64((row+1)%2) / 2 }},
	} {
		if !sixSteps(steps[0], form.even, form.odd) || !sixSteps(steps[1], form.odd, form.even) {
			continue
		}
		list := make([]float64, rows)
		for row := range list {
			list[row] = form.shift(row)
		}
		return list
	}
	return nil
}

// sixSteps reports whether steps lead to six neighbours: two in the same row, and
// two each in the rows above and below, one of which is in the same column. Below,
// a board that leans has the other one on the other side.
func sixSteps(steps map[step]bool, above, other int) bool {
	below := above
	if above == other {
		below = -above
	}
	want := []step{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {above, 1}, {below, -1}}
	if len(steps) != len(want) {
		return false
	}
	for _, w := range want {
		if !steps[w] {
			return false
		}
	}
	return true
}
