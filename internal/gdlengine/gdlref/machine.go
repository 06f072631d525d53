package gdlref

import (
	"context"
	"slices"
	"strings"

	"ludex/game"
	"ludex/gdl"
)

// A Machine computes with a game; it implements [game.Machine].
//
// A description may have no meaning (an atom that depends on its own negation)
// or need more than the limits allow. The machine then stops: Err returns what
// happened, every state is terminal, has no legal moves, goals and percepts,
// and is its own successor.
type Machine struct {
	solver
	game   *Game
	joint  []game.Move
	loaded bool
	texts  []string // canonical texts by term
	err    error
}

// maxStatic is the number of answers kept forever; beyond it, they are recomputed
// for each state.
const maxStatic = 2_000_000

func newMachine(c *program, l limits) *Machine {
	m := &Machine{solver: solver{program: c, limits: l, view: view{shared: c.terms}, ctx: context.Background(),
		facts: make([]store, len(c.relations)), plans: make([][]planSet, len(c.relations)), does: store{arity: 2}, common: store{arity: 1}, known: store{arity: 2}}}
	for i := range c.relations {
		f := &c.relations[i].facts
		m.facts[i] = store{arity: f.arity, size: f.size, data: f.data}
	}
	return m
}

// Err implements [game.Machine].
func (m *Machine) Err() error { return m.err }

// Bind implements [game.Machine].
func (m *Machine) Bind(ctx context.Context) {
	if game.Ended(m.ctx, m.err) {
		g := m.game
		*m = *newMachine(m.program, m.limits) // the tables may be incomplete
		m.game = g
	}
	m.ctx = ctx
}

// load makes a state, and a joint move if there is one, the subject of the
// following queries.
func (m *Machine) load(s game.State, joint []game.Move) {
	m.work = 0
	if !m.loaded || !slices.Equal(s, m.state) {
		m.loadState(s)
	}
	if !slices.Equal(joint, m.joint) {
		m.spaces[levelMoves].reset()
		m.joint = append(m.joint[:0], joint...)
		m.does.reset()
		for r, move := range joint {
			m.does.add([]term{m.game.roles[r], term(move)})
		}
	}
}

func (m *Machine) loadState(s game.State) {
	m.spaces[levelState].reset()
	m.spaces[levelMoves].reset()
	if m.spaces[levelStatic].count > maxStatic {
		m.spaces[levelStatic].reset()
	}
	m.runs = 0 // no table of an unfinished run is left
	m.loaded = true
	m.before = len(m.view.nodes)
	m.state = append(m.state[:0], s...)
	for _, st := range m.stores {
		st.reset()
	}
	m.common.reset()
	m.known.reset()
	m.generation++
	for _, w := range s {
		if w < firstKnown {
			m.loadFact(term(w))
		} else {
			m.loadKnown(w)
		}
	}
}

func (m *Machine) loadFact(t term) {
	n := m.view.node(t)
	if int(t) >= len(m.marks) {
		m.marks = append(m.marks, make([]uint32, len(m.view.nodes)-len(m.marks))...)
	}
	m.marks[t] = m.generation
	if int(n.symbol) < len(m.byFunction) && m.byFunction[n.symbol] != nil {
		m.byFunction[n.symbol].add(m.view.argsOf(t))
	}
}

// held reports whether a fact is in the state.
func (m *solver) held(t term) bool {
	return int(t) < len(m.marks) && m.marks[t] == m.generation
}

// stateStore returns the facts of the state with a function.
func (m *solver) stateStore(sym symbol, arity int) *store {
	for len(m.byFunction) <= int(sym) {
		m.byFunction = append(m.byFunction, nil)
	}
	if st := m.byFunction[sym]; st != nil {
		return st
	}
	st := &store{arity: arity}
	m.byFunction[sym] = st
	m.stores = append(m.stores, st)
	for _, w := range m.state { // the state was loaded without it
		if w < firstKnown && m.view.node(term(w)).symbol == sym {
			st.add(m.view.argsOf(term(w)))
		}
	}
	return st
}

// ask calls visit for every answer to a call, whose relation is -1 if the program
// does not have it. Visit gets the values of the free arguments.
func (m *Machine) ask(rel int, args []term, visit func(s *space, answer int32)) {
	if m.err != nil || rel < 0 {
		return
	}
	defer catch(&m.err)
	s, t := m.call(rel, args)
	for a := s.tables[t].first; a != none; a = s.after(t, a) {
		visit(s, a)
	}
}

