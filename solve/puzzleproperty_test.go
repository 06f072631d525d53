package solve_test

import (
	"context"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ludex/game"
	"ludex/internal/corpustest"
	"ludex/solve"
)

// drawPuzzle makes up the rules of a puzzle: some facts that moves change, a counter of
// steps that may have a part in the end and in goals, and sometimes in moves.
func drawPuzzle(t *rapid.T) string {
	facts := rapid.IntRange(2, 5).Draw(t, "facts")
	moves := rapid.IntRange(2, 3).Draw(t, "moves")
	steps := rapid.IntRange(2, 7).Draw(t, "steps")
	fact := func() string {
		text := fmt.Sprintf("(true f%d)", rapid.IntRange(1, facts).Draw(t, "fact"))
		if rapid.Bool().Draw(t, "negated") {
			return "(not " + text + ")"
		}
		return text
	}
	step := func() string { return fmt.Sprintf("(true (step %d))", rapid.IntRange(0, steps).Draw(t, "step")) }
	condition := func(counts bool) string {
		var parts []string
		for range rapid.IntRange(1, 3).Draw(t, "parts") {
			if counts && rapid.IntRange(0, 4).Draw(t, "counts") == 0 {
				parts = append(parts, step())
				continue
			}
			parts = append(parts, fact())
		}
		return strings.Join(parts, " ")
	}
	var b strings.Builder
	b.WriteString("(role robot) (init (step 0))\n(<= (next (step ?y)) (true (step ?x)) (succ ?x ?y))\n")
	for i := range steps {
		fmt.Fprintf(&b, "(succ %d %d) ", i, i+1)
	}
	counted := rapid.IntRange(0, 5).Draw(t, "moves depend on the counter") == 0
	b.WriteString("(legal robot m1)\n")
	for m := 2; m <= moves; m++ {
		fmt.Fprintf(&b, "(<= (legal robot m%d) %s)\n", m, condition(counted))
	}
	for f := 1; f <= facts; f++ {
		if rapid.Bool().Draw(t, "init") {
			fmt.Fprintf(&b, "(init f%d)\n", f)
		}
		for range rapid.IntRange(1, 3).Draw(t, "rules") {
			does := ""
			if rapid.Bool().Draw(t, "does") {
				does = fmt.Sprintf("(does robot m%d) ", rapid.IntRange(1, moves).Draw(t, "move"))
			}
			fmt.Fprintf(&b, "(<= (next f%d) %s%s)\n", f, does, condition(counted))
		}
	}
	if rapid.IntRange(0, 4).Draw(t, "limit") > 0 {
		fmt.Fprintf(&b, "(<= terminal (true (step %d)))\n", steps)
	}
	timed := rapid.Bool().Draw(t, "timed")
	fmt.Fprintf(&b, "(<= terminal %s)\n(<= first %s)\n(<= second %s)\n", condition(timed), condition(timed), condition(timed))
	if rapid.Bool().Draw(t, "win ends") {
		b.WriteString("(<= terminal first)\n")
	}
	b.WriteString("(<= (goal robot 100) first)\n(<= (goal robot 50) second (not first))\n(<= (goal robot 0) (not first) (not second))\n")
	return b.String()
}

// bestGoal returns the highest goal that can be reached from a state, by visiting all states,
// or -1 if there are too many.
func bestGoal(g game.Game, from game.State, most int) int {
	m := g.NewMachine()
	seen := map[string]bool{fmt.Sprint(from): true}
	best := 0
	for queue := []game.State{from}; len(queue) > 0; queue = queue[1:] {
		s := queue[0]
		if m.Terminal(s) {
			best = max(best, m.Goals(s, 0, nil)[0])
			continue
		}
		for _, move := range m.Legal(s, 0, nil) {
			next := m.Next(s, []game.Move{move}, nil)
			if key := fmt.Sprint(next); !seen[key] {
				seen[key] = true
				queue = append(queue, next)
			}
		}
		if len(seen) > most {
			return -1
		}
	}
	return best
}

// TestCounters compares what the searches find, which leave out counters of steps and follow
// estimates, with a search of all states.
func TestCounters(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := drawPuzzle(rt)
		g := fromText(t, "puzzle.kif", text)
		want := bestGoal(g, g.NewMachine().Initial(nil), 1<<20)
		r := solution(t, g, nil, solve.Options{})
		if r.Outcome != solve.Solved || goals(r) != fmt.Sprint(want) {
			rt.Fatalf("%s (%s), want %d\n%s", goals(r), r.Outcome, want, text)
		}
		if r.Shortest && want > 0 && len(r.Line) != shortest(g, want) {
			rt.Fatalf("%d moves are not the fewest\n%s", len(r.Line), text)
		}
		r = solution(t, g, nil, solve.Options{Method: solve.BestFirst}) // which may prove less
		exact := big.NewRat(int64(want), 1)
		if r.Goals[0].Low.Cmp(exact) > 0 || r.Goals[0].High.Cmp(exact) < 0 || r.Outcome == solve.Solved && !r.Goals[0].Exact() {
			rt.Fatalf("best-first: %s (%s), want %d\n%s", goals(r), r.Outcome, want, text)
		}
	})
}

