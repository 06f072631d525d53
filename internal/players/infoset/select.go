package infoset

import "math"

// exploreRate is the probability of a uniformly random move in regret matching, so
// that all moves are explored.
const exploreRate = 0.15

// A choice is a role's choice at a node in a simulation.
type choice struct {
	node   *node
	role   int
	index  int
	arms   []int // the arms that it could take
	picked int   // index in open
	// strategy is the role's strategy, and shares are the probabilities of the
	// moves including exploration.
	strategy, shares []float64
}

// pick chooses an arm of a node.
func (s *Search) pick(c *choice) {
	n := c.node
	for _, i := range c.arms {
		n.arms[i].available++
	}
	switch {
	case s.rule == Regret:
		c.strategy, c.shares = n.regretMatching(c.arms, c.strategy[:0]), c.shares[:0]
		for k, i := range c.arms {
			n.arms[i].share += c.strategy[k] * s.sim.weight
			c.shares = append(c.shares, (1-exploreRate)*c.strategy[k]+exploreRate/float64(len(c.arms)))
		}
		c.picked = s.rng.sample(c.shares)
	case s.rule == Smooth && s.rng.float() < averageRate(n.visits):
		c.shares = n.strategy(c.arms, false, c.shares[:0])
		c.picked = s.rng.sample(c.shares)
	default:
		c.picked = s.upperConfidence(n, c.arms, s.ranges[c.role])
	}
	c.index = c.arms[c.picked]
	n.visits++
	n.arms[c.index].visits++
}

// averageRate returns the probability with which smooth UCT follows the average
// strategy instead of the confidence bounds, at a node with a number of visits. It
// starts low.
func averageRate(visits int) float64 {
	return min(0.9, 1-0.9/(1+0.01*math.Sqrt(float64(visits))))
}

// regretMatching appends the strategy of regret matching: probabilities proportional
// to positive regrets.
func (n *node) regretMatching(open []int, dst []float64) []float64 {
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

// upperConfidence chooses the arm with the highest upper confidence bound, untried
// arms first. The bound uses the number of times that a move was available instead
// of the visits of the node, as in ISMCTS.
func (s *Search) upperConfidence(n *node, open []int, r valueRange) int {
	best, bestBound, ties := 0, math.Inf(-1), 0
	for k, i := range open {
		a := &n.arms[i]
		b := math.Inf(1)
		if tried := float64(a.visits) + a.virtual; tried > 0 {
			b = r.scale(a.mean(0)) + s.opt.Explore*math.Sqrt(math.Log(float64(a.available))/tried)
		}
		switch {
		case b > bestBound:
			best, bestBound, ties = k, b, 1
		case b == bestBound:
			if ties++; s.rng.Choose(ties) == 0 {
				best = k
			}
		}
	}
	return best
}

// learn adds the result of a choice. Regrets of other moves are estimated by their
// mean values; the estimate of the chosen move is corrected by importance sampling,
// so that it is unbiased.
func (s *Search) learn(c *choice, value, weight float64) {
	a := &c.node.arms[c.index]
	if s.rule == Regret {
		c.regret(value, weight)
	}
	a.weight += weight
	a.sum += weight * value
}

func (c *choice) regret(value, weight float64) {
	n := c.node
	expected, base := 0.0, n.mean(value)
	worth := func(k int) float64 {
		a := &n.arms[c.arms[k]]
		w := a.mean(base)
		if k == c.picked {
			w += (value - w) / c.shares[k]
		}
		return w
	}
	for k, p := range c.strategy {
		expected += p * worth(k)
	}
	for k, i := range c.arms {
		n.arms[i].regret += weight * (worth(k) - expected)
	}
}

// A valueRange is the range of values that a role has got so far.
type valueRange struct{ low, high float64 }

func (r *valueRange) include(x float64) {
	if r.low > r.high {
		*r = valueRange{x, x}
	}
	r.low, r.high = min(r.low, x), max(r.high, x)
}

// scale maps a value of the range to [0, 1].
func (r valueRange) scale(x float64) float64 {
	if r.high <= r.low {
		return 0.5
	}
	return (x - r.low) / (r.high - r.low)
}
