package rbgplay

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"ludex/game"
	"ludex/internal/budget"
	"ludex/internal/gametest"
)

func TestConforms(t *testing.T) { gametest.Run(t, stubGame(9), 20) }

func TestGoal(t *testing.T) {
	for _, c := range []struct {
		score, bound int32
		want         int
	}{{0, 1, 0}, {1, 1, 100}, {1, 2, 50}, {1, 3, 33}, {2, 3, 67}, {1, 200, 1}, {1, 201, 0}, {50, 100, 50},
		{2147483647, 2147483647, 100}, {1073741823, 2147483647, 50}} {
		if got := Goal(c.score, c.bound); got != c.want {
			t.Errorf("Goal(%d, %d) is %d, want %d", c.score, c.bound, got, c.want)
		}
	}
}

func TestTurns(t *testing.T) {
	g := stubGame(12)
	m := g.NewMachine().(*Machine)
	s := m.Initial(nil)
	if got := legalTexts(g, m, s, 0); got != "noop" {
		t.Errorf("white has %s", got)
	}
	if got := legalTexts(g, m, s, 1); got != "a1 b1 c1 d1 e1 f1 g1 h1 i1 j1 k1 l1" {
		t.Errorf("black has %s", got)
	}
	move, err := game.FindMove(g, m, s, 1, "l1")
	if err != nil {
		t.Fatal(err)
	}
	joint := []game.Move{0, move}
	var percepts []string
	for _, p := range m.Percepts(s, joint, 0, nil) {
		percepts = append(percepts, g.PerceptText(p))
	}
	if got := strings.Join(percepts, " "); got != "(moves black l1) (moves white noop)" {
		t.Errorf("white sees %s", got)
	}
	s = m.Next(s, joint, nil)
	if !m.Terminal(s) || m.Legal(s, 0, nil) != nil {
		t.Error("black has ten points, which ends the play")
	}
	if !slices.Equal(m.Scores(s, nil), []int{0, 10}) || !slices.Equal(m.Goals(s, 1, nil), []int{100}) {
		t.Error(m.Scores(s, nil), m.Goals(s, 1, nil))
	}
	if m.Err() != nil {
		t.Error(m.Err())
	}
}

// legalTexts returns the texts of a role's legal moves.
func legalTexts(g *Game, m *Machine, s game.State, r game.Role) string {
	var out []string
	for _, move := range m.Legal(s, r, nil) {
		out = append(out, g.MoveText(r, move))
	}
	return strings.Join(out, " ")
}

func TestNoMove(t *testing.T) {
	g := stubGame(5)
	m := g.NewMachine().(*Machine)
	s := m.Initial(nil)
	if next := m.Next(s, []game.Move{0, 0}, nil); !slices.Equal(next, s) || m.Err() == nil {
		t.Error("black must move")
	}
	if got := g.MoveText(0, 99_999) + g.MoveText(0, -1); got != "??" {
		t.Errorf("moves that nobody has seen are called %s", got)
	}
}

func TestFailure(t *testing.T) {
	g := line(5)
	broken := errors.New("broken")
	reasoner := &stub{game: g}
	p := New(g, "stub", 0, func() Reasoner { return reasoner })
	good := p.NewMachine()
	s := good.Initial(nil)
	move := good.Legal(s, 1, nil)[0]
	reasoner.fail = broken
	for name, ask := range map[string]func(m game.Machine){
		"Initial":  func(m game.Machine) { m.Initial(nil) },
		"Terminal": func(m game.Machine) { m.Terminal(s) },
		"Legal":    func(m game.Machine) { m.Legal(s, 1, nil) },
		"Next":     func(m game.Machine) { m.Next(s, []game.Move{0, move}, nil) },
	} {
		m := p.NewMachine()
		ask(m)
		if err := m.Err(); !errors.Is(err, broken) {
			t.Errorf("%s: the error is %v", name, err)
		}
		if !m.Terminal(s) || len(m.Legal(s, 0, nil)) > 0 || len(m.Goals(s, 0, nil)) > 0 || !slices.Equal(m.Next(s, nil, nil), s) {
			t.Errorf("%s: the machine goes on after a failure", name)
		}
	}
	if _, err := p.Perft(context.Background(), nil, 2, true); !errors.Is(err, broken) {
		t.Errorf("Perft: the error is %v", err)
	}
}

