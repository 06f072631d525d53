package infoset

import (
	"slices"

	"ludex/internal/infotracker"
)

// A startSampler draws the developments in which simulations begin: half of them
// from the role's information set, and half from the common set of developments that
// any role considers possible. The role knows that the latter did not happen, but
// others may not know, and their strategies depend on it. Importance weights correct
// the distribution.
type startSampler struct {
	own, all     []float64 // sums of the weights
	inside, rest float64   // weights of simulations that begin with and without the role's view
}

func (d *startSampler) reset(t *infotracker.Tracker) {
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

// sample returns the index of a development.
func (d *startSampler) sample(r rng) int {
	sums := d.own
	if len(d.all) > len(d.own) && r.Choose(2) == 0 {
		sums = d.all
	}
	i, _ := slices.BinarySearch(sums, r.float()*sums[len(sums)-1])
	return min(i, len(sums)-1)
}

// weight returns the importance weight of a simulation that begins in a development.
func (d *startSampler) weight(i int) float64 {
	if i < len(d.own) {
		return d.inside
	}
	return d.rest
}
