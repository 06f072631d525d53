package table

import (
	"context"
	"slices"

	"ludex/game"
	"ludex/internal/movecells"
)

// A tally has how many pieces each role has, and has lost so far, after a decision, and which must
// not be left attacked.
type tally struct {
	pieces, lost []int
	taken        [][]string // by role: the pieces that it has lost, as people call them
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
		t.count()
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

// A loss is what each role loses in a step.
type loss struct {
	lost  []int
	taken [][]string
}

// count counts pieces.
func (t *Table) count() {
	f, play := t.fold, t.fold.play.Seat(game.NoRole)
	roles := len(f.game.Roles())
	c := &t.tally
	c.pieces, c.lost, c.taken = make([]int, roles), make([]int, roles), make([][]string, roles)
	if f.game.Hidden() || !t.prepared.board.HasGrid() {
		return
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
		changes := t.prepared.cells.Changes(play.Seen(i).Before, after)
		step := loss{lost: t.prepared.board.Lost(changes)}
		if slices.Max(step.lost) > 0 {
			step.taken = t.prepared.board.Taken(changes)
		}
		t.lost = append(t.lost, step)
	}
	for _, step := range t.lost {
		for r, n := range step.lost[:min(len(step.lost), roles)] {
			if c.lost[r] += n; n > 0 {
				c.taken[r] = append(c.taken[r], step.taken[r]...)
			}
		}
	}
	c.pieces = t.prepared.cells.Pieces(now)
}
