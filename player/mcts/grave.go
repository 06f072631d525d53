package mcts

import "ludex/game"

// An amaf holds AMAF statistics (all moves as first): results of plays in which a
// move was made anywhere below a node. Numbered moves are found by their numbers, the
// others in a hash table with open addressing, at most half full.
type amaf struct {
	seen     int
	used     int // slots of the table
	numbered []amafStat
	slots    []amafSlot
}

// An amafStat is the statistics of one move; the count is 0 if it was not seen.
type amafStat struct{ count, sum float32 }

// An amafSlot is the statistics of a move in the table. A slot with count 0 is empty.
type amafSlot struct {
	move moveID
	amafStat
}

// A seenMove is a move of a simulation with the value that its role got.
type seenMove struct {
	move  moveID
	value float32
}

// find returns the slot of a move, or the empty slot where it belongs.
func (a *amaf) find(m moveID) *amafSlot {
	slots := a.slots
	mask := uint64(len(slots) - 1)
	for i := m.hash(); ; i++ {
		if s := &slots[i&mask]; s.move == m || s.count == 0 {
			return s
		}
	}
}

// stat returns the statistics of a move.
func (a *amaf) stat(m moveID) amafStat {
	if m.numbered() {
		if int(m) < len(a.numbered) {
			return a.numbered[m]
		}
		return amafStat{}
	}
	if a.used == 0 {
		return amafStat{}
	}
	return a.find(m).amafStat
}

// grow doubles the table.
func (a *amaf) grow() {
	old := a.slots
	a.slots = make([]amafSlot, max(64, 2*len(old)))
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
		var s *amafStat
		if m.move.numbered() {
			if int(m.move) >= len(a.numbered) {
				a.extend(int(m.move) + 1)
			}
			s = &a.numbered[m.move]
		} else {
			s = a.place(m.move)
		}
		s.count++
		s.sum += m.value
	}
}

// extend makes room for the statistics of a number of numbered moves.
func (a *amaf) extend(n int) {
	bigger := make([]amafStat, min(max(n, 2*len(a.numbered)), maxNumbered+1))
	copy(bigger, a.numbered)
	a.numbered = bigger
}

// place returns the statistics of a move in the table, which gets a slot.
func (a *amaf) place(m moveID) *amafStat {
	if 2*(a.used+1) > len(a.slots) {
		a.grow()
	}
	s := a.find(m)
	if s.count == 0 {
		s.move = m
		a.used++
	}
	return &s.amafStat
}

// bytes returns about how many bytes the statistics take.
func (a *amaf) bytes() int {
	return amafBytes + amafSlotBytes*len(a.slots) + amafStatBytes*len(a.numbered)
}

// graveEquivalence is the number of visits of a move, evaluated by one playout each,
// that weigh as much as any number of AMAF results.
const graveEquivalence = 20

// graveValue blends the value of a move with its AMAF value (RAVE).
func (s *selector) graveValue(value, visits float64, ref *amaf, in *expansion, move int) float64 {
	if !in.complete(move) {
		return value
	}
	stat := ref.stat(s.graph.id(in, move))
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

// number caches the numbers of all moves of a turn.
func (g *graph) number(in *expansion) {
	for move := range in.moves {
		if in.complete(move) {
			g.id(in, move)
		}
	}
	in.numbered = true
}

// newID computes the number of a move of a turn.
func (g *graph) newID(in *expansion, move int) moveID {
	if len(in.ids) < len(in.moves) {
		in.ids = make([]moveID, len(in.moves))
		g.used += 8 * len(in.ids)
	}
	in.ids[move] = g.numbers.id(in.mover, keyOf(g.splitter, in.mover, in.moves[move]))
	return in.ids[move]
}
