package training

import (
	"math"
	"testing"
	"time"

	"ludex/internal/intervals"
	"ludex/internal/learn"
	"ludex/internal/playertest"
)

// With much time, trials have many games; with less, a clock at which the result says
// something comes first.
func TestTrialClock(t *testing.T) {
	for _, c := range []struct {
		within time.Duration
		length float64
		want   time.Duration
	}{
		{time.Hour, 100, maxClock},
		{240 * time.Second, 100, 100 * time.Millisecond}, // 24 games
		{100 * time.Second, 245, 51 * time.Millisecond},  // 8 games
		{100 * time.Second, 100, goodClock},              // 16 games
		{10 * time.Second, 100, leastClock},
		{time.Second, 100, leastClock},
	} {
		if got := trialClock(c.within, c.length); got/time.Millisecond != c.want/time.Millisecond {
			t.Errorf("%v for plays of %g steps: %v a move, want %v", c.within, c.length, got, c.want)
		}
	}
}

// Trials have longer clocks where players who think need fewer steps than random ones. Longer games do not
// make them shorter.
func TestLongerClock(t *testing.T) {
	for _, test := range []struct {
		made plays
		want time.Duration
	}{
		{plays{}, leastClock},
		{plays{2, 40}, goodClock},
		{plays{2, 400}, leastClock},
	} {
		c := &contest{length: 112, made: test.made}
		if got := c.longerClock(12 * time.Second); got != test.want {
			t.Errorf("%+v: %v, want %v", test.made, got, test.want)
		}
	}
}

// With little time one method is tried, and with much all of them.
func TestAffordable(t *testing.T) {
	for within, want := range map[time.Duration]int{time.Second: 1, 20 * time.Second: 1, 36 * time.Second: 2, time.Minute: 4} {
		if got := affordable(4, within, 30*time.Millisecond, 100); got != want {
			t.Errorf("%v: %d methods, want %d", within, got, want)
		}
	}
}

// A few games that went well do not show that a network is better than playouts.
func TestBetter(t *testing.T) {
	for _, c := range []struct {
		games int
		score float64
		want  bool
	}{{2, 1, false}, {4, 1, true}, {4, 0.875, false}, {8, 0.75, false}, {8, 0.875, true}, {8, 0.625, false}, {24, 0.625, false}, {24, 0.75, true}, {24, 0.5, false}} {
		trial := learn.Trial{Games: c.games, Score: c.score, Low: intervals.Wilson(c.score, c.games).Low}
		if trial.Better() != c.want {
			t.Errorf("a score of %g in %d games: %v", c.score, c.games, !c.want)
		}
	}
}

// A few games say nothing against a method that was shown to be better, unless all are lost.
func TestRefuted(t *testing.T) {
	m := learn.Method{Search: learn.BestFirst, Share: 1}
	for _, c := range []struct {
		games int
		score float64
		want  bool
	}{{0, 0, false}, {2, 0, false}, {4, 0, true}, {4, 0.5, false}, {4, 0.75, false}, {8, 0.5, true}, {8, 1, false}, {24, 0.75, false}} {
		trial := join(learn.Trial{Method: m, High: 1}, learn.Trial{Games: c.games, Score: c.score})
		if c.games == 0 {
			trial = learn.Trial{Method: m, High: 1}
		}
		if refuted(m, []learn.Trial{trial}) != c.want {
			t.Errorf("a score of %g in %d games: %v", c.score, c.games, !c.want)
		}
		if refuted(learn.Method{Search: learn.MCTS, Share: 1}, []learn.Trial{trial}) {
			t.Error("another method is refuted")
		}
	}
}

// With three players, a third of the points is an even score, and results can be joined.
func TestScoreOfThree(t *testing.T) {
	c, seats := contest{}, []int{0, 1, 2}
	var all learn.Trial
	for i, winner := range []int{0, 0, 1, 1, 1, 1} { // in games 0 and 4 the first method wins
		goals := make([]int, 3)
		goals[winner] = 100
		all = join(all, c.score(seats, true, goals, i))
	}
	if all.Games != 6 || all.Rivals != 2 || math.Abs(all.Score-0.5) > 1e-9 || all.Low > 0.3 || all.High < 0.7 {
		t.Errorf("%+v", all)
	}
	if cut := c.score(seats, false, nil, 0); math.Abs(cut.Score-0.5) > 1e-9 {
		t.Errorf("a match without an end: %+v", cut)
	}
}

// The best method is one that was shown to be better: a higher score in few games is no reason
// to use none.
func TestBestOfSelection(t *testing.T) {
	a, b := learn.Method{Search: learn.Policy}, learn.Method{Search: learn.ISMCTS}
	played := func(m learn.Method, score float64, games int) learn.Trial {
		return join(learn.Trial{Method: m}, learn.Trial{Games: games, Score: score})
	}
	s := newSelection([]learn.Method{a, b}, learn.Trial{})
	for _, t := range []learn.Trial{played(a, 1, 6), played(b, 5./6, 6), played(a, 0.5, 6)} {
		s.add(t)
	}
	if best := s.best(); best == nil || best.Method != a || best.Games != 12 {
		t.Errorf("the best is %+v of %+v", best, s.trials)
	}
	s.trials[0], s.trials[1] = played(a, 0.5, 12), played(b, 5./6, 6)
	if best := s.best(); best != nil {
		t.Errorf("%+v is said to be better", best)
	}
}

// Where there is one player, each of two methods plays alone, and the higher goal wins.
func TestCompareAlone(t *testing.T) {
	for goals, want := range map[[2]int]float64{{100, 0}: 1, {60, 60}: 0.5, {0, 20}: 0} {
		if one := higherGoal(goals[0], goals[1]); one.Games != 1 || one.Score != want {
			t.Errorf("goals %v: %+v", goals, one)
		}
	}
	g := playertest.Open(t, "hanoi")
	l, err := learn.New(t.Context(), g, nil, learn.Defaults())
	if err != nil {
		t.Fatal(err)
	}
	c := &contest{game: g, net: l.Model.Net, length: 20}
	trial, err := c.match(t.Context(), playoutsOnly, playoutsOnly, c.net, time.Millisecond, 2)
	if err != nil || trial.Games != 2 {
		t.Errorf("%+v, %v", trial, err)
	}
}
