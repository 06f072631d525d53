package ground

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ludex/gdl"
	"ludex/internal/circuit"
	"ludex/internal/gdlrewrite"
)

// TestSpecs checks specs of many games: that they are well-formed, that a second
// run gives the same one, and that names do not matter.
func TestSpecs(t *testing.T) {
	for name, p := range samplePrograms(t) {
		res := mustGround(t, p, Options{})
		checkSpec(t, name, res.Spec)
		if res.Stats.Atoms != res.Spec.Atoms {
			t.Errorf("%s: the stats have %d atoms, the spec %d", name, res.Stats.Atoms, res.Spec.Atoms)
		}
		if again := mustGround(t, p, Options{}); !reflect.DeepEqual(res.Spec, again.Spec) {
			t.Errorf("%s: two runs gave different specs", name)
		}
		q, _ := gdlrewrite.Scramble(p, 7)
		compareStats(t, name, &res.Stats, &mustGround(t, q, Options{}).Stats)
	}
}

// compareStats compares the sizes of a game and the same game with other names.
func compareStats(t *testing.T, name string, a, b *Stats) {
	t.Helper()
	if a.Atoms != b.Atoms || a.Rules != b.Rules || a.Literals != b.Literals {
		t.Errorf("%s: %d atoms, %d rules, %d literals, but %d, %d, %d when scrambled", name,
			a.Atoms, a.Rules, a.Literals, b.Atoms, b.Rules, b.Literals)
	}
	for i := range a.Passes {
		if a.Passes[i].Instances != b.Passes[i].Instances || a.Passes[i].Steps != b.Passes[i].Steps {
			t.Errorf("%s: pass %s differs when scrambled", name, a.Passes[i].Name)
		}
	}
}

func checkSpec(t *testing.T, name string, spec *circuit.Spec) {
	t.Helper()
	bad := func(format string, args ...any) {
		t.Helper()
		t.Errorf(name+": "+format, args...)
	}
	inside := func(what string, a int32) {
		t.Helper()
		if a < 0 || int(a) >= spec.Atoms {
			bad("%s has the atom %d of %d", what, a, spec.Atoms)
		}
	}
	given := map[int32]bool{}
	for i, b := range spec.State {
		inside(b.Text, b.Atom)
		given[b.Atom] = true
		if b.Next >= 0 {
			inside("next of "+b.Text, b.Next)
		}
		if i > 0 && spec.State[i-1].Text >= b.Text {
			bad("%s stands before %s", spec.State[i-1].Text, b.Text)
		}
	}
	if len(spec.Moves) != len(spec.Roles) {
		bad("%d roles have %d lists of moves", len(spec.Roles), len(spec.Moves))
	}
	for _, ms := range spec.Moves {
		for i, m := range ms {
			inside(m.Text, m.Legal)
			if m.Does >= 0 {
				inside(m.Text, m.Does)
				given[m.Does] = true
			}
			if i > 0 && ms[i-1].Text >= m.Text {
				bad("%s stands before %s", ms[i-1].Text, m.Text)
			}
		}
	}
	read := map[int32]bool{}
	eachRule(spec, func(head int32, literals []int32) {
		inside("a head", head)
		if given[head] {
			bad("a rule defines the atom %d, which is given", head)
		}
		for _, l := range literals {
			inside("a literal", l>>1)
			read[l>>1] = true
		}
	})
	for r, ms := range spec.Moves {
		for _, m := range ms {
			if m.Does >= 0 && !read[m.Does] {
				bad("nobody reads that %s does %s", spec.Roles[r], m.Text)
			}
		}
	}
	if !slices.IsSorted(spec.Texts) {
		bad("the percepts are not sorted")
	}
}

// small is a game with everything that has a place in a spec.
const small = `
(role random) (role bob) (role alice) (role bob)
(init (at 1)) (init hidden)
(succ 1 2) (succ 2 3)
(<= (legal bob (go ?n)) (true (at ?m)) (succ ?m ?n))
(<= (legal bob stay) (true (at ?m)))
(legal alice wait)
(<= (legal random (roll ?n)) (succ ?n ?m))
(legal nobody jump)
(<= (next (at ?n)) (does bob (go ?n)))
(<= (next (at ?n)) (does bob stay) (true (at ?n)))
(<= (sees alice (moved ?n)) (does bob (go ?n)))
(<= (sees bob dice) (does random (roll 1)))
(<= (sees random ?x) (does random ?x))
(<= terminal (true (at 3)))
(<= terminal (true (never)))
(<= (goal bob 100) (true (at 3)))
(<= (goal bob 0) (not (true (at 3))))
(<= (goal alice 7) (true hidden))
(goal alice high)
(goal alice 101)
(goal nobody 50)
(base (at 1))
(<= (input bob ?x) (unused ?x))
`

