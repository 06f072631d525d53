package solve_test

import (
	"fmt"
	"testing"

	"ludex/game"
	"ludex/solve"
)

// TestKnownValues solves games whose values are known.
func TestKnownValues(t *testing.T) {
	for name, want := range map[string]string{
		"tictactoe":       "50 50",
		"tictactoe-rbg":   "50 50",
		"connectfour-5x4": "50 50",
		"connectthree":    "100 0",
		"nim":             "100 0",
		"dotsandboxes":    "100 0",
		"reversi-4x4":     "25 75", // by eight discs
	} {
		t.Run(name, func(t *testing.T) {
			r := solved(t, fromLibrary(t, name), nil, solve.Options{})
			if got := goals(r); got != want || !r.Complete {
				t.Errorf("%s, complete: %v; want %s", got, r.Complete, want)
			}
		})
	}
}

// TestConnectFour solves small boards. Four wide and six high is a draw, six wide
// and four high is not.
func TestConnectFour(t *testing.T) {
	for _, board := range []struct {
		columns, rows int
		want          string
		long          bool
	}{
		{4, 4, "50 50", false},
		{5, 4, "50 50", false},
		{4, 5, "50 50", false},
		{4, 6, "50 50", false},
		{5, 5, "50 50", true},
		{6, 4, "0 100", true},
	} {
		t.Run(fmt.Sprintf("%dx%d", board.columns, board.rows), func(t *testing.T) {
			if board.long && !full() {
				t.Skip("set LUDEX_FULL=1 to solve this board")
			}
			g := fromText(t, "connectfour.kif", connectFour(t, board.columns, board.rows))
			if got := goals(solved(t, g, nil, solve.Options{})); got != board.want {
				t.Errorf("%s, want %s", got, board.want)
			}
		})
	}
}

// TestHex solves small boards, on all of which the first player wins.
func TestHex(t *testing.T) {
	for n := 1; n <= 4; n++ {
		t.Run(fmt.Sprintf("%dx%d", n, n), func(t *testing.T) {
			g := fromText(t, "hex.rbg", hex(t, n))
			if got := goals(solved(t, g, nil, solve.Options{})); got != "100 0" {
				t.Errorf("%s, want 100 0", got)
			}
		})
	}
}

// TestNim compares the values of many positions with what is known of nim: who is
// to move loses if and only if the heaps add up to nothing without carrying.
func TestNim(t *testing.T) {
	g := fromLibrary(t, "nim")
	for a := range 4 {
		for b := range 5 {
			for c := range 6 {
				facts := []string{fmt.Sprintf("(heap a %d)", a), fmt.Sprintf("(heap b %d)", b), fmt.Sprintf("(heap c %d)", c), "(control first)"}
				from, err := g.ParseState(facts)
				if err != nil {
					t.Fatal(err)
				}
				want := "100 0"
				if a^b^c == 0 {
					want = "0 100"
				}
				method := []solve.Method{solve.Auto, solve.AlphaBeta, solve.ProofNumber, solve.Retrograde, solve.Induction}[(a+b+c)%5]
				if a+b+c == 0 {
					method = solve.Auto // the play is over
				}
				if got := goals(solved(t, g, from, solve.Options{Method: method})); got != want {
					t.Errorf("%d %d %d by %q: %s, want %s", a, b, c, method, got, want)
				}
			}
		}
	}
}

// TestTogether solves games in which roles choose at once.
func TestTogether(t *testing.T) {
	r := solved(t, fromLibrary(t, "rockpaperscissors"), nil, solve.Options{})
	if goals(r) != "50 50" || len(r.Mixed) != 2 || len(r.Mixed[0]) != 3 {
		t.Fatalf("%s, lots %v", goals(r), r.Mixed)
	}
	for _, lots := range r.Mixed {
		for _, lot := range lots {
			if lot.Probability.RatString() != "1/3" {
				t.Errorf("a move has the probability %s", lot.Probability)
			}
		}
	}
	r = solved(t, fromLibrary(t, "prisonersdilemma"), nil, solve.Options{})
	if goals(r) != "20 20" || !r.Complete {
		t.Errorf("prisonersdilemma: %s", goals(r))
	}
}

// TestNoSingleValue examines a game in which three roles choose at once.
func TestNoSingleValue(t *testing.T) {
	r := solution(t, fromLibrary(t, "minority"), nil, solve.Options{})
	if r.Outcome != solve.Undecided || r.Reason != solve.NoSingleValue {
		t.Errorf("%s, %s", r.Outcome, r.Reason)
	}
}

// TestDeepInPlay compares the methods with plain minimax on positions of real
// games after a number of random moves.
func TestDeepInPlay(t *testing.T) {
	for name, plies := range map[string]int{
		"tictactoe": 3, "connectthree": 8, "nim": 2, "dotsandboxes": 4, "connectfour-5x4": 11, "reversi-4x4": 3,
	} {
		t.Run(name, func(t *testing.T) {
			g := fromLibrary(t, name)
			m := g.NewMachine()
			for seed := range uint64(8) {
				s, _ := randomPosition(g, m, plies, seed)
				first, second := newMinimax(g).value(s)
				want := fmt.Sprint(first, second)
				for _, method := range []solve.Method{solve.Auto, solve.AlphaBeta, solve.ProofNumber, solve.Retrograde, solve.Induction} {
					r := solved(t, g, s, solve.Options{Method: method, Seed: seed})
					if got := goals(r); m.Terminal(s) == false && got != want {
						t.Errorf("seed %d by %q: %s, want %s", seed, method, got, want)
					}
				}
			}
		})
	}
}

// randomPosition plays a number of random steps, unless the play ends before.
func randomPosition(g game.Game, m game.Machine, plies int, seed uint64) (game.State, int) {
	rand := game.NewRand(seed)
	s := m.Initial(nil)
	for ply := range plies {
		joint := make([]game.Move, len(g.Roles()))
		for r := range joint {
			legal := m.Legal(s, game.Role(r), nil)
			joint[r] = legal[rand.Choose(len(legal))]
		}
		next := m.Next(s, joint, nil)
		if m.Terminal(next) {
			return s, ply
		}
		s = next
	}
	return s, plies
}

// minimax is a naive solver of a zero-sum game of two players who take turns and whose
// plays end.
type minimax struct {
	game    game.Game
	machine game.Machine
	known   map[string][2]int
}

func newMinimax(g game.Game) *minimax {
	return &minimax{g, g.NewMachine(), map[string][2]int{}}
}

func (x *minimax) value(s game.State) (first, second int) {
	key := fmt.Sprint(s)
	if v, ok := x.known[key]; ok {
		return v[0], v[1]
	}
	if x.machine.Terminal(s) {
		return x.machine.Goals(s, 0, nil)[0], x.machine.Goals(s, 1, nil)[0]
	}
	moves := [][]game.Move{x.machine.Legal(s, 0, nil), x.machine.Legal(s, 1, nil)}
	best := [2]int{-1, -1}
	for joint := range game.JointMoves(moves) {
		a, b := x.value(x.machine.Next(s, joint, nil))
		mine, known := a, best[0]
		if len(moves[1]) > 1 {
			mine, known = b, best[1]
		}
		if mine > known {
			best = [2]int{a, b}
		}
	}
	x.known[key] = best
	return best[0], best[1]
}
