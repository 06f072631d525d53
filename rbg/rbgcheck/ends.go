package rbgcheck

import (
	"context"
	"slices"

	"ludex/rbg"
)

// Ends reports whether the rules show that every play ends, and by which potentials. It says no where
// they do not show it in time, and then nothing follows.
//
// An infinite play would go round in the graph of places in the rules and current cells, and pass switches to players
// again and again. A potential, such as a variable or the number of empty cells, has a bound. If no way round
// raises it, those actions that lower it on every way round can be taken only finitely often, and
// are left out of the graph. What is left may not rise in another potential, and so on: the potentials are a
// lexicographic ranking. The play ends if no way round is left that passes a switch to a player.
func Ends(ctx context.Context, g *rbg.Game) (potentials []string, ends bool) {
	d := newDescent(g)
	if d == nil {
		return nil, false
	}
	d.prune()
	for class := 0; class < len(d.potentials); class++ {
		progress := false
		for i := range d.potentials[class] {
			m := &d.potentials[class][i]
			if len(d.alive) == 0 {
				return potentials, true
			}
			if ctx.Err() != nil {
				return nil, false
			}
			if !d.lower(m) {
				continue
			}
			progress = true
			if text := m.text(g); !slices.Contains(potentials, text) {
				potentials = append(potentials, text)
			}
			d.prune()
		}
		if progress {
			class = -1
		}
	}
	return potentials, len(d.alive) == 0
}
