package mutation_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"ludex/game"
	"ludex/internal/mutation"
	"ludex/library"
	"ludex/rules"
	"ludex/source"
)

func read(name, text string) *rules.Rules {
	return rules.Read(source.NewFile(name, []byte(text)), rules.Options{})
}

// games returns games of the library in turns: a few, or all.
func games(t *testing.T) []*rules.Rules {
	t.Helper()
	few := []string{"breakthrough-rbg", "connectfour-rbg", "hex", "nim", "tictactoe", "kuhnpoker"}
	var list []*rules.Rules
	for _, g := range library.Games() {
		if !slices.Contains(few, g.Name) && os.Getenv("LUDEX_FULL") == "" {
			continue
		}
		if rs := read(g.File, string(g.Rules())); !rs.IsTimed() {
			list = append(list, rs)
		}
	}
	return list
}

// TestChanges reads what changes make of games: each is another text, and most can be read.
func TestChanges(t *testing.T) {
	for _, rs := range games(t) {
		all := mutation.Changes(rs)
		if len(all) < 10 {
			t.Errorf("%s has only %d changes", rs.Name(), len(all))
		}
		good, tried := 0, 0
		step := max(len(all)/50, 1)
		for i := 0; i < len(all); i += step {
			text := all[i].Apply(rs.Text())
			if text == rs.Text() {
				t.Errorf("%s: %s changes nothing", rs.Name(), all[i].Text())
			}
			tried++
			if !read(rs.File.Name(), text).Problems.HasErrors() {
				good++
			}
		}
		if 10*good < 7*tried {
			t.Errorf("%s: only %d of %d changes can be read", rs.Name(), good, tried)
		}
	}
}

// TestMutate makes the same mutants of the same seed.
func TestMutate(t *testing.T) {
	for _, rs := range games(t) {
		a, b := game.NewRand(5), game.NewRand(5)
		for range 5 {
			text, c, ok := mutation.Mutate(rs, a)
			again, d, _ := mutation.Mutate(rs, b)
			if !ok || text != again || c.Text() != d.Text() {
				t.Errorf("%s: %s and %s", rs.Name(), c.Text(), d.Text())
			}
		}
	}
}

const steps = `#players = a(100), b(100)
#pieces = empty, stone
#variables =
#row = [stone, empty, empty] #board = rectangle(up, down, left, right, row)
#go(me; other) = ->me {stone} [empty] (right + left {empty}) [stone] ->> {? right} {$ stone == 1} [$ me = 100, other = 0]
#rules = (go(a; b) go(b; a))*
`

// TestBoardgame checks one change of each kind.
func TestBoardgame(t *testing.T) {
	all := mutation.Changes(read("steps.rbg", steps))
	for _, want := range []string{
		"direction, line 5: right becomes left",
		"direction, line 5: right becomes (right right)",
		"direction, line 5: right becomes ((right {empty})* right)",
		"capture, line 5: {stone} becomes {stone, empty}",
		"capture, line 5: [empty] becomes [stone]",
		"condition, line 5: without {? right}",
		"condition, line 5: {? becomes {!",
		"condition, line 5: with {? right}",
		"end, line 5: == becomes >=",
		"end, line 5: 1 becomes 2",
		"end, line 5: 100, other = 0 becomes 0, other = 100",
		"alternative, line 5: without + left {empty}",
		"alternative, line 5: with + up {empty}",
		"parameter, line 4: line4=2 becomes line4=3",
	} {
		if !slices.ContainsFunc(all, func(c mutation.Change) bool { return c.Text() == want }) {
			t.Errorf("there is no %q", want)
		}
	}
}

const turns = `(role a) (role b) (init (turn 1))
(succ 1 2) (succ 2 3) (succ 3 4)
(<= (legal ?r (say x)) (role ?r))
(<= (legal ?r (say y)) (role ?r) (true (turn 2)))
(<= (next (turn ?m)) (true (turn ?n)) (succ ?n ?m))
(<= terminal (true (turn 4)))
(goal a 100) (goal b 0)
`

// TestGDL checks one change of each kind, in both syntaxes of the output.
func TestGDL(t *testing.T) {
	rs := read("turns.kif", turns)
	all := mutation.Changes(rs)
	for _, want := range []string{
		"constant, line 3: x becomes y",
		"end, line 7: 100 becomes 0",
		"end, line 6: 4 becomes 1",
		"variable, line 5: ?n becomes ?m",
		"condition, line 4: without (true (turn 2))",
		"condition, line 6: (true (turn 4)) becomes (not (true (turn 4)))",
		"condition, line 3: with (true (turn 2))",
		"rule, line 4: without (<= (legal ?r (say y)) (role ?r) (true (turn 2)))",
		"rule, line 4: with (<= (legal ?r (say y)) (role ?r) (true (turn 4)))",
		"parameter, line 2: succ=4 becomes succ=5",
	} {
		if !slices.ContainsFunc(all, func(c mutation.Change) bool { return c.Text() == want }) {
			t.Errorf("there is no %q", want)
		}
	}
	for _, c := range all {
		if text := c.Apply(turns); !strings.Contains(text, "(role a) (role b)") {
			t.Errorf("%s changes the roles", c.Text())
		}
	}
}

const infix = `role(a). role(b). init(turn(1)).
legal(R,say(x)) :- role(R) & true(turn(2)).
next(turn(2)) :- true(turn(1)).
terminal :- true(turn(2)) & ~true(turn(3)).
goal(R,50) :- role(R).
`

func TestInfix(t *testing.T) {
	rs := read("turns.gdl", infix)
	for _, c := range mutation.Changes(rs) {
		if read("turns.gdl", c.Apply(infix)).Problems.HasErrors() {
			t.Errorf("%s cannot be read:\n%s", c.Text(), c.Apply(infix))
		}
	}
}
