package circuit

import (
	"slices"

	"ludex/game"
	"ludex/internal/circuit/bitslice"
)

// A batch is the memory in which a machine steps up to 512 positions.
type batch struct {
	phases []int   // by position: the phase of its state, or -1
	lane   []int32 // by position: its lane, or none if it is computed alone
	list   []int32 // positions by lane
	after  game.State
}

// StepAll appends to dst the states after the joint moves that are made in the
// given states, and overwrites seen with the percepts of its roles.
func (m *Machine) StepAll(states []game.State, joints []game.Move, dst []game.State, seen *game.Percepts) []game.State {
	if seen != nil {
		seen.Reset()
	}
	roles, first := len(m.game.spec.Roles), len(dst)
	dst = game.Extend(dst, len(states))
	for out := dst[first:]; len(states) > 0; {
		n := min(len(states), bitslice.Count)
		m.stepSome(states[:n], joints[:n*roles], out[:n], seen)
		states, joints, out = states[n:], joints[n*roles:], out[n:]
	}
	return dst
}

// stepSome steps at most as many positions as there are lanes. The positions of a
// phase go into lanes if there are enough of them; the others are computed alone.
func (m *Machine) stepSome(states []game.State, joints []game.Move, out []game.State, seen *game.Percepts) {
	b := &m.batch
	b.begin(m.game, states)
	for phase := range m.game.phases {
		if !b.collect(phase, m.game.enough(phase)) {
			continue
		}
		if x := m.stepping(phase, seen != nil); x != nil {
			b.enter(x, joints)
			x.step(b, states, joints, out, seen != nil)
		}
	}
	roles := len(m.game.spec.Roles)
	for i, s := range states {
		joint := joints[i*roles : (i+1)*roles]
		lane := b.lane[i]
		if lane == none {
			out[i] = m.Next(s, joint, out[i])
		}
		switch {
		case seen == nil:
		case lane == none:
			seen.Add(m, s, joint)
		default:
			x := m.stepping(b.phases[i], true)
			m.game.addPercepts(seen, x.perceived(lane), joint)
		}
	}
}

// EndingAll appends to dst whether the joint moves that are made in the given
// states lead to terminal states.
func (m *Machine) EndingAll(states []game.State, joints []game.Move, dst []bool) []bool {
	roles := len(m.game.spec.Roles)
	for len(states) > 0 {
		n := min(len(states), bitslice.Count)
		first := len(dst)
		dst = slices.Grow(dst, n)[:first+n]
		m.endingSome(states[:n], joints[:n*roles], dst[first:])
		states, joints = states[n:], joints[n*roles:]
	}
	return dst
}

// endingSome does what EndingAll does for positions of which there are not more than
// lanes.
func (m *Machine) endingSome(states []game.State, joints []game.Move, out []bool) {
	b := &m.batch
	b.begin(m.game, states)
	for phase := range m.game.phases {
		if !b.collect(phase, m.game.enough(phase)) {
			continue
		}
		x, y := m.expansion(phase), m.expansion((phase+1)%len(m.game.phases))
		if x == nil || y == nil {
			continue
		}
		b.enter(x, joints)
		x.next(b, states, joints)
		y.lanes.Follow(x.lanes)
		over := m.game.ended(y.lanes)
		for lane, i := range b.list {
			out[i] = over[lane/64]>>(lane%64)&1 == 1
		}
	}
	roles := len(m.game.spec.Roles)
	for i, s := range states {
		if b.lane[i] == none {
			b.after = m.Next(s, joints[i*roles:(i+1)*roles], b.after)
			out[i] = m.Terminal(b.after)
		}
	}
}

// ended computes the legal moves, and returns the lanes whose states are terminal.
func (g *Game) ended(v *bitslice.Evaluator) bitslice.Vec {
	v.Legal()
	over := *v.Terminal()
	if g.spec.StuckEnds {
		for r := range g.spec.Roles {
			stuck := v.Stuck(r)
			for w := range over {
				over[w] |= stuck[w]
			}
		}
	}
	return over
}

