package rbgdraw

import "ludex/rbg"

// emptyPiece returns the piece that most likely means "empty", or none. It is on the board
// at the beginning, or moves of players leave it behind. Pieces are scored by their share
// of the initial board, which counts twice, of the pieces that moves put, of the pieces
// that moves test, and of the pieces that moves leave behind, which counts three times.
func emptyPiece(g *rbg.Game) int {
	cover := newTally(g)
	for i := range g.Board.Cells {
		cover.add(g.Board.Cells[i].Piece)
	}
	use := rulesTally(g)
	best, most := none, 0.0
	for piece := range g.Pieces {
		s := 2*cover.share(piece) + use.put.share(piece) + use.sought.share(piece) + 3*use.left.share(piece)
		if (cover.counts[piece] > 0 || use.left.share(piece) > 0.5) && s > most {
			best, most = piece, s
		}
	}
	return best
}

// A usage counts how often the rules put each piece, how often they test for it alone,
// and how often a player puts it and goes on from there at once.
type usage struct{ put, sought, left *tally }

func rulesTally(g *rbg.Game) usage {
	u := usage{newTally(g), newTally(g), newTally(g)}
	if g.Rules == nil {
		return u
	}
	budget := 1 << 20 // shared parts are counted repeatedly; a sample of the rules suffices
	player, last := false, none
	g.Rules.Each(func(e *rbg.Expr) bool {
		switch {
		case e.Kind == rbg.Off:
			u.put.add(e.Piece)
			last = e.Piece
		case e.Kind == rbg.On:
			if len(e.Pieces) == 1 {
				u.sought.add(e.Pieces[0])
			}
			last = none
		case e.Kind == rbg.Shift:
			if player {
				u.left.add(last)
			}
			last = none
		case e.Kind == rbg.Switch:
			player, last = e.Player != rbg.Keeper, none
		}
		budget--
		return budget > 0
	})
	return u
}

// A tally counts pieces.
type tally struct {
	counts []int
	all    int
}

func newTally(g *rbg.Game) *tally { return &tally{counts: make([]int, len(g.Pieces))} }

func (t *tally) add(piece int) {
	if piece >= 0 && piece < len(t.counts) {
		t.counts[piece]++
		t.all++
	}
}

func (t *tally) share(piece int) float64 { return float64(t.counts[piece]) / float64(max(1, t.all)) }
