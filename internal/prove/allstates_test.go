package prove_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/prove"
	"ludex/internal/prove/claim"
)

// A stateSpace has all states of a game, looked at by the interpreter.
type stateSpace struct {
	game   *prove.Interpreter
	m      game.Machine
	states []game.State
	over   []bool
	steps  [][]seenStep // by state
}

// A seenStep is a joint move from a state.
type seenStep struct {
	joint []game.Move
	to    int
}

// maxSeen is how many states are looked at.
const maxSeen = 1500

// lookThrough returns all states of a game, or nil if there are too many.
func lookThrough(t *testing.T, g *prove.Interpreter) *stateSpace {
	t.Helper()
	x := &stateSpace{game: g, m: g.NewMachine()}
	x.m.Bind(t.Context())
	index := map[string]int{}
	add := func(s game.State) int {
		key := fmt.Sprint(s)
		i, ok := index[key]
		if !ok {
			i = len(x.states)
			index[key] = i
			x.states = append(x.states, slices.Clone(s))
		}
		return i
	}
	add(x.m.Initial(nil))
	for i := 0; i < len(x.states); i++ {
		over := x.m.Terminal(x.states[i])
		x.over = append(x.over, over)
		var steps []seenStep
		if !over {
			for _, joint := range x.joints(x.states[i]) {
				steps = append(steps, seenStep{joint, add(x.m.Next(x.states[i], joint, nil))})
			}
		}
		x.steps = append(x.steps, steps)
		if x.m.Err() != nil || len(x.states) > maxSeen {
			return nil
		}
	}
	return x
}

// joints returns the joint moves of a state.
func (x *stateSpace) joints(s game.State) [][]game.Move {
	list := [][]game.Move{nil}
	for r := range x.game.Roles() {
		var longer [][]game.Move
		for _, m := range x.m.Legal(s, game.Role(r), nil) {
			for _, joint := range list {
				longer = append(longer, append(slices.Clone(joint), m))
			}
		}
		list = longer
	}
	return list
}

// holds decides a property by its definition.
func (x *stateSpace) holds(p claim.Property) bool {
	switch p.Kind {
	case claim.Playable:
		return x.everywhere(func(i int) bool { return x.over[i] || len(x.steps[i]) > 0 })
	case claim.Goals:
		return x.everywhere(func(i int) bool {
			_, one := x.goals(i)
			return !x.over[i] || one
		})
	case claim.Turns:
		return x.everywhere(func(i int) bool { return x.over[i] || x.choosers(i) <= 1 })
	case claim.ConstantSum:
		return x.everywhere(func(i int) bool {
			sum, one := x.goals(i)
			return !x.over[i] || one && sum == p.Sum
		})
	case claim.Monotone:
		return x.everywhere(x.neverFalls)
	case claim.Always:
		return x.everywhere(func(i int) bool { return x.formula(p.Formula, i) })
	case claim.Eventually:
		return !x.avoids(p.Formula)
	}
	panic(p.Kind)
}

func (x *stateSpace) everywhere(f func(i int) bool) bool {
	for i := range x.states {
		if !f(i) {
			return false
		}
	}
	return true
}

func (x *stateSpace) choosers(i int) (n int) {
	for r := range x.game.Roles() {
		if len(x.m.Legal(x.states[i], game.Role(r), nil)) > 1 {
			n++
		}
	}
	return n
}

// values returns the goals of the roles but chance, by role.
func (x *stateSpace) values(i int) (list [][]int) {
	for r := range x.game.Roles() {
		if game.Role(r) != x.game.Random() {
			list = append(list, x.m.Goals(x.states[i], game.Role(r), nil))
		}
	}
	return list
}

func (x *stateSpace) goals(i int) (sum int, one bool) {
	one = true
	for _, v := range x.values(i) {
		if one = one && len(v) == 1; one {
			sum += v[0]
		}
	}
	return sum, one
}

func (x *stateSpace) neverFalls(i int) bool {
	if _, one := x.goals(i); !one {
		return false
	}
	before := x.values(i)
	for _, step := range x.steps[i] {
		if _, one := x.goals(step.to); !one {
			return false
		}
		for r, after := range x.values(step.to) {
			if after[0] < before[r][0] {
				return false
			}
		}
	}
	return true
}

// formula reports whether a formula holds in a state, or in all steps from it if it is about moves.
func (x *stateSpace) formula(f *claim.Formula, i int) bool {
	if !f.UsesMoves() {
		return x.value(f, i, nil)
	}
	for _, step := range x.steps[i] {
		if !x.value(f, i, step.joint) {
			return false
		}
	}
	return true
}

