package benchmark_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"ludex/game"
	"ludex/internal/benchmark"
	"ludex/library"
	"ludex/rules"
	"ludex/timed"
)

func read(t *testing.T, name string) *rules.Rules {
	t.Helper()
	entry, ok := library.Lookup(name)
	if !ok {
		t.Fatalf("there is no game %q", name)
	}
	r, err := rules.Parse(entry.File, string(entry.Rules()))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestPerft(t *testing.T) {
	g, _, err := read(t, "tictactoe").Open(t.Context(), rules.Opening{})
	if err != nil {
		t.Fatal(err)
	}
	for _, terminal := range []bool{true, false} {
		var leaves, ends []uint64
		err = benchmark.Perft(6, terminal, benchmark.CountFrom(t.Context(), g, nil, terminal), func(d benchmark.Depth) {
			if d.Depth != len(leaves) || d.Seconds < 0 || d.States < d.Leaves {
				t.Errorf("%+v", d)
			}
			leaves = append(leaves, d.Leaves)
			if d.Terminal != nil {
				ends = append(ends, *d.Terminal)
			}
		})
		if want := []uint64{1, 9, 72, 504, 3024, 15120, 54720}; err != nil || !slices.Equal(leaves, want) {
			t.Errorf("%v, %v", leaves, err)
		}
		want := []uint64{0, 0, 0, 0, 0, 1440, 5328}
		if !terminal {
			want = want[:6] // the last depth is not counted
		}
		if !slices.Equal(ends, want) {
			t.Errorf("terminal states: %v, want %v", ends, want)
		}
	}
}

// A depth that cannot be counted ends the count; the depths before it are reported.
func TestPerftStops(t *testing.T) {
	no := errors.New("no")
	var depths []int
	err := benchmark.Perft(5, false, func(d int) (game.PerftCount, uint64, error) {
		if d == 2 {
			return game.PerftCount{}, 0, no
		}
		return game.PerftCount{Leaves: 1}, 0, nil
	}, func(d benchmark.Depth) { depths = append(depths, d.Depth) })
	if err != no || !slices.Equal(depths, []int{0, 1}) {
		t.Errorf("%v, %v", depths, err)
	}
	g, _, err := read(t, "tictactoe").Open(t.Context(), rules.Opening{})
	if err != nil {
		t.Fatal(err)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, _, err := benchmark.CountFrom(stopped, g, nil, true)(6); !errors.Is(err, context.Canceled) {
		t.Errorf("a stopped count: %v", err)
	}
}

func openTimed(t *testing.T) *timed.Game {
	t.Helper()
	g, err := read(t, "chicken").OpenTimed(t.Context(), rules.Opening{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestTimed(t *testing.T) {
	g := openTimed(t)
	opt := benchmark.TimedOptions{Time: time.Hour, Count: 20, Seed: 1}
	r, err := benchmark.Timed(t.Context(), g, opt)
	if err != nil {
		t.Fatal(err)
	}
	if r.Matches != 20 || r.Finished != 20 || r.Events == 0 || r.EventsPerSecond == nil || r.MeanTime == nil || len(r.MeanGoals) != len(g.Roles()) {
		t.Errorf("the report is %+v", r)
	}
	again, err := benchmark.Timed(t.Context(), g, opt)
	if err != nil || again.Events != r.Events || *again.MeanTime != *r.MeanTime {
		t.Errorf("with the same seed, %d events became %d: %v", r.Events, again.Events, err)
	}
	for _, want := range []string{"matches: 20, 20 of them to the end", "mean time: ", "mean goal: "} {
		if got := text(r.Rows()); !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

// A report that was stopped has no means of nothing.
func TestTimedStopped(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	r, err := benchmark.Timed(ctx, openTimed(t), benchmark.TimedOptions{Time: time.Hour})
	if err != nil || r.Matches != 0 || r.MeanTime != nil || r.MeanGoals[0] != nil {
		t.Errorf("%+v, %v", r, err)
	}
}
