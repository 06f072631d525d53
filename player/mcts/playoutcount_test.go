package mcts

import (
	"context"
	"testing"
	"time"

	"ludex/game"
	"ludex/internal/playertest"
)

// TestBestCount checks the choice for made-up measurements. The variance of a leaf's
// value is between + within/playouts.
func TestBestCount(t *testing.T) {
	const us = time.Microsecond
	tests := []struct {
		name            string
		within, between float64
		perNode         time.Duration
		perLeaf         map[int]time.Duration
		want            int
	}{
		{"playouts cost nothing", 0.2, 0.02, us, map[int]time.Duration{1: 0, 4: 0, 16: 0, 64: 0}, 64},
		{"playouts cost everything", 0.2, 0.02, 0, map[int]time.Duration{1: us, 4: 4 * us, 16: 16 * us, 64: 64 * us}, 1},
		{"a position costs as much as four playouts", 0.2, 0.02, 4 * us, map[int]time.Duration{1: us, 4: 4 * us, 16: 16 * us}, 4},
		{"leaves differ as much as playouts", 0.2, 0.2, 4 * us, map[int]time.Duration{1: us, 4: 4 * us, 16: 16 * us}, 1},
		{"playouts do not differ", 0, 0.1, us, map[int]time.Duration{1: us, 4: us, 16: 2 * us}, 1},
		{"nothing differs", 0, 0, us, map[int]time.Duration{1: us}, 1},
		{"nothing was measured", 0, 0, us, nil, 0},
	}
	for _, test := range tests {
		m := countMeasurement{perNode: test.perNode}
		for _, count := range []int{1, 4, 16, 64} {
			if took, ok := test.perLeaf[count]; ok {
				variance := test.between + test.within/float64(count)
				m.trials = append(m.trials, countTrial{count, float64(count), took, variance})
			}
		}
		if got := m.best(); got != test.want {
			t.Errorf("%s: %d playouts, want %d", test.name, got, test.want)
		}
	}
}

// TestMeasureCount checks what is measured, and that measuring ends with the context.
func TestMeasureCount(t *testing.T) {
	for _, name := range []string{"connectfour", "breakthrough-rbg"} {
		g := playertest.Open(t, name)
		m := countMeasurement{runner: game.NewRunner(g), random: g.Random(), seed: 1}
		if err := m.sample(t.Context(), g, g.NewMachine().Initial(nil), time.Minute); err != nil || len(m.leaves) < sampleSize {
			t.Fatalf("%s: %d leaves, %v", name, len(m.leaves), err)
		}
		if err := m.run(t.Context(), 50*time.Millisecond); err != nil || len(m.trials) == 0 || m.best() == 0 {
			t.Fatalf("%s: %+v, %v", name, m.trials, err)
		}
		if within, _ := m.variances(); within < 0.05 || within > 1 {
			t.Errorf("%s: playouts have the variance %f", name, within)
		}
		for _, trial := range m.trials {
			if trial.playouts < float64(trial.count) || trial.perLeaf <= 0 {
				t.Errorf("%s: %+v", name, trial)
			}
		}
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		m = countMeasurement{runner: game.NewRunner(g), random: g.Random(), leaves: m.leaves}
		if err := m.run(ended, time.Minute); err != nil || len(m.trials) > 0 {
			t.Errorf("%s: after the end, %+v, %v", name, m.trials, err)
		}
	}
}
