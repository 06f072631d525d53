package timed_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ludex/game"
	"ludex/internal/timedmatch"
	"ludex/internal/timedtest"
	"ludex/timed"
)

func TestChickenStepByStep(t *testing.T) {
	g := libraryGame(t, "chicken")
	s := g.Initial()
	wantState(t, s, "at 0; infinity (dir black straight); infinity (dir white straight); 1 timer")
	wantLegal(t, g, s, "swerve", "swerve")
	if s.Expiry() != timed.Unit {
		t.Errorf("the first lifetime runs out at %v", s.Expiry())
	}
	s = update(t, g, s, "0.25", "white", "swerve").State
	wantState(t, s, "at 0.25; infinity (dir black straight); infinity (dir white swerve); 0.75 timer")
	wantLegal(t, g, s, "", "swerve")
	u := update(t, g, s, "0.75")
	wantState(t, u.State, "at 1; infinity (dir black straight); infinity (dir white swerve); expired timer")
	if e := u.Expired(); !slices.Equal(e, []string{"timer"}) {
		t.Errorf("expired: %v", e)
	}
	if over, err := g.Terminal(u.State); !over || err != nil {
		t.Errorf("not over at 1: %v", err)
	}
	if got := goals(t, g, u.State); !slices.Equal(got, []int{80, 100}) {
		t.Errorf("goals %v", got)
	}
}

func wantState(t *testing.T, s timed.State, want string) {
	t.Helper()
	if s.String() != want {
		t.Errorf("got  %v\nwant %s", s, want)
	}
}

// wantLegal compares the legal moves of each role, joined by blanks.
func wantLegal(t *testing.T, g *timed.Game, s timed.State, want ...string) {
	t.Helper()
	for r, w := range want {
		moves, err := g.Legal(s, game.Role(r))
		if got := strings.Join(moves, " "); got != w || err != nil {
			t.Errorf("legal moves of %s: got %q, %v, want %q", g.Roles()[r], got, err, w)
		}
	}
}

// flow is a game in which lifetimes go everywhere: into facts, moves, percepts
// and helper relations.
const flow = `
role(a) role(b)
init(2,timer) init(infinity,idle)
next(T,timer) :- true(T,timer)
next(infinity,stamp(R,T)) :- does(R,stop) & true(T,timer)
next(infinity,bet(R,T)) :- does(R,call(T))
next(L,stamp(R,T)) :- true(L,stamp(R,T))
next(L,bet(R,T)) :- true(L,bet(R,T))
next(T,echo) :- does(R,call(T))
legal(R,stop) :- role(R)
legal(R,call(T)) :- role(R) & true(T,timer)
same :- true(X,stamp(a,T)) & true(Y,bet(b,T))
goal(R,100) :- role(R) & same
goal(R,0) :- role(R) & ~same
terminal :- expired(timer)
`

func TestLifetimesFlow(t *testing.T) {
	g := timedtest.Open(t, flow)
	s := g.Initial()
	wantLegal(t, g, s, "(call 2) stop", "(call 2) stop")
	s = update(t, g, s, "0.5", "a", "stop").State
	wantState(t, s, "at 0.5; infinity (stamp a 1.5); 1.5 timer")
	wantLegal(t, g, s, "(call 1.5) stop", "(call 1.5) stop")
	s = update(t, g, s, "0.25", "b", "call(1.5)").State
	wantState(t, s, "at 0.75; infinity (bet b 1.5); infinity (stamp a 1.5); 1.5 echo; 1.25 timer")
	if got := goals(t, g, s); !slices.Equal(got, []int{100, 100}) {
		t.Errorf("equal numbers are not the same: goals %v", got)
	}
	other := update(t, g, s, "0.25", "b", "call(1.25)").State
	wantState(t, other, "at 1; infinity (bet b 1.25); infinity (bet b 1.5); infinity (stamp a 1.5); 1.25 echo; 1 timer")
}

