package rbgdraw

import "ludex/rbg"

// emptyPiece returns the piece that most likely means "empty", or none. It is on the board
// at the beginning. Pieces are scored by their share of the initial board, which counts
// twice, of the pieces that moves put, and of the pieces that moves test.
func emptyPiece(g *rbg.Game) int {
	cover := newTally(g)
	for i := range g.Board.Cells {
		cover.add(g.Board.Cells[i].Piece)
	}
	put, sought := rulesTally(g)
	best, most := none, 0.0
	for piece := range g.Pieces {
		s := 2*cover.share(piece) + put.share(piece) + sought.share(piece)
		if cover.counts[piece] > 0 && s > most {
			best, most = piece, s
		}
	}
	return best
}

// rulesTally counts how often the rules put each piece, and how often they test
// for it alone.
func rulesTally(g *rbg.Game) (put, sought *tally) {
	put, sought = newTally(g), newTally(g)
	if g.Rules == nil {
		return put, sought
	}
	left := 1 << 20 // shared parts are counted repeatedly; a sample of the rules suffices
	g.Rules.Each(func(e *rbg.Expr) bool {
		switch {
		case e.Kind == rbg.Off:
			put.add(e.Piece)
		case e.Kind == rbg.On && len(e.Pieces) == 1:
			sought.add(e.Pieces[0])
		}
		left--
		return left > 0
	})
	return put, sought
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
