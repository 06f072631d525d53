package mcts

import (
	"context"
	"math"
	"testing"

	"ludex/game"
	"ludex/internal/playertest"
)

// TestStepsAllocateNothing checks that playouts step by step allocate nothing once
// they are warm.
func TestStepsAllocateNothing(t *testing.T) {
	for _, name := range []string{"connectfour", "connectfour-rbg"} {
		g := playertest.Open(t, name)
		p := newStepper(g, Grams, 1)
		from := p.machine.Initial(nil)
		out := evaluation{values: make([]float64, 2)}
		seed := uint64(0)
		evaluate := func() {
			seed++
			if err := p.evaluateOne(context.Background(), from, seed%20, &out); err != nil {
				t.Fatal(err)
			}
		}
		for range 200 {
			evaluate()
		}
		if allocs := testing.AllocsPerRun(50, evaluate); allocs > 0 {
			t.Errorf("%s: %g allocations a playout", name, allocs)
		}
	}
}

// TestPolicyIsUniform checks that playouts without a policy are what the game's
// own are.
func TestPolicyIsUniform(t *testing.T) {
	g := playertest.Open(t, "tictactoe")
	from := g.NewMachine().Initial(nil)
	own, step := evaluation{values: make([]float64, 2)}, evaluation{values: make([]float64, 2)}
	if err := newNative(g, 4000, &Options{}).evaluate(context.Background(), []game.State{from}, 1, []*evaluation{&own}); err != nil {
		t.Fatal(err)
	}
	if err := newStepper(g, Uniform, 4000).evaluateOne(context.Background(), from, 1, &step); err != nil {
		t.Fatal(err)
	}
	if math.Abs(own.values[0]-step.values[0]) > 0.04 || own.finished < 4000 || step.finished != 4000 || own.sum != 100*own.finished || step.sum != 100*step.finished {
		t.Errorf("%+v and %v from %d", own, step.values, step.finished)
	}
}

// TestPolicyLearns checks that playouts come to prefer what does well.
func TestPolicyLearns(t *testing.T) {
	g := explicit([]string{"p", "q"}, turn(2, 0, map[string]int{"a": 1, "b": 2, "c": 3}), end(0, 100), end(100, 0), end(10, 90))
	for _, policy := range []Policy{Mast, Grams} {
		p := newStepper(g, policy, 500)
		out := evaluation{values: make([]float64, 2)}
		if err := p.evaluateOne(context.Background(), game.State{0}, 1, &out); err != nil {
			t.Fatal(err)
		}
		if out.values[0] < 0.7 || len(out.trail) != 500 {
			t.Errorf("%s: the value is %g", policy, out.values[0])
		}
	}
}

func TestPlayoutsWithoutEnd(t *testing.T) {
	g := explicit([]string{"p"}, turn(1, 0, map[string]int{"a": 0, "b": 0}))
	p := newStepper(g, Uniform, 2)
	p.maxSteps = 10
	out := evaluation{values: make([]float64, 1)}
	if err := p.evaluateOne(context.Background(), game.State{0}, 1, &out); err != nil {
		t.Fatal(err)
	}
	if out.playouts != 2 || out.finished != 0 || out.values[0] != 0.5 {
		t.Errorf("%+v", out)
	}
	s := newSearch(t, g, nil, cheap(), 1)
	s.evaluators[0].(*stepper).maxSteps = 10
	grow(t, s, 20)
	best(t, s, 0)
}

func TestGrams(t *testing.T) {
	g := newNgramTable(maxNgram)
	var start history
	later := start.after([]game.Move{1, 2})
	if _, seen := g.value(start, 0, 5); seen {
		t.Error("nothing was seen yet")
	}
	for range minNgramCount {
		g.add(start, 0, 5, 1)
		g.add(later, 0, 5, 0)
	}
	first, _ := g.value(start, 0, 5)
	second, _ := g.value(later, 0, 5)
	other, seen := g.value(start, 1, 5)
	if first <= second || seen {
		t.Errorf("after different steps the move is worth %g and %g, and to the other role %g", first, second, other)
	}
	if start.after([]game.Move{2, 1}) == later {
		t.Error("joint moves in another order are the same")
	}
}

func TestGrave(t *testing.T) {
	s := &selector{graph: new(graph), weight: 1}
	a := new(amaf)
	for range 30 {
		a.add([]seenMove{{s.graph.numbers.id(0, 1), 0.9}, {s.graph.numbers.id(1, 2), 0.1}})
	}
	in := &expansion{mover: 0, moves: []game.Move{7, 1}}
	if got := s.graveValue(0.5, 1, a, in, 0); got != 0.5 {
		t.Errorf("a move never seen is worth %g", got)
	}
	early, late := s.graveValue(0.5, 1, a, in, 1), s.graveValue(0.5, 1000, a, in, 1)
	if early < 0.8 || late > 0.52 || late <= 0.5 {
		t.Errorf("a move seen elsewhere is worth %g, and when it is known %g", early, late)
	}
}
