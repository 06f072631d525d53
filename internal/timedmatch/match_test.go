package timedmatch_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ludex/internal/timedmatch"
	"ludex/internal/timedtest"
	"ludex/timed"
)

func TestChicken(t *testing.T) {
	for _, test := range []struct {
		script string
		want   []string
	}{
		{"", []string{"0 start", "1 expired: timer", "1 the game is over: goals [[0] [0]]"}},
		{"0.5:white:swerve", []string{"0 start", "0.5 white: swerve", "1 expired: timer", "1 the game is over: goals [[80] [100]]"}},
		{"0:black:swerve", []string{"0 start", "0 black: swerve", "1 expired: timer", "1 the game is over: goals [[100] [80]]"}},
		{"0.999999999:black:swerve; 0.1:white:swerve", []string{"0 start", "0.1 white: swerve", "0.999999999 black: swerve",
			"1 expired: timer", "1 the game is over: goals [[90] [90]]"}},
		{"0.25:black:swerve; 0.25:white:swerve", []string{"0 start", "0.25 white: swerve; black: swerve",
			"1 expired: timer", "1 the game is over: goals [[90] [90]]"}},
		// A move at the very instant of the expiry is part of the same update.
		{"1:white:swerve", []string{"0 start", "1 white: swerve; expired: timer", "1 the game is over: goals [[80] [100]]"}},
		{"1:white:swerve; 1:black:swerve", []string{"0 start", "1 white: swerve; black: swerve; expired: timer",
			"1 the game is over: goals [[90] [90]]"}},
		{"0.5:white:swerve; 0.6:white:swerve; 0.7:white:brake; 1.1:black:swerve", []string{"0 start", "0.5 white: swerve",
			"0.6 white: swerve is refused: it is not legal: the role has no legal move",
			"0.7 white: brake is refused: it is not legal: the role has no legal move",
			"1 expired: timer", "1 the game is over: goals [[80] [100]]"}},
		{"0.5:white:swerve; 0.5:white:swerve; 0.5:black:brake", []string{"0 start", "0.5 white: swerve",
			"0.5 white: swerve is refused: the role moves at this instant already",
			"0.5 black: brake is refused: it is not legal: legal are swerve",
			"1 expired: timer", "1 the game is over: goals [[80] [100]]"}},
	} {
		t.Run(test.script, func(t *testing.T) {
			log := timedtest.Record(t, libraryGame(t, "chicken"), test.script, timed.MatchOptions{})
			timedtest.WantTimeline(t, log, test.want...)
			timedtest.WantReplay(t, libraryGame(t, "chicken"), log)
		})
	}
}

func TestMatchRefuses(t *testing.T) {
	g := timedtest.Open(t, `role(a) role(random) init(1,p) legal(a,m) legal(random,r) next(T,p) :- true(T,p) terminal :- expired(p) goal(a,0)`)
	m, err := timedmatch.NewMatch(g, timed.MatchOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Offer(timedmatch.Offer{At: timed.Unit / 2, Role: 0, Move: "m"}); err != nil {
		t.Fatal(err)
	}
	if due := m.Due(); due != timed.Unit/2 {
		t.Errorf("the move is due at %v", due)
	}
	if err := m.Advance(timed.Unit / 2); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		offer timedmatch.Offer
		want  string
	}{
		{timedmatch.Offer{At: timed.Unit / 2, Role: 0, Move: "m"}, "the update of this instant has been made"},
		{timedmatch.Offer{At: timed.Unit / 4, Role: 0, Move: "m"}, "that time is past"},
		{timedmatch.Offer{At: timed.Unit, Role: 1, Move: "r"}, "random moves by itself"},
		{timedmatch.Offer{At: timed.Unit, Role: 7, Move: "m"}, "there is no such role"},
		{timedmatch.Offer{At: timed.Unit, Role: 0, Move: "m("}, "is no term"},
		{timedmatch.Offer{At: 2 * timed.Unit, Role: 0, Move: "m"}, "the game is over"},
	} {
		err := m.Offer(test.offer)
		var refusal *timedmatch.Refusal
		if !errors.As(err, &refusal) || !strings.Contains(refusal.Reason, test.want) {
			t.Errorf("%v: got %v, want %s", test.offer, err, test.want)
		}
	}
	if m.Ending() == nil || m.Ending().Reason != timed.Terminal || m.Time() != timed.Unit {
		t.Errorf("ended at %v with %v", m.Time(), m.Ending())
	}
}

