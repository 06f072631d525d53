package mcts

import "ludex/game"

// An amaf holds AMAF statistics (all moves as first): results of plays in which a
// move was made anywhere below a node. It is a hash table with open addressing, at
// most half full.
type amaf struct {
	seen  int
	used  int
	slots []amafStat
}

// An amafStat is the statistics of one move. A slot with count 0 is empty.
type amafStat struct {
	move  moveID
	count float32
	sum   float32
}

// A moveID identifies a move among the moves of all roles.
type moveID uint64

// newMoveID returns the number of a role's move, given by its key.
func newMoveID(r game.Role, key uint64) moveID {
	return moveID(key + uint64(r+1)*0x9E3779B97F4A7C15)
}

// A seenMove is a move of a simulation with the value that its role got.
type seenMove struct {
	move  moveID
	value float32
}

// find returns the slot of a move, or the empty slot where it belongs.
func (a *amaf) find(m moveID) *amafStat {
	slots := a.slots
	mask := uint64(len(slots) - 1)
	for i := uint64(m) * 0x9E3779B97F4A7C15 >> 32; ; i++ {
		if s := &slots[i&mask]; s.move == m || s.count == 0 {
			return s
		}
	}
}

// grow doubles the table.
func (a *amaf) grow() {
	old := a.slots
	a.slots = make([]amafStat, max(64, 2*len(old)))
	for i := range old {
		if old[i].count > 0 {
			*a.find(old[i].move) = old[i]
		}
	}
}

// add adds the moves of a simulation below a node.
func (a *amaf) add(moves []seenMove) {
	a.seen++
	for _, m := range moves {
		if 2*(a.used+1) > len(a.slots) {
			a.grow()
		}
		s := a.find(m.move)
		if s.count == 0 {
			s.move = m.move
			a.used++
		}
		s.count++
		s.sum += m.value
	}
}

// graveEquivalence is the number of visits of a move, evaluated by one playout each,
// that weigh as much as any number of AMAF results.
const graveEquivalence = 20

// graveValue blends the value of a move with its AMAF value (RAVE).
func (s *selector) graveValue(value, visits float64, ref *amaf, in *expansion, move int) float64 {
	if ref.used == 0 || !in.complete(move) {
		return value
	}
	stat := ref.find(s.graph.id(in, move))
	if stat.count == 0 {
		return value
	}
	count, visits := float64(stat.count), visits*s.weight
	beta := count / (count + visits + count*visits/graveEquivalence)
	return (1-beta)*value + beta*float64(stat.sum)/count
}

// keyOf returns the key of a move of a role.
func keyOf(s game.MoveSplitter, r game.Role, m game.Move) uint64 {
	if s == nil {
		return uint64(m)
	}
	return game.MoveKey(s, r, m)
}

// id returns the number of a move of a turn, and caches it.
func (g *graph) id(in *expansion, move int) moveID {
	if move < len(in.ids) && in.ids[move] != 0 {
		return in.ids[move]
	}
	return g.newID(in, move)
}

// newID computes the number of a move of a turn.
func (g *graph) newID(in *expansion, move int) moveID {
	if len(in.ids) < len(in.moves) {
		in.ids = make([]moveID, len(in.moves))
		g.used += 8 * len(in.ids)
	}
	in.ids[move] = newMoveID(in.mover, keyOf(g.splitter, in.mover, in.moves[move]))
	return in.ids[move]
}
