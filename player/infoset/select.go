package infoset

import "math"

// wander is how often regret matching makes a random move, so that nothing stays
// unknown.
const wander = 0.15

// A choice is what a role did at a node in a simulation.
type choice struct {
	node   *node
	role   int
	arm    int
	open   []int // the arms that it could take
	picked int   // index in open
	// strategy is what the role meant to do, and shares is how likely the moves
	// were then, with some wandering.
	strategy, shares []float64
}

// pick chooses an arm of a node.
func (s *Search) pick(c *choice) {
	n := c.node
	for _, i := range c.open {
		n.arms[i].available++
	}
	switch {
	case s.way == Regret:
		c.strategy, c.shares = n.matched(c.open, c.strategy[:0]), c.shares[:0]
		for k, i := range c.open {
			n.arms[i].share += c.strategy[k] * s.sim.weight
			c.shares = append(c.shares, (1-wander)*c.strategy[k]+wander/float64(len(c.open)))
		}
		c.picked = s.dice.share(c.shares)
	case s.way == Smooth && s.dice.fraction() < habit(n.visits):
		c.shares = n.strategy(c.open, false, c.shares[:0])
		c.picked = s.dice.share(c.shares)
	default:
		c.picked = s.bound(n, c.open, s.ranges[c.role])
	}
	c.arm = c.open[c.picked]
	n.visits++
	n.arms[c.arm].visits++
}

// habit returns how often a role does what it did so far instead of what seems
// best, at a node with a number of visits. While it learns it does so seldom.
func habit(visits int) float64 {
	return min(0.9, 1-0.9/(1+0.01*math.Sqrt(float64(visits))))
}

// matched appends the strategy of regret matching: moves in proportion to how much
// it is regretted that they were not made before.
func (n *node) matched(open []int, dst []float64) []float64 {
	total := 0.0
	for _, i := range open {
		total += max(0, n.arms[i].regret)
	}
	for _, i := range open {
		if total > 0 {
			dst = append(dst, max(0, n.arms[i].regret)/total)
		} else {
			dst = append(dst, 1/float64(len(open)))
		}
	}
	return dst
}

// bound chooses the arm with the highest upper confidence bound, those that were
// never taken first. A move counts by how often it was possible, not by how often
// the node was visited.
func (s *Search) bound(n *node, open []int, r span) int {
	best, bestBound, ties := 0, math.Inf(-1), 0
	for k, i := range open {
		a := &n.arms[i]
		b := math.Inf(1)
		if a.visits > 0 {
			b = r.scale(a.mean(0)) + s.opt.Explore*math.Sqrt(math.Log(float64(a.available))/float64(a.visits))
		}
		switch {
		case b > bestBound:
			best, bestBound, ties = k, b, 1
		case b == bestBound:
			if ties++; s.dice.Choose(ties) == 0 {
				best = k
			}
		}
	}
	return best
}

// learn lets a node know what came of a choice. The regret of moves that were not
// made is estimated by what they were worth so far, and that of the one that was
// made is corrected so that the estimate is right on average.
func (s *Search) learn(c *choice, value, weight float64) {
	a := &c.node.arms[c.arm]
	if s.way == Regret {
		c.regret(value, weight)
	}
	a.weight += weight
	a.sum += weight * value
}

func (c *choice) regret(value, weight float64) {
	n := c.node
	expected, base := 0.0, n.mean(value)
	worth := func(k int) float64 {
		a := &n.arms[c.open[k]]
		w := a.mean(base)
		if k == c.picked {
			w += (value - w) / c.shares[k]
		}
		return w
	}
	for k, p := range c.strategy {
		expected += p * worth(k)
	}
	for k, i := range c.open {
		n.arms[i].regret += weight * (worth(k) - expected)
	}
}

// A span is the range of values that a role was seen to get.
type span struct{ low, high float64 }

func (r *span) include(x float64) {
	if r.low > r.high {
		*r = span{x, x}
	}
	r.low, r.high = min(r.low, x), max(r.high, x)
}

// scale brings a value of the range between 0 and 1.
func (r span) scale(x float64) float64 {
	if r.high <= r.low {
		return 0.5
	}
	return (x - r.low) / (r.high - r.low)
}
