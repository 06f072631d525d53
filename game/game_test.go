package game_test

import (
	"context"
	"testing"

	"ludex/game"
	"ludex/internal/gametest"
)

func TestExplicitConforms(t *testing.T) { gametest.Run(t, gametest.Matching(), 10) }

func TestPerft(t *testing.T) {
	counts, err := game.Perft(context.Background(), gametest.Matching(), nil, 3, true)
	if err != nil {
		t.Fatal(err)
	}
	want := []game.PerftCount{{0, 1, 0, 1}, {1, 1, 0, 2}, {2, 4, 4, 6}, {3, 0, 0, 6}}
	for d, c := range counts {
		if c != want[d] {
			t.Errorf("depth %d: %+v, want %+v", d, c, want[d])
		}
	}
}

func TestDivide(t *testing.T) {
	children, err := game.Divide(context.Background(), gametest.Matching(), game.State{1}, 1)
	if err != nil || len(children) != 4 {
		t.Fatalf("%v, %v", children, err)
	}
	g := gametest.Matching()
	if text := game.JointText(g, children[1].Joint); text != "(a b)" || children[1].Leaves != 1 {
		t.Errorf("second child is %s with %d leaves", text, children[1].Leaves)
	}
}

func TestScalarPlayouts(t *testing.T) {
	res, err := game.ScalarPlayouts(context.Background(), gametest.Matching(), game.PlayoutOptions{Count: 10000, Threads: 3, Seed: 5})
	if err != nil {
		t.Fatal(err)
	}
	if res.Playouts != 10000 || res.States != 20000 || res.Finished != 10000 || res.MeanLength() != 2 {
		t.Errorf("counted %+v", res)
	}
	if res.Goals[0]+res.Goals[1] != 1000000 {
		t.Errorf("goals %v do not add up", res.Goals)
	}
	if mean := res.MeanGoal(0); mean < 47.5 || mean > 52.5 { // five standard deviations
		t.Errorf("the first role has %.2f on average, want about 50", mean)
	}
}

func TestPlayoutsFromState(t *testing.T) {
	res, err := game.Playouts(context.Background(), gametest.Matching(), game.PlayoutOptions{Count: 5, From: game.State{1}})
	if err != nil || res.States != 5 {
		t.Errorf("%+v, %v: want 5 states", res, err)
	}
}

func TestStuckAndCut(t *testing.T) {
	stuck := gametest.Matching()
	stuck.States[1].Moves[1] = nil
	res, err := game.Playouts(context.Background(), stuck, game.PlayoutOptions{Count: 4})
	if err != nil || res.Stuck != 4 || res.Finished != 0 {
		t.Errorf("stuck game counted as %+v, %v", res, err)
	}
	endless := gametest.Matching()
	endless.States[0].Next["go go"] = 0
	res, err = game.Playouts(context.Background(), endless, game.PlayoutOptions{Count: 4, MaxSteps: 17})
	if err != nil || res.Cut != 4 || res.States != 68 {
		t.Errorf("endless game counted as %+v, %v", res, err)
	}
}

func TestBadGoals(t *testing.T) {
	g := gametest.Matching()
	g.States[2].Goals[0] = []int{0, 100}
	g.States[3].Goals[1] = nil
	res, err := game.Playouts(context.Background(), g, game.PlayoutOptions{Count: 6})
	if err != nil || res.BadGoals != 6 {
		t.Errorf("%+v, %v: want 6 bad goals", res, err)
	}
}

func TestPlayoutsStop(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	res, err := game.Playouts(ctx, gametest.Matching(), game.PlayoutOptions{})
	if err != nil || res.Playouts != 0 {
		t.Errorf("a stopped run counted %+v, %v", res, err)
	}
}

func TestRandIsDocumented(t *testing.T) {
	r := game.NewRand(0)
	if x := r.Uint64(); x != 0xE220A8397B1DCDAF { // the first output of SplitMix64 for seed 0
		t.Errorf("first draw is %#x", x)
	}
	if n := game.NewRand(9).Choose(1); n != 0 {
		t.Errorf("choice among one is %d", n)
	}
}

func TestFindMove(t *testing.T) {
	g := gametest.Matching()
	m, err := game.FindMove(g, g.NewMachine(), game.State{1}, 1, "b")
	if err != nil || g.MoveText(1, m) != "b" {
		t.Errorf("FindMove: %v, %v", m, err)
	}
	if _, err := game.FindMove(g, g.NewMachine(), game.State{1}, 1, "c"); err == nil {
		t.Error("an unknown move was found")
	}
}

func TestChance(t *testing.T) {
	g := gametest.Matching()
	m := g.NewMachine()
	if p := game.Chance(g, m, game.State{1}, []game.Move{0, 0}, game.State{2}); p.RatString() != "1" {
		t.Errorf("without chance a step has the probability %s", p.RatString())
	}
	g.RandomRole = 1
	if p := game.Chance(g, m, game.State{1}, []game.Move{0, 0}, game.State{3}); p.RatString() != "1/2" {
		t.Errorf("one of two moves has the probability %s", p.RatString())
	}
	g.States[1].Next["a b"] = 2
	if p := game.Chance(g, m, game.State{1}, []game.Move{0, 0}, game.State{2}); p.RatString() != "1" {
		t.Errorf("two moves to one state have the probability %s", p.RatString())
	}
}
