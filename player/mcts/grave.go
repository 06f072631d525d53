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
	move  tracedMove
	count float32
	sum   float32
}

// find returns the slot of a move, or the empty slot where it belongs.
func (a *amaf) find(m tracedMove) *amafStat {
	mask := uint64(len(a.slots) - 1)
	hash := (m.Key + uint64(m.Role)) * 0x9E3779B97F4A7C15
	for i := hash >> 32 & mask; ; i = (i + 1) & mask {
		if s := &a.slots[i]; s.count == 0 || s.move == m {
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
func (a *amaf) add(moves []tracedMove, values []float64) {
	a.seen++
	for _, m := range moves {
		if 2*(a.used+1) > len(a.slots) {
			a.grow()
		}
		s := a.find(m)
		if s.count == 0 {
			s.move = m
			a.used++
		}
		s.count++
		s.sum += float32(values[m.Role])
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
	stat := ref.find(tracedMove{Role: in.mover, Key: s.graph.key(in, move)})
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

// key returns the key of a move of a turn, and caches it.
func (g *graph) key(in *expansion, move int) uint64 {
	if len(in.keys) < len(in.moves) {
		in.keys = make([]uint64, len(in.moves))
		g.used += 8 * len(in.keys)
	}
	if in.keys[move] == 0 {
		in.keys[move] = keyOf(g.splitter, in.mover, in.moves[move])
	}
	return in.keys[move]
}
