package timed_test

import (
	"context"
	"testing"

	"ludex/game"
	"ludex/internal/timedmatch"
	"ludex/internal/timedtest"
	"ludex/timed"
)

// ball is a small game with moving facts: a ball on a line of eight places
// between two bats.
const ball = `
role(left) role(right)
init(infinity,at(4)) init(infinity,course(up)) init(0.1,step) init(infinity,bat(left,in)) init(infinity,bat(right,in))
init(60,whistle)
next(T,whistle) :- true(T,whistle)
next(0.1,step) :- expired(step)
next(T,step) :- true(T,step)
next(infinity,at(N)) :- true(infinity,at(M)) & true(infinity,course(D)) & expired(step) & beside(D,M,N)
next(infinity,at(M)) :- true(infinity,at(M)) & ~expired(step)
next(infinity,at(M)) :- true(infinity,at(M)) & expired(step) & bounces
next(infinity,course(D)) :- true(infinity,course(D)) & ~bounces
next(infinity,course(E)) :- true(infinity,course(D)) & bounces & turn(D,E)
bounces :- true(infinity,at(8)) & true(infinity,course(up)) & true(infinity,bat(right,out))
bounces :- true(infinity,at(1)) & true(infinity,course(down)) & true(infinity,bat(left,out))
next(infinity,bat(R,out)) :- does(R,swing)
next(0.3,arm(R)) :- does(R,swing)
next(T,arm(R)) :- true(T,arm(R))
next(infinity,bat(R,in)) :- expired(arm(R))
next(infinity,bat(R,S)) :- true(infinity,bat(R,S)) & ~does(R,swing) & ~expired(arm(R))
legal(R,swing) :- true(infinity,bat(R,in))
beside(up,1,2) beside(up,2,3) beside(up,3,4) beside(up,4,5) beside(up,5,6) beside(up,6,7) beside(up,7,8)
beside(down,N,M) :- beside(up,M,N)
turn(up,down) turn(down,up)
terminal :- expired(whistle)
goal(R,50) :- role(R)
`

// BenchmarkRun plays whole matches of random policies in virtual time.
func BenchmarkRun(b *testing.B) {
	for _, test := range []struct {
		name string
		game func(testing.TB) *timed.Game
		rate timed.Rate
	}{
		{"chicken", func(t testing.TB) *timed.Game { return libraryGame(t, "chicken") }, timed.PerUnit},
		{"ball", func(t testing.TB) *timed.Game { return timedtest.Open(t, ball) }, 2 * timed.PerUnit},
	} {
		b.Run(test.name, func(b *testing.B) {
			g := test.game(b)
			events, seed := 0, uint64(0)
			for b.Loop() {
				seed++
				events += playRandomly(b, g, seed, test.rate, timed.MatchOptions{Seed: seed})
			}
			b.ReportMetric(float64(events)/b.Elapsed().Seconds(), "events/s")
		})
	}
}

// BenchmarkTranslated plays a translated game, in which hardly any state comes
// twice, so that nothing but the rule engine counts.
func BenchmarkTranslated(b *testing.B) {
	g, names := translate(b, libraryProgram(b, "connectfour"))
	events, seed := 0, uint64(0)
	for b.Loop() {
		seed++
		events += playRandomly(b, g, seed, timed.PerUnit, timed.MatchOptions{Seed: seed, TurnClock: names.Clock})
	}
	b.ReportMetric(float64(events)/b.Elapsed().Seconds(), "events/s")
}

// playRandomly plays a match of random policies and returns the number of
// updates.
func playRandomly(t testing.TB, g *timed.Game, seed uint64, rate timed.Rate, opt timed.MatchOptions) int {
	t.Helper()
	m, err := timedmatch.NewMatch(g, opt)
	if err != nil {
		t.Fatal(err)
	}
	policies := make([]timed.Policy, len(g.Roles()))
	for r := range policies {
		if game.Role(r) != g.Random() {
			policies[r] = timedmatch.RandomPolicy(seed*16+uint64(r), rate)
		}
	}
	if err := timedmatch.Run(context.Background(), m, timedmatch.RunOptions{Policies: policies}); err != nil {
		t.Fatal(err)
	}
	return m.Events()
}
