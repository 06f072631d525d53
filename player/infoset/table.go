package infoset

import (
	"slices"

	"ludex/game"
	"ludex/internal/statehash"
)

// A table holds the states that a search of beliefs has come across, each once
// and under a number, with what was found out about them.
type table struct {
	machine game.Machine
	role    game.Role

	states []game.State
	index  map[uint64]int32
	notes  []note
	memory []uint64
	goals  []int
}

// A note is what is known about a state.
type note struct {
	looked bool
	over   bool
	goal   float64 // of the role, between 0 and 1, if the play is over
	legal  []game.Move
}

func newTable(m game.Machine, r game.Role) *table {
	return &table{machine: m, role: r, index: map[uint64]int32{}}
}

// add returns the number of a state.
func (t *table) add(s game.State) int32 {
	for hash := statehash.Of(s); ; hash++ {
		id, ok := t.index[hash]
		if ok && slices.Equal(t.states[id], s) {
			return id
		}
		if !ok {
			id = int32(len(t.states))
			t.index[hash] = id
			t.states, t.notes = append(t.states, t.keep(s)), append(t.notes, note{})
			return id
		}
	}
}

// keep copies a state into memory of the table.
func (t *table) keep(s game.State) game.State {
	const chunk = 1 << 14
	if len(t.memory)+len(s) > cap(t.memory) {
		t.memory = make([]uint64, 0, max(chunk, len(s)))
	}
	start := len(t.memory)
	t.memory = append(t.memory, s...)
	return t.memory[start:len(t.memory):len(t.memory)]
}

// look finds out about a state.
func (t *table) look(id int32) *note {
	n := &t.notes[id]
	if n.looked {
		return n
	}
	n.looked = true
	if n.over = t.machine.Terminal(t.states[id]); n.over {
		n.goal = goalOf(t.machine, t.states[id], t.role, &t.goals)
	}
	return n
}

// goalOf returns the goal value of a role between 0 and 1, and a half if the rules
// do not give exactly one.
func goalOf(m game.Machine, s game.State, r game.Role, buffer *[]int) float64 {
	if *buffer = m.Goals(s, r, (*buffer)[:0]); len(*buffer) == 1 {
		return float64((*buffer)[0]) / 100
	}
	return 0.5
}

// legal returns the role's legal moves in a state.
func (t *table) legal(id int32) []game.Move {
	n := &t.notes[id]
	if n.legal == nil {
		n.legal = t.machine.Legal(t.states[id], t.role, nil)
	}
	return n.legal
}
