package gdlengine

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"ludex/game"
	"ludex/internal/circuit"
	"ludex/internal/gdlengine/gdlref"
)

// An interpretedGame is a game on the interpreter, with the numbers of the circuit that
// is being built.
type interpretedGame struct {
	*gdlref.Game
	numbers *numbering
	circuit *building
	seen    []game.Role // in the order of their percepts, without hidden information
}

var (
	_ game.Game       = (*interpretedGame)(nil)
	_ game.Vocabulary = (*interpretedGame)(nil)
)

func newInterpretedGame(ref *gdlref.Game, numbers *numbering, b *building) *interpretedGame {
	g := &interpretedGame{Game: ref, numbers: numbers, circuit: b}
	for r := range ref.Roles() {
		g.seen = append(g.seen, game.Role(r))
	}
	text := func(r game.Role) string { return ref.Roles()[r] + " " }
	slices.SortStableFunc(g.seen, func(a, b game.Role) int { return strings.Compare(text(a), text(b)) })
	return g
}

// MoveText implements [game.Game].
func (g *interpretedGame) MoveText(r game.Role, m game.Move) string {
	return g.Game.MoveText(r, game.Move(g.numbers.word(&g.numbers.moves[r], int(m))))
}

// PerceptText implements [game.Game].
func (g *interpretedGame) PerceptText(p game.Percept) string {
	if !g.Hidden() {
		r, m := circuit.MoveOfPercept(len(g.Roles()), p)
		return "(moves " + g.Roles()[r] + " " + g.MoveText(r, m) + ")"
	}
	return g.Game.PerceptText(game.Percept(g.numbers.word(&g.numbers.percepts, int(p))))
}

// Facts implements [game.Game].
func (g *interpretedGame) Facts(s game.State) []string {
	return g.Game.Facts(g.numbers.interpreted(s, nil))
}

// ParseState implements [game.Game].
func (g *interpretedGame) ParseState(facts []string) (game.State, error) {
	s, err := g.Game.ParseState(facts)
	if err != nil {
		return nil, err
	}
	return g.numbers.state(s, nil)
}

// FindMove implements [game.Vocabulary].
func (g *interpretedGame) FindMove(r game.Role, text string) (game.Move, bool) {
	m, ok := g.Game.FindMove(r, text)
	moves := []game.Move{m}
	ok = ok && g.numbers.numberMoves(r, moves) == nil
	return moves[0], ok
}

// FindPercept implements [game.Vocabulary].
func (g *interpretedGame) FindPercept(text string) (game.Percept, bool) {
	p, ok := g.Game.FindPercept(text)
	percepts := []game.Percept{p}
	ok = ok && g.Hidden() && g.numbers.numberPercepts(percepts) == nil
	return percepts[0], ok
}

// NewMachine implements [game.Game].
func (g *interpretedGame) NewMachine() game.Machine {
	m := &interpretedMachine{game: g, numbers: g.numbers, reference: g.Game.NewMachine(), release: func() {}}
	m.Bind(context.Background())
	return m
}

// An interpretedMachine computes on the interpreter until the circuit is ready, and then
// on the circuit. A question that the interpreter cannot answer within its limits waits
// for the circuit.
type interpretedMachine struct {
	game      *interpretedGame
	numbers   *numbering
	reference game.Machine
	settled   bool         // the circuit is ready, or it cannot be had
	fast      game.Machine // on the circuit, if that is ready
	err       error        // of the numbering

	ctx     context.Context
	release func()      // releases what the last Bind made
	state   game.State  // of the interpreter
	next    game.State  // likewise
	joint   []game.Move // likewise
}

// Bind implements [game.Machine].
func (m *interpretedMachine) Bind(ctx context.Context) {
	m.ctx = ctx
	m.release()
	if m.settled {
		m.release = func() {}
		m.present().Bind(ctx)
		return
	}
	// The circuit interrupts the interpreter when it is ready.
	inner, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(m.game.circuit.settled, cancel)
	m.release = func() { stop(); cancel() }
	m.reference.Bind(inner)
}

// present returns the machine that computes now.
func (m *interpretedMachine) present() game.Machine {
	if m.fast != nil {
		return m.fast
	}
	return m.reference
}

// Err implements [game.Machine].
func (m *interpretedMachine) Err() error {
	if m.err != nil {
		return m.err
	}
	return m.present().Err()
}

