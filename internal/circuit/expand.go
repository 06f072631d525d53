package circuit

import (
	"slices"

	"ludex/game"
	"ludex/internal/circuit/bitslice"
)

// An expansion computes children of states of one phase in lanes.
type expansion struct {
	lanes     *bitslice.Evaluator
	positions [][]int32 // by role and move: its position in the phase, or none
	enough    int       // the number of children from which this pays
	states    []uint64  // scratch
	percepts  []uint64  // of the lanes, after a batch with percepts
}

// breakEven estimates the number of children from which lanes are faster. In
// lanes, all of them cost the time of the gates, of loading one state, and of
// reading the results; a child that is computed alone takes little more than what
// its move changes. The numbers are nanoseconds, fitted to fifteen games.
func breakEven(gates, next, bits int) int {
	all := 1000 + 2*gates + 30*bits
	alone := 150 + next/25
	const lane = 20
	return all / (alone - lane)
}

// Expand appends to dst the states after each of the joint moves, which stand one
// after the other in joints. The memory of states beyond the length of dst is
// reused.
func (m *Machine) Expand(s game.State, joints []game.Move, dst []game.State) []game.State {
	roles := len(m.game.spec.Roles)
	if phase := m.game.PhaseOf(s); phase >= 0 && len(s) > 0 {
		if x := m.expansion(phase); x != nil && x.pays(len(joints)/roles) && x.knows(joints) {
			return x.expand(s, joints, dst)
		}
	}
	for ; len(joints) > 0; joints = joints[roles:] {
		dst = game.Extend(dst, 1)
		dst[len(dst)-1] = m.Next(s, joints[:roles], dst[len(dst)-1])
	}
	return dst
}

// expansion returns the expansion of a phase, or nil if there is none.
func (m *Machine) expansion(phase int) *expansion {
	if m.expansions == nil {
		m.expansions = make([]*expansion, len(m.game.phases))
	}
	if m.expansions[phase] == nil {
		e, err := m.game.interpreter()
		if err != nil {
			return nil
		}
		m.expansions[phase] = newExpansion(m.game, m.game.program, e, phase)
	}
	return m.expansions[phase]
}

// newExpansion returns the expansion of a phase of one of the game's programs.
func newExpansion(g *Game, p *bitslice.Program, e *bitslice.Engine, phase int) *expansion {
	st := &g.stats.Phases[phase]
	x := &expansion{lanes: e.NewEvaluator(phase), enough: breakEven(st.Legal+st.Next, st.Next, len(g.spec.State))}
	for r, moves := range g.spec.Moves {
		at := slices.Repeat([]int32{none}, len(moves))
		for i, move := range p.Phases[phase].Roles[r].Moves {
			at[move] = int32(i)
		}
		x.positions = append(x.positions, at)
	}
	return x
}

// pays reports whether a number of children is worth using lanes.
func (x *expansion) pays(children int) bool {
	return children >= x.enough && x.enough <= bitslice.Count
}

// knows reports whether all moves can be legal in the phase.
func (x *expansion) knows(joints []game.Move) bool {
	for i, move := range joints {
		if x.positions[i%len(x.positions)][move] == none {
			return false
		}
	}
	return true
}

// expand appends the children of a state.
func (x *expansion) expand(s game.State, joints []game.Move, dst []game.State) []game.State {
	roles := len(x.positions)
	x.lanes.Broadcast(s)
	x.lanes.Legal()
	for len(joints) > 0 {
		n := min(len(joints)/roles, bitslice.Count)
		x.lanes.ClearMoves()
		for i, move := range joints[:n*roles] {
			x.lanes.SetMove(i/roles, i%roles, int(x.positions[i%roles][move]))
		}
		x.lanes.Next()
		x.states = slices.Grow(x.states[:0], n*len(s))[:n*len(s)]
		x.lanes.Store(x.states)
		for i := range n {
			dst = game.Extend(dst, 1)
			dst[len(dst)-1] = append(dst[len(dst)-1][:0], x.states[i*len(s):(i+1)*len(s)]...)
		}
		joints = joints[n*roles:]
	}
	return dst
}
