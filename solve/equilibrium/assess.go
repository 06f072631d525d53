package equilibrium

// An Assessment evaluates a profile.
type Assessment struct {
	Values   []float64 // by player: what they get on average
	Best     []float64 // by player: what they could get against the others' strategies
	NashConv float64   // the sum of the gains of the players, each deviating alone
}

// Assess evaluates a profile by computing the best response of every player.
func (t *Tree) Assess(p Profile) Assessment {
	a := Assessment{make([]float64, t.players), make([]float64, t.players), 0}
	reach, got := make([]float64, t.sequences), make([]float64, t.sequences)
	for q := range t.players {
		t.reach(p, q, reach)
	}
	for q := range t.players {
		t.sequenceValues(q, reach, got)
		own := t.setsOf(q)
		value := got[q]
		for _, s := range own {
			for seq := s.first; seq < s.first+s.count; seq++ {
				value += reach[seq] * got[seq]
			}
		}
		a.Values[q], a.Best[q] = value, t.bestResponse(q, got, nil)
		// A player cannot exceed best except by rounding.
		a.NashConv += max(0, a.Best[q]-value)
	}
	return a
}

// BestReply returns the best response of a player to a profile, as a profile with
// the others unchanged, and its value.
func (t *Tree) BestReply(p Profile, player int) (Profile, float64) {
	reach, got := make([]float64, t.sequences), make([]float64, t.sequences)
	for q := range t.players {
		t.reach(p, q, reach)
	}
	t.sequenceValues(player, reach, got)
	out := append(Profile(nil), p...)
	value := t.bestResponse(player, got, out)
	return out, value
}

// bestResponse returns the highest value of a player, where got has the direct
// values of its sequences. It adds the values of later choices to them, and writes
// the choices to out unless it is nil.
func (t *Tree) bestResponse(player int, got []float64, out Profile) float64 {
	own := t.setsOf(player)
	for i := len(own) - 1; i >= 0; i-- {
		s := own[i]
		best := s.first
		for a := s.first + 1; a < s.first+s.count; a++ {
			if got[a] > got[best] {
				best = a
			}
		}
		got[s.parent] += got[best]
		if out != nil {
			clear(out[s.first : s.first+s.count])
			out[best] = 1
		}
	}
	return got[player]
}
