package ground

import (
	"fmt"
	"slices"

	"ludex/game"
	"ludex/internal/circuit"
)

// specGame plays a spec in the simplest way that is right: it evaluates all
// rules, component by component, for every question. It exists to test specs.
type specGame struct {
	spec   *circuit.Spec
	groups [][]int32 // places of the rules, what is needed first
	loop   []bool    // by group: the rules depend on each other
}

func newSpecGame(spec *circuit.Spec) (*specGame, error) {
	if _, bad := NegativeLoop(spec); bad {
		return nil, fmt.Errorf("%s: an atom depends on its own negation", spec.Name)
	}
	g := &specGame{spec: spec}
	graph, first := dependencies(spec.Rules, spec.Atoms)
	component, count := graph.Components()
	g.groups = make([][]int32, count)
	g.loop = make([]bool, count)
	for a, c := range component {
		for _, at := range first.of(int32(a)) {
			g.groups[c] = append(g.groups[c], at)
			for _, l := range spec.Rules[at+2 : at+2+spec.Rules[at+1]] {
				g.loop[c] = g.loop[c] || component[l>>1] == int32(c)
			}
		}
	}
	return g, nil
}

func (g *specGame) Name() string      { return g.spec.Name }
func (g *specGame) Engine() string    { return "rules" }
func (g *specGame) Roles() []string   { return g.spec.Roles }
func (g *specGame) Random() game.Role { return game.Role(g.spec.Random) }
func (g *specGame) Hidden() bool      { return g.spec.Hidden }
func (g *specGame) MoveText(r game.Role, m game.Move) string {
	return g.spec.Moves[r][m].Text
}
func (g *specGame) PerceptText(p game.Percept) string { return g.spec.Texts[p] }
func (g *specGame) NewMachine() game.Machine {
	return &specMachine{game: g, holds: make([]bool, g.spec.Atoms)}
}

// A state is the list of the numbers of its facts.
func (g *specGame) Facts(s game.State) []string {
	var out []string
	for _, i := range s {
		out = append(out, g.spec.State[i].Text)
	}
	return out
}

func (g *specGame) ParseState(facts []string) (game.State, error) {
	var s game.State
	for _, f := range facts {
		i := slices.IndexFunc(g.spec.State, func(b circuit.StateBit) bool { return b.Text == f })
		if i < 0 {
			return nil, fmt.Errorf("%s is never true", f)
		}
		s = append(s, uint64(i))
	}
	slices.Sort(s)
	return s, nil
}

type specMachine struct {
	game.Infallible
	game  *specGame
	holds []bool
	last  game.State // what holds is about, without moves
	known bool
}

// evaluate works out all atoms for a state and, unless it is nil, a joint move.
func (m *specMachine) evaluate(s game.State, joint []game.Move) {
	if joint == nil && m.known && slices.Equal(s, m.last) {
		return
	}
	m.known, m.last = joint == nil, append(m.last[:0], s...)
	spec := m.game.spec
	clear(m.holds)
	for _, i := range s {
		m.holds[spec.State[i].Atom] = true
	}
	for r, move := range joint {
		if d := spec.Moves[r][move].Does; d >= 0 {
			m.holds[d] = true
		}
	}
	for c, places := range m.game.groups {
		for changed := true; changed; {
			changed = m.sweep(places) && m.game.loop[c]
		}
	}
}

// sweep applies some rules once and reports whether something became true.
func (m *specMachine) sweep(places []int32) (changed bool) {
	rules := m.game.spec.Rules
next:
	for _, at := range places {
		if m.holds[rules[at]] {
			continue
		}
		for _, l := range rules[at+2 : at+2+rules[at+1]] {
			if m.holds[l>>1] == (l&1 != 0) {
				continue next
			}
		}
		m.holds[rules[at]], changed = true, true
	}
	return changed
}

func (m *specMachine) Initial(dst game.State) game.State {
	for i, b := range m.game.spec.State {
		if b.Init {
			dst = append(dst, uint64(i))
		}
	}
	return dst
}

func (m *specMachine) Terminal(s game.State) bool {
	t := m.game.spec.Terminal
	if t < 0 {
		return false
	}
	m.evaluate(s, nil)
	return m.holds[t]
}

func (m *specMachine) Legal(s game.State, r game.Role, dst []game.Move) []game.Move {
	m.evaluate(s, nil)
	for i, a := range m.game.spec.Moves[r] {
		if m.holds[a.Legal] {
			dst = append(dst, game.Move(i))
		}
	}
	return dst
}

func (m *specMachine) Next(s game.State, joint []game.Move, dst game.State) game.State {
	m.evaluate(s, joint)
	for i, b := range m.game.spec.State {
		if b.Next >= 0 && m.holds[b.Next] {
			dst = append(dst, uint64(i))
		}
	}
	return dst
}

func (m *specMachine) Goals(s game.State, r game.Role, dst []int) []int {
	m.evaluate(s, nil)
	for _, g := range m.game.spec.Goals {
		if g.Role == int(r) && m.holds[g.Atom] {
			dst = append(dst, g.Value)
		}
	}
	return dst
}

func (m *specMachine) Percepts(s game.State, joint []game.Move, r game.Role, dst []game.Percept) []game.Percept {
	m.evaluate(s, joint)
	for _, p := range m.game.spec.Percepts {
		if p.Role == int(r) && m.holds[p.Atom] {
			dst = append(dst, game.Percept(p.Percept))
		}
	}
	return dst
}
