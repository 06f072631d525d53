package lag_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"ludex/game"
	"ludex/internal/gdlparse"
	"ludex/internal/lag"
	"ludex/internal/lag/lagtest"
	"ludex/internal/timedmatch"
	"ludex/internal/timedtest"
	"ludex/library"
	"ludex/source"
	"ludex/timed"
)

// open prepares a description.
func open(t testing.TB, text string) *timed.Game {
	t.Helper()
	p, list := gdlparse.File(source.NewFile("test.gdl", []byte(text)), gdlparse.Options{})
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	g, err := timed.New(p)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func chicken(t testing.TB) *timed.Game {
	t.Helper()
	lib, ok := library.Lookup("chicken")
	if !ok {
		t.Fatal("the library has no chicken")
	}
	return open(t, string(lib.Rules()))
}

// sendAllAtOnce returns an agent that requests all its moves at the beginning.
func sendAllAtOnce(script []timedmatch.Offer, r int) lagtest.Agent {
	asked := false
	return func(*lag.Client, timed.Time) (out []lagtest.PlannedMove) {
		if asked {
			return nil
		}
		asked = true
		for _, o := range script {
			if int(o.Role) == r {
				out = append(out, lagtest.PlannedMove{Arrive: o.At, Move: o.Move})
			}
		}
		return out
	}
}

// drawOptions draws a network and what players want.
func drawOptions(t *rapid.T, g *timed.Game) lagtest.Options {
	opt := lagtest.Options{Seed: rapid.Uint64().Draw(t, "network"), Match: timed.MatchOptions{
		Seed: 1, MaxTime: 4 * timed.Unit, MaxEvents: 60,
		ActionsOnly: rapid.Bool().Draw(t, "actions only")}}
	if rapid.Bool().Draw(t, "interval") {
		opt.Match.Execution = timed.Execution{Model: timed.Interval, Interval: 200e6}
	}
	script := timedtest.Script(g, 3).Draw(t, "script")
	for r := range g.Roles() {
		opt.Players = append(opt.Players, lagtest.Player{Up: drawLink(t), Down: drawLink(t),
			Skew: timed.Time(rapid.Int64Range(-1e9, 1e9).Draw(t, "skew")), Agent: sendAllAtOnce(script, r)})
	}
	return opt
}

func drawLink(t *rapid.T) lagtest.Link {
	return lagtest.Link{
		Latency: timed.Time(rapid.SampledFrom([]int64{0, 1, 1e6, 250e6, 700e6}).Draw(t, "latency")),
		Jitter:  timed.Time(rapid.SampledFrom([]int64{0, 1, 100e6, 900e6}).Draw(t, "jitter")),
		Ordered: rapid.Bool().Draw(t, "ordered"),
	}
}

// Theorem 2: for bounded delays, whatever their order, every player knows the
// state of time t when the largest delay after t is over.
func TestStatesAreKnownAfterTheLargestDelay(t *testing.T) {
	returns, missing := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		g := timedtest.Game(timedtest.Options{Chance: true}).Draw(t, "game")
		opt := drawOptions(t, g)
		res, err := lagtest.Play(context.Background(), g, opt)
		var zeno *timedmatch.ZenoError
		if errors.As(err, &zeno) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if res.Unknown > 0 {
			t.Fatalf("%d of %d states are not known in time", res.Unknown, res.Checks)
		}
		for _, c := range res.Clients {
			if c != nil {
				returns += c.Returns()
			}
		}
		missing++
	})
	if missing > 10 && returns == 0 {
		t.Error("no client ever had to go back: the test does not test")
	}
}

func TestLostNoticesAreSentAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := timedtest.Game(timedtest.Options{Chance: true}).Draw(t, "game")
		opt := drawOptions(t, g)
		opt.Resend = timed.Unit / 3
		var last timed.State
		opt.Match.Observe = func(e *timed.Event) {
			if e.Facts != nil || e.Kind == timed.Joint || e.Kind == timed.Chance {
				last = e.State
			}
		}
		for r := range opt.Players {
			opt.Players[r].Up.Loss, opt.Players[r].Down.Loss = 300, 400
		}
		res, err := lagtest.Play(context.Background(), g, opt)
		var zeno *timedmatch.ZenoError
		if errors.As(err, &zeno) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		for r, c := range res.Clients {
			if c == nil {
				continue
			}
			got, err := c.StateAt(context.Background(), last.Now())
			if err != nil {
				t.Fatal(err)
			}
			if c.Missing() || c.Ending() == nil || !got.Equal(last) {
				t.Fatalf("%s knows %v, not %v", g.Roles()[r], got, last)
			}
		}
	})
}

