package epistemic

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"sync"
	"sync/atomic"

	"ludex/game"
)

// A model is a set of worlds that are connected: one can go from each to each other one
// over worlds that look the same to a player. A player cannot tell worlds of one class
// apart.
type model struct {
	number  uint64
	states  []game.State // by world: its facts, and what is known there
	classes [][]int32    // by player and world

	mu   sync.Mutex               // of computing what follows
	next atomic.Pointer[[]sequel] // by world; nil until it is needed
}

// A sequel is what can follow a world.
type sequel struct {
	over    bool
	legal   [][]game.Move // by role; nil where the play ends or a role has no move
	choices []choice      // of the roles that have a choice
	rest    int           // how many roles come after the last of them
	targets []target      // by the number of the joint move

	result atomic.Pointer[result] // where the play is over; nil until it is needed
}

// A choice says how many moves a role has.
type choice struct {
	before int // how many roles without a choice come before it
	moves  int
}

// A target is one of the successors of a part.
type target struct {
	part      *part
	successor int32
}

// A place is a world of a model.
type place struct {
	model *model
	world int32
}

// same returns the worlds that a player, given by its index, considers possible in a world.
func (m *model) same(player, world int) (worlds []int) {
	classes := m.classes[player]
	for w := range m.states {
		if classes[w] == classes[world] {
			worlds = append(worlds, w)
		}
	}
	return worlds
}

// size returns how much memory a model takes, without what follows it.
func (m *model) size() int64 {
	n := 0
	for _, s := range m.states {
		n += 8*len(s) + 24
	}
	return int64(n + 4*len(m.classes)*len(m.states) + 200)
}

// hash returns a hash of the facts and classes of a model.
func (m *model) hash() [sha256.Size]byte {
	b := make([]byte, 0, 256)
	for w, s := range m.states {
		b = binary.LittleEndian.AppendUint32(b, uint32(len(s)))
		for _, word := range s {
			b = binary.LittleEndian.AppendUint64(b, word)
		}
		for _, classes := range m.classes {
			b = binary.LittleEndian.AppendUint32(b, uint32(classes[w]))
		}
	}
	return sha256.Sum256(b)
}

// addLegal notes the legal moves of all roles.
func (s *sequel) addLegal(legal [][]game.Move) {
	s.legal = legal
	for _, moves := range legal {
		if len(moves) == 1 {
			s.rest++
			continue
		}
		s.choices = append(s.choices, choice{before: s.rest, moves: len(moves)})
		s.rest = 0
	}
}

// joint returns the number of a joint move, or -1 if it is illegal.
func (s *sequel) joint(moves []game.Move) int {
	if s.legal == nil {
		return -1
	}
	n := 0
	for r, legal := range s.legal {
		i := slices.Index(legal, moves[r])
		if i < 0 {
			return -1
		}
		n = n*len(legal) + i
	}
	return n
}

// know adds what is known to the worlds of a model, which have facts only.
func (m *model) know(g *Game, machine game.Machine) error {
	atoms := make([][]uint64, len(m.states))
	for depth := range g.rules.Depths() {
		for w, s := range m.states {
			atoms[w] = g.rules.Holding(machine, s, depth, atoms[w][:0])
			slices.Sort(atoms[w])
		}
		if err := machine.Err(); err != nil {
			return err
		}
		for i, r := range g.players {
			m.share(g, r, m.classes[i], atoms)
		}
		m.share(g, game.NoRole, make([]int32, len(m.states)), atoms)
	}
	return nil
}

// share makes known to a role, or to everybody, what holds in all worlds of a class.
func (m *model) share(g *Game, r game.Role, classes []int32, atoms [][]uint64) {
	common := map[int32][]uint64{}
	for w, class := range classes {
		if known, ok := common[class]; ok {
			common[class] = intersect(known, atoms[w])
		} else {
			common[class] = slices.Clone(atoms[w])
		}
	}
	for w, class := range classes {
		m.states[w] = g.rules.Know(m.states[w], r, common[class])
	}
}

// intersect removes from a sorted list what is not in another one.
func intersect(a, b []uint64) []uint64 {
	kept := a[:0]
	for _, x := range a {
		if _, ok := slices.BinarySearch(b, x); ok {
			kept = append(kept, x)
		}
	}
	return kept
}
