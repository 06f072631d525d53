package gdldraw

import "slices"

// mostTints is the number of kinds of ground that colours can tell apart.
const mostTints = 8

// tints are the kinds of ground of cells: a table of the rules lists them with the
// coordinates of each.
type tints struct {
	kinds []string
	at    map[string]int // by coordinates
}

// findTints finds boards with different kinds of ground.
func (s *boardFinder) findTints(grids []*grid) {
	for _, g := range grids {
		if len(g.axes) != 2 || g.layers[0].names != nil {
			continue
		}
		for _, table := range s.tables {
			if len(table[0].Args) != 3 {
				continue
			}
			choose(3, 2, func(args []int) {
				if g.tints != nil {
					return
				}
				t := &tints{at: map[string]int{}}
				content := 3 - args[0] - args[1]
				order := g.argumentOrder()
				for _, f := range table {
					at := make([]string, 2)
					for i, axis := range order {
						at[axis] = f.Args[args[i]].Name
						if _, ok := g.axes[axis].index[at[axis]]; !ok {
							return
						}
					}
					kind := f.Args[content].Name
					if !slices.Contains(t.kinds, kind) {
						t.kinds = append(t.kinds, kind)
					}
					if _, twice := t.at[key(at)]; twice {
						return
					}
					t.at[key(at)] = slices.Index(t.kinds, kind) + 1
				}
				cells := len(g.axes[0].values) * len(g.axes[1].values)
				if len(t.kinds) > 1 && len(t.kinds) <= mostTints && len(t.kinds) < len(table) && 2*len(table) > cells {
					g.tints = t
				}
			})
		}
	}
}

// of returns the number of the kind of ground of a cell and its name, or 0.
func (t *tints) of(at []string) (int, string) {
	n := t.at[key(at)]
	if n == 0 {
		return 0, ""
	}
	return n, t.kinds[n-1]
}
