package epistemic

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"sync"

	"ludex/game"
)

// A model is a set of worlds that are connected: one can go from each to each other one
// over worlds that look the same to a player. A player cannot tell worlds of one class
// apart.
type model struct {
	number  uint64
	states  []game.State // by world: its facts, and what is known there
	classes [][]int32    // by player and world

	mu   sync.Mutex
	next *step // nil until it is needed
}

// A step is what can follow the worlds of a model.
type step struct {
	legal   [][][]game.Move // by world and role; nil where the play ends
	targets [][]target      // by world and the number of the joint move
}

// A target is a world of a model.
type target struct {
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
func (m *model) hash() (sum [sha256.Size]byte) {
	h := sha256.New()
	var b []byte
	for w, s := range m.states {
		b = binary.LittleEndian.AppendUint32(b[:0], uint32(len(s)))
		for _, word := range s {
			b = binary.LittleEndian.AppendUint64(b, word)
		}
		for _, classes := range m.classes {
			b = binary.LittleEndian.AppendUint32(b, uint32(classes[w]))
		}
		h.Write(b)
	}
	h.Sum(sum[:0])
	return sum
}

// joint returns the number of a joint move in a world, or -1 if it is illegal.
func (s *step) joint(world uint64, moves []game.Move) int {
	if s.legal[world] == nil {
		return -1
	}
	n := 0
	for r, legal := range s.legal[world] {
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
