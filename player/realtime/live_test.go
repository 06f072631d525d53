package realtime

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"ludex/internal/lag/lagtest"
	"ludex/timed"
)

// On a wall clock the search swerves at the last moment, with a margin, and in the
// duel it shoots right after the signal. No goroutine is left in the end, or the
// test would not end either.
func TestLiveSearch(t *testing.T) {
	for _, test := range []struct {
		game  string
		goals []int
		after timed.Time // when the last move is made
		until timed.Time
	}{
		{"chicken", []int{80, 100}, timed.Unit / 2, timed.Unit - timed.Moment},
		{"duel", []int{100, 0, 0}, timed.Unit, 9 * timed.Unit / 2},
		{"hotpotato", []int{100, 0}, timed.Unit / 2, 2 * timed.Unit},
	} {
		t.Run(test.game, func(t *testing.T) {
			g := open(t, test.game)
			synctest.Test(t, func(t *testing.T) {
				players := []Player{new(searchPlayer), idlePlayer{}, nil}[:len(g.Roles())]
				var last timed.Time
				m := Match{Game: g, Players: players, Wall: true, Nodes: 500, Options: timed.MatchOptions{Unit: time.Second, Seed: 4,
					Observe: func(e *timed.Event) {
						if e.Kind == timed.Joint && len(e.Moves) > 0 {
							last = e.Time
						}
					}}}
				res, err := m.Play(context.Background())
				if err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(res.Goals, test.goals) || last < test.after || last > test.until || len(res.Faults) > 0 {
					t.Errorf("goals %v, the last move at %v, faults %v", res.Goals, last, res.Faults)
				}
			})
		})
	}
}

// A match can be stopped from outside, and all thinking with it.
func TestLiveMatchStops(t *testing.T) {
	g := open(t, "resourcerace")
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		defer cancel()
		m := Match{Game: g, Players: []Player{new(searchPlayer), new(searchPlayer)}, Wall: true, Nodes: 200}
		if _, err := m.Play(ctx); err == nil {
			t.Error("the match went on to its end")
		}
	})
}

// Over a slow network moves are sent ahead, so that they arrive in time.
func TestAgent(t *testing.T) {
	g := open(t, "chicken")
	for _, skew := range []timed.Time{0, 5 * timed.Unit} {
		link := lagtest.Link{Latency: timed.Unit / 40, Jitter: timed.Unit / 50}
		res, err := lagtest.Play(context.Background(), g, lagtest.Options{Seed: 2, Players: []lagtest.Player{
			{Up: link, Down: link, Skew: skew, Agent: NewAgent(context.Background(), 1, 2000), Renews: true},
			{Up: link, Down: link},
		}})
		if err != nil {
			t.Fatal(err)
		}
		if goal := res.Ending.Goals[0]; !slices.Equal(goal, []int{80}) || len(res.Arrivals) != 1 {
			t.Errorf("goal %v, %+v", goal, res.Arrivals)
		}
	}
}

// Who knows the way waits longer: the potato is thrown close to the last moment,
// and never too late.
func TestAgentLearnsTheWay(t *testing.T) {
	g := open(t, "hotpotato")
	link := lagtest.Link{Latency: timed.Unit / 20, Jitter: timed.Unit / 50}
	agent := func(seed uint64) lagtest.Player {
		return lagtest.Player{Up: link, Down: link, Agent: NewAgent(context.Background(), seed, 1000), Renews: true}
	}
	res, err := lagtest.Play(context.Background(), g, lagtest.Options{Seed: 3, Players: []lagtest.Player{agent(1), agent(2)}})
	if err != nil {
		t.Fatal(err)
	}
	if res.Ending.Reason != timed.Terminal || len(res.Arrivals) < 2 {
		t.Errorf("%+v, %+v", res.Ending, res.Arrivals)
	}
	for i, a := range res.Arrivals {
		if off := a.Received - a.Wanted; a.Synced && (off > link.Jitter || off < -link.Jitter) {
			t.Errorf("move %d arrived at %v and was to arrive at %v", i, a.Received, a.Wanted)
		}
	}
}
