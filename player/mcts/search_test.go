package mcts

import (
	"context"
	"flag"
	"reflect"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"ludex/game"
	"ludex/internal/playertest"
	"ludex/internal/statehash"
	"ludex/player"
)

// TestReproducible checks that the same seed gives the same search, with several
// threads, too.
func TestReproducible(t *testing.T) {
	for _, name := range []string{"connectfour", "connectfour-rbg", "rockpaperscissors"} {
		g := playertest.Open(t, name)
		for _, policy := range []Policy{Uniform, Mast, Grams} {
			for _, threads := range []int{1, 3} {
				opt := cheap()
				opt.Policy, opt.Threads, opt.Playouts, opt.Grave = policy, threads, 2, 10
				var analyses []player.Analysis
				for range 2 {
					s := newSearch(t, g, nil, opt, 5)
					grow(t, s, 60)
					a := s.Analysis(0)
					a.Elapsed = 0
					analyses = append(analyses, a)
				}
				if !reflect.DeepEqual(analyses[0], analyses[1]) {
					t.Errorf("%s, %s, %d threads: %+v and %+v", name, policy, threads, analyses[0], analyses[1])
				}
				if analyses[0].Nodes != 60 {
					t.Errorf("%d nodes", analyses[0].Nodes)
				}
			}
		}
	}
}

// TestSettles checks that all that was under way comes back, and that means are
// means.
func TestSettles(t *testing.T) {
	g := playertest.Open(t, "connectfour")
	opt := cheap()
	opt.Threads, opt.Grave = 4, 20
	s := newSearch(t, g, nil, opt, 1)
	grow(t, s, 400)
	checkMeans(t, s)
}

// checkMeans checks that nothing is in flight, and that means are means in turns.
func checkMeans(t *testing.T, s *Search) {
	t.Helper()
	for _, n := range s.graph.table {
		if n.inFlight.Load() != 0 {
			t.Fatalf("%d simulations are still under way", n.inFlight.Load())
		}
		if n.expansion == nil || n.expansion.joint != nil {
			continue
		}
		visits, weight := int32(1), int32(1)
		if n.partial { // it has no evaluation of its own
			visits, weight = 0, 0
		}
		sums := make([]float64, s.graph.roles)
		for i := range n.expansion.edges {
			e := &n.expansion.edges[i]
			if visits += e.visits; e.excluded {
				continue
			}
			weight += e.visits
			for r, v := range n.expansion.share(i) {
				sums[r] += float64(v) * float64(e.visits)
			}
		}
		if e := n.expansion.edges; visits != n.visits || weight != n.weight || len(e) > len(n.expansion.moves) {
			t.Fatalf("%d visits and weight %d, but the edges have %d and %d", n.visits, n.weight, visits, weight)
		}
		for r := range sums { // the rest is the evaluation of the node itself
			if own := n.tallies[r].sum - sums[r]; own < -1e-6 || own > 1+1e-6 {
				t.Fatalf("the evaluation is %g", own)
			}
		}
	}
}

// TestNoGoroutineStays runs searches with threads in a bubble, which knows whether
// anything goes on.
func TestNoGoroutineStays(t *testing.T) {
	g := matrix([][]int{{100, 0}, {0, 50}})
	synctest.Test(t, func(t *testing.T) {
		opt := cheap()
		opt.Threads = 4
		s := newSearch(t, g, nil, opt, 1)
		grow(t, s, 100)
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if err := s.Run(ctx, Limits{Role: game.NoRole}); err != nil {
			t.Error(err)
		}
	})
}

// TestCancel checks that a search without any other limit ends with its context,
// and has an answer.
func TestCancel(t *testing.T) {
	for _, threads := range []int{1, 2} {
		g := playertest.Open(t, "breakthrough-rbg")
		opt := cheap()
		opt.Threads = threads
		s := newSearch(t, g, nil, opt, 1)
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
		if err := s.Run(ctx, Limits{Role: game.NoRole}); err != nil {
			t.Error(err)
		}
		cancel()
		best(t, s, 0)
	}
}

// TestMemory checks that the graph stays within its bound, and the search sane.
func TestMemory(t *testing.T) {
	g := playertest.Open(t, "connectfour")
	opt := cheap()
	opt.Playouts, opt.Memory, opt.Threads, opt.Grave = 1, 1, 2, 50
	s := newSearch(t, g, nil, opt, 1)
	most, least := 0, 1<<30
	for range 12 {
		grow(t, s, 400)
		most, least = max(most, s.graph.used), min(least, s.graph.used)
		total := 0
		for _, n := range s.graph.table {
			for ; n != nil; n = n.chain {
				if total += n.total(); n.evicted {
					t.Fatal("a forgotten node is in the table")
				}
			}
		}
		if total < s.graph.used*9/10 || total > s.graph.used*11/10 {
			t.Fatalf("%d bytes are counted as %d", total, s.graph.used)
		}
	}
	if most > 11<<20/10 {
		t.Errorf("the graph grew to %d bytes", most)
	}
	if s.graph.root.visits < 4500 {
		t.Errorf("the root has only %d visits", s.graph.root.visits)
	}
	if got := best(t, s, 0); got != "(drop 4)" {
		t.Errorf("the move is %s", got)
	}
}

