package tiers

import (
	"context"
	"runtime"
	"testing"
	"time"

	"ludex/game"
)

// A drawing engine has runners, which count what they run and take the time that the test says.
type drawing struct {
	*engine
	width int
	runs  int
	takes time.Duration
}

func (d *drawing) Capabilities() game.Capabilities {
	c := game.CapabilitiesOf(d.Game)
	c.Playouts, c.Runners = d, d
	return c
}

func (d *drawing) NewRunner() game.Runner { return &drawingRunner{d} }

type drawingRunner struct{ *drawing }

func (r *drawingRunner) Width(int) int { return r.width }

func (r *drawingRunner) Traces() bool { return true }

func (r *drawingRunner) Run(_ context.Context, _ []game.State, opt game.PlayoutOptions, results []game.PlayoutResult) error {
	r.runs++
	for began := time.Now(); time.Since(began) < r.takes; {
		runtime.Gosched()
	}
	results[0].States = opt.Seed
	return nil
}

// TestFixedMoves has runners of the fixed engine move to a faster one that draws the same playouts, and
// stay where the other one is slower.
func TestFixedMoves(t *testing.T) {
	base := countdown(7)
	for _, faster := range []bool{true, false} {
		first := &drawing{engine: &engine{Game: base, name: "first"}, width: 1, takes: 50 * time.Microsecond}
		other := &drawing{engine: &engine{Game: base, name: "other"}, width: 8}
		if !faster {
			other.takes = 20 * first.takes
		}
		c := candidate("other", func() (game.Game, error) { return other, nil })
		c.Same, c.Fallible = true, true
		g := New(first, 0, []Candidate{c}, Options{})
		f := g.Fixed()
		if f.Engine() != "first" || game.Fixed(g) != f || game.First(f) != game.Game(first) {
			t.Errorf("the fixed engine is %s", f.Engine())
		}
		r := game.NewRunner(f)
		if tracer, ok := r.(game.Tracer); !ok || !tracer.Traces() || r.Width(1) != 1 {
			t.Error("the runner is not like that of the first engine")
		}
		g.same.spent.Store(int64(worthSubstitute))
		run := func(seed uint64) {
			res := make([]game.PlayoutResult, 1)
			if err := r.Run(t.Context(), nil, game.PlayoutOptions{Count: 1, Seed: seed}, res); err != nil || res[0].States != seed {
				t.Fatalf("%+v, %v", res, err)
			}
		}
		run(1)
		for g.same.ready.Load() == nil {
			runtime.Gosched()
		}
		for i := range uint64(uncountedRuns + comparedRuns) {
			run(i)
		}
		half := (uncountedRuns + comparedRuns) / 2
		if first.runs != 1+half || other.runs != half {
			t.Errorf("%d and %d runs", first.runs, other.runs)
		}
		run(2)
		if moved := other.runs > half; moved != faster {
			t.Errorf("the runner moved: %v", moved)
		}
	}
}

// TestFixedStays keeps the first engine where the other one cannot be prepared, or has failed.
func TestFixedStays(t *testing.T) {
	base := countdown(7)
	first := &drawing{engine: &engine{Game: base, name: "first"}, width: 1}
	c := candidate("other", func() (game.Game, error) { panic("no compiler") })
	c.Same = true
	g := New(first, 0, []Candidate{c}, Options{})
	tried := make(chan struct{})
	go func() {
		defer close(tried)
		g.substitutes()
	}()
	<-tried
	r := game.NewRunner(g.Fixed())
	if err := r.Run(t.Context(), nil, game.PlayoutOptions{Count: 1}, make([]game.PlayoutResult, 1)); err != nil || first.runs != 1 {
		t.Errorf("%d runs, %v", first.runs, err)
	}
}
