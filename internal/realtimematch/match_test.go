package realtimematch_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"ludex/game"
	"ludex/internal/realtimematch"
	"ludex/internal/rulestest"
	"ludex/internal/timedmatch"
	"ludex/internal/timedtest"
	"ludex/player"
	"ludex/player/realtime"
	"ludex/timed"
)

// A stub makes its first legal move at an instant, and counts its calls.
type stub struct {
	at    timed.Time // Forever is never
	start func(context.Context, realtime.Setup) error

	setup            realtime.Setup
	started, stopped int
}

func (s *stub) Start(ctx context.Context, setup realtime.Setup) error {
	s.started++
	s.setup = setup
	if s.start != nil {
		return s.start(ctx, setup)
	}
	return nil
}

func (s *stub) Next(v *timed.View) (timed.Plan, bool) {
	if len(v.Legal) == 0 || s.at == timed.Forever {
		return timed.Plan{}, false
	}
	return timed.Plan{At: max(s.at, v.Open), Move: v.Legal[0]}, true
}

func (s *stub) Stop() { s.stopped++ }

// A distant stub is prepared together with others.
type distant struct{ *stub }

func (distant) Remote() {}

// A failing stub has faults and explains them.
type failing struct{ *stub }

func (failing) Faults() int  { return 2 }
func (failing) Note() string { return "it fails" }

