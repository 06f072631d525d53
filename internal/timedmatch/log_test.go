package timedmatch_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ludex/internal/timedmatch"
	"ludex/internal/timedtest"
	"ludex/timed"
)

func TestLogsReplay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := timedtest.Game(timedtest.Everything).Draw(t, "game")
		opt := timed.MatchOptions{Seed: rapid.Uint64().Draw(t, "seed"), Execution: timedtest.Execution().Draw(t, "execution")}
		log := timedtest.Play(t, g, timedtest.Script(g, 3).Draw(t, "script"), opt)
		text := timedtest.LogText(t, log)
		read, err := timedmatch.ReadLog(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if got := timedtest.LogText(t, read); got != text {
			t.Fatalf("read as\n%s\nnot\n%s", got, text)
		}
		if err := timedmatch.Replay(t.Context(), g, read, timed.MatchOptions{}); err != nil {
			t.Fatal(err)
		}
	})
}

// Moves that come when their instant is over are refused again in a replay.
func TestLateMovesReplay(t *testing.T) {
	g := libraryGame(t, "chicken")
	log := &timedmatch.Log{Header: timedmatch.NewHeader(g, timed.MatchOptions{})}
	m, err := timedmatch.NewMatch(g, timed.MatchOptions{Observe: func(e *timed.Event) { log.Events = append(log.Events, *e) }})
	if err != nil {
		t.Fatal(err)
	}
	half := timed.Unit / 2
	_ = m.Offer(timedmatch.Offer{At: half, Role: 0, Move: "swerve"})
	if err := m.Advance(half); err != nil {
		t.Fatal(err)
	}
	_ = m.Offer(timedmatch.Offer{At: half, Role: 1, Move: "swerve"})
	_ = m.Offer(timedmatch.Offer{At: half / 2, Role: 1, Move: "swerve"})
	m.Finish(timed.Stopped)
	timedtest.WantTimeline(t, log, "0 start", "0.5 white: swerve", "0.5 black: swerve is refused: the update of this instant has been made",
		"0.5 black: swerve is refused: that time is past", "0.5 ended: stopped")
	timedtest.WantReplay(t, g, log)
}

func TestReplayFindsDifferences(t *testing.T) {
	g := libraryGame(t, "chicken")
	log := timedtest.Record(t, g, "0.5:white:swerve", timed.MatchOptions{})
	text := timedtest.LogText(t, log)
	for _, test := range []struct{ old, new, want string }{
		{`"t":"0.5"`, `"t":"0.6"`, "event 1 is not as recorded"},
		{"[[80],[100]]", "[[90],[90]]", "event 3 is not as recorded"},
		{`"0.5 timer"`, `"0.4 timer"`, "event 1 is not as recorded"},
		{`"rules":"`, `"rules":"0`, "another description"},
		{`"roles":["white","black"]`, `"roles":["white","black","grey"]`, "the header is not that of a match"},
		{`"unit":"1s"`, `"unit":"1000ms"`, "the header is not that of a match"},
	} {
		changed := strings.Replace(text, test.old, test.new, 1)
		if changed == text {
			t.Fatalf("%s is not in\n%s", test.old, text)
		}
		read, err := timedmatch.ReadLog(strings.NewReader(changed))
		if err != nil {
			t.Fatal(err)
		}
		if err := timedmatch.Replay(t.Context(), g, read, timed.MatchOptions{}); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v", test.new, err)
		}
	}
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	if err := timedmatch.Replay(stopped, g, log, timed.MatchOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a replay that is stopped: %v", err)
	}
	log.Events = log.Events[:len(log.Events)-1]
	var mismatch *timedmatch.MismatchError
	if err := timedmatch.Replay(t.Context(), g, log, timed.MatchOptions{}); !errors.As(err, &mismatch) || mismatch.Want != "" {
		t.Errorf("a log without its end: got %v", err)
	}
}

