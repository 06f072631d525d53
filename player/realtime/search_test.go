package realtime

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"ludex/game"
	"ludex/internal/timedmatch"
	"ludex/internal/timedscript"
	"ludex/internal/timedtest"
	"ludex/timed"
)

// record plays a match and returns what happened.
func record(t testing.TB, g *timed.Game, seed uint64, players ...Player) []string {
	t.Helper()
	var out []string
	lines := timedscript.Timeline{}
	m := Match{Game: g, Players: players, Nodes: 150, Options: timed.MatchOptions{Seed: seed, MaxTime: 3 * timed.Unit,
		Observe: func(e *timed.Event) { out = append(out, lines.Text(e)) }}}
	if _, err := m.Play(context.Background()); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestSeedGivesTheSameMatch(t *testing.T) {
	for _, name := range []string{"duel", "resourcerace", "shooter"} {
		g := open(t, name)
		players := []Player{new(searchPlayer), new(searchPlayer)}
		if g.Random() != game.NoRole {
			players = append(players, nil)
		}
		first := record(t, g, 5, players...)
		if again := record(t, g, 5, players...); !slices.Equal(first, again) {
			t.Errorf("%s:\n%v\n%v", name, first, again)
		}
		if fresh := record(t, open(t, name), 5, players...); !slices.Equal(first, fresh) {
			t.Errorf("%s with another memory:\n%v\n%v", name, first, fresh)
		}
	}
}

// A spy records what a search decides, by what it was told.
type spy struct {
	searchPlayer
	told  string
	plans map[string]string
	t     interface{ Fatalf(string, ...any) }
}

func (s *spy) Hear(n timed.Notice) {
	s.told += fmt.Sprint(n.Time, n.Kind, n.Moves, n.Percepts, n.Moved, n.Reason, ";")
	s.searchPlayer.Hear(n)
}

func (s *spy) Next(v *timed.View) (timed.Plan, bool) {
	plan, ok := s.searchPlayer.Next(v)
	text := fmt.Sprint(plan, ok)
	if before, known := s.plans[s.told]; known && before != text {
		s.t.Fatalf("having heard %q it decides %s, and %s in another state", s.told, text, before)
	}
	s.plans[s.told] = text
	return plan, ok
}

// watch plays matches with a fixed seed of the search and other seeds of the rest,
// and makes sure that it does the same whenever it was told the same.
func watch(t interface {
	Fatalf(string, ...any)
}, g *timed.Game, matches, worlds int, rate timed.Rate) map[string]string {
	plans := map[string]string{}
	for seed := range uint64(matches) {
		s := &spy{plans: plans, t: t}
		if err := s.Start(context.Background(), Setup{Game: g, Role: 0, Seed: 9, Nodes: 60}); err != nil {
			t.Fatalf("%v", err)
		}
		s.belief.size = worlds
		m, err := timedmatch.NewMatch(g, timed.MatchOptions{Seed: seed, MaxTime: 5 * timed.Unit, MaxEvents: 12})
		if err != nil {
			continue // updates without end
		}
		policies := []timed.Policy{s, timedmatch.RandomPolicy(seed, rate)}
		err = timedmatch.Run(context.Background(), m, timedmatch.RunOptions{Policies: policies})
		s.Stop()
		if err != nil && m.Ending().Reason != timed.Failed {
			t.Fatalf("%v", err)
		}
	}
	return plans
}

// What the search decides depends on what its role was told, and not on the state.
func TestNoLeak(t *testing.T) {
	for _, name := range []string{"duel", "simonsays"} {
		if plans := watch(t, open(t, name), 12, worldsKept, timed.PerUnit/4); len(plans) < 4 {
			t.Errorf("%s: %d decisions", name, len(plans))
		}
	}
}

func TestNoLeakInRandomGames(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs on one goroutine, so the race detector would find nothing")
	}
	rapid.Check(t, func(t *rapid.T) {
		g := timedtest.Game(timedtest.Everything).Draw(t, "game")
		watch(t, g, 2, 2, 2*timed.PerUnit)
	})
}

