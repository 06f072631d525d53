package table

import (
	"context"

	"ludex/game"
	"ludex/internal/movecells"
)

// A tally has how many pieces each role has, and has lost so far, after a decision, and which must
// not be left attacked.
type tally struct {
	pieces, lost []int
	attacked     []movecells.Attack
	mark         roundMark
	over         bool
}

// counts returns how many pieces each role has, and has lost so far, and which must not be left
// attacked. They are 0 in a game with hidden information. They are computed once for all who see
// them.
func (t *Table) counts() *tally {
	if t.tally.pieces == nil || t.tally.mark != t.fold.mark || t.tally.over != t.fold.play.Over() {
		t.tally = tally{mark: t.fold.mark, over: t.fold.play.Over()}
		t.tally.pieces, t.tally.lost = t.count()
		t.tally.attacked = t.attacked()
	}
	return &t.tally
}

// attacked returns the pieces that no move may leave attacked.
func (t *Table) attacked() []movecells.Attack {
	if t.fold.game.Hidden() {
		return nil
	}
	ctx, done := context.WithTimeout(t.ctx, movecells.Time)
	defer done()
	return t.prepared.cells.Attacks(ctx, t.fold.play.Seat(game.NoRole).State())
}

func (t *Table) count() (pieces, lost []int) {
	f, play := t.fold, t.fold.play.Seat(game.NoRole)
	roles := len(f.game.Roles())
	lost = make([]int, roles)
	if f.game.Hidden() || !t.prepared.board.HasGrid() {
		return make([]int, roles), lost
	}
	if of := f.history(); t.lostOf != of {
		t.lost, t.lostOf = nil, of
	}
	now := play.State()
	for i := len(t.lost); i < play.Steps(); i++ {
		after := now
		if i+1 < play.Steps() {
			after = play.Seen(i + 1).Before
		}
		t.lost = append(t.lost, t.prepared.board.Lost(t.prepared.cells.Changes(play.Seen(i).Before, after)))
	}
	for _, step := range t.lost {
		for r, n := range step[:min(len(step), roles)] {
			lost[r] += n
		}
	}
	return t.prepared.cells.Pieces(now), lost
}
