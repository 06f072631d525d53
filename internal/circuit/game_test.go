package circuit

import (
	"bytes"
	"context"
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ludex/game"
	"ludex/internal/budget"
	"ludex/internal/gametest"
	"pgregory.net/rapid"
)

var (
	_ game.Game      = (*Game)(nil)
	_ game.Playouter = (*Game)(nil)
	_ game.Machine   = (*Machine)(nil)
	_ game.Expander  = (*Machine)(nil)
)

func TestTicTacToe(t *testing.T) {
	g := mustNew(t, ticTacToe())
	gametest.Run(t, g, 20)
	counts, err := game.Perft(context.Background(), g, nil, 6, true)
	if err != nil {
		t.Fatal(err)
	}
	for d, want := range []uint64{1, 9, 72, 504, 3024, 15120, 54720} {
		if counts[d].Leaves != want {
			t.Errorf("perft %d is %d, want %d", d, counts[d].Leaves, want)
		}
	}
	st := g.Stats()
	if legal, next := st.Gates(); len(st.Phases) != 2 || legal+next > 84 {
		t.Errorf("%d phases, %v legal and %v next gates a step; want 2 and at most 84", len(st.Phases), legal, next)
	}
}

// TestPlayouts compares playouts in lanes and one by one.
func TestPlayouts(t *testing.T) {
	g := mustNew(t, ticTacToe())
	opt := game.PlayoutOptions{Count: 40_000, Seed: 1}
	lanes, err := g.Playouts(context.Background(), opt)
	if err != nil {
		t.Fatal(err)
	}
	scalar, err := game.ScalarPlayouts(context.Background(), g, opt)
	if err != nil {
		t.Fatal(err)
	}
	if lanes.Playouts != 40_000 || lanes.Finished != 40_000 || lanes.BadGoals != 0 {
		t.Errorf("%+v", lanes)
	}
	if d := lanes.MeanLength() - scalar.MeanLength(); math.Abs(d) > 0.05 {
		t.Errorf("mean length %v in lanes, %v one by one", lanes.MeanLength(), scalar.MeanLength())
	}
	for r := range g.Roles() {
		a, b := lanes.MeanGoal(game.Role(r)), scalar.MeanGoal(game.Role(r))
		if math.Abs(a-b) > 1.5 {
			t.Errorf("mean goal of role %d: %v in lanes, %v one by one", r, a, b)
		}
	}
}

// TestPlayoutsFrom starts playouts in the middle of a play, and in a state that
// no play leads to.
func TestPlayoutsFrom(t *testing.T) {
	g := mustNew(t, ticTacToe())
	m := g.NewMachine()
	s := m.Initial(nil)
	move := func(r game.Role, text string) game.Move {
		x, err := game.FindMove(g, m, s, r, text)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	s = m.Next(s, []game.Move{move(0, "(mark 0 0)"), move(1, "noop")}, nil)
	res, err := g.Playouts(context.Background(), game.PlayoutOptions{From: s, Count: 1000})
	if err != nil || res.Finished != 1000 || res.MeanLength() > 8 {
		t.Errorf("from the middle: %+v, %v", res, err)
	}
	s, err = g.ParseState([]string{"(control white)", "(control black)", "(cell 1 1 b)"})
	if err != nil {
		t.Fatal(err)
	}
	if g.PhaseOf(s) != -1 {
		t.Error("a state in which it is both players' turn has a phase")
	}
	res, err = g.Playouts(context.Background(), game.PlayoutOptions{From: s, Count: 100})
	if err != nil || res.Finished != 100 {
		t.Errorf("from nowhere: %+v, %v", res, err)
	}
}

func TestFactsAndState(t *testing.T) {
	g := mustNew(t, ticTacToe())
	m := g.NewMachine()
	facts := g.Facts(m.Initial(nil))
	if len(facts) != 10 || !slices.IsSorted(facts) {
		t.Errorf("initial facts %v", facts)
	}
	slices.Reverse(facts)
	s, err := g.ParseState(facts)
	if err != nil || !slices.Equal(s, m.Initial(nil)) {
		t.Errorf("ParseState: %v, %v", s, err)
	}
	if _, err := g.ParseState([]string{"(cell 9 9 b)"}); err == nil {
		t.Error("ParseState accepts a fact that is none")
	}
}

// TestOpenPercepts checks that every role sees the joint move where nothing is
// hidden.
func TestOpenPercepts(t *testing.T) {
	g := mustNew(t, ticTacToe())
	m := g.NewMachine()
	s := m.Initial(nil)
	joint := []game.Move{m.Legal(s, 0, nil)[0], m.Legal(s, 1, nil)[0]}
	var texts []string
	for _, p := range m.Percepts(s, joint, 0, nil) {
		texts = append(texts, g.PerceptText(p))
	}
	if got := strings.Join(texts, " "); got != "(moves black noop) (moves white (mark 0 0))" {
		t.Errorf("white sees %s", got)
	}
}

// TestAllocations checks that playing allocates nothing once warm.
func TestAllocations(t *testing.T) {
	g := mustNew(t, ticTacToe())
	machine := g.NewMachine()
	p := game.NewPlayout(g, machine)
	var goals []int
	var percepts []game.Percept
	seed := uint64(0)
	play := func() {
		seed++
		p.Reset(nil, seed)
		for !p.Over() {
			if err := p.Step(); err != nil {
				t.Fatal(err)
			}
		}
		goals = machine.Goals(p.State, 0, goals[:0])
		percepts = machine.Percepts(p.State, p.Joint, 0, percepts[:0])
	}
	for range 20 {
		play()
	}
	if n := testing.AllocsPerRun(100, play); n != 0 {
		t.Errorf("a playout allocates %v times", n)
	}
	m := g.NewMachine().(*Machine)
	s := m.Initial(nil)
	var joints []game.Move
	for _, x := range m.Legal(s, 0, nil) {
		joints = append(joints, x, m.Legal(s, 1, nil)[0])
	}
	children := m.Expand(s, joints, nil)
	if n := testing.AllocsPerRun(100, func() { children = m.Expand(s, joints, children[:0]) }); n != 0 {
		t.Errorf("an expansion allocates %v times", n)
	}
}

// TestOrderDoesNotMatter lists state bits and moves in another order, as other
// names would. The circuits must be of the same size.
func TestOrderDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := specs().Draw(t, "spec")
		seed := rapid.Uint64().Draw(t, "seed")
		a, b := mustNew(t, s).Stats(), mustNew(t, renamed(s, seed)).Stats()
		if a.GoalNetGates != b.GoalNetGates || !reflect.DeepEqual(a.Phases, b.Phases) {
			t.Fatalf("%+v\nin another order %+v", a.Phases, b.Phases)
		}
	})
}

