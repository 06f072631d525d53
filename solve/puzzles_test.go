package solve_test

import (
	"fmt"
	"strings"
	"testing"

	"ludex/game"
	"ludex/solve"
)

// TestPuzzles solves games for one player whose shortest solutions are known.
func TestPuzzles(t *testing.T) {
	for name, length := range map[string]int{"eightpuzzle": 14, "hanoi": 15, "knightstour": 24, "maze": 16} {
		t.Run(name, func(t *testing.T) {
			g := fromLibrary(t, name)
			r := solved(t, g, nil, solve.Options{})
			if goals(r) != "100" || len(r.Line) != length || !r.Shortest || !r.Complete {
				t.Errorf("%s with %d moves; want 100 with %d", goals(r), len(r.Line), length)
			}
		})
	}
}

// TestHanoi checks that a tower of n discs takes 2ⁿ−1 moves.
func TestHanoi(t *testing.T) {
	for n := 2; n <= 6; n++ {
		g := fromText(t, "hanoi.kif", hanoi(t, n))
		r := solved(t, g, nil, solve.Options{})
		if goals(r) != "100" || len(r.Line) != 1<<n-1 || !r.Shortest {
			t.Errorf("%d discs: %s with %d moves", n, goals(r), len(r.Line))
		}
	}
}

// hanoi returns the rules of the tower with n discs: the rules of the library with
// other tables.
func hanoi(t *testing.T, n int) string {
	t.Helper()
	rules, _, ok := strings.Cut(string(lookup(t, "hanoi").Rules()), "; Goals")
	if !ok {
		t.Fatal("the rules of hanoi have no goals")
	}
	var b strings.Builder
	b.WriteString(strings.ReplaceAll(rules, "(step 20)", "(step 70)"))
	b.WriteString(`(<= (goal monk 100) (placed 1))
(<= (goal monk 0) (not (placed 1)))
(<= (placed ?d) (last ?d) (true (on ?d right)))
(<= (placed ?d) (disc ?d) (succ ?d ?e) (true (on ?d right)) (placed ?e))
(<= (smaller ?d ?e) (disc ?d) (disc ?e) (succ ?d ?e))
(<= (smaller ?d ?f) (disc ?d) (succ ?d ?e) (smaller ?e ?f))
(peg left) (peg middle) (peg right)
(number 0)
(<= (number ?n) (succ ?m ?n))
`)
	fmt.Fprintf(&b, "(last %d)\n", n)
	for d := range n {
		fmt.Fprintf(&b, "(disc %d)\n", d+1)
	}
	for i := range 70 {
		fmt.Fprintf(&b, "(succ %d %d)\n", i, i+1)
	}
	return b.String()
}

// TestEightPuzzle compares the lengths of solutions with a plain breadth-first search on
// the frame itself, from several starts and by several methods.
func TestEightPuzzle(t *testing.T) {
	g := fromLibrary(t, "eightpuzzle")
	m := g.NewMachine()
	for seed := range uint64(6) {
		s, made := randomPosition(g, m, 4+2*int(seed), seed)
		want := slides(t, g, s)
		for _, method := range []solve.Method{solve.BreadthFirst, solve.IterativeDeepening} {
			r := solved(t, g, s, solve.Options{Method: method})
			if want <= 24-made && (goals(r) != "100" || len(r.Line) != want || !r.Shortest) {
				t.Errorf("seed %d by %s: %s with %d moves, want %d", seed, method, goals(r), len(r.Line), want)
			}
			if want > 24-made && goals(r) != "0" {
				t.Errorf("seed %d by %s: %s, but %d moves are needed and %d are left", seed, method, goals(r), want, 24-made)
			}
		}
	}
}

// slides returns how many moves the frame of a state is away from its order.
func slides(t *testing.T, g game.Game, s game.State) int {
	t.Helper()
	frame := [9]byte{}
	for _, fact := range g.Facts(s) {
		var row, column int
		var tile string
		if n, _ := fmt.Sscanf(strings.TrimSuffix(fact, ")"), "(cell %d %d %s", &row, &column, &tile); n == 3 {
			frame[3*(row-1)+column-1] = tile[0]
		}
	}
	distance := map[[9]byte]int{frame: 0}
	for queue := [][9]byte{frame}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		if string(at[:]) == "12345678g" {
			return distance[at]
		}
		gap := strings.IndexByte(string(at[:]), 'g')
		for _, step := range []int{-3, 3, -1, 1} {
			to := gap + step
			if to < 0 || to > 8 || step*step == 1 && to/3 != gap/3 {
				continue
			}
			next := at
			next[gap], next[to] = next[to], next[gap]
			if _, seen := distance[next]; !seen {
				distance[next] = distance[at] + 1
				queue = append(queue, next)
			}
		}
	}
	t.Fatal("the frame cannot be put in order")
	return 0
}

// TestNestedMonteCarlo checks that a line that was found by chance leads where
// the result says.
func TestNestedMonteCarlo(t *testing.T) {
	r := solved(t, fromLibrary(t, "knightstour"), nil, solve.Options{Method: solve.NestedMonteCarlo, Nodes: 3_000_000})
	if goals(r) != "100" || !r.Complete || r.Shortest || len(r.Notes) == 0 {
		t.Errorf("%s, complete: %v, notes %v", goals(r), r.Complete, r.Notes)
	}
}
