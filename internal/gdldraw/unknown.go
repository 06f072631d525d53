package gdldraw

// addUnknown marks the cells of a board with unknown content: those without a fact,
// where every cell always has a content.
func (s *pieceFinder) addUnknown(sh *sheet) {
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
