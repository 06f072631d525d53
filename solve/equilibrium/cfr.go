package equilibrium

import "context"

// A CFR improves a profile by counterfactual regret minimisation, as CFR+ does it:
// players take turns, regrets below 0 count as 0, and iteration t counts t times
// in the average.
type CFR struct {
	tree    *Tree
	current Profile
	regret  []float64 // by sequence
	average []float64 // by sequence: how likely it was made, over all iterations
	reach   []float64
	got     []float64
	done    int
}

// NewCFR returns a solver that has made no iteration yet.
func NewCFR(t *Tree) *CFR {
	c := &CFR{
		tree: t, current: t.Uniform(),
		regret: make([]float64, t.sequences), average: make([]float64, t.sequences),
		reach: make([]float64, t.sequences), got: make([]float64, t.sequences),
	}
	for p := range t.players {
		t.reach(c.current, p, c.reach)
	}
	return c
}

// Run makes a number of iterations, or fewer if the context ends.
func (c *CFR) Run(ctx context.Context, iterations int) {
	for range iterations {
		if ctx.Err() != nil {
			return
		}
		c.iterate()
	}
}

// Iterations returns how many iterations were made.
func (c *CFR) Iterations() int { return c.done }

// Profile returns the average of all iterations, which is what comes close to an
// equilibrium.
func (c *CFR) Profile() Profile { return c.tree.normalised(c.average) }

// iterate lets every player once learn from what the others do.
func (c *CFR) iterate() {
	c.done++
	weight := float64(c.done)
	for p := range c.tree.players {
		c.tree.against(p, c.reach, c.got)
		c.learn(p)
		c.tree.reach(c.current, p, c.reach)
		for _, s := range c.tree.setsOf(p) {
			for a := s.first; a < s.first+s.count; a++ {
				c.average[a] += weight * c.reach[a]
			}
		}
	}
}

// learn goes through the sets of a player, last ones first: it finds out what the
// player gets, regrets what was not done, and chooses anew.
func (c *CFR) learn(player int) {
	own := c.tree.setsOf(player)
	for i := len(own) - 1; i >= 0; i-- {
		s := own[i]
		got := c.got[s.first : s.first+s.count]
		choice := c.current[s.first : s.first+s.count]
		regret := c.regret[s.first : s.first+s.count]
		value := 0.0
		for a, g := range got {
			value += choice[a] * g
		}
		c.got[s.parent] += value
		sum := 0.0
		for a, g := range got {
			regret[a] = max(0, regret[a]+g-value)
			sum += regret[a]
		}
		match(regret, sum, choice)
	}
}

// match makes actions as likely as they are regretted, which add up to sum.
func match(regret []float64, sum float64, choice []float64) {
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