// numbers has constants of the rules that lifetimes come to equal.
const numbers = `
role(a)
init(2,timer)
next(T,timer) :- true(T,timer)
legal(a,wait) :- true(T,timer)
legal(a,now) :- true(1,timer)
legal(a,soon) :- true(T,timer) & soon(T)
soon(0.5)
terminal :- expired(timer)
goal(a,100)
`

func TestLifetimesEqualConstants(t *testing.T) {
	g := timedtest.Open(t, numbers)
	s := g.Initial()
	wantLegal(t, g, s, "wait")
	s = update(t, g, s, "0.75", "a", "wait").State
	wantLegal(t, g, s, "wait")
	s = update(t, g, s, "0.25", "a", "wait").State
	wantLegal(t, g, s, "now wait")
	s = update(t, g, s, "0.5", "a", "wait").State
	wantLegal(t, g, s, "soon wait")
}

func TestUpdateRefusesNonsense(t *testing.T) {
	g := libraryGame(t, "chicken")
	s := g.Initial()
	for _, test := range []struct {
		dt    timed.Time
		moves []timed.Move
		want  string
	}{
		{-1, nil, "back"},
		{timed.Unit + 1, nil, "runs out at 1"},
		{timed.Unit / 2, nil, "nobody moves"},
		{0, []timed.Move{{Role: 5, Text: "swerve"}}, "no role"},
		{0, []timed.Move{{Role: 0, Text: "("}}, "no term"},
		{0, []timed.Move{{Role: 0, Text: "a b"}}, "not one term but 2"},
		{0, []timed.Move{{Role: 0, Text: "swerve"}, {Role: 0, Text: "swerve"}}, "twice"},
	} {
		if _, err := g.Update(s, test.dt, test.moves); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v %v: got %v, want %s", test.dt, test.moves, err, test.want)
		}
	}
	if _, err := g.Update(s, 0, nil); !errors.Is(err, timed.ErrNoEvent) {
		t.Errorf("got %v", err)
	}
}

func TestDefects(t *testing.T) {
	g := timedtest.Open(t, `role(a) init(3,p) init(4,p) init(foo,q) init(infinity,r) legal(a,m)
next(x,s) :- does(a,m)  next(T,u) :- true(T,p)  next(0,v) :- does(a,m)
next(f(1),w) :- does(a,m)  terminal :- expired(p)  goal(a,0)`)
	want := []string{"foo cannot be the lifetime of q: it is neither a positive number nor infinity", "p has several lifetimes"}
	if got := g.Defects(); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	wantState(t, g.Initial(), "at 0; 3 p; 4 p; infinity r")
	u := update(t, g, g.Initial(), "1", "a", "m")
	want = []string{
		"0 cannot be the lifetime of v: a lifetime must be greater than 0",
		"f(1) cannot be the lifetime of w: it is neither a positive number nor infinity",
		"x cannot be the lifetime of s: it is neither a positive number nor infinity",
		"u has several lifetimes",
	}
	if got := u.Defects(); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	wantState(t, u.State, "at 1; 2 u; 3 u")
	twice := update(t, g, g.Initial(), "3")
	wantState(t, twice.State, "at 3; 1 u; expired p")
}

func TestNewRefusesWhatIsNoTimedGame(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"role(a) init(p)", "no lifetimes in GDL"},
		{"init(1,p)", "no role clause"},
		{"role(a) init(1,p) true(1,q)", "true cannot be the head"},
		{"role(a) init(1,p) legal(a) :- true(T,p)", "legal has 1 arguments here, and 2 in rtGDL"},
		{"role(a) init(1,p) next(T,p) :- role(a)", "unsafe rule"},
	} {
		_, err := timed.New(read(t, "test.gdl", test.text))
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %s", test.text, err, test.want)
		}
	}
}

