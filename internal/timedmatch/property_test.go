package timedmatch_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"ludex/internal/timedmatch"
	"ludex/internal/timedtest"
	"ludex/timed"
)

func TestSimultaneousMovesInAnyOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := timedtest.Game(timedtest.Everything).Draw(t, "game")
		script := timedtest.Script(g, 3).Draw(t, "script")
		opt := timed.MatchOptions{Seed: 1, Execution: timedtest.Execution().Draw(t, "execution")}
		want := timedtest.Play(t, g, script, opt)
		// Moves of different roles at one instant change places; of two moves
		// of one role the first one counts.
		permuted := slices.Clone(script)
		for i := 1; i < len(permuted); i++ {
			a, b := &permuted[i-1], &permuted[i]
			if a.At == b.At && a.Role != b.Role && rapid.Bool().Draw(t, "swap") {
				*a, *b = *b, *a
			}
		}
		got := timedtest.Play(t, g, permuted, opt)
		if timedtest.LogText(t, got) != timedtest.LogText(t, want) {
			t.Fatalf("got\n%s\nwant\n%s", timedtest.LogText(t, got), timedtest.LogText(t, want))
		}
	})
}

// A match does not depend on how often it is driven.
func TestAdvancingInStepsChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := timedtest.Game(timedtest.Everything).Draw(t, "game")
		script := timedtest.Script(g, 3).Draw(t, "script")
		opt := timed.MatchOptions{Seed: 3, MaxTime: timedtest.Until, MaxEvents: timedtest.MaxEvents, Execution: timedtest.Execution().Draw(t, "execution")}
		run := func(drive func(m *timedmatch.Match, to timed.Time)) string {
			log := &timedmatch.Log{}
			opt.Observe = func(e *timed.Event) { log.Events = append(log.Events, *e) }
			m, err := timedmatch.NewMatch(g, opt)
			if err != nil {
				return timedtest.LogText(t, log)
			}
			for i, o := range script {
				if i == 0 || script[i-1].At < o.At {
					drive(m, o.At-timed.Moment)
				}
				_ = m.Offer(o) // a refusal is in the log
			}
			drive(m, timedtest.Until)
			return timedtest.LogText(t, log)
		}
		want := run(func(m *timedmatch.Match, to timed.Time) { _ = m.Advance(to) })
		got := run(func(m *timedmatch.Match, to timed.Time) {
			for at := m.Time(); at < to; at += max((to-m.Time())/3, 1) {
				_ = m.Advance(at)
			}
			_ = m.Advance(to)
		})
		if got != want {
			t.Fatalf("got\n%s\nwant\n%s", got, want)
		}
	})
}
