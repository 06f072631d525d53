package gdlref

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"ludex/game"
)

const coin = `
(role player) (role random)
(init (step 0))
(<= (legal random ?side) (side ?side))
(legal player wait)
(side heads) (side tails)
(<= (next (step 1)) (true (step 0)))
(<= (next (shows ?side)) (does random ?side))
(<= terminal (true (step 1)))
(<= (goal player 100) (true (shows heads)))
(<= (goal player 0) (true (shows tails)))
(<= (goal player none) (true (shows tails)))`

// TestJointPercepts: without sees everybody perceives the joint move, random's
// included, unless the description is forced to be read as GDL-II.
func TestJointPercepts(t *testing.T) {
	g := open(t, coin)
	m := g.NewMachine()
	s := m.Initial(nil)
	_, joint := step(t, g, m, s, "wait", "heads")
	if g.Hidden() || g.Random() != 1 {
		t.Errorf("hidden %v, random %d", g.Hidden(), g.Random())
	}
	if got := percepts(g, m, s, joint, 0); !slices.Equal(got, []string{"(moves player wait)", "(moves random heads)"}) {
		t.Errorf("percepts are %q", got)
	}
	forced, err := New(read(t, "coin.kif", coin), Options{ForceHidden: true})
	if err != nil {
		t.Fatal(err)
	}
	m = forced.NewMachine()
	s = m.Initial(nil)
	_, joint = step(t, forced, m, s, "wait", "heads")
	if got := percepts(forced, m, s, joint, 0); !forced.Hidden() || len(got) > 0 {
		t.Errorf("forced: hidden %v, percepts %q", forced.Hidden(), got)
	}
	if forced.Name() != "coin.kif" || forced.Engine() != "reference" {
		t.Errorf("name %q, engine %q", forced.Name(), forced.Engine())
	}
}

// TestGoals: values that are no integers are left out.
func TestGoals(t *testing.T) {
	g := open(t, coin)
	m := g.NewMachine()
	s, _ := step(t, g, m, m.Initial(nil), "wait", "tails")
	if got := m.Goals(s, 0, nil); !m.Terminal(s) || !slices.Equal(got, []int{0}) {
		t.Errorf("goals are %v", got)
	}
}

func TestParseState(t *testing.T) {
	g := open(t, `(role r) (init (cell 1 1 Blank)) (init on) (<= terminal (true (cell ?x ?y ?z)))`)
	s, err := g.ParseState([]string{"on", "(CELL  1 1 blank) ; as case does not count", "on"})
	if err != nil {
		t.Fatal(err)
	}
	m := g.NewMachine()
	if !slices.Equal(s, m.Initial(nil)) || !m.Terminal(s) {
		t.Errorf("the state is %v, want %v", s, m.Initial(nil))
	}
	if got := g.Facts(s); !slices.Equal(got, []string{"(cell 1 1 Blank)", "on"}) {
		t.Errorf("facts are %q", got)
	}
	for _, bad := range []string{"", "(a", "a b", "a) (fact b", "(p ?x)", "(<= a b)"} {
		if s, err := g.ParseState([]string{bad}); err == nil {
			t.Errorf("ParseState(%q) is %q", bad, g.Facts(s))
		}
	}
	if s, err := g.ParseState(nil); err != nil || len(s) != 0 {
		t.Errorf("the empty state is %v, %v", s, err)
	}
}

func TestNewErrors(t *testing.T) {
	for text, want := range map[string]string{
		"(role a)\n(<= (p ?x) (q ?y))":           "test.kif:2:1: unsafe rule: the variable ?x",
		"(role a)\n  (<= p (q ?y) (not (r ?z)))": "test.kif:2:3: unsafe rule: the variable ?z",
		"(role a) (<= p (distinct ?x b))":        "unsafe rule: the variable ?x",
		"(role a) (p ?x)":                        "unsafe rule: the variable ?x",
		"(p a)":                                  "no role clause",
		"(role a) (<= (role b) (true c))":        "role must not depend on the state",
		"(role a) (true b)":                      "true cannot be the head",
		"(role a) (init infinity (cell 1))":      "package timed plays them",
		"(role a) (<= p (or q (distinct ?x b)))": "unsafe",
	} {
		if _, err := New(read(t, "test.kif", text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: the error is %v, want %q", text, err, want)
		}
	}
}

// TestConcurrentMachines lets machines of one game make the same new terms at
// the same time; their states must agree.
func TestConcurrentMachines(t *testing.T) {
	g := open(t, `(role r) (init (n z)) (<= (next (n (s ?x))) (true (n ?x))) (legal r go)
		(<= (goal r 0) (role r)) (<= terminal (true (n (s (s (s (s (s (s (s (s z))))))))))) `)
	ends := make([]game.State, 8)
	var wg sync.WaitGroup
	for i := range ends {
		wg.Go(func() {
			m := g.NewMachine()
			s := m.Initial(nil)
			for !m.Terminal(s) {
				s = m.Next(s, m.Legal(s, 0, nil), nil)
			}
			ends[i] = s
		})
	}
	wg.Wait()
	for _, s := range ends {
		if !slices.Equal(s, ends[0]) {
			t.Errorf("the machines end in %v and %v", s, ends[0])
		}
	}
}

// TestNoAllocations: a warm machine allocates nothing.
func TestNoAllocations(t *testing.T) {
	g := libraryGame(t, "tictactoe")
	m := g.NewMachine()
	p := game.NewPlayout(g, m)
	play := func() {
		p.Reset(nil, 1)
		for !p.Over() {
			if err := p.Step(); err != nil {
				t.Fatal(err)
			}
		}
	}
	play()
	if n := testing.AllocsPerRun(10, play); n > 0 {
		t.Errorf("%v allocations in %d steps", n, p.Steps)
	}
}
