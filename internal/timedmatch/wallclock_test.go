package timedmatch_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"ludex/internal/timedmatch"
	"ludex/internal/timedscript"
	"ludex/internal/timedtest"
	"ludex/timed"
)

// wall plays a script with players who put their moves into the inbox at their
// times, and returns the log.
func wall(t testing.TB, g *timed.Game, script []timedmatch.Offer, opt timed.MatchOptions, unit time.Duration) *timedmatch.Log {
	t.Helper()
	opt.Unit = unit
	log := &timedmatch.Log{Header: timedmatch.NewHeader(g, opt)}
	opt.Observe = func(e *timed.Event) { log.Events = append(log.Events, *e) }
	m, err := timedmatch.NewMatch(g, opt)
	if err != nil {
		return log
	}
	clock := timedmatch.NewWallClock(unit)
	inbox := timedmatch.NewInbox(clock)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var players sync.WaitGroup
	for r := range g.Roles() {
		players.Go(func() {
			start := time.Now()
			for _, o := range script {
				if int(o.Role) == r {
					wait := time.NewTimer(o.At.Duration(unit) - time.Since(start))
					select {
					case <-wait.C:
						inbox.Put(o.Role, o.Move, 0)
					case <-ctx.Done():
						return
					}
				}
			}
		})
	}
	if err := timedmatch.Run(ctx, m, timedmatch.RunOptions{Clock: clock, Inbox: inbox}); err != nil {
		t.Logf("the match failed: %v", err)
	}
	cancel()
	players.Wait()
	return log
}

// Both clocks give the same states for the same moves at the same times.
func TestWallClockAndVirtualClock(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := timedtest.Game(timedtest.Everything).Draw(rt, "game")
		script := onePerInstant(timedtest.Script(g, 3).Draw(rt, "script"))
		opt := timed.MatchOptions{Seed: 2, MaxTime: timedtest.Until, MaxEvents: timedtest.MaxEvents, Execution: timedtest.Execution().Draw(rt, "execution")}
		// Time on the wall is counted in nanoseconds, so with a unit of a
		// second every instant of the script exists there.
		var want, got *timedmatch.Log
		wantIdle := false
		synctest.Test(t, func(t *testing.T) { got = wall(t, g, script, opt, time.Second) })
		want = timedtest.Play(rt, g, script, opt)
		// The wall clock waits for further moves until the time is up.
		if last := &want.Events[len(want.Events)-1]; last.Ending == timed.Idle {
			wantIdle = true
			last.Ending, last.Time = timed.TimeUp, timedtest.Until
		}
		got.Header, want.Header = timedmatch.Header{}, timedmatch.Header{}
		if timedtest.LogText(rt, got) != timedtest.LogText(rt, want) {
			rt.Fatalf("idle %v: got\n%s\nwant\n%s", wantIdle, timedtest.LogText(rt, got), timedtest.LogText(rt, want))
		}
	})
}

// onePerInstant leaves out moves of a role at an instant at which it moves
// already: which of them comes first is not certain on the wall.
func onePerInstant(script []timedmatch.Offer) []timedmatch.Offer {
	var out []timedmatch.Offer
	for _, o := range script {
		if !slices.ContainsFunc(out, func(p timedmatch.Offer) bool { return p.At == o.At && p.Role == o.Role }) {
			out = append(out, o)
		}
	}
	return out
}

func TestChickenOnTheWall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := libraryGame(t, "chicken")
		script, err := timedscript.ParseScript(g, "1:white:swerve; 0.5:black:swerve")
		if err != nil {
			t.Fatal(err)
		}
		log := wall(t, g, script, timed.MatchOptions{}, 20*time.Millisecond)
		timedtest.WantTimeline(t, log, "0 start", "0.5 black: swerve", "1 white: swerve; expired: timer", "1 the game is over: goals [[90] [90]]")
		timedtest.WantReplay(t, g, log)
	})
}

func TestStopClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := timedmatch.NewWallClock(time.Second)
		time.Sleep(time.Second) // in the bubble this takes no time
		c.Halt()
		c.Halt()
		time.Sleep(time.Hour)
		if now := c.Now(); now != timed.Unit {
			t.Errorf("the halted clock shows %v", now)
		}
		c.Go()
		c.Go()
		time.Sleep(time.Second / 2)
		if now := c.Now(); now != 3*timed.Unit/2 {
			t.Errorf("the clock shows %v", now)
		}
	})
}

// A move that arrives while the clock stands still for an update comes right
// after the update.
func TestMovesWhileTheClockStands(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := libraryGame(t, "chicken")
		clock := timedmatch.NewWallClock(time.Second)
		inbox := timedmatch.NewInbox(clock)
		var log timedmatch.Log
		m, err := timedmatch.NewMatch(g, timed.MatchOptions{Execution: timed.Execution{Model: timed.StopClock},
			Observe: func(e *timed.Event) {
				log.Events = append(log.Events, *e)
				if e.Kind == timed.Joint && len(e.Moves) == 1 && e.Moves[0].Role == "white" {
					time.Sleep(time.Hour) // an update that takes long
					inbox.Put(1, "swerve", 0)
				}
			}})
		if err != nil {
			t.Fatal(err)
		}
		script := []timedmatch.Offer{{At: timed.Unit / 2, Role: 0, Move: "swerve"}}
		if err := timedmatch.Run(context.Background(), m, timedmatch.RunOptions{Clock: clock, Inbox: inbox, Script: script}); err != nil {
			t.Fatal(err)
		}
		timedtest.WantTimeline(t, &log, "0 start", "0.5 white: swerve", "0.500000001 black: swerve", "1 expired: timer", "1 the game is over: goals [[90] [90]]")
	})
}

func TestStoppedOnTheWall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := libraryGame(t, "chicken")
		m, err := timedmatch.NewMatch(g, timed.MatchOptions{})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(context.Background(), 700*time.Millisecond)
		defer cancel()
		if err := timedmatch.Run(ctx, m, timedmatch.RunOptions{Clock: timedmatch.NewWallClock(time.Second)}); err != nil {
			t.Fatal(err)
		}
		if e := m.Ending(); e.Reason != timed.Stopped || e.Time != 7*timed.Unit/10-timed.Moment {
			t.Errorf("got %v at %v", e.Reason, e.Time)
		}
	})
}