// shortest returns the fewest moves that lead to an end with a goal.
func shortest(g game.Game, goal int) int {
	m := g.NewMachine()
	layer := []game.State{m.Initial(nil)}
	for depth := 0; ; depth++ {
		seen := map[string]bool{}
		var next []game.State
		for _, s := range layer {
			if m.Terminal(s) {
				if m.Goals(s, 0, nil)[0] == goal {
					return depth
				}
				continue
			}
			for _, move := range m.Legal(s, 0, nil) {
				if n := m.Next(s, []game.Move{move}, nil); !seen[fmt.Sprint(n)] {
					seen[fmt.Sprint(n)] = true
					next = append(next, n)
				}
			}
		}
		layer = next
	}
}

// TestResumedPuzzle runs a search in small pieces and makes moves in between, whether they are
// good or not. What it proves must be right for the state where it is.
func TestResumedPuzzle(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := drawPuzzle(rt)
		g := fromText(t, "puzzle.kif", text)
		p, err := solve.NewPuzzle(g, nil, solve.Options{})
		if err != nil {
			t.Fatal(err)
		}
		m := g.NewMachine()
		s := m.Initial(nil)
		for range 12 {
			if m.Terminal(s) {
				break
			}
			for runs := rapid.IntRange(0, 6).Draw(rt, "runs"); runs > 0 && !p.Finished(); runs-- {
				if err := p.Run(context.Background(), rapid.IntRange(1, 20).Draw(rt, "states")); err != nil {
					rt.Fatal(err)
				}
			}
			line, goal := p.Best()
			if want := bestGoal(g, s, 1<<20); goal > want || p.Solved() && max(goal, 0) != want {
				rt.Fatalf("a line with %d (solved: %v), the best has %d\n%s", goal, p.Solved(), want, text)
			}
			checkPlan(rt, g, s, line, goal)
			legal := m.Legal(s, 0, nil)
			joint := []game.Move{legal[rapid.IntRange(0, len(legal)-1).Draw(rt, "move")]}
			if len(line) > 0 && rapid.Bool().Draw(rt, "follow") {
				joint = line[0]
			}
			s = m.Next(s, joint, nil)
			if err := p.Advance(joint); err != nil {
				rt.Fatal(err)
			}
		}
	})
}

// checkPlan makes sure that a line leads to an end with a goal.
func checkPlan(t *rapid.T, g game.Game, s game.State, line [][]game.Move, goal int) {
	if goal < 0 {
		return
	}
	m := g.NewMachine()
	for _, joint := range line {
		s = m.Next(s, joint, nil)
	}
	if got := m.Goals(s, 0, nil); !m.Terminal(s) || got[0] != goal {
		t.Fatalf("the line has the goal %v, not %d", got, goal)
	}
}

// TestEstimates checks that a goal cannot be reached where the estimate says so.
func TestEstimates(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := drawPuzzle(rt)
		g := fromText(t, "puzzle.kif", text)
		m := g.NewMachine()
		s := m.Initial(nil)
		for {
			best := bestGoal(g, s, 1<<20)
			if best > 0 {
				if _, ok := game.CapabilitiesOf(g).Distance.NewEstimator(best).Estimate(s); !ok {
					rt.Fatalf("%d can be reached from %v\n%s", best, g.Facts(s), text)
				}
			}
			if m.Terminal(s) || rapid.IntRange(0, 5).Draw(rt, "stop") == 0 {
				return
			}
			legal := m.Legal(s, 0, nil)
			s = m.Next(s, []game.Move{legal[rapid.IntRange(0, len(legal)-1).Draw(rt, "move")]}, nil)
		}
	})
}

// TestPublicPuzzles compares the searches with one of all states on public puzzles that have
// few of them: every second one with short rules, or with LUDEX_FULL=1 all.
func TestPublicPuzzles(t *testing.T) {
	dir := corpustest.Dir("gdl")
	n := 0
	for _, row := range corpustest.Table(t, filepath.Join(dir, "golden.csv"))[1:] {
		file, roles := row[0], strings.Fields(row[2])
		if len(roles) != 1 || strings.Contains(file, "/v") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, file))
		corpustest.SkipIfAbsent(t, err)
		if n++; !full() && (len(text) > 40_000 || n%2 == 0) {
			continue
		}
		t.Run(filepath.Dir(file), func(t *testing.T) {
			g := fromText(t, file, string(text))
			most := 5000
			if full() {
				most = 500_000
			}
			want := bestGoal(g, g.NewMachine().Initial(nil), most)
			if want < 0 {
				t.Skip("there are too many states")
			}
			if r := solution(t, g, nil, solve.Options{}); r.Outcome != solve.Solved || goals(r) != fmt.Sprint(want) {
				t.Errorf("%s (%s), want %d", goals(r), r.Outcome, want)
			}
			if len(game.CapabilitiesOf(g).Distance.GoalValues()) == 0 {
				return // the rules are too large for estimates
			}
			r := solution(t, g, nil, solve.Options{Method: solve.BestFirst})
			if exact := big.NewRat(int64(want), 1); r.Goals[0].Low.Cmp(exact) > 0 || r.Goals[0].High.Cmp(exact) < 0 {
				t.Errorf("best-first: %s, want %d", goals(r), want)
			}
		})
	}
}
