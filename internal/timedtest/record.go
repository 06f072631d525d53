package timedtest

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ludex/gdl"
	"ludex/internal/gdlparse"
	"ludex/internal/timedmatch"
	"ludex/internal/timedscript"
	"ludex/source"
	"ludex/timed"
)

// Until is how long the matches of [Play] last unless the options say otherwise, and
// MaxEvents how many updates they have at most.
const (
	Until     = 4 * timed.Unit
	MaxEvents = 60
)

// Open prepares a description, which must have no errors.
func Open(t testing.TB, rules string) *timed.Game {
	t.Helper()
	p, list := gdlparse.File(source.NewFile("test.gdl", []byte(rules)), gdlparse.Options{Syntax: gdl.Infix})
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	g, err := timed.New(p)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Execution returns a generator of models of execution.
func Execution() *rapid.Generator[timed.Execution] {
	return rapid.SampledFrom([]timed.Execution{
		{}, {}, {Model: timed.StopClock}, {Model: timed.Interval, Interval: 300e6}, {Model: timed.Interval, Interval: 500e6},
	})
}

// Record plays a script, written as for [timedscript.ParseScript], and returns the
// log.
func Record(t testing.TB, g *timed.Game, script string, opt timed.MatchOptions) *timedmatch.Log {
	t.Helper()
	offers, err := timedscript.ParseScript(g, script)
	if err != nil {
		t.Fatal(err)
	}
	log, err := run(g, offers, opt)
	if last := len(log.Events) - 1; err != nil && (last < 0 || log.Events[last].Ending != timed.Failed) {
		t.Fatal(err)
	}
	return log
}

// Play plays moves of a random game for a while and returns the log. The match may
// fail.
func Play(t rapid.TB, g *timed.Game, script []timedmatch.Offer, opt timed.MatchOptions) *timedmatch.Log {
	t.Helper()
	if opt.MaxTime == 0 {
		opt.MaxTime = Until
	}
	opt.MaxEvents = MaxEvents
	log, err := run(g, script, opt)
	if err != nil {
		t.Logf("the match failed: %v", err)
	}
	return log
}

// run plays moves in virtual time.
func run(g *timed.Game, script []timedmatch.Offer, opt timed.MatchOptions) (*timedmatch.Log, error) {
	log := &timedmatch.Log{Header: timedmatch.NewHeader(g, opt)}
	opt.Observe = func(e *timed.Event) { log.Events = append(log.Events, *e) }
	m, err := timedmatch.NewMatch(g, opt)
	if err != nil {
		return log, err
	}
	return log, timedmatch.Run(context.Background(), m, timedmatch.RunOptions{Script: script})
}

// LogText returns a log as it is written to a file.
func LogText(t rapid.TB, l *timedmatch.Log) string {
	t.Helper()
	var b bytes.Buffer
	if _, err := l.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// WantTimeline compares a log, in the form for people, with lines. Runs of blanks
// count as one.
func WantTimeline(t testing.TB, log *timedmatch.Log, want ...string) {
	t.Helper()
	var got []string
	for i := range log.Events {
		lines := &timedscript.Timeline{}
		for line := range strings.Lines(lines.Text(&log.Events[i])) {
			got = append(got, strings.Join(strings.Fields(line), " "))
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n  %s\nwant\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}

// WantReplay plays a log again, from its text.
func WantReplay(t testing.TB, g *timed.Game, log *timedmatch.Log) {
	t.Helper()
	text := LogText(t, log)
	read, err := timedmatch.ReadLog(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	again := &timedmatch.Log{Header: read.Header}
	observe := func(e *timed.Event) { again.Events = append(again.Events, *e) }
	if err := timedmatch.Replay(context.Background(), g, read, timed.MatchOptions{Observe: observe}); err != nil {
		t.Fatal(err)
	}
	if got := LogText(t, again); got != text {
		t.Errorf("replayed as\n%s\nnot\n%s", got, text)
	}
}
