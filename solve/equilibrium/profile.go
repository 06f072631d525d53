package equilibrium

// A Profile is a behaviour strategy for every player: by sequence, the probability
// of its last action. Empty sequences have 1.
type Profile []float64

// Uniform returns the profile in which all actions are equally likely.
func (t *Tree) Uniform() Profile {
	p := make(Profile, t.sequences)
	for i := range t.players {
		p[i] = 1
	}
	for _, s := range t.sets {
		for a := range s.count {
			p[s.first+a] = 1 / float64(s.count)
		}
	}
	return p
}

// Actions returns the part of a profile for one set of a player, counted from 0. The
// caller may change it.
func (t *Tree) Actions(p Profile, player, number int) []float64 {
	s := t.setsOf(player)[number]
	return p[s.first : s.first+s.count]
}

// normalised converts weights of actions into a profile. Where all weights are 0,
// actions are equally likely.
func (t *Tree) normalised(weights []float64) Profile {
	p := t.Uniform()
	for _, s := range t.sets {
		sum := 0.0
		for _, w := range weights[s.first : s.first+s.count] {
			sum += w
		}
		if sum <= 0 {
			continue
		}
		for a := s.first; a < s.first+s.count; a++ {
			p[a] = weights[a] / sum
		}
	}
	return p
}

// reach computes the realization plan of a player: the probability of each sequence
// by its own choices.
func (t *Tree) reach(p Profile, player int, out []float64) {
	out[player] = 1
	for _, s := range t.setsOf(player) {
		before := out[s.parent]
		for a := s.first; a < s.first+s.count; a++ {
			out[a] = before * p[a]
		}
	}
}

// sequenceValues computes the value of each sequence of a player at the leaves
// directly behind it, given the realization plans of the others. Only the entries of
// the player's sequences in out are set.
func (t *Tree) sequenceValues(player int, reach, out []float64) {
	out[player] = 0
	if sets := t.setsOf(player); len(sets) > 0 {
		last := sets[len(sets)-1]
		clear(out[sets[0].first : last.first+last.count])
	}
	own, weight := t.ends.seq[player], t.ends.weight[player]
	if t.players == 2 {
		other := t.ends.seq[1-player]
		for i, w := range weight {
			out[own[i]] += w * reach[other[i]]
		}
		return
	}
	for i, w := range weight {
		for q, seq := range t.ends.seq {
			if q != player {
				w *= reach[seq[i]]
			}
		}
		out[own[i]] += w
	}
}
