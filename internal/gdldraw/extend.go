package gdldraw

import "slices"

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