// Initial implements [game.Machine].
func (m *Machine) Initial(dst game.State) game.State {
	dst = dst[:0]
	m.work = 0
	m.ask(m.game.relations.init, []term{free}, func(s *space, a int32) {
		dst = append(dst, uint64(s.value(a, 0)))
	})
	slices.Sort(dst)
	return dst
}

// Terminal implements [game.Machine].
func (m *Machine) Terminal(s game.State) bool {
	if m.err != nil {
		return true
	}
	m.load(s, nil)
	over := false
	m.ask(m.game.relations.terminal, nil, func(*space, int32) { over = true })
	return over || m.err != nil
}

// Legal implements [game.Machine].
func (m *Machine) Legal(s game.State, r game.Role, dst []game.Move) []game.Move {
	m.load(s, nil)
	base := len(dst)
	m.ask(m.game.relations.legal, []term{m.game.roles[r], free}, func(s *space, a int32) {
		dst = append(dst, game.Move(s.value(a, 0)))
	})
	if m.err != nil {
		return dst[:base]
	}
	slices.SortFunc(dst[base:], func(a, b game.Move) int { return m.compare(term(a), term(b)) })
	if m.err != nil {
		return dst[:base]
	}
	return dst
}

// Next implements [game.Machine].
func (m *Machine) Next(s game.State, joint []game.Move, dst game.State) game.State {
	m.load(s, joint)
	dst = dst[:0]
	m.ask(m.game.relations.next, []term{free}, func(s *space, a int32) {
		dst = append(dst, uint64(s.value(a, 0)))
	})
	if m.err != nil {
		return append(dst[:0], s...)
	}
	slices.Sort(dst)
	return dst
}

// Goals implements [game.Machine]. Other values are left out.
func (m *Machine) Goals(s game.State, r game.Role, dst []int) []int {
	m.load(s, nil)
	base := len(dst)
	m.ask(m.game.relations.goal, []term{m.game.roles[r], free}, func(s *space, a int32) {
		if n, ok := gdl.ParseGoal(m.text(s.value(a, 0))); ok {
			dst = append(dst, n)
		}
	})
	if m.err != nil {
		return dst[:base]
	}
	slices.Sort(dst[base:])
	return dst[:base+len(slices.Compact(dst[base:]))]
}

// Percepts implements [game.Machine].
func (m *Machine) Percepts(s game.State, joint []game.Move, r game.Role, dst []game.Percept) []game.Percept {
	base := len(dst)
	if m.game.hidden {
		m.load(s, joint)
		m.ask(m.game.relations.sees, []term{m.game.roles[r], free}, func(s *space, a int32) {
			dst = append(dst, game.Percept(s.value(a, 0)))
		})
	} else {
		dst = m.jointPercepts(joint, dst)
	}
	if m.err != nil {
		return dst[:base]
	}
	slices.SortFunc(dst[base:], func(a, b game.Percept) int { return m.compare(term(a), term(b)) })
	if m.err != nil {
		return dst[:base]
	}
	return dst
}

// jointPercepts returns the percepts (moves role move) that all roles have in a
// game without hidden information.
func (m *Machine) jointPercepts(joint []game.Move, dst []game.Percept) []game.Percept {
	defer catch(&m.err)
	for r, move := range joint {
		p := m.view.make(m.game.moves, []term{m.game.roles[r], term(move)})
		dst = append(dst, game.Percept(p))
	}
	return dst
}

// compare orders terms by their canonical texts, unless the context has ended.
func (m *Machine) compare(a, b term) int {
	if m.work++; m.work&4095 == 0 && m.err == nil {
		m.err = context.Cause(m.ctx)
	}
	if m.err != nil {
		return 0
	}
	return strings.Compare(m.text(a), m.text(b))
}

// text returns the canonical text of a term.
func (m *Machine) text(t term) string {
	if int(t) >= len(m.texts) {
		m.view.node(t)
		m.texts = append(m.texts, make([]string, len(m.view.nodes)-len(m.texts))...)
	}
	if m.texts[t] == "" {
		m.texts[t] = m.program.terms.text(t)
	}
	return m.texts[t]
}
