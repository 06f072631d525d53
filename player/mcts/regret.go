package mcts

// exploreRate is the probability of a uniformly random move in regret matching, so
// that all moves are explored.
const exploreRate = 0.1

// sampleRegretMatching draws an arm with a probability proportional to its positive
// regret.
func (s *selector) sampleRegretMatching(d *decider) int {
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
func (s *selector) fraction() float64 { return float64(s.rand.Uint64()>>11) / (1 << 53) }

// regret adds to each arm of decider i how much better it would have been against
// the same moves of the others, as far as that is known. Negative regrets become 0
// (regret matching⁺), which converges faster.
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

// strategy returns the average strategy of a decider; with confidence bounds, the
// visit frequencies.
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
