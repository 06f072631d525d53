package wellformed

import (
	"context"
	"reflect"
	"testing"

	"ludex/game"
	"ludex/internal/gametest"
)

func terminal(goals ...int) gametest.ExplicitState {
	s := gametest.ExplicitState{Terminal: true}
	for _, g := range goals {
		s.Goals = append(s.Goals, []int{g})
	}
	return s
}

func solo(states ...gametest.ExplicitState) *gametest.Explicit {
	return &gametest.Explicit{RoleNames: []string{"p"}, RandomRole: game.NoRole, States: states}
}

func check(t *testing.T, g game.Game, opt Options) *Requirements {
	t.Helper()
	r, err := Check(context.Background(), g, opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func expect(t *testing.T, what string, f *Finding, v Verdict, moves ...string) {
	t.Helper()
	if f == nil || f.Verdict != v || !reflect.DeepEqual(append([]string(nil), f.Moves...), append([]string(nil), moves...)) {
		t.Errorf("%s: got %+v, want %s with moves %v", what, f, v, moves)
	}
}

func TestSoloWin(t *testing.T) {
	g := solo(
		gametest.ExplicitState{Moves: [][]string{{"left", "right"}}, Next: map[string]int{"left": 1, "right": 2}},
		terminal(0),
		gametest.ExplicitState{Moves: [][]string{{"on"}}, Next: map[string]int{"on": 3}},
		terminal(100),
	)
	r := check(t, g, Options{})
	if !r.Exhausted || r.States != 4 || r.InitialTerminal {
		t.Errorf("%+v", r)
	}
	expect(t, "terminates", &r.Terminates, Yes)
	expect(t, "playable", &r.Playable, Yes)
	expect(t, "goals", &r.Goals, Yes)
	expect(t, "weakly winnable", r.WeaklyWinnable["p"], Yes, "(right)", "(on)")
	expect(t, "strongly winnable", r.StronglyWon["p"], Yes, "right", "on")
	expect(t, "forced win", r.ForcedWin["p"], Yes)
}

func TestLoop(t *testing.T) {
	g := solo(
		gametest.ExplicitState{Moves: [][]string{{"go"}}, Next: map[string]int{"go": 1}},
		gametest.ExplicitState{Moves: [][]string{{"back", "out"}}, Next: map[string]int{"back": 0, "out": 2}},
		terminal(100),
	)
	r := check(t, g, Options{})
	expect(t, "terminates", &r.Terminates, No)
	if want := []string{"(go)", "(back)"}; !reflect.DeepEqual(r.Terminates.Loop, want) {
		t.Errorf("loop %v, want %v", r.Terminates.Loop, want)
	}
}

func TestNotPlayable(t *testing.T) {
	g := solo(
		gametest.ExplicitState{Moves: [][]string{{"go"}}, Next: map[string]int{"go": 1}},
		gametest.ExplicitState{Moves: [][]string{nil}},
	)
	r := check(t, g, Options{})
	expect(t, "playable", &r.Playable, No, "(go)")
	expect(t, "weakly winnable", r.WeaklyWinnable["p"], No)
	expect(t, "strongly winnable", r.StronglyWon["p"], No)
}

func TestBadGoalsAndInitialTerminal(t *testing.T) {
	s := terminal(0)
	s.Goals[0] = []int{0, 100}
	r := check(t, solo(s), Options{})
	expect(t, "goals", &r.Goals, No)
	if !r.InitialTerminal {
		t.Error("the initial state is terminal")
	}
}

// guessing is a game in which y hides a coin and x guesses; x sees the state.
func guessing(seen bool) *gametest.Explicit {
	second := func(win string) gametest.ExplicitState {
		next := map[string]int{"l wait": 4, "r wait": 4}
		next[win+" wait"] = 3
		return gametest.ExplicitState{Moves: [][]string{{"l", "r"}, {"wait"}}, Next: next}
	}
	g := &gametest.Explicit{
		RoleNames: []string{"x", "y"}, RandomRole: game.NoRole,
		States: []gametest.ExplicitState{
			{Moves: [][]string{{"wait"}, {"l", "r"}}, Next: map[string]int{"wait l": 1, "wait r": 2}},
			second("l"), second("r"), terminal(100, 0), terminal(0, 100),
		},
	}
	if !seen { // both move at once
		g.States[0] = gametest.ExplicitState{Moves: [][]string{{"l", "r"}, {"l", "r"}},
			Next: map[string]int{"l l": 3, "r r": 3, "l r": 4, "r l": 4}}
	}
	return g
}

func TestStrategyIsNotASequence(t *testing.T) {
	r := check(t, guessing(true), Options{})
	expect(t, "forced win", r.ForcedWin["x"], Yes)
	expect(t, "strongly winnable", r.StronglyWon["x"], No)
	expect(t, "forced win", r.ForcedWin["y"], No)
	r = check(t, guessing(false), Options{})
	expect(t, "forced win", r.ForcedWin["x"], No)
	expect(t, "strongly winnable", r.StronglyWon["x"], No)
	expect(t, "weakly winnable", r.WeaklyWinnable["x"], Yes, "(l l)")
}

func TestDeclarations(t *testing.T) {
	g := guessing(false)
	opt := Options{Facts: map[string]bool{"0": true, "3": true}, Moves: []map[string]bool{{"l": true}, {"l": true, "r": true}}}
	r := check(t, g, opt)
	expect(t, "base", r.Declared["base"], No, "(l r)")
	expect(t, "input", r.Declared["input"], No)
	opt.Facts["4"], opt.Moves[0]["r"] = true, true
	r = check(t, g, opt)
	expect(t, "base", r.Declared["base"], Yes)
	expect(t, "input", r.Declared["input"], Yes)
}

func TestSampling(t *testing.T) {
	small := Limits{States: 1}
	r := check(t, guessing(false), Options{Limits: small, Playouts: 50})
	if r.Exhausted || r.Playouts != 50 {
		t.Errorf("%+v", r)
	}
	expect(t, "terminates", &r.Terminates, NotRefuted)
	expect(t, "playable", &r.Playable, NotRefuted)
	if r.WeaklyWinnable["x"].Verdict != Yes || r.WeaklyWinnable["y"].Verdict != Yes {
		t.Error("fifty playouts show a win for both")
	}
	expect(t, "forced win", r.ForcedWin["x"], NotShown)

	bad := guessing(false)
	bad.States[3].Goals[0] = nil
	r = check(t, bad, Options{Limits: small, Playouts: 50})
	if r.Goals.Verdict != No || len(r.Goals.Moves) != 1 {
		t.Errorf("goals: %+v", r.Goals)
	}
	stuck := guessing(true)
	stuck.States[1].Moves[0] = nil
	r = check(t, stuck, Options{Limits: small, Playouts: 50})
	if r.Playable.Verdict != No {
		t.Errorf("playable: %+v", r.Playable)
	}
}

func TestStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Check(ctx, guessing(true), Options{}); err == nil {
		t.Error("a stopped check gives no error")
	}
}