// dealer has a role random that deals a card whenever one is due, and always
// could do nothing.
const dealer = `
role(a) role(random)
init(1,wait)
next(1,wait) :- expired(wait)
next(T,wait) :- true(T,wait)
next(infinity,due) :- expired(wait)
next(infinity,due) :- true(infinity,due) & ~dealt
next(infinity,card(C)) :- does(random,deal(C))
next(infinity,card(C)) :- true(infinity,card(C)) & ~dealt
dealt :- does(random,deal(C))
legal(random,deal(C)) :- true(infinity,due) & suit(C)
legal(random,rest) :- ~due
legal(a,snap) :- true(infinity,card(red))
due :- true(infinity,due)
suit(red)
sees(a,card(C)) :- does(random,deal(C))
next(infinity,won) :- does(a,snap)
terminal :- true(infinity,won)
goal(a,100)
`

func TestRandomMovesBeforeAnyPlayer(t *testing.T) {
	log := timedtest.Record(t, timedtest.Open(t, dealer), "1:a:snap; 2:a:snap", timed.MatchOptions{})
	timedtest.WantTimeline(t, log,
		"0 start",
		"0 random: rest", // nothing changes, so it rests until the card is due
		"1 expired: wait",
		"1 a: snap is refused: it is not legal: the role has no legal move",
		"1 random: (deal red)",
		"1 a sees (card red)",
		"1 random: rest",
		"2 a: snap; expired: wait",
		"2 the game is over: goals [[100] []]")
	timedtest.WantReplay(t, timedtest.Open(t, dealer), log)
}

func TestExpiredFactsOfTheInstant(t *testing.T) {
	// The move of random at the instant of the expiry is another update, in
	// which nothing expires; but the instant is the same one, and so are the
	// facts that expired at it.
	g := timedtest.Open(t, `role(a) role(random) init(1,p) init(infinity,q)
next(T,p) :- true(T,p) next(infinity,q) :- true(T,q) & ~does(random,m) next(infinity,late) :- does(random,m) & expired(p)
legal(random,m) :- expired(p) & true(infinity,q) legal(a,m) :- expired(p) sees(a,gone) :- expired(p)
terminal :- true(T,end) next(infinity,end) :- does(a,m) goal(a,100)`)
	log := timedtest.Record(t, g, "2:a:m", timed.MatchOptions{})
	timedtest.WantTimeline(t, log, "0 start", "1 expired: p", "1 a sees gone", "1 random: m", "2 a: m", "2 the game is over: goals [[100] []]")
	if facts := fmt.Sprint(log.Events[2].Facts); facts != "[]" {
		t.Errorf("after random's move: %s", facts)
	}
}

func TestZeno(t *testing.T) {
	g := timedtest.Open(t, `role(a) role(random) init(infinity,p) init(1,wait) legal(a,m)
next(infinity,q) :- does(random,m) & true(infinity,p)  next(infinity,p) :- does(random,m) & true(infinity,q)
legal(random,m) :- true(infinity,p) legal(random,m) :- true(infinity,q) terminal :- true(infinity,z) goal(a,0)`)
	log := timedtest.Record(t, g, "", timed.MatchOptions{})
	end := log.Events[len(log.Events)-1]
	if end.Ending != timed.Failed || !strings.Contains(end.Reason, "more than 10000 updates at 0") || !strings.Contains(end.Reason, "random:m random:m") {
		t.Errorf("got %v: %s", end.Ending, end.Reason)
	}
	if n := len(log.Events) - 2; n != timedmatch.MaxUpdates {
		t.Errorf("%d updates", n)
	}
	timedtest.WantReplay(t, g, log)
}