// TestReplayDrawsFromTheSeed checks that what random did, and the moves in place of
// missing ones, are not believed.
func TestReplayDrawsFromTheSeed(t *testing.T) {
	turns := `role(a) init(1,clock) legal(a,l) legal(a,r) next(1,clock) :- expired(clock)
		next(T,clock) :- true(T,clock) next(T,went(M)) :- does(a,M) & true(T,clock) terminal :- went_both goal(a,0) went_both :- true(T,went(l)) & true(S,went(r))`
	for name, test := range map[string]struct{ rules, clock string }{
		"random":      {`role(a) role(random) init(9,p) legal(random,l) legal(random,r) next(infinity,chose(M)) :- does(random,M) terminal :- true(T,chose(M)) goal(a,0)`, ""},
		"substitutes": {turns, "clock"},
	} {
		g := timedtest.Open(t, test.rules)
		failed := 0
		for seed := range uint64(8) {
			log := timedtest.Record(t, g, "", timed.MatchOptions{MaxTime: 3 * timed.Unit, TurnClock: test.clock})
			log.Header.Seed = seed
			if err := timedmatch.Replay(t.Context(), g, log, timed.MatchOptions{}); err != nil {
				failed++
			}
		}
		if failed == 0 || failed == 8 {
			t.Errorf("%s: %d of 8 seeds do not fit", name, failed)
		}
	}
}

func TestReadLogRefuses(t *testing.T) {
	head, rest, _ := strings.Cut(timedtest.LogText(t, timedtest.Record(t, libraryGame(t, "chicken"), "", timed.MatchOptions{})), "\n")
	for _, test := range []struct{ text, want string }{
		{"", "empty"},
		{"{}", `the format ""`},
		{strings.Replace(head, `"unit":"1s"`, `"unit":"0s"`, 1), "cannot take"},
		{strings.Replace(head, "immediate", "sometimes", 1), "unknown execution model"},
		{head + "\n{}", "starts with the event start"},
		{head + "\n" + `{"n":0,"t":"x","kind":"start"}`, "is no time"},
		{head + "\n" + `{"n":0,"t":"0","kind":"end"}`, "starts with the event start"},
		{head + "\n" + `{"n":1,"t":"0","kind":"start"}`, "has the number 1"},
		{head + "\n" + `{"n":0,"t":"0","kind":"start"} 7`, "it is not JSON"},
		{head + "\n" + `{"n":0,"t":"0","kind":"start","extra":1}`, `"extra" is not known`},
		{head + "\n" + `{"n":0,"t":"0","kind":"start","kind":"start"}`, `"kind" is there twice`},
		{head + "\n" + `{"n":0,"t":"0","Kind":"start"}`, `"Kind" must be written "kind"`},
		{head + "\n" + rest + `{"n":3,"t":"1","kind":"defect"}`, "after the end"},
		{head + "\n" + `{"n":0,"t":"1","kind":"start"}` + "\n" + `{"n":1,"t":"0","kind":"end"}`, "out of order"},
		{head + "\n" + `{"n":0,"t":"0","kind":"start"}` + "\n" + `{"n":1,"t":"0","kind":"party"}`, "unknown kind"},
		{head + "\n" + `{"n":0,"t":"0","kind":"start"}` + "\n" + `{"n":1,"t":"0","kind":"chance"}`, "one move at a time"},
		{head + "\n" + `{"n":0,"t":"0","kind":"start"}` + "\n" + `{"n":1,"t":"0","kind":"update","moves":[{"role":"x","move":"m","at":"0"}]}`, "no role"},
		{head + "\n" + `{"n":0,"t":"0","kind":"start","state":["0 p"]}`, "no lifetime left"},
	} {
		if _, err := timedmatch.ReadLog(strings.NewReader(test.text)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %s", test.text, err, test.want)
		}
	}
}

// FuzzReadLog feeds the reader with any text. What it accepts must be written
// and read back as the same, and replay without a crash.
func FuzzReadLog(f *testing.F) {
	g := libraryGame(f, "chicken")
	f.Add([]byte(timedtest.LogText(f, timedtest.Record(f, g, "0.5:white:swerve; 0.5:white:swerve; 1:black:swerve", timed.MatchOptions{}))))
	interval := timed.MatchOptions{Execution: timed.Execution{Model: timed.Interval, Interval: 300e6}, MaxTime: 2 * timed.Unit, TurnClock: "timer"}
	f.Add([]byte(timedtest.LogText(f, timedtest.Record(f, g, "0.5:white:swerve", interval))))
	f.Fuzz(func(t *testing.T, data []byte) {
		log, err := timedmatch.ReadLog(bytes.NewReader(data))
		if err != nil {
			return
		}
		text := timedtest.LogText(t, log)
		again, err := timedmatch.ReadLog(strings.NewReader(text))
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		if got := timedtest.LogText(t, again); got != text {
			t.Fatalf("read as\n%s\nnot\n%s", got, text)
		}
		if log.Header.MaxEvents <= 10_000 || log.Header.MaxEvents == timedmatch.DefaultMaxEvents {
			_ = timedmatch.Replay(t.Context(), g, log, timed.MatchOptions{}) // it may not fit the game
		}
	})
}
