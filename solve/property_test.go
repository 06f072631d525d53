package solve_test

import (
	"errors"
	"fmt"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"ludex/game"
	"ludex/internal/gametest"
	"ludex/solve"
)

// A plan is a random game of roles who take turns, written down state by state.
// It is its own machine.
type plan struct {
	game.Infallible
	roles []string
	mover []int   // by state
	next  [][]int // by state and move; none at an end
	goal  []int   // of the first role, by state; the second gets the rest
}

var (
	_ game.Game    = (*plan)(nil)
	_ game.Machine = (*plan)(nil)
)

// draw makes up a game. If it may have loops, edges lead anywhere, otherwise only
// to later states. The first state is not terminal, and the last one is.
func draw(t *rapid.T, roles int, loops bool) *plan {
	n := rapid.IntRange(2, 14).Draw(t, "states")
	p := &plan{roles: []string{"a", "b"}[:roles], mover: make([]int, n), next: make([][]int, n), goal: make([]int, n)}
	for s := range n {
		if s == n-1 || s > 0 && rapid.IntRange(0, 3).Draw(t, "end") == 0 {
			p.goal[s] = 25 * rapid.IntRange(0, 4).Draw(t, "goal")
			continue
		}
		first := s + 1
		if loops {
			first = 0
		}
		p.mover[s] = rapid.IntRange(0, roles-1).Draw(t, "mover")
		p.next[s] = rapid.SliceOfN(rapid.IntRange(first, n-1), 1, 4).Draw(t, "next")
	}
	return p
}

func (p *plan) Name() string                             { return "plan" }
func (p *plan) Engine() string                           { return "plan" }
func (p *plan) Roles() []string                          { return p.roles }
func (p *plan) Random() game.Role                        { return game.NoRole }
func (p *plan) Hidden() bool                             { return false }
func (p *plan) NewMachine() game.Machine                 { return p }
func (p *plan) MoveText(_ game.Role, m game.Move) string { return fmt.Sprint(m) }
func (p *plan) PerceptText(x game.Percept) string        { return fmt.Sprint(x) }
func (p *plan) Facts(s game.State) []string              { return []string{fmt.Sprint(s[0])} }
func (p *plan) ParseState([]string) (game.State, error)  { return nil, errors.ErrUnsupported }
func (p *plan) Initial(dst game.State) game.State        { return append(dst, 0) }
func (p *plan) Terminal(s game.State) bool               { return len(p.next[s[0]]) == 0 }
func (p *plan) Percepts(_ game.State, _ []game.Move, _ game.Role, dst []game.Percept) []game.Percept {
	return dst
}

func (p *plan) Legal(s game.State, r game.Role, dst []game.Move) []game.Move {
	if p.mover[s[0]] != int(r) {
		return append(dst, 0)
	}
	for i := range p.next[s[0]] {
		dst = append(dst, game.Move(i))
	}
	return dst
}

func (p *plan) Next(s game.State, joint []game.Move, dst game.State) game.State {
	return append(dst, uint64(p.next[s[0]][joint[p.mover[s[0]]]]))
}

func (p *plan) Goals(s game.State, r game.Role, dst []int) []int {
	if r == 1 {
		return append(dst, 100-p.goal[s[0]])
	}
	return append(dst, p.goal[s[0]])
}

// forced returns the states from where a role gets at least a goal whatever the
// other does, by adding states until none is left to add.
func (p *plan) forced(role, goal int) []bool {
	in := make([]bool, len(p.next))
	for changed := true; changed; {
		changed = false
		for s := range p.next {
			if !in[s] && p.holds(s, role, goal, in) {
				in[s], changed = true, true
			}
		}
	}
	return in
}

func (p *plan) holds(s, role, goal int, in []bool) bool {
	if len(p.next[s]) == 0 {
		return (role == 0 && p.goal[s] >= goal) || (role == 1 && 100-p.goal[s] >= goal)
	}
	some, all := false, true
	for _, to := range p.next[s] {
		some, all = some || in[to], all && in[to]
	}
	if p.mover[s] == role {
		return some
	}
	return all
}

// value returns what the first role gets if plays that do not end count as draws.
func (p *plan) value() int {
	for goal := 100; goal > 50; goal -= 25 {
		if p.forced(0, goal)[0] {
			return goal
		}
		if p.forced(1, goal)[0] {
			return 100 - goal
		}
	}
	return 50
}

// reached reports whether a goal of some role is among the ends that can be
// reached.
func (p *plan) reached(goal int) bool {
	seen := map[int]bool{0: true}
	for queue := []int{0}; len(queue) > 0; queue = queue[1:] {
		s := queue[0]
		if len(p.next[s]) == 0 && p.goal[s] == goal {
			return true
		}
		for _, to := range p.next[s] {
			if !seen[to] {
				seen[to] = true
				queue = append(queue, to)
			}
		}
	}
	return false
}

