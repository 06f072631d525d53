package gdlref

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ludex/game"
)

// TestStops: a machine that cannot answer says so and stays in a harmless state.
func TestStops(t *testing.T) {
	const frame = "(role r) (init a) (legal r go) (<= (goal r 50) (true a)) (<= (next ?x) (true ?x))"
	for _, test := range []struct {
		rules, want string
		opt         Options
	}{
		{"(<= terminal (not p)) (<= p (not q)) (<= q (not p))", "depends on its own negation", Options{}},
		{"(<= terminal (p b)) (<= (p (f ?x)) (p ?x)) (p a)", "", Options{}},
		{"(<= terminal (p ?x) (distinct ?x ?x)) (<= (p (f ?x)) (p ?x)) (p a)", "terms without end", Options{}},
		{"(<= terminal (p ?x) (p ?y) (q ?x ?y)) (p 1) (p 2) (p 3) (p 4)", "more than 10 candidates", Options{MaxWork: 10}},
		{"(<= terminal (q ?x ?y) (distinct ?x ?x)) (<= (q ?x ?y) (p ?x) (p ?y)) (p 1) (p 2) (p 3) (p 4)", "more than 10 answers", Options{MaxAnswers: 10}},
		{"(<= terminal (q ?x ?y ?z) (distinct ?x ?x)) (<= (q ?x ?y ?z) (p ?x) (p ?y) (p ?z))" + facts(30), "takes more than 1 MB (--memory allows more)", Options{Memory: 1 << 20}},
		{"(<= terminal (p ?x) (p ?y) (p ?z) (true (f ?x ?y ?z)))" + facts(30), "different terms of the game takes more than 1 MB", Options{Memory: 1 << 20}},
	} {
		g, err := New(read(t, "test.kif", frame+test.rules), test.opt)
		if err != nil {
			t.Fatal(err)
		}
		m := g.machine()
		s := m.Initial(nil)
		over := m.Terminal(s)
		if test.want == "" {
			if over || m.Err() != nil {
				t.Errorf("%s: terminal %v, %v", test.rules, over, m.Err())
			}
			continue
		}
		if m.Err() == nil || !strings.Contains(m.Err().Error(), test.want) {
			t.Errorf("%s: the error is %v, want %q", test.rules, m.Err(), test.want)
		}
		next := m.Next(s, []game.Move{0}, nil)
		if !over || len(m.Legal(s, 0, nil)) > 0 || len(m.Goals(s, 0, nil)) > 0 || !slices.Equal(next, s) {
			t.Errorf("%s: the stopped machine still answers", test.rules)
		}
	}
}

// facts returns the facts (p 0), (p 1) and so on.
func facts(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, " (p %d)", i)
	}
	return b.String()
}

// TestBind ends questions by a context, the sorting of moves included, and goes on
// with another one.
func TestBind(t *testing.T) {
	g, err := New(read(t, "test.kif", "(role r) (init a) (<= (legal r (m ?x ?y ?z)) (p ?x) (p ?y) (p ?z))"+facts(20)))
	if err != nil {
		t.Fatal(err)
	}
	stopped := errors.New("stopped")
	ended, cancel := context.WithCancelCause(t.Context())
	cancel(stopped)
	m := g.machine()
	s := m.Initial(nil)
	m.Bind(ended)
	if n := len(m.Legal(s, 0, nil)); n > 0 || !errors.Is(m.Err(), stopped) {
		t.Errorf("%d moves after the end, %v", n, m.Err())
	}
	m.Bind(t.Context())
	if n := len(m.Legal(s, 0, nil)); n != 8000 || m.Err() != nil {
		t.Errorf("%d moves, %v", n, m.Err())
	}
	m.Bind(ended) // all moves are in a table now: only sorting is left to stop
	if n := len(m.Legal(s, 0, nil)); n > 0 || !errors.Is(m.Err(), stopped) {
		t.Errorf("%d moves are sorted after the end, %v", n, m.Err())
	}
}