func (x *stateSpace) value(f *claim.Formula, i int, joint []game.Move) bool {
	v, err := f.Holds(func(a claim.Atom) (bool, error) {
		r := game.Role(slices.Index(x.game.Roles(), a.Role))
		s := x.states[i]
		switch a.Word {
		case gdl.Terminal:
			return x.over[i], nil
		case gdl.True:
			return slices.Contains(x.game.Facts(s), a.Text), nil
		case gdl.Goal:
			value, err := strconv.Atoi(a.Text)
			return slices.Contains(x.m.Goals(s, r, nil), value), err
		case gdl.Does:
			return x.game.TextInSystem(s, r, joint[r]) == a.Text, nil
		}
		return slices.ContainsFunc(x.m.Legal(s, r, nil), func(m game.Move) bool { return x.game.TextInSystem(s, r, m) == a.Text }), nil
	})
	return v && err == nil
}

// avoids reports whether some play comes to no state where a formula holds: from such states, those
// from which all steps lead to a state from which it has to come are taken away until none is left.
func (x *stateSpace) avoids(f *claim.Formula) bool {
	away := make([]bool, len(x.states)) // a play from here can avoid it
	for i := range away {
		away[i] = !x.value(f, i, nil)
	}
	for changed := true; changed; {
		changed = false
		for i := range away {
			if away[i] && len(x.steps[i]) > 0 && !slices.ContainsFunc(x.steps[i], func(s seenStep) bool { return away[s.to] }) {
				away[i], changed = false, true
			}
		}
	}
	return away[0]
}

// randomFormula returns a formula of some random literals of a system.
func randomFormula(l *prove.Loaded, rng *rand.Rand, moves bool) string {
	var parts []string
	for range 1 + rng.IntN(3) {
		atom := randomAtom(l, rng, moves)
		if rng.IntN(2) == 0 {
			atom = "(not " + atom + ")"
		}
		parts = append(parts, atom)
	}
	return "(" + []string{"and", "or"}[rng.IntN(2)] + " " + strings.Join(append(parts, parts[0]), " ") + ")"
}

func randomAtom(l *prove.Loaded, rng *rand.Rand, moves bool) string {
	role := l.System.Roles[rng.IntN(len(l.System.Roles))]
	switch k := rng.IntN(6); {
	case k == 0:
		return "terminal"
	case k == 1 && len(role.Goals) > 0:
		return fmt.Sprintf("(goal %s %d)", role.Name, role.Goals[rng.IntN(len(role.Goals))].Value)
	case k == 2 && len(role.Moves) > 0:
		return fmt.Sprintf("(legal %s %s)", role.Name, role.Moves[rng.IntN(len(role.Moves))].Text)
	case k <= 4 && moves && len(role.Moves) > 0:
		return fmt.Sprintf("(does %s %s)", role.Name, role.Moves[rng.IntN(len(role.Moves))].Text)
	}
	var facts []string
	for _, bit := range l.System.State {
		if !strings.HasPrefix(bit.Name, "internal ") {
			facts = append(facts, bit.Name)
		}
	}
	if len(facts) == 0 {
		return "terminal"
	}
	return "(true " + facts[rng.IntN(len(facts))] + ")"
}

// compareOthers asks for the properties that are not usual and for random formulas, and counts answers.
func compareOthers(t *testing.T, l *prove.Loaded, text string, rng *rand.Rand) (decided, open int) {
	t.Helper()
	x := lookThrough(t, l.Game)
	if x == nil {
		return 0, 0
	}
	var list []prove.Question
	for _, word := range []string{"turns", "constant-sum", "monotone"} {
		if q, err := l.Questions(t.Context(), []string{word}, 1); err == nil { // no play may end
			list = append(list, q...)
		}
	}
	for i, word := range []string{"always", "never", "eventually", "always", "never", "eventually"} {
		formula := randomFormula(l, rng, i < 2)
		q, err := l.Formula(word, formula)
		if err != nil {
			t.Fatalf("%s: %v", formula, err)
		}
		list = append(list, q)
	}
	answers, err := prove.New(l, prove.Options{Time: 2 * time.Second, Seed: 1, Rounds: 20}).Decide(t.Context(), list)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	for i, a := range answers {
		if a.Verdict == prove.Open {
			open++
			continue
		}
		decided++
		if want := x.holds(list[i].Property); want != (a.Verdict == prove.Proved) {
			t.Fatalf("%s is %s (%s), and by all states %v, in\n%s", a.Property, a.Verdict, a.Method, want, text)
		}
	}
	return decided, open
}