// enough estimates the number of states of a phase from which lanes are faster. In
// lanes, the states cost the time of the gates once, plus some time per lane; a
// state that is computed alone has little in common with the one before it, so
// much of the circuit changes. The numbers are nanoseconds, fitted to twenty-five
// games.
func (g *Game) enough(phase int) int {
	st := &g.stats.Phases[phase]
	gates := st.Legal + st.Next
	all := 2500 + 2*gates + 10*len(g.spec.State)
	alone := 350 + 2*gates/3
	const lane = 100
	return all / (alone - lane)
}

// stepping returns the expansion that steps states of a phase in lanes, or nil.
func (m *Machine) stepping(phase int, perceive bool) *expansion {
	if !perceive || !m.game.spec.Hidden {
		return m.expansion(phase)
	}
	if m.perceiving == nil {
		m.perceiving = make([]*expansion, len(m.game.phases))
	}
	if m.perceiving[phase] == nil {
		p, e, err := m.game.perceiver()
		if err != nil {
			return nil
		}
		m.perceiving[phase] = newExpansion(m.game, p, e, phase)
	}
	return m.perceiving[phase]
}

// begin finds the phases of states.
func (b *batch) begin(g *Game, states []game.State) {
	b.phases, b.lane = b.phases[:0], b.lane[:0]
	for _, s := range states {
		b.lane = append(b.lane, none)
		b.phases = append(b.phases, g.PhaseOf(s))
	}
}

// collect lists the positions of a phase and reports whether there are enough.
func (b *batch) collect(phase, enough int) bool {
	b.list = b.list[:0]
	for i, p := range b.phases {
		if p == phase {
			b.list = append(b.list, int32(i))
		}
	}
	return len(b.list) > 0 && len(b.list) >= enough
}

// enter gives lanes to the listed positions whose moves can be legal.
func (b *batch) enter(x *expansion, joints []game.Move) {
	roles := len(x.positions)
	kept := b.list[:0]
	for _, i := range b.list {
		if x.knows(joints[int(i)*roles : (int(i)+1)*roles]) {
			b.lane[i] = int32(len(kept))
			kept = append(kept, i)
		}
	}
	b.list = kept
}

// step steps the listed positions.
func (x *expansion) step(b *batch, states []game.State, joints []game.Move, out []game.State, perceive bool) {
	x.next(b, states, joints)
	v, words := x.lanes, x.lanes.Words()
	v.Store(x.states)
	for lane, i := range b.list {
		out[i] = append(out[i][:0], x.states[lane*words:][:len(states[i])]...)
	}
	if perceive {
		v.Percepts()
		n := len(b.list) * v.PerceptWords()
		x.percepts = slices.Grow(x.percepts[:0], n)[:n]
		v.StorePercepts(x.percepts)
	}
}

// next computes the next states of the listed positions in lanes.
func (x *expansion) next(b *batch, states []game.State, joints []game.Move) {
	v, words, roles := x.lanes, x.lanes.Words(), len(x.positions)
	x.states = slices.Grow(x.states[:0], len(b.list)*words)[:len(b.list)*words]
	for lane, i := range b.list {
		copy(x.states[lane*words:(lane+1)*words], states[i])
	}
	v.Load(x.states)
	v.Legal()
	v.ClearMoves()
	for lane, i := range b.list {
		for r := range roles {
			v.SetMove(lane, r, int(x.positions[r][joints[int(i)*roles+r]]))
		}
	}
	v.Next()
}

// perceived returns the percepts of a lane.
func (x *expansion) perceived(lane int32) []uint64 {
	words := x.lanes.PerceptWords()
	return x.percepts[int(lane)*words : (int(lane)+1)*words]
}

// addPercepts appends the percepts of one more position.
func (g *Game) addPercepts(seen *game.Percepts, words []uint64, joint []game.Move) {
	for _, r := range seen.Roles {
		seen.Values = g.lanePercepts(words, joint, r, seen.Values)
		seen.Close()
	}
}