// TestLongChain finds the levels of a chain of relations, the last one first.
func TestLongChain(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	var b strings.Builder
	b.WriteString("(role r) (init a) (legal r go) (<= terminal p0)")
	const length = 50_000
	for i := range length {
		fmt.Fprintf(&b, " (<= p%d p%d)", i, i+1)
	}
	fmt.Fprintf(&b, " (<= p%d (true a))", length)
	g := open(t, b.String())
	if g.program.relations[g.relations.terminal].level != levelState {
		t.Error("terminal does not depend on the state")
	}
}

// TestLanguage plays one step of descriptions with unusual features.
func TestLanguage(t *testing.T) {
	for _, test := range []struct{ name, rules, next, goals string }{
		{"goal negated in goal", `(<= (goal r 100) (true won)) (<= (goal ?r 0) (role ?r) (not (goal ?r 100)))`, "", "0"},
		{"a variable as goal value", `(init (score 7)) (init (score x)) (<= (goal r ?n) (true (score ?n)))`, "", "7"},
		{"several goal values", `(goal r 50) (goal r 100) (goal r 050)`, "", "50 100"},
		{"whole-fact variables", `(init a) (init (b c)) (<= (next ?x) (true ?x) (distinct ?x a))`, "(b c)", ""},
		{"whole facts that are known", `(init a) (init (b c)) (<= (next ?x) (keep ?x) (true ?x)) (keep (b c)) (keep d)`, "(b c)", ""},
		{"legal in bodies", `(legal r stay) (<= (next (could ?m)) (legal ?r ?m) (not (does ?r ?m)))`, "(could stay)", ""},
		{"disjunction and nested terms", `(init (at (p 1 2))) (<= (next (at (p ?y ?x))) (or (true (at (p ?x ?y))) (true (was (p ?x ?y)))))`, "(at (p 2 1))", ""},
		{"a repeated variable", `(init (at 1 1)) (init (at 1 2)) (<= (next (eq ?x)) (true (at ?x ?x)))`, "(eq 1)", ""},
		{"a repeated variable in a nested term", `(init (at (f 1) 1)) (init (at (f 1) 2)) (<= (next (eq ?x)) (true (at (f ?x) ?x)))`, "(eq 1)", ""},
		{"recursion over the state", `(init (e 1 2)) (init (e 2 3)) (init (e 3 1))
			(<= (path ?x ?y) (true (e ?x ?y))) (<= (path ?x ?z) (path ?x ?y) (path ?y ?z)) (<= (next (loop ?x)) (path ?x ?x))`,
			"(loop 1) (loop 2) (loop 3)", ""},
		{"one name with two arities", `(p 1) (p 1 2) (<= (next (both ?x ?y)) (p ?x) (p ?x ?y))`, "(both 1 2)", ""},
		{"an undefined relation", `(<= (next a) (nothing ?x)) (<= (next b) (not (nothing c)))`, "b", ""},
	} {
		g := open(t, "(role r) (legal r go) "+test.rules)
		m := g.machine()
		s := m.Initial(nil)
		var goals []string
		for _, n := range m.Goals(s, 0, nil) {
			goals = append(goals, strconv.Itoa(n))
		}
		next, _ := step(t, g, m, s, "go")
		if got := strings.Join(g.Facts(next), " "); got != test.next {
			t.Errorf("%s: the next state is %s, want %s", test.name, got, test.next)
		}
		if got := strings.Join(goals, " "); got != test.goals {
			t.Errorf("%s: the goals are %s, want %s", test.name, got, test.goals)
		}
		if m.Err() != nil {
			t.Errorf("%s: %v", test.name, m.Err())
		}
	}
}

// A term that doubles in every step is an error long before its text fills the memory.
func TestDoublingTerm(t *testing.T) {
	g := open(t, `(role a) (init (x 0)) (legal a noop) (goal a 100) (<= terminal (true (never))) (<= (next (x (s ?y ?y))) (true (x ?y)))`)
	m := g.NewMachine()
	s := m.Initial(nil)
	for range 100 {
		s = m.Next(s, m.Legal(s, 0, nil), nil)
		if err := m.Err(); err != nil {
			if !strings.Contains(err.Error(), "symbols") {
				t.Errorf("the error is %v", err)
			}
			return
		}
		g.Facts(s)
	}
	t.Error("a term of 2^100 symbols is made")
}
