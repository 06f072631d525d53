package mcts

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"ludex/game"
	"ludex/internal/gametest"
	"ludex/internal/playertest"
)

// letters is an explicit game whose moves have a part for each letter.
type letters struct{ *gametest.Explicit }

func (g letters) Part(r game.Role, m game.Move, i int) (uint64, bool) {
	text := g.MoveText(r, m)
	if i >= len(text) {
		return 0, false
	}
	return uint64(text[i]), true
}

// splitAll returns options that split whatever can be.
func splitAll() Options {
	opt := cheap()
	opt.Split = 2
	return opt
}

// randomTree is a game of two roles who take turns in choosing three letters; it
// returns what it is worth to the first.
func randomTree(r *rand.Rand, depth int) (letters, int) {
	g := explicit([]string{"x", "y"})
	var grow func(depth, mover int) (at, value int)
	grow = func(depth, mover int) (at, value int) {
		at = len(g.States)
		g.States = append(g.States, gametest.ExplicitState{})
		if depth == 0 {
			value = r.IntN(101)
			g.States[at] = end(value, 100-value)
			return at, value
		}
		next, best := map[string]int{}, -1
		for _, text := range []string{"aaa", "aab", "ab", "baa", "bab", "bbb", "c"} {
			child, v := grow(depth-1, 1-mover)
			next[text] = child
			if mine := v; mover == 1 {
				mine = 100 - v
				best = max(best, mine)
			} else {
				best = max(best, mine)
			}
		}
		g.States[at] = turn(2, mover, next)
		if mover == 1 {
			best = 100 - best
		}
		return at, best
	}
	_, value := grow(depth, 0)
	return letters{g}, value
}

// TestSplitProofs checks that split moves change nothing about what is proved.
func TestSplitProofs(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs on one goroutine, so the race detector would find nothing")
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 5 {
		g, value := randomTree(r, 3)
		for _, graph := range []bool{true, false} {
			opt := splitAll()
			opt.Graph = graph
			s := newSearch(t, g, nil, opt, 1)
			grow(t, s, 20_000)
			a := s.Analysis(0)
			if !a.Exact[0] || a.Values[0] != float64(value) {
				t.Fatalf("worth %v (%v), want %d", a.Values, a.Exact, value)
			}
			if len(a.Moves) != 7 || a.Moves[0].Value != float64(value) || !a.Moves[0].Exact || g.MoveText(0, a.Moves[0].Move) != best(t, s, 0) {
				t.Fatalf("the moves are %+v", a.Moves)
			}
			if len(a.Line) != 3 {
				t.Fatalf("the line is %v", a.Line)
			}
		}
	}
}

// TestSplitParts checks how moves are grouped.
func TestSplitParts(t *testing.T) {
	g, _ := randomTree(rand.New(rand.NewPCG(1, 2)), 1)
	s := newSearch(t, g, nil, splitAll(), 1)
	grow(t, s, 1)
	s.graph.expand(s.graph.root)
	var groups []string
	for _, group := range s.graph.root.expansion.groups {
		text := ""
		for _, m := range group {
			text += g.MoveText(0, m) + " "
		}
		groups = append(groups, text)
	}
	slices.Sort(groups)
	if got := fmt.Sprint(groups); got != "[aaa aab ab  baa bab bbb  c ]" {
		t.Errorf("the groups are %s", got)
	}
	off := cheap()
	off.Split = 0
	if s := newSearch(t, g, nil, off, 1); true {
		if grow(t, s, 3); s.graph.root.expansion.groups != nil {
			t.Error("moves were split")
		}
	}
}

// TestSplitMany checks a game with thousands of moves, in little memory.
func TestSplitMany(t *testing.T) {
	g := playertest.Open(t, "amazons")
	opt := Defaults()
	opt.Playouts, opt.Memory, opt.Threads = 1, 1, 2
	s := newSearch(t, g, nil, opt, 1)
	m := g.NewMachine()
	state := m.Initial(nil)
	steps, nodes := 3, 150
	if testing.Short() { // the race detector is slow here
		steps, nodes = 2, 20
	}
	for step := range steps {
		grow(t, s, nodes)
		mover := game.Role(step % 2)
		a := s.Analysis(mover)
		legal := m.Legal(state, mover, nil)
		listed := make([]game.Move, len(a.Moves))
		for i, c := range a.Moves {
			listed[i] = c.Move
		}
		if best(t, s, mover) != g.MoveText(mover, listed[0]) {
			t.Errorf("the best move is not the first")
		}
		joint := []game.Move{0, 0}
		joint[mover] = listed[0]
		slices.Sort(listed)
		slices.Sort(legal)
		if !slices.Equal(listed, legal) {
			t.Fatalf("%d moves are listed, and %d are legal", len(listed), len(legal))
		}
		if len(a.Line) == 0 || a.Line[0][mover] != joint[mover] {
			t.Errorf("the line %v does not begin with the best move", a.Line)
		}
		state = m.Next(state, joint, nil)
		s.setRoot(state)
	}
}

// TestSplitReproducible checks that the same seed gives the same search.
func TestSplitReproducible(t *testing.T) {
	if testing.Short() {
		t.Skip("TestSplitMany has the same threads under the race detector")
	}
	g := playertest.Open(t, "amazons")
	var first string
	for range 2 {
		opt := Defaults()
		opt.Playouts, opt.Threads, opt.Grave = 1, 2, 10
		s := newSearch(t, g, nil, opt, 9)
		grow(t, s, 100)
		text := fmt.Sprint(s.Analysis(0).Moves[:20])
		if first == "" {
			first = text
		}
		if text != first {
			t.Errorf("%s\nand then\n%s", first, text)
		}
	}
}
