package infoset

import (
	"slices"

	"ludex/knowledge"
)

// A draw draws where simulations begin: in a development that the role thinks
// possible, or, half of the time, in one of the common set. The role does not
// believe in the latter, but others may, and what they do depends on it. So that
// this does not distort what others believe, simulations have weights.
type draw struct {
	own, all     []float64 // sums of the weights
	inside, rest float64   // weights of simulations that begin with and without the role's view
}

func (d *draw) reset(t *knowledge.Tracker) {
	sum := 0.0
	d.all = d.all[:0]
	for i := range t.All() {
		sum += t.Weight(i)
		d.all = append(d.all, sum)
	}
	d.own = d.all[:t.Len()]
	d.inside, d.rest = 1, 1
	if t.All() > t.Len() {
		share := d.own[t.Len()-1] / sum // of the role's developments among all
		d.inside, d.rest = 2/(1/share+1), 2
	}
}

// draw returns the number of a development.
func (d *draw) draw(dice dice) int {
	sums := d.own
	if len(d.all) > len(d.own) && dice.Choose(2) == 0 {
		sums = d.all
	}
	i, _ := slices.BinarySearch(sums, dice.fraction()*sums[len(sums)-1])
	return min(i, len(sums)-1)
}

// weight returns the weight of a simulation that begins in a development.
func (d *draw) weight(i int) float64 {
	if i < len(d.own) {
		return d.inside
	}
	return d.rest
}
