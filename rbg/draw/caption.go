package draw

import "ludex/picture"

// captions returns what stands below the board.
func (v *svg) captions() *picture.Captions {
	t := &picture.Captions{Lines: v.status()}
	for _, piece := range v.shown() {
		if piece != v.empty {
			t.Looks = append(t.Looks, v.look(piece))
			t.Names = append(t.Names, v.pieceName(piece))
		}
	}
	return t
}

// look returns what a piece looks like.
func (v *svg) look(piece int) picture.Look {
	return picture.Look{Symbol: v.symbols[piece], Owner: v.owners[piece], Color: piece}
}
