package equilibrium

// An Assessment says what a profile is worth.
type Assessment struct {
	Values   []float64 // by player: what they get on average
	Best     []float64 // by player: what they could get if the others go on as they do
	NashConv float64   // how much all players could gain, each alone: the sum of the differences
}

// Assess says what a profile is worth, by computing everybody's best response.
func (t *Tree) Assess(p Profile) Assessment {
	a := Assessment{make([]float64, t.players), make([]float64, t.players), 0}
	reach, got := make([]float64, t.sequences), make([]float64, t.sequences)
	for q := range t.players {
		t.reach(p, q, reach)
	}
	for q := range t.players {
		t.against(q, reach, got)
		own := t.setsOf(q)
		value := got[q]
		for _, s := range own {
			for seq := s.first; seq < s.first+s.count; seq++ {
				value += reach[seq] * got[seq]
			}
		}
		a.Values[q], a.Best[q] = value, t.respond(q, got, nil)
		// A player cannot do better than best but for rounding.
		a.NashConv += max(0, a.Best[q]-value)
	}
	return a
}

// BestResponse returns a strategy that is best for a player if the others follow a
// profile, as a profile with the others unchanged, and what it brings the player.
func (t *Tree) BestResponse(p Profile, player int) (Profile, float64) {
	reach, got := make([]float64, t.sequences), make([]float64, t.sequences)
	for q := range t.players {
		t.reach(p, q, reach)
	}
	t.against(player, reach, got)
	out := append(Profile(nil), p...)
	value := t.respond(player, got, out)
	return out, value
}

// respond returns the most that a player can get, where got says what sequences
// bring directly. It adds to them what later choices bring, and notes the choices
// in out unless it is nil.
func (t *Tree) respond(player int, got []float64, out Profile) float64 {
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