func TestSpecOfASmallGame(t *testing.T) {
	spec := groundText(t, small, Options{}).Spec
	if got := strings.Join(spec.Roles, " "); got != "random bob alice" {
		t.Errorf("roles are %s", got)
	}
	if spec.Random != 0 || !spec.Hidden {
		t.Errorf("random is %d, hidden is %v", spec.Random, spec.Hidden)
	}
	var state []string
	for _, b := range spec.State {
		text := b.Text
		if b.Init {
			text += " init"
		}
		if b.Next < 0 {
			text += " once"
		}
		state = append(state, text)
	}
	if got := strings.Join(state, ", "); got != "(at 1) init, (at 2), (at 3), hidden init once" {
		t.Errorf("the state is %s", got)
	}
	if got := moves(spec, 1); got != "(go 2) (go 3) stay" {
		t.Errorf("bob's moves are %s", got)
	}
	if got := moves(spec, 2); got != "wait" {
		t.Errorf("alice's moves are %s", got)
	}
	if spec.Moves[2][0].Does != -1 || spec.Moves[1][0].Does < 0 {
		t.Error("does is wrong")
	}
	if got := strings.Join(spec.Texts, " "); got != "(moved 2) (moved 3) (roll 1) (roll 2) dice" {
		t.Errorf("the percepts are %s", got)
	}
	if got := len(spec.Percepts); got != 5 || spec.Percepts[0].Role != 0 || spec.Percepts[2].Role != 1 || spec.Percepts[4].Percept != 1 {
		t.Errorf("the percepts are %v", spec.Percepts)
	}
	var goals []int
	for _, g := range spec.Goals {
		goals = append(goals, g.Role, g.Value)
	}
	if !slices.Equal(goals, []int{1, 0, 1, 100, 2, 7}) {
		t.Errorf("goals are %v", goals)
	}
}

func moves(spec *circuit.Spec, role int) string {
	var out []string
	for _, m := range spec.Moves[role] {
		out = append(out, m.Text)
	}
	return strings.Join(out, " ")
}

func TestHidden(t *testing.T) {
	const open = `(role a) (legal a x) (goal a 0) (terminal)`
	for _, c := range []struct {
		text   string
		opt    Options
		hidden bool
		seen   int
	}{
		{open, Options{}, false, 0},
		{open, Options{ForceHidden: true}, true, 0},
		{open + `(role random)`, Options{}, false, 0},
		{open + `(role random) (sees random x)`, Options{}, true, 1},
	} {
		spec := groundText(t, c.text, c.opt).Spec
		if spec.Hidden != c.hidden || len(spec.Percepts) != c.seen {
			t.Errorf("%s: hidden is %v, percepts are %v", c.text, spec.Hidden, spec.Percepts)
		}
	}
	p := read(t, "test.kif", open+`(role random) (sees a x)`)
	p.Dialect = gdl.GDL // forced: sees and random are words like others
	if spec := mustGround(t, p, Options{}).Spec; spec.Hidden || spec.Random != -1 || len(spec.Percepts) != 0 {
		t.Errorf("in plain GDL the spec has hidden %v, random %d, percepts %v", spec.Hidden, spec.Random, spec.Percepts)
	}
}

func TestConstantsAreTakenOut(t *testing.T) {
	res := groundText(t, `
(role a) (init p)
(<= (legal a x) (true p) open)
(<= open (not closed))
(<= closed (true never))
(<= open (true p))
(<= (goal a 100) open (not shut))
(<= shut (true never) (true p))
(<= (goal a 0) (not open))
(<= (next p) (does a x) (true p))
`, Options{})
	want := `(<= (legal a x) (true p))
(<= (next p) (does a x) (true p))
(goal a 100)
`
	if got := sortedLines(printed(t, res, "instances")); got != sortedLines(want) {
		t.Errorf("the rules are\n%s", got)
	}
	if len(res.Spec.Goals) != 1 || res.Spec.Terminal != -1 {
		t.Errorf("goals are %v, terminal is %d", res.Spec.Goals, res.Spec.Terminal)
	}
}

func sortedLines(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

func TestInitByGroundStrata(t *testing.T) {
	// Here even depends on its own negation, but no ground atom does.
	res := groundText(t, `
(role a) (legal a x) (goal a 0) terminal
(succ 0 1) (succ 1 2) (succ 2 3)
(<= (even ?n) (succ ?m ?n) (not (even ?m)))
(<= (init (cell ?n)) (succ ?m ?n) (even ?n))
(<= (next ?f) (true ?f))
`, Options{})
	var got []string
	for _, b := range res.Spec.State {
		if b.Init {
			got = append(got, b.Text)
		}
	}
	// even(1) holds because nothing says that 0 is even.
	if strings.Join(got, " ") != "(cell 1) (cell 3)" {
		t.Errorf("initially %v hold", got)
	}
	_, err := Ground(context.Background(), read(t, "", `
(role a) (legal a x) (goal a 0) terminal
(<= (init p) (not q)) (<= q (not r)) (<= r (not q))`), Options{})
	if err == nil {
		t.Error("an undecided initial state was accepted")
	}
}