// TestRandomGames compares all methods with plain minimax on games that end.
func TestRandomGames(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := draw(rt, 2, false)
		first, second := newMinimax(p).value(game.State{0})
		want := fmt.Sprint(first, second)
		for _, method := range []solve.Method{solve.Auto, solve.AlphaBeta, solve.ProofNumber, solve.Retrograde, solve.Induction} {
			if got := goals(solved(t, p, nil, solve.Options{Method: method})); got != want {
				rt.Errorf("by %q: %s, want %s", method, got, want)
			}
		}
	})
}

// TestRandomEndlessGames compares the results of the methods with a naive fixpoint
// on games that can go on forever. What alpha-beta search proves must be right,
// even if it proves less.
func TestRandomEndlessGames(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := draw(rt, 2, true)
		value := p.value()
		for _, method := range []solve.Method{solve.Auto, solve.Retrograde} {
			r := solution(t, p, nil, solve.Options{Method: method})
			if want := fmt.Sprint(value, 100-value); r.Outcome == solve.Solved && goals(r) != want {
				rt.Errorf("by %q: %s, want %s", method, goals(r), want)
			}
			if r.Outcome != solve.Solved && value != 50 {
				rt.Errorf("by %q: undecided (%s), want %d", method, r.Reason, value)
			}
		}
		r := solution(t, p, nil, solve.Options{Method: solve.AlphaBeta, Nodes: 5000})
		exact := big.NewRat(int64(value), 1)
		if r.Goals[0].Low.Cmp(exact) > 0 || r.Goals[0].High.Cmp(exact) < 0 {
			rt.Errorf("alpha-beta: %s, want %d", goals(r), value)
		}
	})
}

// TestRandomPuzzles compares the methods for one player with a naive search
// for all states.
func TestRandomPuzzles(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := draw(rt, 1, rapid.Bool().Draw(rt, "loops"))
		best := 0
		for goal := range 101 {
			if p.reached(goal) {
				best = goal
			}
		}
		for _, method := range []solve.Method{solve.Auto, solve.BreadthFirst, solve.IterativeDeepening} {
			r := solution(t, p, nil, solve.Options{Method: method, Nodes: 100_000})
			if r.Outcome == solve.Solved && goals(r) != fmt.Sprint(best) {
				rt.Errorf("by %q: %s, want %d", method, goals(r), best)
			}
			if r.Outcome != solve.Solved && method != solve.IterativeDeepening {
				rt.Errorf("by %q: undecided (%s)", method, r.Reason)
			}
		}
	})
}

// TestRandomMatrices compares the solutions of games in which two rivals choose
// at once between two moves with the textbook.
func TestRandomMatrices(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := &gametest.Explicit{RoleNames: []string{"row", "column"}, RandomRole: game.NoRole}
		start := gametest.ExplicitState{Moves: [][]string{{"a", "b"}, {"a", "b"}}, Next: map[string]int{}}
		var m [2][2]int64
		g.States = append(g.States, start)
		for i := range 2 {
			for j := range 2 {
				goal := rapid.IntRange(0, 100).Draw(rt, "goal")
				m[i][j] = int64(goal)
				start.Next[fmt.Sprintf("%c %c", 'a'+i, 'a'+j)] = len(g.States)
				g.States = append(g.States, gametest.ExplicitState{Terminal: true, Goals: [][]int{{goal}, {100 - goal}}})
			}
		}
		r := solved(t, g, nil, solve.Options{})
		if want := textbook(m); r.Goals[0].Low.Cmp(want) != 0 {
			rt.Errorf("%v: %s, want %s", m, goals(r), want.RatString())
		}
	})
}

// textbook returns the value of a matrix of two rows and two columns.
func textbook(m [2][2]int64) *big.Rat {
	low := max(min(m[0][0], m[0][1]), min(m[1][0], m[1][1]))
	high := min(max(m[0][0], m[1][0]), max(m[0][1], m[1][1]))
	if low == high {
		return big.NewRat(low, 1)
	}
	return big.NewRat(m[0][0]*m[1][1]-m[0][1]*m[1][0], m[0][0]+m[1][1]-m[0][1]-m[1][0])
}

// TestChance solves a game in which chance decides after the choice of a role.
func TestChance(t *testing.T) {
	g := &gametest.Explicit{RoleNames: []string{"random", "gambler"}, RandomRole: 0, States: []gametest.ExplicitState{
		{Moves: [][]string{{"wait"}, {"bet", "pass"}}, Next: map[string]int{"wait bet": 1, "wait pass": 2}},
		{Moves: [][]string{{"one", "three", "two"}, {"wait"}}, Next: map[string]int{"one wait": 3, "two wait": 4, "three wait": 4}},
		{Terminal: true, Goals: [][]int{{0}, {30}}},
		{Terminal: true, Goals: [][]int{{0}, {100}}},
		{Terminal: true, Goals: [][]int{{0}, {0}}},
	}}
	r := solved(t, g, nil, solve.Options{})
	if got := r.Goals[1].String(); got != "100/3" || len(r.Line) != 1 || r.Complete {
		t.Errorf("the gambler gets %s after %d steps", got, len(r.Line))
	}
}