// counting is a game in which one can move at any time.
const counting = `role(a) init(infinity,p) legal(a,m) next(T,p) :- true(T,p) terminal :- true(T,z) goal(a,0)`

// After one accepted move a player's moves arrive when they should, whatever its
// clock shows; with jitter, nearly so.
func TestMovesAreSentAhead(t *testing.T) {
	for _, jitter := range []timed.Time{0, 20e6} {
		t.Run(fmt.Sprint(jitter), func(t *testing.T) {
			g := open(t, counting)
			wishes := []lagtest.PlannedMove{{Arrive: 0, Move: "m"}}
			for i := range 20 {
				wishes = append(wishes, lagtest.PlannedMove{Arrive: timed.Time(i+2) * timed.Unit, Move: "m"})
			}
			agent := func(c *lag.Client, now timed.Time) []lagtest.PlannedMove {
				out := wishes
				wishes = nil
				return out
			}
			res, err := lagtest.Play(context.Background(), g, lagtest.Options{Seed: 5, Players: []lagtest.Player{{
				Up: lagtest.Link{Latency: 150e6, Jitter: jitter}, Down: lagtest.Link{Latency: 300e6}, Skew: 77 * timed.Unit, Agent: agent}}})
			if err != nil {
				t.Fatal(err)
			}
			if len(res.Arrivals) != 21 {
				t.Fatalf("%d moves arrived", len(res.Arrivals))
			}
			for i, a := range res.Arrivals {
				if a.Synced != (i > 0) {
					t.Errorf("move %d: synchronised %v", i, a.Synced)
				}
				miss := max(a.Received-a.Wanted, a.Wanted-a.Received)
				if a.Synced && miss > jitter {
					t.Errorf("a move for %v arrived at %v", a.Wanted, a.Received)
				}
			}
			c := res.Clients[0]
			// Δt = t_r − t_s: the player's clock is ahead by the skew, and the way
			// takes the latency.
			if d := c.Offset() - (150e6 - 77*timed.Unit); d < 0 || d > jitter {
				t.Errorf("Δt is %v", c.Offset())
			}
			if c.Spread() > jitter {
				t.Errorf("the spread is %v", c.Spread())
			}
		})
	}
}

// A late notice of a swerve takes back the end of the game that the client had
// already seen coming.
func TestALateNotice(t *testing.T) {
	g := chicken(t)
	ctx := context.Background()
	c, err := lag.NewClient(g, 0)
	if err != nil {
		t.Fatal(err)
	}
	wantGoals := func(want ...int) {
		t.Helper()
		s, err := c.StateAt(ctx, 2*timed.Unit)
		if err != nil {
			t.Fatal(err)
		}
		var got []int
		for r := range g.Roles() {
			values, err := g.Goals(s, game.Role(r))
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, values...)
		}
		if over, err := g.Terminal(s); !over || err != nil || !slices.Equal(got, want) {
			t.Errorf("over %v, %v, goals %v, not %v", over, err, got, want)
		}
	}
	wantGoals(0, 0)
	second := timed.Notice{To: 0, Number: 2, Time: 8 * timed.Unit / 10, Kind: timed.Joint, Moves: []timed.Move{{Role: 0, Text: "swerve"}}}
	if err := c.Receive(ctx, second); err != nil {
		t.Fatal(err)
	}
	if !c.Missing() || c.Received() != 0 {
		t.Error("the first notice is not missed")
	}
	wantGoals(0, 0)
	first := timed.Notice{To: 0, Number: 1, Time: 5 * timed.Unit / 10, Kind: timed.Joint, Moves: []timed.Move{{Role: 1, Text: "swerve"}}}
	for range 2 { // the second time it is ignored
		if err := c.Receive(ctx, first); err != nil {
			t.Fatal(err)
		}
	}
	wantGoals(90, 90)
	if c.Returns() != 1 || c.Missing() || c.Received() != 2 {
		t.Errorf("went back %d times, missing %v, received %d", c.Returns(), c.Missing(), c.Received())
	}
	if s, err := c.StateAt(ctx, 6*timed.Unit/10); err != nil || s.Now() != timed.Unit/2 {
		t.Errorf("at 0.6: %v, %v", s, err)
	}
	if err := c.Receive(ctx, timed.Notice{To: 1, Number: 3}); err == nil {
		t.Error("a notice to somebody else is accepted")
	}
}

func TestHiddenGamesAreRefused(t *testing.T) {
	hidden := open(t, "role(a) init(1,p) legal(a,m) sees(a,p) :- expired(p) terminal :- expired(p) goal(a,0)")
	if _, err := lag.NewClient(hidden, 0); !errors.Is(err, lag.ErrHidden) {
		t.Errorf("got %v", err)
	}
}