func TestEndings(t *testing.T) {
	const clock = `role(a) init(1,p) next(1,p) :- expired(p) next(T,p) :- true(T,p) legal(a,m) terminal :- true(T,z) goal(a,0) `
	const still = `role(a) init(infinity,p) next(T,F) :- true(T,F) & ~does(a,m) terminal :- true(T,z) goal(a,0) `
	for _, test := range []struct {
		name, text, script string
		opt                timed.MatchOptions
		want               timed.Reason
		at                 timed.Time
		events             int
	}{
		{name: "time", text: clock, opt: timed.MatchOptions{MaxTime: 3*timed.Unit + 1}, want: timed.TimeUp, at: 3*timed.Unit + 1, events: 3},
		{name: "time of an expiry", text: clock, opt: timed.MatchOptions{MaxTime: 3 * timed.Unit}, want: timed.TimeUp, at: 3 * timed.Unit, events: 3},
		{name: "events", text: clock, opt: timed.MatchOptions{MaxEvents: 5}, want: timed.EventsUp, at: 5 * timed.Unit, events: 5},
		{name: "stuck at once", text: still, want: timed.Stuck, at: 0},
		{name: "idle", text: still + "legal(a,m)", want: timed.Idle, at: 0},
		{name: "stuck later", text: still + "legal(a,m) :- true(T,p)", script: "2.5:a:m", want: timed.Stuck, at: 5 * timed.Unit / 2, events: 1},
		{name: "idle later", text: still + "legal(a,m)", script: "2.5:a:m", want: timed.Idle, at: 5 * timed.Unit / 2, events: 1},
		{name: "terminal at once", text: still + "terminal :- true(T,p)", want: timed.Terminal, at: 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := timedtest.Open(t, test.text)
			log := timedtest.Record(t, g, test.script, test.opt)
			end := log.Events[len(log.Events)-1]
			if end.Ending != test.want || end.Time != test.at {
				t.Errorf("got %v at %v", end.Ending, end.Time)
			}
			updates := 0
			for _, e := range log.Events {
				if e.Kind == timed.Joint {
					updates++
				}
			}
			if updates != test.events {
				t.Errorf("%d updates, not %d", updates, test.events)
			}
			timedtest.WantReplay(t, g, log)
		})
	}
}

func TestInterval(t *testing.T) {
	g := timedtest.Open(t, `role(a) role(b) init(0.12,p) init(infinity,open) next(T,p) :- true(T,p) next(infinity,open) :- true(T,open) & ~does(a,shut)
legal(R,m) :- role(R) & true(T,open) legal(a,shut) :- true(T,open) legal(R,n) :- role(R) & ~holds(p)
holds(F) :- true(T,F) next(infinity,end) :- does(b,n) terminal :- true(T,end) goal(R,0) :- role(R)`)
	opt := timed.MatchOptions{Execution: timed.Execution{Model: timed.Interval, Interval: 50e6}}
	log := timedtest.Record(t, g, "0.01:a:m; 0.02:a:shut; 0.05:b:m; 0.06:a:n; 0.07:b:x; 0.08:a:shut; 0.1:b:n; 0.13:b:n", opt)
	timedtest.WantTimeline(t, log,
		"0 start",
		"0.05 a: m (arrived at 0.01); b: m",
		"0.05 a: shut is refused: the role has an earlier move for this boundary",
		"0.1 a: shut (arrived at 0.08)",
		"0.1 a: n is refused: it is not legal: legal are m shut",
		"0.1 b: x is refused: it is not legal: legal are m",
		"0.1 b: n is refused: it is not legal: legal are m",
		"0.12 expired: p",
		"0.15 b: n (arrived at 0.13)",
		"0.15 the game is over: goals [[0] [0]]")
	timedtest.WantReplay(t, g, log)
}

func TestMovesThatWaitAtTheEnd(t *testing.T) {
	g := libraryGame(t, "chicken")
	opt := timed.MatchOptions{Execution: timed.Execution{Model: timed.Interval, Interval: 300e6}}
	log := timedtest.Record(t, g, "0.95:white:swerve; 0.5:black:swerve", opt)
	timedtest.WantTimeline(t, log, "0 start", "0.6 black: swerve (arrived at 0.5)", "1 expired: timer",
		"1 white: swerve is refused: the game is over", "1 the game is over: goals [[100] [80]]")
	timedtest.WantReplay(t, g, log)
}

