package infoset

import (
	"slices"

	"ludex/game"
	"ludex/internal/statehash"
)

// A stateTable holds the states that a belief search has visited, each once and
// under a number, with what was computed about them.
type stateTable struct {
	machine game.Machine
	role    game.Role

	states []game.State
	index  map[uint64]int32
	infos  []stateInfo
	memory []uint64
	goals  []int
}

// A stateInfo holds what was computed about a state.
type stateInfo struct {
	inspected bool
	over      bool
	goal      float64 // of the role, between 0 and 1, if the play is over
	legal     []game.Move
}

func newStateTable(m game.Machine, r game.Role) *stateTable {
	return &stateTable{machine: m, role: r, index: map[uint64]int32{}}
}

// add returns the number of a state.
func (t *stateTable) add(s game.State) int32 {
	for hash := statehash.Of(s); ; hash++ {
		id, ok := t.index[hash]
		if ok && slices.Equal(t.states[id], s) {
			return id
		}
		if !ok {
			id = int32(len(t.states))
			t.index[hash] = id
			t.states, t.infos = append(t.states, t.keep(s)), append(t.infos, stateInfo{})
			return id
		}
	}
}

// keep copies a state into the memory of the table.
func (t *stateTable) keep(s game.State) game.State {
	const chunk = 1 << 14
	if len(t.memory)+len(s) > cap(t.memory) {
		t.memory = make([]uint64, 0, max(chunk, len(s)))
	}
	start := len(t.memory)
	t.memory = append(t.memory, s...)
	return t.memory[start:len(t.memory):len(t.memory)]
}

// inspect returns whether a state is terminal, and its goal.
func (t *stateTable) inspect(id int32) *stateInfo {
	n := &t.infos[id]
	if n.inspected {
		return n
	}
	n.inspected = true
	if n.over = t.machine.Terminal(t.states[id]); n.over {
		n.goal = goalOf(t.machine, t.states[id], t.role, &t.goals)
	}
	return n
}

// goalOf returns the goal value of a role between 0 and 1, and 0.5 if the rules do
// not give exactly one.
func goalOf(m game.Machine, s game.State, r game.Role, buffer *[]int) float64 {
	if *buffer = m.Goals(s, r, (*buffer)[:0]); len(*buffer) == 1 {
		return float64((*buffer)[0]) / 100
	}
	return 0.5
}

// legal returns the role's legal moves in a state.
func (t *stateTable) legal(id int32) []game.Move {
	n := &t.infos[id]
	if n.legal == nil {
		n.legal = t.machine.Legal(t.states[id], t.role, nil)
	}
	return n.legal
}
