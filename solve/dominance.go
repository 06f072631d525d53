package solve

// dominant looks for the only profile that sensible players can choose: choices
// that are worse than another one whatever the others do are crossed out, again
// and again, as everybody knows that nobody makes them. It returns -1 if more
// than one profile is left.
func (st *stage) dominant() int {
	d := &dominance{stage: st, out: make([][]bool, len(st.who))}
	for i, n := range st.size {
		d.out[i] = make([]bool, n)
	}
	for changed := true; changed; {
		changed = false
		for who := range st.who {
			changed = d.cross(who) || changed
		}
	}
	left := -1
	for profile := range st.worth {
		if d.possible(profile, -1) {
			if left >= 0 {
				return -1
			}
			left = profile
		}
	}
	return left
}

// dominance is the search for choices that nobody makes.
type dominance struct {
	*stage
	out [][]bool // by decider and choice: it is crossed out
}

// cross crosses out choices of a decider and reports whether there were any.
func (d *dominance) cross(who int) bool {
	changed := false
	for a := range d.size[who] {
		for b := range d.size[who] {
			if a != b && !d.out[who][a] && !d.out[who][b] && d.worse(who, a, b) {
				d.out[who][a], changed = true, true
			}
		}
	}
	return changed
}

// worse reports whether a choice is worse than another one whatever the others
// do.
func (d *dominance) worse(who, a, b int) bool {
	step := 1
	for _, n := range d.size[who+1:] {
		step *= n
	}
	for profile, w := range d.worth {
		if d.digit(profile, who) != a || !d.possible(profile, who) {
			continue
		}
		if other := d.worth[profile+(b-a)*step]; w[d.who[who]].Cmp(other[d.who[who]]) >= 0 {
			return false
		}
	}
	return true
}

// possible reports whether no choice of a profile is crossed out, but for those
// of one decider, who does not count.
func (d *dominance) possible(profile, but int) bool {
	for i := range d.who {
		if i != but && d.out[i][d.digit(profile, i)] {
			return false
		}
	}
	return true
}
