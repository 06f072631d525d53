package circuit

import (
	"math/bits"
	"slices"

	"ludex/game"
)

// A Machine computes with a circuit game, state by state. It remembers what it
// computed for the last state of each phase and recomputes only what differs for
// the next one.
type Machine struct {
	game.Infallible
	game    *Game
	current *evaluator
	phases  []*evaluator // made when needed
	general *evaluator   // for states of no phase, made when needed
	scoring *evaluator   // for goals, made when needed

	expansions []*expansion // by phase, made when needed
	perceiving []*expansion // the same with percepts
	batch      batch
}

// NewMachine returns a machine for the use of one goroutine.
func (g *Game) NewMachine() game.Machine {
	m := &Machine{game: g, phases: make([]*evaluator, len(g.phases))}
	m.phases[0] = g.phases[0].start.clone()
	m.current = m.phases[0]
	return m
}

// at brings an evaluator to a state, computes legality and returns it.
func (m *Machine) at(s game.State) *evaluator {
	if slices.Equal(m.current.state, s) {
		return m.current
	}
	e := &m.general
	network := m.game.general
	if p := m.game.PhaseOf(s); p >= 0 {
		e, network = &m.phases[p], m.game.phases[p]
	}
	if *e == nil {
		*e = network.start.clone()
	}
	m.current = *e
	m.current.load(s)
	m.current.run(partLegal)
	return m.current
}

// Initial returns the initial state in dst's memory.
func (m *Machine) Initial(dst game.State) game.State { return append(dst[:0], m.game.initial...) }

// Terminal reports whether the game is over.
func (m *Machine) Terminal(s game.State) bool {
	e := m.at(s)
	return e.shows(e.net.layout.terminal) || m.game.spec.StuckEnds && m.stuck(e)
}

// stuck reports whether a role has no legal move.
func (m *Machine) stuck(e *evaluator) bool {
	for r := range m.game.spec.Moves {
		from, some := int(e.net.layout.legal[r])/64, uint64(0)
		for _, w := range e.shown[from : from+(len(m.game.spec.Moves[r])+63)/64] {
			some |= w
		}
		if some == 0 {
			return true
		}
	}
	return false
}

// shows reports whether an output is set.
func (e *evaluator) shows(bit int32) bool { return e.shown[bit>>6]>>(bit&63)&1 == 1 }

// Legal returns the legal moves of a role, in the order of the Spec.
func (m *Machine) Legal(s game.State, r game.Role, dst []game.Move) []game.Move {
	e := m.at(s)
	from := int(e.net.layout.legal[r]) / 64
	for i, w := range e.shown[from : from+(len(m.game.spec.Moves[r])+63)/64] {
		for ; w != 0; w &= w - 1 {
			dst = append(dst, game.Move(i<<6|bits.TrailingZeros64(w)))
		}
	}
	return dst
}

// Next returns the state after a joint move, in dst's memory.
func (m *Machine) Next(s game.State, joint []game.Move, dst game.State) game.State {
	e := m.at(s)
	for r, move := range joint {
		e.move(r, int32(move))
	}
	e.run(partNext)
	from := int(e.net.layout.next) / 64
	return append(dst[:0], e.shown[from:from+len(e.state)]...)
}

// Goals returns the goal values of a role, in ascending order.
func (m *Machine) Goals(s game.State, r game.Role, dst []int) []int {
	if m.scoring == nil {
		m.scoring = m.game.scoring.start.clone()
	}
	e := m.scoring
	e.load(s)
	e.run(partGoals)
	for _, g := range m.game.goals[r] {
		if e.shows(g.bit) {
			dst = append(dst, g.value)
		}
	}
	return dst
}

// Percepts returns what a role perceives when a joint move is made.
func (m *Machine) Percepts(s game.State, joint []game.Move, r game.Role, dst []game.Percept) []game.Percept {
	if !m.game.spec.Hidden {
		return m.game.openPercepts(joint, dst)
	}
	e := m.at(s)
	for q, move := range joint {
		e.move(q, int32(move))
	}
	e.run(partNext)
	e.run(partPercepts)
	for _, p := range m.game.hidden[r] {
		if e.shows(p.bit) {
			dst = append(dst, p.percept)
		}
	}
	return dst
}

// openPercepts appends the percepts of a role in a game without hidden
// information.
func (g *Game) openPercepts(joint []game.Move, dst []game.Percept) []game.Percept {
	for _, q := range g.seen {
		dst = append(dst, MovePercept(len(joint), game.Role(q), joint[q]))
	}
	return dst
}

// MovePercept returns the percept of a move in a game without hidden information that
// has a number of roles. It does not depend on how many moves there are.
func MovePercept(roles int, r game.Role, m game.Move) game.Percept {
	return game.Percept(int(m)*roles + int(r))
}

// MoveOfPercept is the inverse of [MovePercept].
func MoveOfPercept(roles int, p game.Percept) (game.Role, game.Move) {
	return game.Role(int(p) % roles), game.Move(int(p) / roles)
}
