package equilibrium

import (
	"bytes"
	"context"
	"errors"
	"os"
	"testing"

	"ludex/game"
	"ludex/internal/playertest"
	"ludex/internal/strategyfile"
	"ludex/library"
)

// unfold makes the tree of a game of the library, and says what a payoff of 1 is in
// goal values.
func unfold(t testing.TB, name string) (*Game, float64) {
	t.Helper()
	entry, ok := library.Lookup(name)
	if !ok {
		t.Fatalf("there is no game %s", name)
	}
	g, err := FromGame(context.Background(), playertest.Open(t, name), nil, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if entry.PayoffDivisor == 0 {
		return g, 50
	}
	return g, float64(entry.PayoffDivisor)
}

// TestSizes compares with what is known about the trees: Kuhn poker has 6
// information sets a player and 30 plays, Leduc poker 468 and 5,520.
func TestSizes(t *testing.T) {
	for _, c := range []struct {
		name                string
		nodes, leaves, sets int
	}{
		{"kuhnpoker", 55, 30, 6},
		{"leducpoker", 9451, 5520, 468},
		{"rockpaperscissors", 1093, 729, 1 + 9 + 81},
		{"unfaircoin", 7, 4, 1}, // three draws with two outcomes
		{"montyhall", 43, 24, 7},
	} {
		g, _ := unfold(t, c.name)
		if g.Nodes() != c.nodes || g.Leaves() != c.leaves || g.Sets(0) != c.sets {
			t.Errorf("%s has %d nodes, %d leaves and %d information sets, want %d, %d and %d",
				c.name, g.Nodes(), g.Leaves(), g.Sets(0), c.nodes, c.leaves, c.sets)
		}
	}
}

func TestUniformPlay(t *testing.T) {
	for _, c := range []struct {
		name     string
		nashConv float64
	}{
		{"kuhnpoker", 11. / 12},
		{"leducpoker", 4.7472222222},
		{"rockpaperscissors", 0},
		{"minority", 0},
	} {
		g, k := unfold(t, c.name)
		if got := g.Assess(g.Uniform()).NashConv / k; !near(got, c.nashConv, 1e-6) {
			t.Errorf("%s: uniform play has NashConv %.7f, want %.7f", c.name, got, c.nashConv)
		}
	}
}

func TestExactValues(t *testing.T) {
	for _, c := range []struct {
		name   string
		values []string // goals
	}{
		{"kuhnpoker", []string{"875/18", "925/18"}}, // 50 - 25/18
		{"cardgame", []string{"50", "50"}},
		{"rockpaperscissors", []string{"50", "50"}},
		{"montyhall", []string{"200/3"}},
		{"unfaircoin", []string{"200/3"}},
	} {
		g, _ := unfold(t, c.name)
		e, err := g.exact(context.Background())
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		for p, want := range c.values {
			if got := e.Values[p].RatString(); got != want {
				t.Errorf("%s: player %d gets %s, want %s", c.name, p, got, want)
			}
		}
		if a := g.Assess(e.Profile()); a.NashConv > 1e-9 {
			t.Errorf("%s: NashConv is %g", c.name, a.NashConv)
		}
	}
}

// TestKuhnStrategy checks what is known of all equilibria of Kuhn poker: bob's is
// the only one, and alice bets a king three times as often as a jack.
func TestKuhnStrategy(t *testing.T) {
	g, _ := unfold(t, "kuhnpoker")
	e, err := g.exact(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	likely := func(player int, move string, view ...string) string {
		for i := range g.Sets(player) {
			steps := g.View(player, i)
			same := len(steps) == len(view)
			for j := range view {
				same = same && steps[j].String() == view[j]
			}
			if !same {
				continue
			}
			for a, m := range g.Legal(player, i) {
				if g.Game.MoveText(g.Roles()[player], m) == move {
					return g.ExactActions(e, player, i)[a].RatString()
				}
			}
		}
		t.Fatalf("player %d never has the view %v", player, view)
		return ""
	}
	for _, c := range []struct{ want, move, card, said string }{
		{"1/3", "bet", "jack", "check"}, {"0", "call", "jack", "bet"},
		{"0", "bet", "queen", "check"}, {"1/3", "call", "queen", "bet"},
		{"1", "bet", "king", "check"}, {"1", "call", "king", "bet"},
	} {
		if got := likely(1, c.move, "noop (dealt "+c.card+")", "noop (says alice "+c.said+")"); got != c.want {
			t.Errorf("bob with a %s, after %s: %s with %s, want %s", c.card, c.said, c.move, got, c.want)
		}
	}
	if got := likely(0, "bet", "noop (dealt queen)"); got != "0" {
		t.Errorf("alice bets a queen with %s", got)
	}
}

// solve runs a method for a number of iterations.
func solveBy(t *testing.T, g *Game, method Method, iterations int) *Result {
	t.Helper()
	res, err := Solve(context.Background(), g.Tree, Options{Method: method, Iterations: iterations, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func TestKuhnByIterations(t *testing.T) {
	g, k := unfold(t, "kuhnpoker")
	for _, c := range []struct {
		method     Method
		iterations int
		nashConv   float64
	}{{CFRPlus, 1000, 1e-3}, {MCCFR, 100_000, 2e-2}} {
		res := solveBy(t, g, c.method, c.iterations)
		if res.Assessment.NashConv/k > c.nashConv {
			t.Errorf("%s: NashConv is %g", c.method, res.Assessment.NashConv/k)
		}
		if got := (res.Assessment.Values[0] - 50) / k; !near(got, -1./18, c.nashConv) {
			t.Errorf("%s: the value is %g", c.method, got)
		}
	}
}

func TestLeduc(t *testing.T) {
	g, k := unfold(t, "leducpoker")
	res := solveBy(t, g, CFRPlus, 700)
	if got := res.Assessment.NashConv / k; got > 2e-3 {
		t.Errorf("NashConv is %g", got)
	}
	if got := (res.Assessment.Values[0] - 50) / k; !near(got, -0.0856, 1e-3) {
		t.Errorf("the value is %g", got)
	}
}

// TestLeducExactly solves the linear program of Leduc poker, which has 1,560 rows
// and as many variables.
func TestLeducExactly(t *testing.T) {
	if os.Getenv("LUDEX_FULL") == "" {
		t.Skip("LUDEX_FULL=1 solves Leduc poker exactly")
	}
	g, k := unfold(t, "leducpoker")
	e, err := g.exact(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if got := (float(e.Values[0]) - 50) / k; !near(got, -0.085606424, 1e-8) {
		t.Errorf("the value is %.9f", got)
	}
	if a := g.Assess(e.Profile()); a.NashConv > 1e-9 {
		t.Errorf("NashConv is %g", a.NashConv)
	}
}

func TestLiarsDice(t *testing.T) {
	if os.Getenv("LUDEX_FULL") == "" {
		t.Skip("LUDEX_FULL=1 solves liar's dice")
	}
	g, k := unfold(t, "liarsdice")
	res := solveBy(t, g, CFRPlus, 1000)
	if got := (res.Assessment.Values[0] - 50) / k; res.Assessment.NashConv/k > 1e-3 || !near(got, -0.0271, 1e-3) {
		t.Errorf("NashConv is %g and the value %g", res.Assessment.NashConv/k, got)
	}
}

func TestGeneralSum(t *testing.T) {
	for _, name := range []string{"bankerandthief", "threeknow"} {
		g, k := unfold(t, name)
		if res := solveBy(t, g, CFRPlus, 1000); res.Assessment.NashConv/k > 1e-3 {
			t.Errorf("%s: NashConv is %g", name, res.Assessment.NashConv/k)
		}
	}
}

func TestLimits(t *testing.T) {
	ctx := context.Background()
	var limit *LimitError
	if _, err := FromGame(ctx, playertest.Open(t, "tictactoe"), nil, Limits{Nodes: 1000}); !errors.As(err, &limit) || limit.Limit != 1000 {
		t.Errorf("beyond 1000 nodes the error is %v", err)
	}
	if _, err := FromGame(ctx, playertest.Open(t, "tictactoe"), nil, Limits{MaxSteps: 3}); !errors.As(err, &limit) || limit.Limit != 3 {
		t.Errorf("beyond 3 steps the error is %v", err)
	}
	if _, err := FromGame(ctx, playertest.Open(t, "cardgame-printed"), nil, Limits{}); !errors.Is(err, ErrGoal) {
		t.Errorf("with two goals the error is %v", err)
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := FromGame(ended, playertest.Open(t, "kuhnpoker"), nil, Limits{}); !errors.Is(err, context.Canceled) {
		t.Errorf("after the context has ended the error is %v", err)
	}
	g, _ := unfold(t, "kuhnpoker")
	res, err := Solve(ended, g.Tree, Options{Method: CFRPlus})
	if err != nil || res.Reached || res.Iterations != 0 {
		t.Errorf("after the context has ended the answer is %v with the error %v", res, err)
	}
	if _, err := Solve(ctx, g.Tree, Options{Method: "guess"}); !errors.Is(err, ErrNoMethod) {
		t.Errorf("without a method the error is %v", err)
	}
}

// TestFromAState solves what is left of tic-tac-toe after a few moves.
func TestFromAState(t *testing.T) {
	tic := playertest.Open(t, "tictactoe")
	m := tic.NewMachine()
	s := m.Initial(nil)
	for range 5 {
		joint := make([]game.Move, len(tic.Roles()))
		for r := range joint {
			joint[r] = m.Legal(s, game.Role(r), nil)[0]
		}
		s = m.Next(s, joint, nil)
	}
	g, err := FromGame(context.Background(), tic, s, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	e, err := g.exact(context.Background())
	if err != nil || !e.Values[0].IsInt() {
		t.Fatalf("the answer is %v with the error %v", e, err)
	}
	if a := g.Assess(e.Profile()); a.NashConv > 1e-9 {
		t.Errorf("NashConv is %g", a.NashConv)
	}
}

func TestBooksKeepProfiles(t *testing.T) {
	for _, name := range []string{"kuhnpoker", "rockpaperscissors", "minority", "bankerandthief"} {
		g, _ := unfold(t, name)
		p := solveBy(t, g, CFRPlus, 10).Profile
		b, err := g.Strategy(p)
		if err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		if err := b.Write(&text); err != nil {
			t.Fatal(err)
		}
		if b, err = strategyfile.Read(&text); err != nil {
			t.Fatal(err)
		}
		q, unknown, err := g.FromStrategy(b)
		if err != nil || unknown != 0 {
			t.Fatalf("%s: %d sets are unknown, with the error %v", name, unknown, err)
		}
		for i := range p {
			if p[i] != q[i] {
				t.Fatalf("%s: sequence %d had %g and has %g", name, i, p[i], q[i])
			}
		}
		b.Roles[0].Entries = b.Roles[0].Entries[1:]
		if _, unknown, _ = g.FromStrategy(b); unknown != 1 {
			t.Errorf("%s: %d sets are unknown in a book without one", name, unknown)
		}
	}
	kuhn, _ := unfold(t, "kuhnpoker")
	cards, _ := unfold(t, "cardgame")
	b, err := kuhn.Strategy(kuhn.Uniform())
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := cards.FromStrategy(b); !errors.Is(err, errOtherGame) {
		t.Errorf("a book for another game gives the error %v", err)
	}
}
