package lower

// optimise removes tests whose outcome is known and sets that are not read: the
// pass between emission and linking. Keepers are left alone, since a failure leads
// to places that no jump shows.
func optimise(u *unit) {
	results := map[*function]map[uint16]bool{} // registers that are read after a function has returned
	for _, p := range u.patterns() {
		if p.value != nil {
			if results[p.value] == nil {
				results[p.value] = map[uint16]bool{}
			}
			results[p.value][p.result] = true
		}
	}
	for _, f := range u.functions {
		if f.isKeeper {
			continue
		}
		f.threadJumps()
		for f.eliminateDead(results[f]) {
		}
	}
}
