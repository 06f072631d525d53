package equilibrium

// A Profile says how all players choose: by sequence, how likely its last action
// is where it can be taken. Empty sequences have 1.
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

// Actions returns the part of a profile that is about one set of a player, which
// counts from 0. The caller may change it.
func (t *Tree) Actions(p Profile, player, number int) []float64 {
	s := t.setsOf(player)[number]
	return p[s.first : s.first+s.count]
}

// normalised turns weights of actions into a profile. Where all weights are 0, the
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

// reach computes how likely a player makes each sequence of choices, as far as it
// is the player's doing.
func (t *Tree) reach(p Profile, player int, out []float64) {
	out[player] = 1
	for _, s := range t.setsOf(player) {
		before := out[s.parent]
		for a := s.first; a < s.first+s.count; a++ {
			out[a] = before * p[a]
		}
	}
}

// against computes what each sequence of a player brings at the leaves that lie
// directly behind it, given how likely the others make theirs. Only the entries of
// the player's sequences in out count.
func (t *Tree) against(player int, reach, out []float64) {
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
