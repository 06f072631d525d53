package gdlref

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"testing"

	"ludex/game"
	"ludex/internal/corpustest"
	"ludex/internal/gametest"
	"ludex/internal/gdlengine/gdlenginetest"
	"ludex/library"
)

// TestConformance holds untimed games of the library to the promises of
// package game: a sample, or with LUDEX_FULL=1 all.
func TestConformance(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing runs concurrently here: left to the complete run")
	}
	for _, lib := range library.FactGames() {
		if corpustest.Sampled(lib.Name) {
			t.Run(lib.Name, func(t *testing.T) { gametest.Run(t, libraryGame(t, lib.Name), 30) })
		}
	}
}

// A tree counts the plays below a state, each state once.
type tree struct {
	game  *Game
	m     game.Machine
	known map[string]plays
}

type plays struct{ nodes, complete int }

func (w *tree) count(s game.State) plays {
	key := fmt.Sprint(s)
	if p, ok := w.known[key]; ok {
		return p
	}
	p := plays{nodes: 1}
	if w.m.Terminal(s) {
		p.complete = 1
	} else {
		for _, a := range w.m.Legal(s, 0, nil) {
			for _, b := range w.m.Legal(s, 1, nil) {
				q := w.count(w.m.Next(s, []game.Move{a, b}, nil))
				p.nodes += q.nodes
				p.complete += q.complete
			}
		}
	}
	w.known[key] = p
	return p
}

func TestTicTacToeTree(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	for _, name := range []string{"tictactoe", "tictactoe-lesson"} {
		g := libraryGame(t, name)
		w := &tree{g, g.NewMachine(), map[string]plays{}}
		got := w.count(w.m.Initial(nil))
		if want := (plays{549_946, 255_168}); got != want || len(w.known) != 5_478 {
			t.Errorf("%s has %+v and %d positions, want %+v and 5478", name, got, len(w.known), want)
		}
	}
}

// TestTicTacToePerft counts without a memory of states, to the end if there is
// time.
func TestTicTacToePerft(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	depth, states := 5, uint64(1+9+72+504+3_024+15_120)
	if gdlenginetest.Full() {
		depth, states = 9, 549_946
	}
	counts, err := game.Perft(context.Background(), libraryGame(t, "tictactoe"), nil, depth, true)
	if err != nil {
		t.Fatal(err)
	}
	if got := counts[depth].States; got != states {
		t.Errorf("%d states down to depth %d, want %d", got, depth, states)
	}
}

func TestConnectFourPerft(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	counts, err := game.Perft(context.Background(), libraryGame(t, "connectfour"), nil, 4, true)
	if err != nil {
		t.Fatal(err)
	}
	for d, want := range []uint64{1, 7, 49, 343, 2401} {
		if counts[d].Leaves != want {
			t.Errorf("depth %d has %d leaves, want %d", d, counts[d].Leaves, want)
		}
	}
}

// TestMontyHall computes the chance of a car exactly: random moves uniformly,
// and the candidate stays or switches at the end.
func TestMontyHall(t *testing.T) {
	g := libraryGame(t, "montyhall")
	m := g.NewMachine()
	if g.Random() != 1 || !g.Hidden() {
		t.Fatalf("random is role %d, hidden %v", g.Random(), g.Hidden())
	}
	for last, want := range map[string]string{"stay": "1/3", "switch": "2/3"} {
		got := chance(g, m, m.Initial(nil), last)
		if got.String() != want {
			t.Errorf("with %s the chance is %s, want %s", last, got, want)
		}
	}
}

// chance returns the probability of goal 100 for role 0 if it chooses the given
// move wherever it can and its first one elsewhere.
func chance(g *Game, m game.Machine, s game.State, prefer string) *big.Rat {
	if m.Terminal(s) {
		return big.NewRat(int64(m.Goals(s, 0, nil)[0]), 100)
	}
	own := m.Legal(s, 0, nil)
	choice := own[0]
	for _, move := range own {
		if g.MoveText(0, move) == prefer {
			choice = move
		}
	}
	sum := new(big.Rat)
	moves := m.Legal(s, 1, nil)
	for _, move := range moves {
		next := m.Next(s, []game.Move{choice, move}, nil)
		sum.Add(sum, chance(g, m, next, prefer))
	}
	return sum.Mul(sum, big.NewRat(1, int64(len(moves))))
}

func TestCardGamePercepts(t *testing.T) {
	g := libraryGame(t, "cardgame") // roles jane, rick, random
	m := g.NewMachine()
	s := m.Initial(nil)
	if n := len(m.Legal(s, 2, nil)); n != 56 {
		t.Fatalf("random deals in %d ways, want 56", n)
	}
	next, joint := step(t, g, m, s, "noop", "noop", "(deal 7 ace)")
	check := func(r game.Role, want ...string) {
		t.Helper()
		if got := percepts(g, m, s, joint, r); !slices.Equal(got, want) {
			t.Errorf("%s sees %q, want %q", g.Roles()[r], got, want)
		}
	}
	check(0, "(yourCard 7)")
	check(1, "(yourCard ace)")
	check(2)
	s = next
	next, joint = step(t, g, m, s, "allIn", "allIn", "noop")
	check(0, "(ricksBid allIn)", "(ricksCard ace)")
	check(1, "(janesBid allIn)", "(janesCard 7)")
	if !m.Terminal(next) || !slices.Equal(m.Goals(next, 0, nil), []int{0}) || !slices.Equal(m.Goals(next, 1, nil), []int{100}) {
		t.Errorf("goals are %v and %v", m.Goals(next, 0, nil), m.Goals(next, 1, nil))
	}
}
