package circuit

import (
	"fmt"
	"slices"
	"strings"
)

// A specMaker makes Specs by the names of atoms.
type specMaker struct {
	spec  *Spec
	atoms map[string]int32
}

func newSpecMaker(name string, roles ...string) *specMaker {
	return &specMaker{&Spec{Name: name, Roles: roles, Moves: make([][]MoveAtoms, len(roles)), Terminal: -1, Random: -1}, map[string]int32{}}
}

func (m *specMaker) atom(name string) int32 {
	if _, ok := m.atoms[name]; !ok {
		m.atoms[name] = int32(m.spec.Atoms)
		m.spec.Atoms++
	}
	return m.atoms[name]
}

// rule adds a rule; literals with a leading "-" are negated.
func (m *specMaker) rule(head string, body ...string) {
	m.spec.Rules = append(m.spec.Rules, m.atom(head), int32(len(body)))
	for _, l := range body {
		name, negated := strings.CutPrefix(l, "-")
		x := m.atom(name) << 1
		if negated {
			x |= 1
		}
		m.spec.Rules = append(m.spec.Rules, x)
	}
}

func (m *specMaker) bit(text string, init bool) {
	m.spec.State = append(m.spec.State, StateBit{text, m.atom("true " + text), m.atom("next " + text), init})
}

func (m *specMaker) move(role int, text string) {
	r := m.spec.Roles[role]
	m.spec.Moves[role] = append(m.spec.Moves[role], MoveAtoms{text, m.atom("legal " + r + " " + text), m.atom("does " + r + " " + text)})
	slices.SortFunc(m.spec.Moves[role], func(a, b MoveAtoms) int { return strings.Compare(a.Text, b.Text) })
}

func (m *specMaker) goal(role, value int) {
	name := fmt.Sprintf("goal %s %d", m.spec.Roles[role], value)
	m.spec.Goals = append(m.spec.Goals, GoalAtom{role, value, m.atom(name)})
}

// ticTacToe is the game by ground rules.
func ticTacToe() *Spec {
	roles, marks := []string{"white", "black"}, []string{"x", "o"}
	m := newSpecMaker("tictactoe", roles...)
	m.spec.Terminal = m.atom("terminal")
	for r, role := range roles {
		m.bit("(control "+role+")", r == 0)
		m.move(r, "noop")
		m.rule("legal "+role+" noop", "true (control "+roles[1-r]+")")
		m.rule("next (control "+role+")", "true (control "+roles[1-r]+")")
		m.rule("terminal", "line "+marks[r])
		m.goal(r, 0)
		m.goal(r, 50)
		m.goal(r, 100)
		m.rule(fmt.Sprintf("goal %s 100", role), "line "+marks[r])
		m.rule(fmt.Sprintf("goal %s 0", role), "line "+marks[1-r])
		m.rule(fmt.Sprintf("goal %s 50", role), "-open", "-line x", "-line o")
	}
	m.rule("terminal", "-open")
	cell := func(x, y int, mark string) string { return fmt.Sprintf("(cell %d %d %s)", x, y, mark) }
	for x := range 3 {
		for y := range 3 {
			blank := cell(x, y, "b")
			m.bit(blank, true)
			m.rule("open", "true "+blank)
			frame := []string{"true " + blank}
			for r, role := range roles {
				mark := fmt.Sprintf("(mark %d %d)", x, y)
				m.move(r, mark)
				m.bit(cell(x, y, marks[r]), false)
				m.rule("legal "+role+" "+mark, "true "+blank, "true (control "+role+")")
				m.rule("next "+cell(x, y, marks[r]), "does "+role+" "+mark)
				m.rule("next "+cell(x, y, marks[r]), "true "+cell(x, y, marks[r]))
				frame = append(frame, "-does "+role+" "+mark)
			}
			m.rule("next "+blank, frame...)
		}
	}
	for _, mark := range marks {
		for i := range 3 {
			m.rule("line "+mark, "true "+cell(i, 0, mark), "true "+cell(i, 1, mark), "true "+cell(i, 2, mark))
			m.rule("line "+mark, "true "+cell(0, i, mark), "true "+cell(1, i, mark), "true "+cell(2, i, mark))
		}
		m.rule("line "+mark, "true "+cell(0, 0, mark), "true "+cell(1, 1, mark), "true "+cell(2, 2, mark))
		m.rule("line "+mark, "true "+cell(0, 2, mark), "true "+cell(1, 1, mark), "true "+cell(2, 0, mark))
	}
	return m.spec
}
