package benchtable

import (
	"context"
	"errors"
	"math"
	"testing"
	"time"

	"ludex/game"
	"ludex/internal/benchmark"
)

// A treeGame game has a tree of a regular shape, and counts for itself.
type treeGame struct {
	game.Game
	branching uint64
	height    int // 0 is endless
	tooDeep   int // counting to this depth takes too long; 0 means that no depth does
	counted   []int
}

func (g *treeGame) Perft(_ context.Context, _ game.State, depth int, terminal bool) ([]game.PerftCount, error) {
	if terminal {
		return nil, errors.New("nobody wants to know what is terminal")
	}
	if depth == g.tooDeep && depth > 0 {
		return nil, context.DeadlineExceeded
	}
	g.counted = append(g.counted, depth)
	counts := []game.PerftCount{{Leaves: 1, States: 1}}
	for d := 1; d <= depth; d++ {
		c := counts[d-1]
		c.Depth, c.Leaves = d, c.Leaves*g.branching
		if g.height > 0 && d > g.height {
			c.Leaves = 0
		}
		c.States += c.Leaves
		counts = append(counts, c)
	}
	return counts, nil
}

// newMeter returns a meter of an hour, on a machine that starts in a second and
// then counts a million leaves a second.
func newMeter() *stopwatch {
	return &stopwatch{time: time.Hour, watch: func(g game.Game, run func() error) (benchmark.Spent, error) {
		tree := g.(*treeGame)
		before := len(tree.counted)
		err := run()
		cpu := 1.0
		for _, depth := range tree.counted[before:] {
			cpu += math.Pow(float64(tree.branching), float64(depth)) / 1e6
		}
		return benchmark.Spent{CPU: cpu, Wall: cpu}, err
	}}
}

func TestDepthOfPerft(t *testing.T) {
	for _, tt := range []struct {
		name           string
		game           treeGame
		depth, repeats int
	}{
		// 10⁹ leaves take 1000 s; 10¹⁰ would take 10000.
		{"the hour is filled", treeGame{branching: 10}, 9, 3},
		{"one count is enough", treeGame{branching: 3000, tooDeep: 4}, 2, 400},
		{"deeper is too slow", treeGame{branching: 10, tooDeep: 8}, 7, 360},
		{"the whole tree", treeGame{branching: 100, height: 3}, 3, 3600},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, err := newMeter().perft(t.Context(), &tt.game)
			if err != nil {
				t.Fatal(err)
			}
			if p.Depth != tt.depth || p.Repeats != tt.repeats {
				t.Errorf("depth %d, %d times", p.Depth, p.Repeats)
			}
			counts, _ := (&treeGame{branching: tt.game.branching}).Perft(t.Context(), nil, p.Depth, false)
			want := counts[p.Depth]
			if p.Leaves != want.Leaves || p.States != want.States {
				t.Errorf("%d leaves of %d, %d states of %d", p.Leaves, want.Leaves, p.States, want.States)
			}
			if rate := float64(p.States) * float64(p.Repeats) / p.CPU; math.Abs(p.Rate-rate) > 1e-6*rate {
				t.Errorf("%v states a second, not %v", p.Rate, rate)
			}
		})
	}
}

func TestPerftTooSlow(t *testing.T) {
	if _, err := newMeter().perft(t.Context(), &treeGame{branching: 2, tooDeep: 1}); !errors.Is(err, errTooSlow) {
		t.Errorf("the error is %v", err)
	}
}

func TestPerftStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if p, err := newMeter().perft(ctx, &treeGame{branching: 2}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, %v", p, err)
	}
}

// A playingGame game makes a hundred moves whenever it is asked for playouts.
type playingGame struct {
	game.Game
	seeds []uint64
}

func (g *playingGame) Playouts(_ context.Context, opt game.PlayoutOptions) (game.PlayoutResult, error) {
	g.seeds = append(g.seeds, opt.Seed)
	return game.PlayoutResult{Playouts: 10, States: 100, Cut: 1}, nil
}

// TestFlatOnBusyMachines: with a fifth of the machine's time, three rounds make up
// half of what was asked for; with none, it still ends.
func TestFlatOnBusyMachines(t *testing.T) {
	for share, rounds := range map[float64]uint64{1: 1, 0.5: 1, 0.2: 3, 0.001: maxCountFactor} {
		m := &stopwatch{time: time.Hour, watch: func(_ game.Game, run func() error) (benchmark.Spent, error) {
			return benchmark.Spent{CPU: 3600 * share, Wall: 3600}, run()
		}}
		g := new(playingGame)
		f, err := m.flat(t.Context(), g)
		if err != nil {
			t.Fatal(err)
		}
		if f.States != 100*rounds || f.Playouts != 10*rounds || f.Cut != rounds || f.Wall != float64(3600*rounds) {
			t.Errorf("with %v of the time: %+v", share, f)
		}
		if want := 100 / (3600 * share); math.Abs(f.Rate-want) > 1e-9*want {
			t.Errorf("with %v of the time: %v states a second, not %v", share, f.Rate, want)
		}
		if len(g.seeds) > 1 && g.seeds[0] == g.seeds[1] {
			t.Error("the same playouts were run twice")
		}
	}
}
