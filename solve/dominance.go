package solve

// dominanceSolution returns the only profile that survives the iterated elimination
// of strictly dominated choices, or -1 if there are several.
func (st *normalForm) dominanceSolution() int {
	d := &dominance{normalForm: st, eliminated: make([][]bool, len(st.who))}
	for i, n := range st.size {
		d.eliminated[i] = make([]bool, n)
	}
	for changed := true; changed; {
		changed = false
		for who := range st.who {
			changed = d.eliminate(who) || changed
		}
	}
	left := -1
	for profile := range st.payoffs {
		if d.possible(profile, -1) {
			if left >= 0 {
				return -1
			}
			left = profile
		}
	}
	return left
}

// A dominance is the state of an iterated elimination.
type dominance struct {
	*normalForm
	eliminated [][]bool // by decider and choice: it is crossed out
}

// eliminate eliminates dominated choices of a player and reports whether there were
// any.
func (d *dominance) eliminate(who int) bool {
	changed := false
	for a := range d.size[who] {
		for b := range d.size[who] {
			if a != b && !d.eliminated[who][a] && !d.eliminated[who][b] && d.dominated(who, a, b) {
				d.eliminated[who][a], changed = true, true
			}
		}
	}
	return changed
}

// dominated reports whether a choice is strictly dominated by another one.
func (d *dominance) dominated(who, a, b int) bool {
	step := 1
	for _, n := range d.size[who+1:] {
		step *= n
	}
	for profile, w := range d.payoffs {
		if d.digit(profile, who) != a || !d.possible(profile, who) {
			continue
		}
		if other := d.payoffs[profile+(b-a)*step]; w[d.who[who]].Cmp(other[d.who[who]]) >= 0 {
			return false
		}
	}
	return true
}

// possible reports whether no choice of a profile is eliminated, apart from those of
// one player.
func (d *dominance) possible(profile, but int) bool {
	for i := range d.who {
		if i != but && d.eliminated[i][d.digit(profile, i)] {
			return false
		}
	}
	return true
}
