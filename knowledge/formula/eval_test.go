package formula

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"ludex/game"
	"ludex/internal/knowledgetest"
	"ludex/knowledge"
	"ludex/source"
)

// coin is a game that ann plays alone: she sees nothing, and turns a coin around
// (m0) or leaves it (m1) as often as she likes; m2 ends the play.
func coin() *knowledgetest.Toy {
	edges := func(a, b, c int) []knowledgetest.ToyEdge {
		return []knowledgetest.ToyEdge{{Next: a, Percepts: [][]int{{}}}, {Next: b, Percepts: [][]int{{}}}, {Next: c, Percepts: [][]int{{}}}}
	}
	moves, goal := [][]int{{0, 1, 2}}, [][]int{{50}}
	return &knowledgetest.Toy{RoleNames: []string{"ann"}, RandomRole: game.NoRole, States: []knowledgetest.ToyState{
		{Facts: []string{"(shows head)"}, Goals: goal, Legal: moves, Edges: edges(1, 0, 2)},
		{Facts: []string{"(shows tail)"}, Goals: goal, Legal: moves, Edges: edges(0, 1, 2)},
		{Terminal: true, Goals: goal, Legal: [][]int{{}}},
	}}
}

func ask(t testing.TB, g game.Game, limits knowledge.Limits, d knowledge.Development, text string) *Answer {
	t.Helper()
	f, err := parse(text)
	if err != nil {
		t.Fatal(err)
	}
	m, err := knowledge.New(g, limits)
	if err != nil {
		t.Fatal(err)
	}
	a, err := bind(t, f, g, Options{}).At(t.Context(), m, d)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestTime checks the meaning of the temporal operators, in a game whose plays can repeat
// forever.
func TestTime(t *testing.T) {
	for text, want := range map[string]Verdict{
		"next shows(tail)":                                        No,
		"next (shows(head) | shows(tail))":                        No,
		"next (shows(head) | shows(tail) | terminal)":             Yes,
		"~next ~shows(head)":                                      Yes,
		"~next[2] ~shows(head)":                                   Yes, // there again, after two steps
		"~next[2] ~shows(tail)":                                   Yes,
		"next[3] (shows(head) | shows(tail) | terminal)":          Yes,
		"always ~shows(side)":                                     Yes, // all states are looked at, however long the play
		"always ~terminal":                                        No,
		"always[0] ~terminal":                                     Yes,
		"can terminal":                                            Yes,
		"can shows(side)":                                         No,
		"eventually terminal":                                     No, // she may turn the coin forever
		"eventually shows(head)":                                  Yes,
		"next eventually (shows(tail) | terminal)":                No,
		"eventually[1] (shows(tail) | terminal)":                  No,
		"can always terminal":                                     Yes,
		"always can terminal":                                     Yes,
		"can[1] (terminal & next shows(side))":                    Yes, // nothing comes after the end
		"can[1] (terminal & ~eventually shows(head))":             Yes,
		"always (legal(ann,m2) | terminal)":                       Yes,
		"always goal(ann,50)":                                     Yes,
		"forall X in {m0,m1,m2}: legal(ann,X)":                    Yes,
		"forall X in {a}: exists X in legal(ann,X): legal(ann,X)": Yes, // the inner X
		"forall X in {a}: forall X in true(shows(X)): shows(X) & distinct(X,a)": Yes,
		"exists R,M in legal(R,M): distinct(R,M)":                               Yes,
		"exists M in legal(ann,M): ~legal(ann,M)":                               No,
		"exists X in true(shows(X)): knows(ann, shows(X))":                      Yes,
		"next exists X in true(shows(X)): ~knows(ann, shows(X))":                No, // she knows what she did
		"forall V in goal(_,V): goal(ann,V)":                                    Yes,
	} {
		if a := ask(t, coin(), knowledge.Limits{}, knowledge.Development{}, text); a.Verdict != want {
			t.Errorf("%s: %s, want %s", text, a, want)
		}
	}
}

// TestLastStep checks that does and sees refer to the last step, for all roles.
func TestLastStep(t *testing.T) {
	g := coin()
	for i := range 2 { // she sees whether it is turned
		g.States[i].Edges[0].Percepts = [][]int{{0}}
	}
	turned := knowledge.Development{Joints: [][]game.Move{{1}, {0}}}
	for text, want := range map[string]Verdict{
		"does(ann,m0)": Yes,
		"does(ann,m1)": No,
		"sees(ann,s0)": Yes,
		"sees(ann,s1)": No,
		"knows(ann, does(ann,m0) & sees(ann,s0))":                                     Yes,
		"next (does(ann,m0) => sees(ann,s0))":                                         Yes,
		"next (sees(ann,s0) | ~does(ann,m0))":                                         Yes,
		"always[3] (sees(ann,s0) => does(ann,m0))":                                    Yes,
		"exists M in does(ann,M): M != m1":                                            Yes,
		"exists P in sees(ann,P): knows(ann, sees(ann,P))":                            Yes,
		"forall R,M in does(R,M): R != ann":                                           No,
		"next forall M in does(ann,M): exists L in {m0,m1,m2}: ~distinct(L,M)":        Yes,
		"next (terminal => (exists M in does(ann,M): does(ann,M) & ~distinct(M,m2)))": Yes,
	} {
		if a := ask(t, g, knowledge.Limits{}, turned, text); a.Verdict != want {
			t.Errorf("%s: %s, want %s", text, a, want)
		}
	}
	for _, text := range []string{"does(ann,m0)", "sees(ann,s0)", "exists M in does(ann,M): terminal | ~terminal"} {
		if a := ask(t, g, knowledge.Limits{}, knowledge.Development{}, text); a.Verdict != No {
			t.Errorf("%s before any move: %s", text, a)
		}
	}
}

// TestUndecided passes limits: what can still be decided is.
func TestUndecided(t *testing.T) {
	small := knowledge.Limits{Developments: 10}
	for text, want := range map[string]Verdict{
		"always knows(ann, shows(head) | shows(tail) | terminal)":       Undecided,
		"always (knows(ann, shows(head)) | shows(head))":                No,
		"can knows(ann, shows(tail))":                                   Yes,
		"eventually knows(ann, shows(side))":                            Undecided,
		"shows(head) | eventually knows(ann, shows(side))":              Yes,
		"shows(tail) & eventually knows(ann, shows(side))":              No,
		"shows(head) => eventually knows(ann, shows(side))":             Undecided,
		"next[9] knows(ann, terminal)":                                  Undecided,
		"~always knows(ann, shows(head) | shows(tail) | terminal)":      Undecided,
		"always (shows(head) | shows(tail) | terminal | knows(ann, p))": Undecided,
		"eventually (p & knows(ann, q) | terminal)":                     Undecided, // she may go on forever, but it never looks the same
	} {
		a := ask(t, coin(), small, knowledge.Development{}, text)
		if a.Verdict != want || (a.Reason != "") != (want == Undecided) {
			t.Errorf("%s: %s, want %s", text, a, want)
		}
	}
}

// TestEndless follows plays that never end and never look the same.
func TestEndless(t *testing.T) {
	g := coin()
	for i := range 2 {
		g.States[i].Legal, g.States[i].Edges = [][]int{{0, 1}}, g.States[i].Edges[:2]
	}
	for text, want := range map[string]Verdict{
		"eventually (p & knows(ann, q))":        Undecided,
		"eventually[30] (p & knows(ann, q))":    No,
		"eventually (p | knows(ann, q))":        Undecided,
		"always (shows(head) | shows(tail))":    Yes,
		"always (~p | knows(ann, q))":           Undecided,
		"eventually p":                          No,
		"~eventually p & always ~terminal & ~p": Yes,
	} {
		if a := ask(t, g, knowledge.Limits{Developments: 40}, knowledge.Development{}, text); a.Verdict != want {
			t.Errorf("%s: %s, want %s", text, a, want)
		}
	}
}

// TestUndecidedView asks about a view that too many developments have.
func TestUndecidedView(t *testing.T) {
	g := coin()
	m, err := knowledge.New(g, knowledge.Limits{Developments: 2})
	if err != nil {
		t.Fatal(err)
	}
	f, _ := parse("p")
	v := knowledge.View{Steps: []knowledge.Experience{{Move: "m0"}, {Move: "m0"}, {Move: "m0"}}}
	a, err := bind(t, f, g, Options{}).InView(t.Context(), m, v)
	if err != nil || a.Verdict != Undecided || a.Reason == "" {
		t.Errorf("%v, %v", a, err)
	}
	v.Steps[0].Move = "m7"
	var wrong *knowledge.InconsistentError
	if _, err := bind(t, f, g, Options{}).InView(t.Context(), m, v); !errors.As(err, &wrong) {
		t.Errorf("an impossible view gives %v", err)
	}
}

func TestStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	g := coin()
	m, err := knowledge.New(g, knowledge.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	f, _ := parse("always can (shows(head) & knows(ann, can ~can knows(ann, p)))")
	a, err := bind(t, f, g, Options{}).At(ctx, m, knowledge.Development{})
	if !errors.Is(err, context.Canceled) || a.Verdict != Undecided {
		t.Errorf("a stopped question gives %v, %v", a, err)
	}
}

func TestUnseenFacts(t *testing.T) {
	a := ask(t, coin(), knowledge.Limits{}, knowledge.Development{}, "always (shows(head) | showz(tail) | terminal)")
	if !slices.Equal(a.Unseen, []string{"showz"}) || !strings.Contains(a.String(), "has a fact showz") {
		t.Errorf("%v: %s", a.Unseen, a)
	}
}

func TestFoldCase(t *testing.T) {
	g := coin()
	m, err := knowledge.New(g, knowledge.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	f, _ := parse("'SHOWS'('Head') & knows('Ann', exists X in true('Shows'(X)): shows(X) & legal('ANN','M0'))")
	a, err := bind(t, f, g, Options{FoldCase: true}).At(t.Context(), m, knowledge.Development{})
	if err != nil || a.Verdict != Yes {
		t.Errorf("%v, %v", a, err)
	}
	list := &source.List{File: source.NewFile("f", []byte(f.String()))}
	if Bind(f, g, Options{}, list) != nil {
		t.Error("case does not count")
	}
}

// TestBindErrors covers formulas that do not fit a game.
func TestBindErrors(t *testing.T) {
	g := coin()
	g.RoleNames = []string{"ann", "random"}
	g.RandomRole = 1
	for _, test := range []struct{ text, at, want string }{
		{"knows(bob, p)", "bob", "bob is no role"},
		{"knows(random, p)", "random", "random moves by chance"},
		{"does(random, m0)", "random", "random has no view"},
		{"sees(bob, s0)", "bob", "bob is no role"},
		{"exists M in does(random, M): p", "random", "random has no view"},
		{"exists M in does(M): p", "does(M)", "does takes 2 arguments"},
		{"static(p(a))", "static(p(a))", "p/1 is no relation"},
		{"legal(bob,m0)", "bob", "bob is no role"},
		{"p(X)", "X", "nothing says what the variable X stands for"},
		{"knows(R, p)", "R", "the variable R"},
		{"(exists X in {a}: p(X)) & q(X)", "X", "the variable X"},
		{"exists X in card(X): p(X)", "card(X)", "card/1 is no relation"},
		{"exists X,Y in {a,b}: p(X)", "{a,b}", "values for one variable"},
		{"exists X,Y in true(p(X)): q", "true(p(X))", "does not mention the variable Y"},
		{"exists X in legal(X): p", "legal(X)", "legal takes 2 arguments"},
		{"exists X in legal(bob,X): p", "bob", "bob is no role"},
		{"exists X in role(X,X): p", "role(X,X)", "role takes 1 arguments"},
		{"exists X in true(p(X,Y)): q", "Y", "the variable Y"},
	} {
		f, list := Read(source.NewFile("formula", []byte(test.text)))
		if f == nil {
			t.Errorf("%q: %v", test.text, list.Err())
			continue
		}
		if q := Bind(f, g, Options{}, list); q != nil || len(list.Items) != 1 {
			t.Errorf("%q: %v", test.text, list.Err())
			continue
		}
		d := list.Items[0]
		if !strings.Contains(d.Message, test.want) || list.File.Slice(d.Span) != test.at {
			t.Errorf("%q: %q at %q, want %q at %q", test.text, d.Message, list.File.Slice(d.Span), test.want, test.at)
		}
	}
}

// TestNoPlayerAtLast binds a variable to a role that knows nothing, which shows
// only when the formula is evaluated.
func TestNoPlayerAtLast(t *testing.T) {
	g := coin()
	m, err := knowledge.New(g, knowledge.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	f, _ := parse("exists R in {ann,bob}: ~knows(R, p)")
	if _, err := bind(t, f, g, Options{}).At(t.Context(), m, knowledge.Development{}); err == nil || !strings.Contains(err.Error(), "bob is no player") {
		t.Errorf("bob knows: %v", err)
	}
	if _, err := bind(t, f, g, Options{}).At(t.Context(), m, knowledge.Development{Joints: [][]game.Move{{7}}}); !errors.Is(err, knowledge.ErrNotLegal) {
		t.Errorf("an illegal development: %v", err)
	}
}