// The worlds of a belief agree with what the role was told.
func TestBelief(t *testing.T) {
	g := open(t, "simonsays")
	b := newBelief(newModel(g, 0, 3))
	b.take(context.Background(), []ownNotice{{notice: timed.Notice{Kind: timed.Chance, Percepts: []string{"(simon green)"}}}})
	if len(b.worlds) != worldsKept {
		t.Fatalf("%d worlds", len(b.worlds))
	}
	others := map[string]bool{}
	for _, w := range b.worlds {
		green := false
		for _, f := range w.state.Facts() {
			green = green || f.Fact == "(call ann green)"
			if len(f.Fact) > 9 && f.Fact[:9] == "(call ben" {
				others[f.Fact] = true
			}
		}
		if !green {
			t.Fatalf("a world with %v", w.state)
		}
	}
	if len(others) != 3 {
		t.Errorf("ben hears one of %v", others)
	}
	b.take(context.Background(), []ownNotice{
		{notice: timed.Notice{Kind: timed.Joint, Time: timed.Unit, Percepts: []string{"right"}, Moved: true}, own: "(press green)"},
		{notice: timed.Notice{Kind: timed.Chance, Time: 2 * timed.Unit, Percepts: []string{"(simon red)"}}},
	})
	for _, w := range b.worlds {
		if now := w.state.Now(); now != 2*timed.Unit {
			t.Fatalf("a world at %v", now)
		}
	}
}

// A belief continues even after something that it considered impossible.
func TestBeliefGoesOn(t *testing.T) {
	b := newBelief(newModel(open(t, "duel"), 0, 3))
	b.take(context.Background(), []ownNotice{{notice: timed.Notice{Kind: timed.Joint, Time: timed.Unit / 2, Percepts: []string{"signal"}}}})
	if len(b.worlds) == 0 || b.err != nil {
		t.Errorf("%d worlds, %v", len(b.worlds), b.err)
	}
}

// In the duel the silence tells when the signal was not.
func TestSilenceTells(t *testing.T) {
	b := newBelief(newModel(open(t, "duel"), 0, 3))
	b.take(context.Background(), []ownNotice{{notice: timed.Notice{Kind: timed.Joint, Time: 9 * timed.Unit / 4, Percepts: []string{"signal"}}}})
	for _, w := range b.worlds {
		if got := w.state.Expiry(); got != 17*timed.Unit/4 {
			t.Fatalf("the signal ends at %v", got)
		}
	}
}

// Steps of a simulation should not need memory that is not used again; a plan and
// what it leads to are found in maps, so a few allocations are fine.
func BenchmarkSearch(b *testing.B) {
	for _, name := range []string{"chicken", "duel", "resourcerace"} {
		b.Run(name, func(b *testing.B) {
			m := newModel(open(b, name), 0, 1)
			belief := newBelief(m)
			s := newSearch(belief)
			belief.take(context.Background(), nil)
			s.begin(0)
			before := m.updates
			b.ResetTimer()
			b.ReportAllocs()
			for b.Loop() {
				s.simulate()
			}
			b.ReportMetric(float64(m.updates-before)/b.Elapsed().Seconds(), "updates/s")
		})
	}
}

// A game in which nothing expires waits forever for a move.
func TestNothingExpires(t *testing.T) {
	g := timedtest.Open(t, `role(a) role(b) init(infinity,p) legal(a,m) :- true(T,p) legal(a,n) :- true(T,p) legal(b,o) :- true(T,p)
next(infinity,q(M)) :- does(a,M) next(infinity,p) :- true(T,p) & ~acts acts :- does(a,M)
terminal :- true(T,q(M)) goal(a,100) :- true(T,q(n)) goal(a,0) :- true(T,q(m)) goal(a,50) :- true(T,p) goal(b,0)`)
	got := record(t, g, 1, new(searchPlayer), idlePlayer{})
	if last := got[len(got)-1]; last != "0            the game is over: goals [[100] [0]]\n" {
		t.Errorf("%q", got)
	}
}

// Where what is best depends on what the other does at the same time, unseen, no
// seed should do the same as all others.
func TestHiddenConflictsAreMixed(t *testing.T) {
	g := timedtest.Open(t, `role(a) role(b) init(1,timer) legal(R,heads) :- free(R) legal(R,tails) :- free(R)
free(R) :- role(R) & ~said(R) said(R) :- true(T,say(R,M))
next(infinity,say(R,M)) :- does(R,M) next(T,F) :- true(T,F) sees(R,ok) :- does(R,M)
terminal :- expired(timer) goal(a,100) :- same goal(a,0) :- ~same goal(b,0) :- same goal(b,100) :- ~same
same :- true(S,say(a,M)) & true(T,say(b,M))`)
	count := map[string]int{}
	const seeds = 40
	for seed := range uint64(seeds) {
		s := new(searchPlayer)
		if err := s.Start(context.Background(), Setup{Game: g, Seed: seed, Nodes: 1000}); err != nil {
			t.Fatal(err)
		}
		plan, _ := s.Next(nil)
		s.Stop()
		count[plan.Move]++
	}
	if count["heads"] < seeds/5 || count["tails"] < seeds/5 {
		t.Error(count)
	}
}
