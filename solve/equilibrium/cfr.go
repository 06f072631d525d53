package equilibrium

import "context"

// A cfrSolver improves a profile by counterfactual regret minimisation in the form CFR+:
// alternating updates, regrets below 0 count as 0, and iteration t has weight t in
// the average.
type cfrSolver struct {
	tree    *Tree
	current Profile
	regret  []float64 // by sequence
	average []float64 // by sequence: its weighted probability, summed over the iterations
	reach   []float64
	values  []float64
	done    int
}

// newCFR returns a solver without iterations.
func newCFR(t *Tree) *cfrSolver {
	c := &cfrSolver{
		tree: t, current: t.Uniform(),
		regret: make([]float64, t.sequences), average: make([]float64, t.sequences),
		reach: make([]float64, t.sequences), values: make([]float64, t.sequences),
	}
	for p := range t.players {
		t.reach(c.current, p, c.reach)
	}
	return c
}

// Run makes a number of iterations, or fewer if the context ends.
func (c *cfrSolver) Run(ctx context.Context, iterations int) {
	for range iterations {
		if ctx.Err() != nil {
			return
		}
		c.iterate()
	}
}

// Iterations returns the number of iterations made.
func (c *cfrSolver) Iterations() int { return c.done }

// Profile returns the average strategy, which converges to an equilibrium.
func (c *cfrSolver) Profile() Profile { return c.tree.normalised(c.average) }

// iterate updates every player once.
func (c *cfrSolver) iterate() {
	c.done++
	weight := float64(c.done)
	for p := range c.tree.players {
		c.tree.sequenceValues(p, c.reach, c.values)
		c.updateRegrets(p)
		c.tree.reach(c.current, p, c.reach)
		for _, s := range c.tree.setsOf(p) {
			for a := s.first; a < s.first+s.count; a++ {
				c.average[a] += weight * c.reach[a]
			}
		}
	}
}

// updateRegrets computes the counterfactual values of a player's sets, the last ones
// first, and updates its regrets and its strategy.
func (c *cfrSolver) updateRegrets(player int) {
	own := c.tree.setsOf(player)
	for i := len(own) - 1; i >= 0; i-- {
		s := own[i]
		got := c.values[s.first : s.first+s.count]
		choice := c.current[s.first : s.first+s.count]
		regret := c.regret[s.first : s.first+s.count]
		value := 0.0
		for a, g := range got {
			value += choice[a] * g
		}
		c.values[s.parent] += value
		sum := 0.0
		for a, g := range got {
			regret[a] = max(0, regret[a]+g-value)
			sum += regret[a]
		}
		regretMatching(regret, sum, choice)
	}
}

// regretMatching sets probabilities proportional to regrets, whose sum is given.
func regretMatching(regret []float64, sum float64, choice []float64) {
	if sum <= 0 {
		for a := range choice {
			choice[a] = 1 / float64(len(choice))
		}
		return
	}
	for a, r := range regret {
		choice[a] = r / sum
	}
}
