package calibration

import (
	"context"
	"errors"
	"math"
	"testing"

	"ludex/game"
	"ludex/internal/players/levels"
	"ludex/internal/rulestest"
)

// The curve finds the strength of a difference from results that follow the model.
func TestCurve(t *testing.T) {
	c := &curve{aim: 200, origin: 2, from: -3, to: 10, slope: expectedSlope}
	for _, at := range []float64{2, 3, 4} {
		elo := 120 * (at - 2) // 120 points a unit
		p := 1 / (1 + math.Exp(-elo/perLogit))
		c.add(at, tally{games: 2000, points: 2000 * p})
	}
	if at := c.solve(3); math.Abs(at-(2+200.0/120)) > 0.05 {
		t.Errorf("200 points more are at %.3f", at)
	}
	c.aim = 2000
	if at := c.solve(3); at != 3+farthest {
		t.Errorf("2000 points more are at %.3f, farther than one step goes", at)
	}
	if elo := (tally{games: 200, points: 152}).elo(); math.Abs(elo-200) > 5 {
		t.Errorf("76 %% are %.0f points", elo)
	}
}

// A long match ends early if it is clear that the difference is not what is looked for.
func TestHopeless(t *testing.T) {
	for _, test := range []struct {
		games  int
		points float64
		want   bool
	}{
		{20, 15, false}, {20, 10, true}, {20, 12, false}, {20, 20, false}, {60, 60, true}, {100, 75, false}, {100, 65, false}, {200, 110, true}, {200, 185, true},
	} {
		if got := (tally{test.games, test.points}).hopeless(); got != test.want {
			t.Errorf("%g of %d: %v", test.points, test.games, got)
		}
	}
}

// A difference in range suits levels better than one outside of it, even if that is nearer to the aim.
func TestBetter(t *testing.T) {
	low, high, aimed := tally{100, 66}, tally{100, 80}, tally{100, 73} // 115, 241 and 173 points
	for _, test := range []struct {
		a, b tally
		want bool
	}{
		{high, low, true}, {low, high, false}, {aimed, high, true}, {high, aimed, false}, {aimed, aimed, false},
	} {
		if got := test.a.better(test.b, Step); got != test.want {
			t.Errorf("%.0f rather than %.0f points: %v", test.a.elo(), test.b.elo(), got)
		}
	}
}

// A tiny game has a few levels, and the others are merged with the last one.
func TestMeasure(t *testing.T) {
	_, g := rulestest.Open(t, "tictactoe")
	opt := Options{Games: 60, MaxNodes: 400, Threads: 2, Seed: 1}
	if testing.Short() {
		opt.Games, opt.MaxNodes = 10, 50
	}
	found := 0
	opt.Found = func(l *levels.Ladder) error {
		if found++; l.Distinct() != found || !l.Unfinished || l.Levels[found-1].Against.Games != opt.Games {
			t.Errorf("after level %d: %+v", found, l)
		}
		return nil
	}
	l, err := Measure(t.Context(), g, opt)
	if err != nil {
		t.Fatal(err)
	}
	if l.Rules != game.Fingerprint(g) || !l.Measured || len(l.Levels) != levels.Count {
		t.Fatalf("%+v", l)
	}
	if testing.Short() {
		return // so few games tell nothing of strength: it looks for races
	}
	if n := l.Distinct(); n != found || n < 2 || n > 6 {
		t.Errorf("there are %d levels, and %d were found", n, found)
	}
	for i := range l.Levels {
		v := &l.Levels[i]
		if i > 0 && (v.Elo > l.Levels[i-1].Elo) == v.Merged {
			t.Errorf("level %d has Elo %.0f, and the one below %.0f", i+1, v.Elo, l.Levels[i-1].Elo)
		}
		if v.Merged {
			continue
		}
		if s := v.Seen; i >= 2 && (s.Missed > 0 || s.Allowed > 0 || s.Threats == 0) {
			t.Errorf("level %d: %+v", i+1, s)
		}
	}
}

// A measurement that was stopped goes on where it was, and finds what one that was not
// stopped finds.
func TestGoesOn(t *testing.T) {
	if testing.Short() {
		t.Skip("TestMeasure runs the same concurrently: left to the complete run")
	}
	_, g := rulestest.Open(t, "tictactoe")
	opt := Options{Games: 60, MaxNodes: 400, Threads: 1, Seed: 1}
	whole, err := Measure(t.Context(), g, opt)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	opt.Found = func(l *levels.Ladder) error {
		if l.Distinct() == 2 {
			cancel()
		}
		return nil
	}
	part, err := Measure(ctx, g, opt)
	if !errors.Is(err, context.Canceled) || part == nil || !part.Unfinished || part.Distinct() != 2 {
		t.Fatalf("after it was stopped: %+v, %v", part, err)
	}
	opt.Found, opt.From = nil, part
	got, err := Measure(t.Context(), g, opt)
	if err != nil || got.Unfinished || got.Distinct() != whole.Distinct() {
		t.Fatalf("%+v, %v", got, err)
	}
	for i := range whole.Levels {
		if got.Levels[i].Against != whole.Levels[i].Against || got.Levels[i].Nodes != whole.Levels[i].Nodes {
			t.Errorf("level %d is %+v, and %+v if it is not stopped", i+1, got.Levels[i], whole.Levels[i])
		}
	}
	opt.From.Rules = "others"
	if _, err := Measure(t.Context(), g, opt); err == nil {
		t.Error("it goes on from the levels of another game")
	}
}

func TestRefuses(t *testing.T) {
	_, puzzle := rulestest.Open(t, "eightpuzzle")
	if _, err := Measure(t.Context(), puzzle, Defaults()); err == nil {
		t.Error("a game with one role has levels")
	}
	_, g := rulestest.Open(t, "nim")
	if _, err := Measure(t.Context(), g, Options{}); err == nil {
		t.Error("nothing was asked for, and something was measured")
	}
}

// Levels that search by a network have a temperature, so that not all games are the same.
func TestNetworkTemperature(t *testing.T) {
	if testing.Short() {
		t.Skip("TestMeasure runs the same concurrently: left to the complete run")
	}
	m := &measurement{network: "some network"}
	for strength := -3.0; strength < 20; strength++ {
		if l := m.at(strength, 1); l.Temperature < leastTemperature || l.Network != m.network {
			t.Errorf("strength %g: %+v", strength, l)
		}
	}
	m.network = ""
	if l := m.at(20, 1); l.Temperature != 0 || l.Network != "" {
		t.Errorf("without a network: %+v", l)
	}
}