func open(t testing.TB, name string) *timed.Game {
	t.Helper()
	g, err := rulestest.Read(t, name).OpenTimed(t.Context(), game.Opening{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// turns is a game of two turns of one unit each. Role random has no legal move in it.
const turns = `role(random) role(a) init(1,clock) init(infinity,round(1))
next(1,clock) :- expired(clock) next(T,clock) :- true(T,clock)
next(infinity,moved) :- does(a,M) next(infinity,moved) :- true(infinity,moved) & ~expired(clock)
next(infinity,round(2)) :- true(infinity,round(1)) & expired(clock)
next(infinity,round(3)) :- true(infinity,round(2)) & expired(clock)
next(infinity,round(N)) :- true(infinity,round(N)) & ~expired(clock)
legal(a,m) :- ~true(infinity,moved) legal(a,n) :- ~true(infinity,moved)
terminal :- true(infinity,round(3)) goal(a,100)`

func TestResults(t *testing.T) {
	chicken := open(t, "chicken")
	limit := timed.MatchOptions{MaxTime: timed.Unit / 2}
	for _, test := range []struct {
		name    string
		game    *timed.Game
		opt     timed.MatchOptions
		players []realtime.Player
		want    string // over, goals, faults, notes and the number of defects
	}{
		{"one moves", chicken, timed.MatchOptions{}, []realtime.Player{&stub{at: timed.Unit / 2}, &stub{at: timed.Forever}}, `true [80 100] [] ["" ""] 0`},
		{"one is missing", chicken, timed.MatchOptions{}, []realtime.Player{nil, &stub{at: 0}}, `true [100 80] [] ["" ""] 0`},
		{"cut off", chicken, limit, []realtime.Player{&stub{at: 0}, nil}, `false [] [] ["" ""] 0`},
		{"faults", chicken, timed.MatchOptions{}, []realtime.Player{&stub{at: 0}, failing{&stub{at: 0}}}, `true [90 90] [1:failed 1:failed] ["" "it fails"] 0`},
		{"moves in place of missing ones", timedtest.Open(t, turns), timed.MatchOptions{TurnClock: "clock"},
			[]realtime.Player{&stub{}, &stub{at: timed.Forever}}, `true [0 100] [1:late 1:late] ["" ""] 0`},
		{"two goals", timedtest.Open(t, `role(a) init(1,p) legal(a,m) terminal :- expired(p) goal(a,50) goal(a,100)`), timed.MatchOptions{},
			[]realtime.Player{nil}, `true [0] [] [""] 1`},
	} {
		t.Run(test.name, func(t *testing.T) {
			res, err := realtimematch.Match{Game: test.game, Options: test.opt, Players: test.players}.Play(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if got := resultText(&res); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

func resultText(r *player.Result) string {
	faults := []string{}
	for _, f := range r.Faults {
		kind := "late"
		if f.Kind == player.Failed {
			kind = "failed"
		}
		faults = append(faults, fmt.Sprintf("%d:%s", f.Role, kind))
	}
	return fmt.Sprintf("%v %v %v %q %d", r.Over, r.Goals, faults, r.Notes, len(r.Defects))
}

// TestSetup checks what players are told, and that all that were started are stopped.
func TestSetup(t *testing.T) {
	g := timedtest.Open(t, turns)
	for _, seeds := range [][]uint64{nil, {7, 8}} {
		random, a := &stub{}, &stub{}
		m := realtimematch.Match{Game: g, Players: []realtime.Player{random, a}, Seeds: seeds, Nodes: 9, Options: timed.MatchOptions{Seed: 3}}
		if _, err := m.Play(t.Context()); err != nil {
			t.Fatal(err)
		}
		if random.started+random.stopped > 0 || a.started != 1 || a.stopped != 1 {
			t.Errorf("random is started %d times, a %d times and stopped %d times", random.started, a.started, a.stopped)
		}
		want := player.DeriveSeed(3, 1)
		if seeds != nil {
			want = seeds[1]
		}
		if s := a.setup; s.Game != g || s.Role != 1 || s.Seed != want || s.Nodes != 9 || s.Live != nil {
			t.Errorf("%+v", s)
		}
	}
}

func TestPlayersThatDoNotStart(t *testing.T) {
	broken := errors.New("broken")
	bad := &stub{start: func(context.Context, realtime.Setup) error { return broken }}
	good := &stub{}
	res, err := realtimematch.Match{Game: open(t, "chicken"), Players: []realtime.Player{bad, good}}.Play(t.Context())
	if !errors.Is(err, broken) || !strings.Contains(err.Error(), "the player of white") || res.Over {
		t.Errorf("%+v, %v", res, err)
	}
	if bad.stopped != 1 || good.stopped != 1 {
		t.Errorf("stopped %d and %d times", bad.stopped, good.stopped)
	}
}

// TestRemotePlayersPrepareTogether has two players that wait for each other. One after
// the other, they would wait for ever, which the test would report as a deadlock.
func TestRemotePlayersPrepareTogether(t *testing.T) {
	g := open(t, "chicken")
	synctest.Test(t, func(t *testing.T) {
		var both sync.WaitGroup
		both.Add(2)
		meet := func(context.Context, realtime.Setup) error {
			both.Done()
			both.Wait()
			return nil
		}
		players := []realtime.Player{distant{&stub{start: meet}}, distant{&stub{start: meet}}}
		res, err := realtimematch.Match{Game: g, Players: players}.Play(t.Context())
		if err != nil || !slices.Equal(res.Goals, []int{90, 90}) {
			t.Errorf("%+v, %v", res, err)
		}
	})
}

// TestWallClock checks that the time of a live match begins when all players are
// prepared, and that players can send their moves when they like.
func TestWallClock(t *testing.T) {
	g := open(t, "chicken")
	for _, unit := range []time.Duration{0, time.Second, 20 * time.Millisecond} {
		t.Run(unit.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				slow := &stub{at: timed.Forever, start: func(context.Context, realtime.Setup) error {
					time.Sleep(time.Hour) // in the bubble this takes no time
					return nil
				}}
				sender := &stub{at: timed.Forever, start: func(ctx context.Context, s realtime.Setup) error {
					if s.Live == nil || s.Live.Clock.Now() != 0 || unit > 0 && s.Live.Unit != unit {
						return fmt.Errorf("the connection is %+v", s.Live)
					}
					go send(ctx, s)
					return nil
				}}
				var times []string
				m := realtimematch.Match{Game: g, Players: []realtime.Player{slow, sender}, Wall: true, Options: timed.MatchOptions{Unit: unit,
					Observe: func(e *timed.Event) { times = append(times, fmt.Sprint(e.Time, " ", e.Kind, len(e.Moves))) }}}
				res, err := m.Play(t.Context())
				if err != nil || !res.Over || !slices.Equal(res.Goals, []int{100, 80}) {
					t.Errorf("%+v, %v", res, err)
				}
				if want := []string{"0 start0", "0.5 update1", "1 update0", "1 end0"}; !slices.Equal(times, want) {
					t.Errorf("got %v, want %v", times, want)
				}
			})
		})
	}
}

// send swerves half a unit after the clock starts.
func send(ctx context.Context, s realtime.Setup) {
	for s.Live.Clock.Now() < timed.Unit/2 && ctx.Err() == nil {
		time.Sleep(s.Live.Unit / 4)
	}
	s.Live.Inbox.Put(s.Role, "swerve", 1)
}

// TestDrive checks that a match can be driven by others, and that their error is told.
func TestDrive(t *testing.T) {
	g := open(t, "chicken")
	full := errors.New("the disk is full")
	p := &stub{}
	m := realtimematch.Match{Game: g, Players: []realtime.Player{p, nil},
		Drive: func(ctx context.Context, opt timed.MatchOptions, run timedmatch.RunOptions) error {
			if len(run.Policies) != 2 || run.Policies[0] != timed.Policy(p) || run.Policies[1] != nil || run.Clock != nil {
				t.Errorf("%+v", run)
			}
			return full
		}}
	if res, err := m.Play(t.Context()); !errors.Is(err, full) || res.Over || p.stopped != 1 {
		t.Errorf("%+v, %v", res, err)
	}
}

func TestStoppedMatch(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p := &stub{}
	res, err := realtimematch.Match{Game: open(t, "chicken"), Players: []realtime.Player{p, nil}}.Play(ctx)
	if !errors.Is(err, context.Canceled) || res.Over || p.stopped != 1 {
		t.Errorf("%+v, %v", res, err)
	}
}
