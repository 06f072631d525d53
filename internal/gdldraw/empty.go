package gdldraw

import "slices"

// dropEmpty leaves boards out on which nothing lies, if others have something.
// The first one is left if none has, because a board is what people expect.
func (s *scene) dropEmpty() {
	if len(s.boards) == 0 {
		return
	}
	first := s.boards[:1]
	s.boards = slices.DeleteFunc(slices.Clone(s.boards), (*sheet).isEmpty)
	if len(s.boards) == 0 {
		s.boards = first
	}
}

// isEmpty reports whether nothing lies on a board, and nothing did before the
// last move.
func (sh *sheet) isEmpty() bool {
	for _, panel := range sh.cells {
		for _, row := range panel {
			for _, c := range row {
				if len(c.stones) > 0 || c.changed || c.exists && sh.masked() {
					return false
				}
			}
		}
	}
	return true
}