func TestReuse(t *testing.T) {
	g := playertest.Open(t, "connectfour")
	for _, reuse := range []bool{true, false} {
		opt := cheap()
		opt.Reuse = reuse
		s := newSearch(t, g, nil, opt, 1)
		grow(t, s, 300)
		s.setRoot(playertest.Replay(t, g, "(drop 4)"))
		if (s.graph.root.visits > 20) != reuse {
			t.Errorf("with reuse %v the new root has %d visits", reuse, s.graph.root.visits)
		}
		s.graph.evict()
		if s.graph.root.evicted || s.graph.table.find(s.graph.root.state, s.graph.root.hash) != s.graph.root {
			t.Error("the root was forgotten")
		}
		grow(t, s, 50)
	}
}

// TestAnalysis checks that an analysis lists all moves, and that its line can be
// played.
func TestAnalysis(t *testing.T) {
	for _, name := range []string{"connectfour", "chess", "rockpaperscissors", "minority", "eightpuzzle"} {
		t.Run(name, func(t *testing.T) {
			g := playertest.Open(t, name)
			opt := cheap()
			opt.Playouts = 1
			s := newSearch(t, g, nil, opt, 1)
			grow(t, s, 40)
			a, m := s.Analysis(0), g.NewMachine()
			state := m.Initial(nil)
			var moves []game.Move
			share := 0.0
			for _, c := range a.Moves {
				moves = append(moves, c.Move)
				if share += c.Share; c.Value < 0 || c.Value > 100 {
					t.Errorf("%+v", c)
				}
			}
			slices.Sort(moves)
			legal := slices.Sorted(slices.Values(m.Legal(state, 0, nil)))
			if !slices.Equal(moves, legal) || share < 0.999 || share > 1.001 {
				t.Errorf("the moves are %v, with shares of %g", a.Moves, share)
			}
			if len(a.Line) == 0 || a.Nodes != 40 {
				t.Errorf("%+v", a)
			}
			for _, joint := range a.Line {
				for r, move := range joint {
					if !slices.Contains(m.Legal(state, game.Role(r), nil), move) {
						t.Fatalf("%s is not legal", g.MoveText(game.Role(r), move))
					}
				}
				state = m.Next(state, joint, nil)
			}
		})
	}
}

func TestHidden(t *testing.T) {
	g := playertest.Open(t, "kuhnpoker")
	if _, err := New(g, nil, Defaults(), 1); err == nil {
		t.Error("a search needs to know the position")
	}
	p := NewPlayer(Defaults())
	if err := p.Start(context.Background(), player.Setup{Game: g}); err != nil || player.NoteOf(p) == "" {
		t.Errorf("%v, %q", err, player.NoteOf(p))
	}
	if a := p.Analysis(); a.Note == "" {
		t.Errorf("%+v", a)
	}
}

// TestPrepareTimed checks that the number of playouts is measured for a clock, unless the
// options say how many.
func TestPrepareTimed(t *testing.T) {
	for name, want := range map[string][]int{"tictactoe": laneCounts, "tictactoe-rbg": scalarCounts} {
		g := playertest.Open(t, name)
		for _, given := range []int{0, 7} {
			opt := Defaults()
			opt.Playouts = given
			s := newSearch(t, g, nil, opt, 1)
			if err := s.prepareTimed(context.Background()); err != nil {
				t.Fatal(err)
			}
			if given > 0 {
				want = []int{given}
			}
			if n := s.evaluators[0].(*native).count; !slices.Contains(want, n) || s.graph.root.visits > 0 || s.stats.simulations > 0 {
				t.Errorf("%s: %d playouts, want one of %d; the root has %d visits", name, n, want, s.graph.root.visits)
			}
		}
	}
}

func TestOptions(t *testing.T) {
	for _, change := range []func(*Options){
		func(o *Options) { o.Threads = 0 }, func(o *Options) { o.Memory = 0 }, func(o *Options) { o.Explore = -1 },
		func(o *Options) { o.Nodes = 0 },
	} {
		opt := Defaults()
		change(&opt)
		if _, err := New(matrix([][]int{{0, 1}}), nil, opt, 1); err == nil {
			t.Errorf("%+v should be refused", opt)
		}
	}
	opt := Defaults()
	set := flag.NewFlagSet("", flag.ContinueOnError)
	opt.declare(set)
	if err := set.Parse([]string{"-policy=mast", "-simultaneous=decoupled", "-explore=2", "-graph=false"}); err != nil {
		t.Fatal(err)
	}
	if opt.Policy != Mast || opt.Simultaneous != Decoupled || opt.Explore != 2 || opt.Graph {
		t.Errorf("%+v", opt)
	}
}

// TestTable checks that states are told apart by all their words.
func TestTable(t *testing.T) {
	words := rapid.SliceOfN(rapid.Uint64Range(0, 3), 0, 4)
	rapid.Check(t, func(t *rapid.T) {
		table, seen := table{}, map[string]*node{}
		for _, s := range rapid.SliceOf(words).Draw(t, "states") {
			key := string(rune(len(s)))
			for _, w := range s {
				key += string(rune(w))
			}
			n := table.find(s, statehash.Of(s)&1) // so that many collide
			if n != seen[key] {
				t.Fatalf("%v: found %v", s, n)
			}
			if n == nil {
				seen[key] = &node{state: s, hash: statehash.Of(s) & 1}
				table.insert(seen[key])
			}
		}
	})
}
