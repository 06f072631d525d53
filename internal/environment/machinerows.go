package environment

import (
	"fmt"
	"math/bits"
	"slices"

	"ludex/game"
	"ludex/internal/circuit"
)

// machineRows are plays on a machine, one after the other, for games whose moves have no
// fixed numbers. The legal moves are lists. What is true are bits where the engine numbers
// what can be true.
type machineRows struct {
	v        *Vector
	machine  game.Machine
	features game.Featurer // or nil
	words    int           // of the facts of a row
	initial  game.State
	room     int // how many legal moves there is room for

	states, next []game.State // by row, now and after a step
	listed       []int32      // shared: the legal moves, row by row and role by role
	ends         []int64      // shared: where each of these lists ends
	moves        []game.Move
	joint        []game.Move
	goals        []int
	facts        []int32
	idle         []map[game.Move]bool // by role: whether moves are those of a role that is not to move
}

// averageRoom is how many legal moves a row and role have room for, on average.
const averageRoom = 1 << 10

func newMachineRows(v *Vector) *machineRows {
	m := &machineRows{
		v: v, machine: v.game.NewMachine(), features: v.game.features,
		states: make([]game.State, v.opt.Count), next: make([]game.State, v.opt.Count), joint: make([]game.Move, v.roles),
	}
	if m.features != nil {
		m.words = (len(m.features.Features()) + 63) / 64
	}
	for range v.roles {
		m.idle = append(m.idle, map[game.Move]bool{})
	}
	return m
}

func (m *machineRows) layout(l *Layout) {
	n := m.v.opt.Count
	l.add("states", "u8", n, m.words)
	l.add("final", "u8", n, m.words)
	l.add("ends", "i8", n, m.v.roles)
	l.add("listed", "i4", m.room)
}

func (m *machineRows) open(s *shared) { m.listed, m.ends = s.listed, s.ends }

func (m *machineRows) begin() error {
	m.initial = m.machine.Initial(nil)
	if m.machine.Terminal(m.initial) {
		return errOverAtOnce
	}
	first := 0
	for r := range m.v.roles {
		first += len(m.machine.Legal(m.initial, game.Role(r), nil))
	}
	m.room = m.v.opt.Count * max(2*first, averageRoom*m.v.roles)
	return m.machine.Err()
}

func (m *machineRows) restart(i int) {
	m.states[i] = append(m.states[i][:0], m.initial...)
	m.observe(i)
}

// observe stores what is true in a row.
func (m *machineRows) observe(i int) {
	if m.features == nil {
		return
	}
	row := m.v.memory.states[i*m.words : (i+1)*m.words]
	clear(row)
	m.facts = m.features.AppendFeatures(m.states[i], m.facts[:0])
	for _, f := range m.facts {
		set(row, int(f))
	}
}

func (m *machineRows) look() error {
	at := 0
	for i, s := range m.states {
		mover := int8(nobody)
		for r := range m.v.roles {
			m.moves = m.machine.Legal(s, game.Role(r), m.moves[:0])
			if len(m.moves) > len(m.listed)-at {
				return fmt.Errorf("there are more than %d legal moves in all plays: take fewer plays", len(m.listed))
			}
			for _, move := range m.moves {
				m.listed[at] = int32(move)
				at++
			}
			m.ends[i*m.v.roles+r] = int64(at)
			if r == m.v.random || !m.decides(r) {
				continue
			}
			if mover == nobody {
				mover = int8(r)
			} else {
				mover = several
			}
		}
		m.v.memory.mover[i] = mover
	}
	return m.machine.Err()
}

// decides reports whether a role whose legal moves were listed has to decide something.
func (m *machineRows) decides(r int) bool {
	if len(m.moves) != 1 {
		return len(m.moves) > 1
	}
	idle, known := m.idle[r][m.moves[0]]
	if !known {
		idle = isIdle(m.v.game.MoveText(game.Role(r), m.moves[0]))
		m.idle[r][m.moves[0]] = idle
	}
	return !idle
}

// legal returns the legal moves of a role in a row.
func (m *machineRows) legal(i, r int) []int32 {
	k := i*m.v.roles + r
	if k == 0 {
		return m.listed[:m.ends[0]]
	}
	return m.listed[m.ends[k-1]:m.ends[k]]
}

func (m *machineRows) draw(r int) error {
	v := m.v
	for i := range v.drawing {
		draw := v.drawing[i].Uint64()
		at, legal := &v.drawn[i*v.roles+r], m.legal(i, r)
		switch action := *at; {
		case action == Drawn:
			if len(legal) == 0 {
				return v.stuck(i, r)
			}
			k, _ := bits.Mul64(draw, uint64(len(legal)))
			*at = legal[k]
		case r == v.random:
			return v.byChance(i, r)
		case !slices.Contains(legal, action):
			return fmt.Errorf("row %d: %w", i, v.game.illegal(game.Role(r), action))
		}
	}
	return nil
}

func (m *machineRows) step() error {
	v := m.v
	for i, s := range m.states {
		for r := range m.joint {
			m.joint[r] = game.Move(v.drawn[i*v.roles+r])
		}
		m.next[i] = m.machine.Next(s, m.joint, m.next[i])
		v.over[i] = 0
		if m.machine.Terminal(m.next[i]) {
			v.over[i] = 1
			m.score(i)
		}
	}
	if err := m.machine.Err(); err != nil {
		return err
	}
	m.states, m.next = m.next, m.states
	for i := range m.states {
		m.observe(i)
	}
	return nil
}

// score stores the goals of a play that is over.
func (m *machineRows) score(i int) {
	for r := range m.v.roles {
		goal := int32(circuit.NoGoal)
		if m.goals = m.machine.Goals(m.next[i], game.Role(r), m.goals[:0]); len(m.goals) == 1 {
			goal = int32(m.goals[0])
		}
		m.v.goals[i*m.v.roles+r] = goal
	}
}

func (m *machineRows) record(int) {}