func TestFinishMakesMovesThatHaveArrived(t *testing.T) {
	g := libraryGame(t, "chicken")
	log := &timedmatch.Log{Header: timedmatch.NewHeader(g, timed.MatchOptions{})}
	m, err := timedmatch.NewMatch(g, timed.MatchOptions{Observe: func(e *timed.Event) { log.Events = append(log.Events, *e) }})
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Offer(timedmatch.Offer{At: timed.Unit / 2, Role: 0, Move: "swerve"}); err != nil {
		t.Fatal(err)
	}
	m.Finish(timed.Stopped)
	m.Finish(timed.Idle) // it is over
	timedtest.WantTimeline(t, log, "0 start", "0.5 white: swerve", "0.5 ended: stopped")
	timedtest.WantReplay(t, g, log)
}

func TestNotices(t *testing.T) {
	for _, test := range []struct {
		actionsOnly bool
		want        []string
	}{
		{false, []string{
			"white 1 at 0.5: update [{0 swerve}] moved 7 received 0.5", "black 1 at 0.5: update [{0 swerve}]",
			"white 2 at 0.6: refused it is not legal: the role has no legal move 8 received 0.6",
			"white 3 at 1: update []", "black 2 at 1: update []", "white 4 at 1: end terminal [[80] [100]]", "black 3 at 1: end terminal [[80] [100]]"}},
		{true, []string{
			"white 1 at 0.5: update [{0 swerve}] moved 7 received 0.5", "black 1 at 0.5: update [{0 swerve}]",
			"white 2 at 0.6: refused it is not legal: the role has no legal move 8 received 0.6",
			"white 3 at 1: end terminal [[80] [100]]", "black 2 at 1: end terminal [[80] [100]]"}},
	} {
		t.Run(fmt.Sprint("actions only ", test.actionsOnly), func(t *testing.T) {
			g := libraryGame(t, "chicken")
			var got []string
			m, err := timedmatch.NewMatch(g, timed.MatchOptions{ActionsOnly: test.actionsOnly,
				Notify: func(n timed.Notice) { got = append(got, noticeText(g, &n)) }})
			if err != nil {
				t.Fatal(err)
			}
			_ = m.Offer(timedmatch.Offer{At: timed.Unit / 2, Role: 0, Move: "swerve", ID: 7})
			_ = m.Offer(timedmatch.Offer{At: 6 * timed.Unit / 10, Role: 0, Move: "swerve", ID: 8})
			if err := m.Advance(timed.Unit); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("got\n  %s\nwant\n  %s", strings.Join(got, "\n  "), strings.Join(test.want, "\n  "))
			}
		})
	}
}

func noticeText(g *timed.Game, n *timed.Notice) string {
	text := fmt.Sprintf("%s %d at %v: %s", g.Roles()[n.To], n.Number, n.Time, n.Kind)
	switch n.Kind {
	case timed.Refused:
		return fmt.Sprintf("%s %s %d received %v", text, n.Reason, n.ID, n.Received)
	case timed.End:
		return fmt.Sprintf("%s %s %v", text, n.Ending, n.Goals)
	}
	text += fmt.Sprintf(" %v", n.Moves)
	if len(n.Percepts) > 0 {
		text += fmt.Sprintf(" sees %v", n.Percepts)
	}
	if n.Moved {
		text += fmt.Sprintf(" moved %d received %v", n.ID, n.Received)
	}
	return text
}

