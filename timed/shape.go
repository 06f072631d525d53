package timed

import (
	"cmp"
	"encoding/binary"

	"ludex/game"
)

// A life is the lifetime of a fact in a shape: the number of a hole, or the
// complement of the number of a constant of the rules.
type life int32

// lasting is infinity, the first of the constants.
const lasting life = -1

// A held is a fact of a shape with its lifetime.
type held struct {
	fact *atom
	life life
}

func compareHeld(a, b held) int {
	return cmp.Or(cmp.Compare(a.fact.id, b.fact.id), cmp.Compare(a.life, b.life))
}

// A shape is a state without its numbers. All results about it hold for all states
// that have it.
type shape struct {
	game    *Game
	age     int // of the game's memory to which it belongs
	facts   []held
	expired []*atom
	holes   int
	lives   []life  // finite lifetimes of facts, each once
	inner   []int32 // holes inside facts, each once

	words    game.State // for the rule engine
	known    knowledge
	terminal bool
	legal    [][]*atom  // by role
	texts    [][]string // of legal, sorted, where no move has a hole
	goals    [][]int    // by role
	instants map[string]*passage
}

// A knowledge says which results about a shape have been computed.
type knowledge uint8

const (
	knowsTerminal knowledge = 1 << iota
	knowsLegal
	knowsGoals
)

// finish computes the derived fields of a new shape.
func (s *shape) finish() {
	inner, lives := map[int32]bool{}, map[life]bool{lasting: true}
	note := func(a *atom) {
		for _, h := range a.holes {
			if !inner[h] {
				inner[h] = true
				s.inner = append(s.inner, h)
			}
		}
	}
	for _, f := range s.facts {
		note(f.fact)
		if !lives[f.life] {
			lives[f.life] = true
			s.lives = append(s.lives, f.life)
		}
	}
	for _, a := range s.expired {
		note(a)
	}
	s.instants = map[string]*passage{}
}

// A renumbering gives holes new numbers, in the order in which they are met.
// Sources say where the number for a hole comes from; their meaning is up to the
// caller.
type renumbering struct {
	pool    *atomPool
	sources []int32
	numbers map[int32]int32
}

func newRenumbering(pool *atomPool) *renumbering {
	return &renumbering{pool: pool, numbers: map[int32]int32{}}
}

func (r *renumbering) hole(source int32) int32 {
	n, ok := r.numbers[source]
	if !ok {
		n = int32(len(r.sources))
		r.numbers[source] = n
		r.sources = append(r.sources, source)
	}
	return n
}

// atoms returns atoms with new numbers for their holes, each of which has a
// source.
func (r *renumbering) atoms(atoms []*atom, source func(hole int32) int32) []*atom {
	out := make([]*atom, len(atoms))
	for i, a := range atoms {
		out[i] = r.atom(a, source)
	}
	return out
}

func (r *renumbering) atom(a *atom, source func(hole int32) int32) *atom {
	return r.pool.renamed(a, func(h int32) int32 { return r.hole(source(h)) })
}

// same is the source of a hole that keeps its number.
func same(hole int32) int32 { return hole }

// appendShapeKey appends bytes that are the same for equal facts and lists.
func appendShapeKey(key []byte, facts []held, lists ...[]*atom) []byte {
	for _, f := range facts {
		key = binary.AppendUvarint(key, uint64(f.fact.id)+1)
		key = binary.AppendVarint(key, int64(f.life))
	}
	for _, list := range lists {
		key = append(key, 0)
		for _, a := range list {
			key = binary.AppendUvarint(key, uint64(a.id)+1)
		}
	}
	return key
}
