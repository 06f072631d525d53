package gdldraw

// addUnknown adds the cells of a board of which nothing is certain. Where every
// cell always holds something, a cell without a fact is one of which it is not
// known what.
func (s *study) addUnknown(sh *sheet) {
	if !sh.masked() {
		return
	}
	for _, l := range sh.layers {
		if !l.masked {
			continue
		}
		for _, f := range l.relation.facts(0) {
			if p, r, c, ok := sh.place(l, f); ok && !sh.cells[p][r][c].exists {
				sh.cells[p][r][c].exists, sh.cells[p][r][c].unknown = true, true
			}
		}
	}
}
