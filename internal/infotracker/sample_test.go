package infotracker_test

import (
	"errors"
	"math"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"ludex/internal/infotracker"
	"ludex/internal/knowledgetest"
	"ludex/internal/rulestest"
	"ludex/knowledge"
)

// TestSamplesFit draws developments of random games: they are legal and have the
// view. For every development with the view, the sample is the same.
func TestSamplesFit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, all := knowledgetest.Levels(t)
		m, err := knowledge.New(g, knowledge.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		plays := all[rapid.IntRange(0, len(all)-1).Draw(t, "step")]
		if len(plays) == 0 {
			return
		}
		truth := rapid.SampledFrom(plays).Draw(t, "truth")
		r := rapid.SampledFrom(m.Players()).Draw(t, "role")
		opt := infotracker.SampleOptions{Count: 3, Particles: 8, Seed: rapid.Uint64().Draw(t, "seed")}
		var first []knowledge.Development
		for _, p := range plays {
			if p.Views[r] != truth.Views[r] {
				continue
			}
			v, err := m.ViewOf(knowledge.Development{Joints: p.Joints}, r)
			if err != nil {
				t.Fatal(err)
			}
			drawn, err := infotracker.Sample(t.Context(), g, v, opt)
			if err != nil {
				t.Fatal(err)
			}
			if first == nil {
				first = drawn
			}
			if !reflect.DeepEqual(drawn, first) {
				t.Fatal("equal views and seeds give different samples")
			}
			for _, d := range drawn {
				if w, err := m.ViewOf(d, r); err != nil || !w.Equal(v) {
					t.Fatalf("a development with the view %q was drawn for %q: %v", w, v, err)
				}
			}
		}
	})
}

// TestNothingLeaks draws for jane, who has the king, whatever rick was dealt.
func TestNothingLeaks(t *testing.T) {
	_, g := rulestest.Open(t, "cardgame")
	var first []knowledge.Development
	for _, text := range []string{"deal(king,7)", "deal(king,ace)", "deal(king,10)"} {
		drawn := sample(t, g, viewAfter(t, g, "jane", text), infotracker.SampleOptions{Count: 500, Seed: 4})
		if first == nil {
			first = drawn
		}
		if !reflect.DeepEqual(drawn, first) {
			t.Errorf("after %s another sample is drawn", text)
		}
	}
}

// TestSamplesAreFair compares frequencies with the exact belief: within five
// standard deviations, for a fixed seed.
func TestSamplesAreFair(t *testing.T) {
	for _, test := range []struct{ game, moves, role string }{
		{"montyhall", "hide(1) ; choose(1) ; open(2)", "candidate"},
		{"cardgame", "deal(king,7)", "jane"},
		{"kuhnpoker", "deal(queen,king) ; check ; bet", "alice"},
	} {
		_, g := rulestest.Open(t, test.game)
		m := newModel(t, g)
		v := viewAfter(t, g, test.role, test.moves)
		b, err := m.Belief(t.Context(), v, knowledge.Policy{})
		if err != nil {
			t.Fatal(err)
		}
		const n = 2000
		counts := map[string]float64{}
		for _, d := range sample(t, g, v, infotracker.SampleOptions{Count: n, Particles: 8000, Seed: 9}) {
			trace, err := m.Follow(d)
			if err != nil {
				t.Fatal(err)
			}
			s, _ := trace.Last()
			counts[key(m.State(s))]++
		}
		for i := range b.Len() {
			p, _ := b.P(i).Float64()
			if got := counts[key(b.State(i))] / n; math.Abs(got-p) > 5*math.Sqrt(p*(1-p)/n) {
				t.Errorf("%s: a state of probability %.3f was drawn with %.3f", test.game, p, got)
			}
		}
	}
}

// lottery hides one of n numbers, which ann cannot see; later she learns whether
// it was the last one.
func lottery(n int) *knowledgetest.Toy {
	g := &knowledgetest.Toy{RoleNames: []string{"ann", "random"}, RandomRole: 1}
	first := knowledgetest.ToyState{Goals: [][]int{{0}, nil}, Legal: [][]int{{0}, nil}}
	wait := func(next, percept int) knowledgetest.ToyState {
		return knowledgetest.ToyState{Goals: [][]int{{0}, nil}, Legal: [][]int{{0}, {0}},
			Edges: []knowledgetest.ToyEdge{{Next: next, Percepts: [][]int{{percept}, {}}}}}
	}
	for i := range n {
		next := 1
		if i == n-1 {
			next = 2
		}
		first.Legal[1] = append(first.Legal[1], i)
		first.Edges = append(first.Edges, knowledgetest.ToyEdge{Next: next, Percepts: [][]int{{}, {}}})
	}
	g.States = []knowledgetest.ToyState{first, wait(3, 0), wait(3, 1), {Terminal: true, Goals: [][]int{{0}, nil}, Legal: [][]int{{}, {}}}}
	return g
}

// TestRareDevelopments looks for what particles miss.
func TestRareDevelopments(t *testing.T) {
	lucky := knowledge.View{Steps: []knowledge.Experience{{Move: "m0"}, {Move: "m0", Percepts: []string{"s1"}}}}
	drawn := sample(t, lottery(1000), lucky, infotracker.SampleOptions{Count: 2, Particles: 4})
	for _, d := range drawn {
		if d.Joints[0][1] != 999 {
			t.Errorf("the number %d was drawn", d.Joints[0][1])
		}
	}
	var inconsistent *knowledge.InconsistentError
	never := knowledge.View{Steps: []knowledge.Experience{{Move: "m0"}, {Move: "m0", Percepts: []string{"s7"}}}}
	if _, err := infotracker.Sample(t.Context(), lottery(1000), never, infotracker.SampleOptions{}); !errors.As(err, &inconsistent) || inconsistent.Step != 2 {
		t.Errorf("a view that cannot be gives %v", err)
	}
	var limit *knowledge.LimitError
	if _, err := infotracker.Sample(t.Context(), lottery(1000), lucky, infotracker.SampleOptions{Particles: 4, Work: 100}); !errors.As(err, &limit) {
		t.Errorf("too little work gives %v", err)
	}
	if _, err := infotracker.Sample(t.Context(), lottery(20_000), never, infotracker.SampleOptions{Particles: 2}); !errors.As(err, &limit) {
		t.Errorf("a search that cannot look at everything gives %v", err)
	}
	if _, err := infotracker.Sample(t.Context(), lottery(3), knowledge.View{Role: 1}, infotracker.SampleOptions{}); !errors.Is(err, knowledge.ErrNoPlayer) {
		t.Errorf("sampling for random gives %v", err)
	}
}