// TestSameEveryTime checks that nothing depends on chance.
func TestSameEveryTime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := specs().Draw(t, "spec")
		if a, b := mustNew(t, s), mustNew(t, s); !reflect.DeepEqual(a.Program(), b.Program()) {
			t.Fatal("two programs of one Spec differ")
		}
	})
}

func TestLimits(t *testing.T) {
	var limit *LimitError
	if _, err := New(context.Background(), ticTacToe(), Options{MaxNodes: 50}); !errors.As(err, &limit) || limit.What != "nodes" {
		t.Errorf("with 50 nodes: %v", err)
	}
	var memory *budget.MemoryError
	if _, err := New(context.Background(), ticTacToe(), Options{Memory: 30_000}); !errors.As(err, &memory) {
		t.Errorf("in 30 kB: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := New(ctx, ticTacToe(), Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestMalformed(t *testing.T) {
	for name, spoil := range map[string]func(*Spec){
		"head":        func(s *Spec) { s.Rules[0] = int32(s.Atoms) },
		"literal":     func(s *Spec) { s.Rules[2] = int32(2 * s.Atoms) },
		"length":      func(s *Spec) { s.Rules = s.Rules[:len(s.Rules)-1] },
		"state":       func(s *Spec) { s.State[0].Atom = s.Rules[0] },
		"two inputs":  func(s *Spec) { s.State[0].Atom = s.State[1].Atom },
		"next":        func(s *Spec) { s.State[0].Next = -2 },
		"legal":       func(s *Spec) { s.Moves[0][0].Legal = -1 },
		"roles":       func(s *Spec) { s.Roles = s.Roles[:1] },
		"random":      func(s *Spec) { s.Random = 2 },
		"terminal":    func(s *Spec) { s.Terminal = 1 << 20 },
		"goal":        func(s *Spec) { s.Goals[0].Role = 2 },
		"percept":     func(s *Spec) { s.Percepts = []PerceptAtom{{Atom: 0, Percept: 0}} },
		"moved goals": func(s *Spec) { s.Rules = append(s.Rules, s.Goals[0].Atom, 1, s.Moves[0][0].Does<<1) },
	} {
		s := ticTacToe()
		spoil(s)
		var malformed *SpecError
		if _, err := New(context.Background(), s, Options{}); !errors.As(err, &malformed) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestWriteDot(t *testing.T) {
	g := mustNew(t, ticTacToe())
	var b bytes.Buffer
	if err := g.WriteDot(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"digraph", "legal white (mark 1 1)", "goal black 100", "(cell 2 2 x)", "arrowhead=dot"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the drawing lacks %q", want)
		}
	}
	b.Reset()
	if _, err := g.Stats().WriteTo(&b); err != nil || !strings.Contains(b.String(), "phase 1") {
		t.Errorf("statistics %q, %v", &b, err)
	}
}
