package rbgplay

import "ludex/game"

var _ game.MoveSplitter = (*Game)(nil)

// Part implements [game.MoveSplitter]: the parts of a move are its actions.
func (g *Game) Part(_ game.Role, m game.Move, i int) (part uint64, ok bool) {
	e := g.moves.at(m)
	if e == nil || i >= len(e.actions) {
		return 0, false
	}
	return e.actions[i].Part(), true
}

// Part returns the action as a part of a move.
func (a Action) Part() uint64 { return uint64(uint32(a.Cell))<<32 | uint64(uint32(a.Index)) }
