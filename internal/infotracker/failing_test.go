package infotracker_test

import (
	"context"
	"errors"
	"testing"

	"ludex/game"
	"ludex/internal/gametest"
	"ludex/internal/infotracker"
	"ludex/internal/rulestest"
)

// TestFailures checks that nothing is said to be possible if a machine has failed.
func TestFailures(t *testing.T) {
	_, g := rulestest.Open(t, "kuhnpoker")
	w := newWalk(g, 1, 3, 10)
	uses := map[string]func(*testing.T, game.Game) error{
		"sample": func(t *testing.T, g game.Game) error {
			_, err := infotracker.Sample(t.Context(), g, w.view(g, 1, len(w.sights)), infotracker.SampleOptions{Count: 3})
			return err
		},
	}
	for name, opt := range map[string]infotracker.TrackerOptions{
		"common set": {}, "exact set": {Common: -1}, "particles": {Common: -1, Exact: 1, Particles: 10},
	} {
		uses[name] = func(t *testing.T, g game.Game) error {
			tracker, err := infotracker.NewTracker(g, 1, opt)
			for _, sight := range w.sights {
				if err == nil {
					err = tracker.Step(t.Context(), sight)
				}
			}
			return err
		}
	}
	for name, use := range uses {
		t.Run(name, func(t *testing.T) {
			gametest.Failures(t, g, func(g game.Game) error { return use(t, g) })
		})
	}
}

func TestSampleStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, g := rulestest.Open(t, "cardgame")
	v := viewAfter(t, g, "jane", "deal(king,7)")
	if _, err := infotracker.Sample(ctx, g, v, infotracker.SampleOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("sampling gives %v", err)
	}
}