// interpreting reports whether the interpreter computes the next answer.
func (m *interpretedMachine) interpreting() bool {
	if !m.settled && m.game.circuit.settled.Err() != nil {
		m.move()
	}
	return m.fast == nil
}

// move moves to the circuit if there is one.
func (m *interpretedMachine) move() {
	m.settled = true
	if g := m.game.circuit.game(); g != nil {
		m.fast = g.NewMachine()
	}
	m.Bind(m.ctx)
}

// answered reports whether the interpreter has answered, or has failed for good. If it
// has failed otherwise, the question is to be asked again.
func (m *interpretedMachine) answered() bool {
	err := m.reference.Err()
	if err == nil || m.settled || game.Ended(m.ctx, err) {
		return true
	}
	select {
	case <-m.game.circuit.settled.Done():
	case <-m.ctx.Done():
		return true
	}
	m.move()
	return m.fast == nil && m.reference.Err() != nil
}

// at returns a state as the interpreter has it.
func (m *interpretedMachine) at(s game.State) game.State {
	m.state = m.numbers.interpreted(s, m.state)
	return m.state
}

// numbered returns a state of the interpreter with our numbers, in dst's memory.
func (m *interpretedMachine) numbered(s, dst game.State) game.State {
	dst, err := m.numbers.state(s, dst)
	m.fail(err)
	return dst
}

// fail keeps the first error of the numbering.
func (m *interpretedMachine) fail(err error) {
	if m.err == nil && err != nil {
		m.err = fmt.Errorf("the engines differ: %w", err)
	}
}

// Initial implements [game.Machine].
func (m *interpretedMachine) Initial(dst game.State) game.State {
	for m.interpreting() {
		if m.next = m.reference.Initial(m.next); m.answered() {
			return m.numbered(m.next, dst)
		}
	}
	return m.fast.Initial(dst)
}

// Terminal implements [game.Machine].
func (m *interpretedMachine) Terminal(s game.State) bool {
	for m.interpreting() {
		if over := m.reference.Terminal(m.at(s)); m.answered() {
			return over
		}
	}
	return m.fast.Terminal(s)
}

// Legal implements [game.Machine].
func (m *interpretedMachine) Legal(s game.State, r game.Role, dst []game.Move) []game.Move {
	base := len(dst)
	for m.interpreting() {
		if dst = m.reference.Legal(m.at(s), r, dst[:base]); m.answered() {
			m.fail(m.numbers.numberMoves(r, dst[base:]))
			return dst
		}
	}
	return m.fast.Legal(s, r, dst[:base])
}

// Next implements [game.Machine].
func (m *interpretedMachine) Next(s game.State, joint []game.Move, dst game.State) game.State {
	for m.interpreting() {
		m.joint = m.numbers.joint(joint, m.joint)
		if m.next = m.reference.Next(m.at(s), m.joint, m.next); m.answered() {
			return m.numbered(m.next, dst)
		}
	}
	return m.fast.Next(s, joint, dst)
}

// Goals implements [game.Machine].
func (m *interpretedMachine) Goals(s game.State, r game.Role, dst []int) []int {
	base := len(dst)
	for m.interpreting() {
		if dst = m.reference.Goals(m.at(s), r, dst[:base]); m.answered() {
			return dst
		}
	}
	return m.fast.Goals(s, r, dst[:base])
}

// Percepts implements [game.Machine].
func (m *interpretedMachine) Percepts(s game.State, joint []game.Move, r game.Role, dst []game.Percept) []game.Percept {
	base := len(dst)
	if !m.game.Hidden() {
		return m.openPercepts(joint, dst)
	}
	for m.interpreting() {
		m.joint = m.numbers.joint(joint, m.joint)
		if dst = m.reference.Percepts(m.at(s), m.joint, r, dst[:base]); m.answered() {
			m.fail(m.numbers.numberPercepts(dst[base:]))
			return dst
		}
	}
	return m.fast.Percepts(s, joint, r, dst[:base])
}

// openPercepts appends the percepts of a role in a game without hidden information.
func (m *interpretedMachine) openPercepts(joint []game.Move, dst []game.Percept) []game.Percept {
	for _, r := range m.game.seen {
		dst = append(dst, circuit.MovePercept(len(joint), r, joint[r]))
	}
	return dst
}