func TestPerft(t *testing.T) {
	for _, depth := range []int{0, 1, 3} {
		a, errA := game.Perft(context.Background(), stubGame(6), nil, depth, true)
		b, errB := game.MachinePerft(context.Background(), stubGame(6), nil, depth, true)
		if errA != nil || errB != nil || !slices.Equal(a, b) {
			t.Errorf("%v, %v and %v, %v", a, errA, b, errB)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := stubGame(9).Perft(ctx, nil, 6, false); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
}

// TestAllocations plays a machine warm and then looks whether it allocates.
func TestAllocations(t *testing.T) {
	g := stubGame(20)
	m := g.NewMachine()
	p := game.NewPlayout(g, m)
	var goals []int
	var percepts []game.Percept
	run := func() {
		for seed := range uint64(3) {
			p.Reset(nil, seed)
			for !p.Over() {
				if err := p.Step(); err != nil {
					t.Fatal(err)
				}
				goals = m.Goals(p.State, 0, goals[:0])
				goals = m.(game.Scorer).Scores(p.State, goals[:0])
				percepts = m.Percepts(p.State, p.Joint, 0, percepts[:0])
			}
		}
	}
	if n := testing.AllocsPerRun(10, run); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestSharedNumbers lets several machines find the same moves at once.
func TestSharedNumbers(t *testing.T) {
	g := stubGame(60)
	s := g.NewMachine().Initial(nil)
	lists := make([][]game.Move, 8)
	var wg sync.WaitGroup
	for i := range lists {
		wg.Go(func() {
			m := g.NewMachine()
			lists[i] = m.Legal(s, 1, nil)
			for _, move := range lists[i] {
				if next := m.Next(s, []game.Move{0, move}, nil); len(m.Legal(next, 0, nil)) == 0 != m.Terminal(next) {
					t.Error("a play is over if and only if there is no move")
				}
			}
		})
	}
	wg.Wait()
	for _, l := range lists {
		if !slices.Equal(l, lists[0]) || len(l) != 60 {
			t.Error("machines have different numbers for the same moves")
		}
	}
}

func TestTableLimit(t *testing.T) {
	g := stubGame(3000)
	g.moves.memory = 1 << 19
	m := g.NewMachine().(*Machine)
	s := m.Initial(nil)
	if moves := m.Legal(s, 1, nil); len(moves) > 0 || m.Err() == nil || !strings.Contains(m.Err().Error(), "takes more than 0 MB (--memory allows more)") {
		t.Errorf("%d moves, %v", len(moves), m.Err())
	}
}

// TestMovesLimit covers more moves than can be told apart in the memory of a position.
func TestMovesLimit(t *testing.T) {
	rules := line(3000)
	g := New(rules, "stub", 1<<20, func() Reasoner { return &stub{game: rules} })
	m := g.NewMachine()
	s := m.Initial(nil)
	var memory *budget.MemoryError
	if moves := m.Legal(s, 1, nil); len(moves) > 0 || !errors.As(m.Err(), &memory) {
		t.Errorf("%d moves, %v", len(moves), m.Err())
	}
}

// TestBind checks that naming moves ends with the context.
func TestBind(t *testing.T) {
	m := stubGame(3000).NewMachine()
	s := m.Initial(nil)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	m.Bind(ended)
	if n := len(m.Legal(s, 1, nil)); n > 0 || !game.Ended(ended, m.Err()) {
		t.Errorf("%d moves, %v", n, m.Err())
	}
	m.Bind(t.Context())
	if n := len(m.Legal(s, 1, nil)); n != 3000 || m.Err() != nil {
		t.Errorf("%d moves, %v", n, m.Err())
	}
}
