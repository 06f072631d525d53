package library_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"ludex/game"
)

// A jointModel is a game of the GDL family in plain Go. Moves and percepts are texts as
// the description has them.
type jointModel[S any] struct {
	game  string
	start S
	legal func(s S, role string) []string
	next  func(s S, does map[string]string) S
	sees  func(s S, does map[string]string, role string) []string // nil if all is open
	over  func(s S) bool
	goal  func(s S, role string) int
	plays int
}

// A jointTest is a jointModel of any kind of state.
type jointTest interface {
	name() string
	run(t *testing.T)
}

func (m jointModel[S]) name() string { return m.game }

// run plays random plays of the description and of the model and compares the legal
// moves, the percepts and the ends of plays, and the goals.
func (m jointModel[S]) run(t *testing.T) {
	g := openGDL(t, m.game)
	machine := g.NewMachine()
	for seed := range uint64(fewOf(m.game, m.plays)) {
		if problem := m.play(g, machine, game.NewRand(seed)); problem != "" {
			t.Fatalf("play %d: %s", seed, problem)
		}
	}
}

func (m jointModel[S]) play(g game.Game, machine game.Machine, rand *game.Rand) string {
	state, s := machine.Initial(nil), m.start
	var path []string
	for {
		if machine.Terminal(state) != m.over(s) {
			return fmt.Sprint("after ", path, " only one play is over")
		}
		if m.over(s) {
			return m.compareGoals(g, machine, state, s, path)
		}
		var joint []game.Move
		does := map[string]string{}
		for r, role := range g.Roles() {
			moves := machine.Legal(state, game.Role(r), nil)
			texts := make([]string, len(moves))
			for i, move := range moves {
				texts[i] = g.MoveText(game.Role(r), move)
			}
			want := slices.Sorted(slices.Values(m.legal(s, role)))
			if got := slices.Sorted(slices.Values(texts)); !slices.Equal(got, want) {
				return fmt.Sprint("after ", path, " the moves of ", role, " are ", got, ", want ", want)
			}
			i := rand.Choose(len(moves))
			joint, does[role] = append(joint, moves[i]), texts[i]
		}
		if problem := m.comparePercepts(g, machine, state, s, joint, does); problem != "" {
			return fmt.Sprint("after ", path, " and ", does, problem)
		}
		path = append(path, fmt.Sprint(does))
		state, s = machine.Next(state, joint, nil), m.next(s, does)
	}
}

func (m jointModel[S]) comparePercepts(g game.Game, machine game.Machine, state game.State, s S, joint []game.Move, does map[string]string) string {
	for r, role := range g.Roles() {
		if m.sees == nil || role == "random" {
			continue
		}
		var got []string
		for _, p := range machine.Percepts(state, joint, game.Role(r), nil) {
			got = append(got, g.PerceptText(p))
		}
		slices.Sort(got)
		if want := slices.Sorted(slices.Values(m.sees(s, does, role))); !slices.Equal(got, want) {
			return fmt.Sprint(" ", role, " sees ", got, ", want ", want)
		}
	}
	return ""
}

func (m jointModel[S]) compareGoals(g game.Game, machine game.Machine, state game.State, s S, path []string) string {
	for r, role := range g.Roles() {
		if role == "random" {
			continue
		}
		if got, want := machine.Goals(state, game.Role(r), nil), []int{m.goal(s, role)}; !slices.Equal(got, want) {
			return fmt.Sprint("after ", path, " the goals of ", role, " are ", got, ", want ", want)
		}
	}
	return ""
}

// TestJointModels plays games of the GDL family in lock step with their models.
func TestJointModels(t *testing.T) {
	if testing.Short() {
		t.Skip("the models run on one goroutine, so the race detector would find nothing")
	}
	for _, m := range jointModels {
		t.Run(m.name(), m.run)
	}
}

// term writes a function, as in (mark 1 2).
func term(words ...any) string {
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = fmt.Sprint(w)
	}
	return "(" + strings.Join(texts, " ") + ")"
}

// words reads a move: its name and numbers or names behind it.
func words(move string) []string { return strings.Fields(strings.Trim(move, "()")) }

// digit reads the n-th argument of a move as a number of one digit.
func digit(move string, n int) int {
	value := 0
	for _, c := range words(move)[n] {
		value = 10*value + int(c-'0')
	}
	return value
}

// with returns a copy of a map with one more entry.
func with[K comparable, V any](m map[K]V, key K, value V) map[K]V {
	m = maps.Clone(m)
	if m == nil {
		m = map[K]V{}
	}
	m[key] = value
	return m
}

var noop = []string{"noop"}

// otherOf returns the opponent among two.
func otherOf(role, a, b string) string {
	if role == a {
		return b
	}
	return a
}

// compare scores two numbers: 100, 50 or 0 for the first one.
func versus(mine, theirs int) int {
	switch {
	case mine > theirs:
		return 100
	case mine < theirs:
		return 0
	}
	return 50
}

// grid2 lists the cells of a board from 1 on, by columns and rows.
func grid2(width, height int) (list []square) {
	for x := 1; x <= width; x++ {
		for y := 1; y <= height; y++ {
			list = append(list, square{x, y})
		}
	}
	return list
}
