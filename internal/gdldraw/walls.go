package gdldraw

import (
	"context"
	"strconv"

	"ludex/gdl"
	"ludex/internal/gdlengine/gdlref"
)

// findWalls finds the boards of squares on which a relation of the rules lists the ways from
// cells to their neighbours, but not all of them. Between other neighbours are walls.
func (s *boardFinder) findWalls(grids []*grid) {
	for _, g := range grids {
		if len(g.axes) != 2 || g.layers[0].names != nil || g.shifts != nil || min(len(g.axes[0].values), len(g.axes[1].values)) < 3 {
			continue
		}
		for _, sym := range s.staticRelations() {
			if g.walls = s.walls(g, sym); g.walls != nil {
				break
			}
		}
	}
}

// A border is between two cells, given by column and row.
type border struct{ from, to [2]int }

// walls returns the borders between neighbours that a relation does not connect, or nil if it
// is about something else: it has to connect all cells, and only neighbours.
func (s *boardFinder) walls(g *grid, sym gdl.Symbol) []border {
	vars := make([]gdl.Term, sym.Arity)
	for i := range vars {
		vars[i] = gdl.Var("V" + strconv.Itoa(i))
	}
	query := gdl.Fn(sym.Name, vars...)
	list, err := gdlref.Eval(context.Background(), s.program, nil, &query, gdlref.Options{MaxAnswers: maxPairs, MaxWork: maxWork})
	if err != nil || len(list) == 0 {
		return nil
	}
	var found []border
	choose(sym.Arity, 4, func(args []int) {
		if found == nil {
			found = g.wallsOf(g.ways(list, args))
		}
	})
	return found
}

// ways returns the pairs of neighbours that a list has, or nil if it has others too.
func (g *grid) ways(list []gdl.Term, args []int) map[border]bool {
	order := g.argumentOrder()
	ways := map[border]bool{}
	for _, t := range list {
		var b border
		for i, arg := range args {
			axis := order[i%2]
			n, ok := g.axes[axis].index[t.Args[arg].Name]
			if !ok {
				return nil
			}
			if i < 2 {
				b.from[axis] = n
			} else {
				b.to[axis] = n
			}
		}
		dx, dy := b.to[0]-b.from[0], b.to[1]-b.from[1]
		if dx*dx+dy*dy != 1 {
			return nil
		}
		ways[b.ordered()] = true
	}
	return ways
}

// ordered returns a border with the lower cell first.
func (b border) ordered() border {
	if b.to[0] < b.from[0] || b.to[1] < b.from[1] {
		return border{b.to, b.from}
	}
	return b
}

// wallsOf returns the borders without a way, or nil if ways do not connect all cells.
func (g *grid) wallsOf(ways map[border]bool) []border {
	columns, rows := len(g.axes[0].values), len(g.axes[1].values)
	if len(ways) < columns*rows-1 {
		return nil
	}
	var walls []border
	reached := make([]int, columns*rows) // the first cell that each is connected with
	for i := range reached {
		reached[i] = i
	}
	find := func(i int) int {
		for reached[i] != i {
			i = reached[i]
		}
		return i
	}
	for c := range columns {
		for r := range rows {
			for _, to := range [][2]int{{c + 1, r}, {c, r + 1}} {
				if to[0] == columns || to[1] == rows {
					continue
				}
				b := border{[2]int{c, r}, to}
				if ways[b] {
					reached[find(c*rows+r)] = find(to[0]*rows + to[1])
				} else {
					walls = append(walls, b)
				}
			}
		}
	}
	for i := range reached {
		if find(i) != find(0) {
			return nil
		}
	}
	return walls
}
