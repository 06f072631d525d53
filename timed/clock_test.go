package timed_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"ludex/internal/timedmatch"
	"ludex/timed"
)

func TestTimes(t *testing.T) {
	for _, test := range []struct {
		text string
		time timed.Time
		want string
	}{
		{"0", 0, "0"}, {"0.0", 0, "0"}, {"1", timed.Unit, "1"}, {"1.50", 3 * timed.Unit / 2, "1.5"},
		{"0.000000001", 1, "0.000000001"}, {"1000000000", timed.MaxTime, "1000000000"}, {"infinity", timed.Forever, "infinity"},
	} {
		got, err := timed.ParseTime(test.text)
		if err != nil || got != test.time || got.String() != test.want {
			t.Errorf("%s: got %d (%v), %v", test.text, got, got, err)
		}
	}
	for _, text := range []string{"", "-1", "-0", "x", "1.", "0.0000000001", "1000000000.1", "1e3"} {
		if got, err := timed.ParseTime(text); err == nil {
			t.Errorf("%q is read as %v", text, got)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		time := timed.Time(rapid.Int64Range(0, int64(timed.MaxTime)).Draw(t, "time"))
		if back, err := timed.ParseTime(time.String()); back != time || err != nil {
			t.Fatalf("%v reads back as %v, %v", time, back, err)
		}
	})
}

func TestDurations(t *testing.T) {
	for _, test := range []struct {
		time timed.Time
		unit time.Duration
		want time.Duration
	}{
		{timed.Unit, time.Second, time.Second}, {1, time.Second, 1}, {1, time.Millisecond, 1}, {timed.Unit, time.Hour, time.Hour},
		{timed.Unit + 1, time.Millisecond, time.Millisecond + 1}, {timed.Forever, time.Hour, 1<<63 - 1}, {timed.MaxTime, time.Hour, 1<<63 - 1}, {-1, time.Second, 0},
	} {
		if got := test.time.Duration(test.unit); got != test.want {
			t.Errorf("%v units of %v take %v, not %v", test.time, test.unit, got, test.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		unit := time.Duration(rapid.Int64Range(1, int64(time.Hour)).Draw(t, "unit"))
		time := timed.Time(rapid.Int64Range(0, int64(1000*timed.Unit)).Draw(t, "time"))
		d := time.Duration(unit)
		if timed.FromDuration(d, unit) < time || d > 0 && timed.FromDuration(d-1, unit) >= time {
			t.Fatalf("%v units of %v take %v", time, unit, d)
		}
	})
}

func TestExecutions(t *testing.T) {
	for _, text := range []string{"immediate", "interval:50ms", "stop-clock"} {
		e, err := timed.ParseExecution(text)
		if err != nil || e.String() != text {
			t.Errorf("%s: got %v, %v", text, e, err)
		}
	}
	for _, text := range []string{"", "interval", "interval:", "interval:0s", "interval:-1s", "immediate:1s", "now"} {
		if e, err := timed.ParseExecution(text); err == nil {
			t.Errorf("%q is read as %v", text, e)
		}
	}
	opt := timed.MatchOptions{Unit: time.Hour, Execution: timed.Execution{Model: timed.Interval, Interval: 1}}
	if _, err := timedmatch.NewMatch(libraryGame(t, "chicken"), opt); err == nil {
		t.Error("an interval of no time is accepted")
	}
}