func TestForgettingChangesNothing(t *testing.T) {
	for _, text := range []string{flow, numbers} {
		want, err := timed.New(read(t, "test.gdl", text))
		if err != nil {
			t.Fatal(err)
		}
		got, err := timed.New(read(t, "test.gdl", text), timed.Options{MaxKept: 1})
		if err != nil {
			t.Fatal(err)
		}
		a, b := want.Initial(), got.Initial()
		for i := range 6 {
			moves, err := want.Legal(a, 0)
			if err != nil {
				t.Fatal(err)
			}
			move := moves[i%len(moves)]
			a = update(t, want, a, "0.25", want.Roles()[0], move).State
			b = update(t, got, b, "0.25", want.Roles()[0], move).State
			if fmt.Sprint(a) != fmt.Sprint(b) || !a.Equal(b) {
				t.Fatalf("got  %v\nwant %v", b, a)
			}
		}
	}
}

func TestGivenStates(t *testing.T) {
	g := timedtest.Open(t, flow)
	facts := []timed.Fact{{Lifetime: 3, Fact: "timer"}, {Lifetime: timed.Forever, Fact: "stamp(a,0.000000003)"}, {Lifetime: 2 * timed.Unit, Fact: "echo"}}
	s, err := g.State(5, facts, []string{"(bet b 0.7)"})
	if err != nil {
		t.Fatal(err)
	}
	wantState(t, s, "at 0.000000005; infinity (stamp a 0.000000003); 2 echo; 0.000000003 timer; expired (bet b 0.7)")
	for _, test := range []struct {
		now     timed.Time
		fact    timed.Fact
		expired string
	}{
		{-1, timed.Fact{Lifetime: 1, Fact: "p"}, "q"}, {0, timed.Fact{Lifetime: 0, Fact: "p"}, "q"},
		{0, timed.Fact{Lifetime: 1, Fact: "p("}, "q"}, {0, timed.Fact{Lifetime: 1, Fact: "p"}, "q("},
	} {
		if s, err := g.State(test.now, []timed.Fact{test.fact}, []string{test.expired}); err == nil {
			t.Errorf("%v is read as %v", test, s)
		}
	}
}

// A description without percepts shows all moves, unless it is read as GDL-II
// says.
func TestForceHidden(t *testing.T) {
	p := read(t, "test.gdl", "role(a) role(random) init(1,p) legal(random,m) :- true(T,p) legal(a,n) terminal :- expired(p) goal(a,0)")
	for _, hidden := range []bool{false, true} {
		g, err := timed.New(p, timed.Options{ForceHidden: hidden})
		if err != nil {
			t.Fatal(err)
		}
		u := update(t, g, g.Initial(), "0.5", "random", "m", "a", "n")
		want := []string{"(moves a n)", "(moves random m)"}
		if hidden {
			want = nil
		}
		if got := u.Percepts(0); g.Hidden() != hidden || !slices.Equal(got, want) {
			t.Errorf("hidden %v: got %v", g.Hidden(), got)
		}
	}
}

// Evaluations that need too much end in an error, and the game can be used
// afterwards.
func TestLimits(t *testing.T) {
	p := read(t, "test.gdl", `role(a) init(1,p) n(1) n(2) n(3) n(4) n(5) n(6) n(7) n(8) n(9)
legal(a,m(X,Y,Z)) :- n(X) & n(Y) & n(Z) legal(a,go) terminal :- expired(p) goal(a,0)`)
	g, err := timed.New(p, timed.Options{MaxAnswers: 100})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if moves, err := g.Legal(g.Initial(), 0); err == nil || !strings.Contains(err.Error(), "more than 100 answers") {
			t.Errorf("got %d moves, %v", len(moves), err)
		}
	}
	if over, err := g.Terminal(g.Initial()); over || err != nil {
		t.Errorf("terminal: %v, %v", over, err)
	}
	m, err := timedmatch.NewMatch(g, timed.MatchOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Offer(timedmatch.Offer{Move: "go"}); err == nil || m.Ending() == nil || m.Ending().Reason != timed.Failed {
		t.Errorf("got %v, %v", err, m.Ending())
	}
	if err := m.Advance(timed.Unit); err == nil {
		t.Error("a match that failed goes on")
	}
}
