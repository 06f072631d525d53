package mcts

// exploreRate is how often regret matching makes a random move, so that nothing stays
// unknown.
const exploreRate = 0.1

// pickMixed chooses an arm with a probability in proportion to how much the role
// regrets not to have chosen it before.
func (s *Search) sampleRegretMatching(d *decider) int {
	total := 0.0
	for i := range d.arms {
		total += d.arms[i].regret
	}
	even := 1 / float64(len(d.arms))
	at, roam := s.fraction(), s.rand.Choose(len(d.arms))
	pick := -1
	for i := range d.arms {
		p := even
		if total > 0 {
			p = d.arms[i].regret / total
		}
		d.arms[i].share += p
		if at -= p; at < 0 && pick < 0 {
			pick = i
		}
	}
	if pick < 0 || s.fraction() < exploreRate {
		pick = roam
	}
	return pick
}

// fraction returns a random number from 0 to below 1.
func (s *Search) fraction() float64 { return float64(s.rand.Uint64()>>11) / (1 << 53) }

// regret adds how much better each arm of decider i would have been, as far as
// is known, while the others do what they did. Negative regrets are forgotten,
// which makes strategies settle sooner.
func (j *joint) regret(d *decider, picks []int32, i int, child *node) {
	got := child.value(d.role)
	base := j.key(picks) - uint64(picks[i])*d.stride
	for k := range d.arms {
		other := j.child(base + uint64(k)*d.stride)
		if other == nil || !other.known() {
			continue
		}
		d.arms[k].regret = max(0, d.arms[k].regret+other.value(d.role)-got)
	}
}

// strategy returns how often each arm should be played: the mean of the strategies
// so far, or for confidence bounds how often they were.
func (d *decider) strategy(mixed bool) []float64 {
	shares := make([]float64, len(d.arms))
	total := 0.0
	for i := range d.arms {
		if shares[i] = float64(d.arms[i].visits); mixed {
			shares[i] = d.arms[i].share
		}
		total += shares[i]
	}
	for i := range shares {
		if total > 0 {
			shares[i] /= total
		} else {
			shares[i] = 1 / float64(len(shares))
		}
	}
	return shares
}