func TestHiddenUpdatesAreNotHeardOf(t *testing.T) {
	var got []string
	g := timedtest.Open(t, dealer)
	m, err := timedmatch.NewMatch(g, timed.MatchOptions{Notify: func(n timed.Notice) { got = append(got, noticeText(g, &n)) }})
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Advance(timed.Unit); err != nil {
		t.Fatal(err)
	}
	_ = m.Offer(timedmatch.Offer{At: 3 * timed.Unit / 2, Role: 0, Move: "snap", ID: 1})
	if err := m.Advance(2 * timed.Unit); err != nil {
		t.Fatal(err)
	}
	want := []string{"a 1 at 1: chance [] sees [(card red)]", "a 2 at 1.5: update [] moved 1 received 1.5", "a 3 at 1.5: end terminal [[100] []]"}
	if !slices.Equal(got, want) {
		t.Errorf("got\n  %s\nwant\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}

func TestPoliciesAreAsked(t *testing.T) {
	g := libraryGame(t, "chicken")
	m, err := timedmatch.NewMatch(g, timed.MatchOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var asked []string
	note := func(v *timed.View) {
		asked = append(asked, fmt.Sprintf("%s %v %v %v %v %v", g.Roles()[v.Role], v.Open, v.Legal, v.Until, v.Moved, v.Refused))
	}
	brake := policyFunc(func(v *timed.View) (timed.Plan, bool) {
		note(v)
		if v.Open > 0 && !v.Refused {
			return timed.Plan{}, false
		}
		return timed.Plan{At: timed.Unit / 4, Move: "brake"}, !v.Refused
	})
	swerve := policyFunc(func(v *timed.View) (timed.Plan, bool) {
		note(v)
		return timed.Plan{At: timed.Unit / 2, Move: "swerve"}, len(v.Legal) > 0
	})
	if err := timedmatch.Run(context.Background(), m, timedmatch.RunOptions{Policies: []timed.Policy{brake, swerve}}); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"white 0 [swerve] 1 false false", "black 0 [swerve] 1 false false",
		"white 0.250000001 [swerve] 1 false true",
		"white 0.500000001 [swerve] 1 false false", "black 0.500000001 [] 1 true false",
	}
	if !slices.Equal(asked, want) {
		t.Errorf("got\n  %s", strings.Join(asked, "\n  "))
	}
	if m.Ending().Reason != timed.Terminal || m.Events() != 2 {
		t.Errorf("ended with %v after %d events", m.Ending(), m.Events())
	}
}

func TestRunStopsWithItsContext(t *testing.T) {
	g := libraryGame(t, "chicken")
	m, err := timedmatch.NewMatch(g, timed.MatchOptions{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := timedmatch.Run(ctx, m, timedmatch.RunOptions{}); err != nil || m.Ending().Reason != timed.Stopped {
		t.Errorf("got %v, %v", m.Ending(), err)
	}
}

func TestStubbornPolicyIsStopped(t *testing.T) {
	g := timedtest.Open(t, `role(a) init(infinity,p) legal(a,m) next(T,p) :- true(T,p) terminal :- true(T,z) goal(a,0)`)
	m, err := timedmatch.NewMatch(g, timed.MatchOptions{MaxEvents: 100})
	if err != nil {
		t.Fatal(err)
	}
	wrong := policyFunc(func(*timed.View) (timed.Plan, bool) { return timed.Plan{Move: "x"}, true })
	if err := timedmatch.Run(context.Background(), m, timedmatch.RunOptions{Policies: []timed.Policy{wrong}}); err != nil {
		t.Fatal(err)
	}
	if m.Ending().Reason != timed.Stopped || m.Events() != 0 {
		t.Errorf("got %v after %d events", m.Ending(), m.Events())
	}
}

func TestRandomPolicyKeepsItsRate(t *testing.T) {
	g := timedtest.Open(t, `role(a) init(infinity,p) legal(a,m) next(T,p) :- true(T,p) terminal :- true(T,z) goal(a,0)`)
	m, err := timedmatch.NewMatch(g, timed.MatchOptions{MaxTime: 2000 * timed.Unit})
	if err != nil {
		t.Fatal(err)
	}
	if err := timedmatch.Run(context.Background(), m, timedmatch.RunOptions{Policies: []timed.Policy{timedmatch.RandomPolicy(1, 5*timed.PerUnit)}}); err != nil {
		t.Fatal(err)
	}
	if n := m.Events(); n < 9700 || n > 10300 { // three standard deviations
		t.Errorf("%d moves in 2000 units at a rate of 5", n)
	}
}
