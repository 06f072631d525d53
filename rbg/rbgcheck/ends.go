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
func Ends(ctx context.Context, g *rbg.Game) (potentials []*Potential, ends bool) {
	d := newDescent(g)
	if d == nil {
		return nil, false
	}
	d.prune()
	all := slices.Clone(d.alive)
	found, ends := d.descend(ctx, d.allPotentials())
	if !ends {
		return nil, false
	}
	if len(found) <= manyPotentials {
		found = d.needed(ctx, all, found)
	}
	return found, true
}

// descend leaves out what can be done only finitely often, by potentials in classes, until nothing is left or none
// helps. It returns those that helped.
func (d *descent) descend(ctx context.Context, classes [][]*Potential) (found []*Potential, ends bool) {
	for class := 0; class < len(classes); class++ {
		before := len(d.alive)
		for _, m := range classes[class] {
			if len(d.alive) == 0 {
				return found, true
			}
			if ctx.Err() != nil {
				return nil, false
			}
			if !d.lower(m) {
				continue
			}
			if !slices.Contains(found, m) {
				found = append(found, m)
			}
			d.prune()
		}
		if len(d.alive) < before {
			class = -1 // those that were tried before may help now
		}
	}
	return found, len(d.alive) == 0
}

// manyPotentials is how many potentials are too many to find out which are needed.
const manyPotentials = 8

// needed leaves out potentials without which everything that the rules allow can still be left out.
func (d *descent) needed(ctx context.Context, all []action, found []*Potential) []*Potential {
	for i := 0; i < len(found); {
		fewer := slices.Delete(slices.Clone(found), i, i+1)
		d.alive = slices.Clone(all)
		d.prune()
		if _, ends := d.descend(ctx, [][]*Potential{fewer}); ends {
			found = fewer
		} else {
			i++
		}
	}
	return found
}
