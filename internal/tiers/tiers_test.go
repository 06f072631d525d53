package tiers

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"ludex/game"
	"ludex/internal/gametest"
)

// An engine is a test game with the name of an engine, whose playouts are as fast as the
// test says.
type engine struct {
	game.Game
	name    string
	speed   uint64
	endless func() // is called when playouts without a limit begin; may be nil
}

func (e *engine) Engine() string { return e.name }

func (e *engine) Playouts(ctx context.Context, opt game.PlayoutOptions) (game.PlayoutResult, error) {
	if opt.Time == 0 && opt.Count == 0 { // until the context ends
		if e.endless != nil {
			e.endless()
		}
		<-ctx.Done()
	}
	return game.PlayoutResult{Playouts: 1, States: e.speed, Elapsed: time.Second, Goals: make([]uint64, len(e.Roles()))}, nil
}

func (e *engine) Perft(ctx context.Context, from game.State, depth int, _ bool) ([]game.PerftCount, error) {
	return game.MachinePerft(ctx, e.Game, from, depth, true)
}

func candidate(name string, open func() (game.Game, error)) Candidate {
	return Candidate{Engine: name, Open: func(context.Context) (game.Game, error) { return open() }}
}

func TestFastestTakesOver(t *testing.T) {
	base := countdown(7)
	first := &engine{Game: base, name: "first", speed: 100}
	fast := &engine{Game: base, name: "fast", speed: 1000}
	middle := &engine{Game: base, name: "middle", speed: 500}
	g := New(first, 0, []Candidate{
		candidate("fast", func() (game.Game, error) { return fast, nil }),
		candidate("middle", func() (game.Game, error) { return middle, nil }),
		candidate("none", func() (game.Game, error) { return nil, errors.New("too large") }),
		candidate("broken", func() (game.Game, error) { panic("at the disco") }),
	}, Options{})
	if now, _ := g.fastestFor(game.ForPlayouts); now != game.Game(first) || g.Engine() != "first" {
		t.Errorf("the game begins on %s", now.Engine())
	}
	g.Prepare(t.Context())
	if now, _ := g.Fastest(game.ForPlayouts); now != game.Game(fast) || g.Engine() != "fast" {
		t.Errorf("the fastest engine is %s", now.Engine())
	}
	if g.Fixed() != game.Game(first) || game.Fixed(g) != game.Game(first) {
		t.Error("the fixed engine is not the first")
	}
	refused := map[string]string{}
	for _, tier := range g.Tiers() {
		refused[tier.Engine] = tier.Refused
	}
	if len(refused) != 5 || refused["none"] != "too large" || refused["broken"] == "" || refused["middle"] != "" {
		t.Errorf("known: %+v", g.Tiers())
	}
}

// Counted playouts run on the first engine, even if others are ready.
func TestCountedPlayoutsStay(t *testing.T) {
	base := countdown(7)
	g := New(&engine{Game: base, name: "first", speed: 100}, 0, []Candidate{
		candidate("fast", func() (game.Game, error) { return &engine{Game: base, name: "fast", speed: 1000}, nil }),
	}, Options{})
	g.Prepare(t.Context())
	if res, err := g.Playouts(t.Context(), game.PlayoutOptions{Count: 1}); err != nil || res.States != 100 {
		t.Errorf("%+v, %v", res, err)
	}
	if res, err := g.Playouts(t.Context(), game.PlayoutOptions{Time: time.Hour}); err != nil || res.States != 1000 {
		t.Errorf("%+v, %v", res, err)
	}
}

// Playouts that run until their context ends move to a faster engine on the way.
func TestPlayoutsMove(t *testing.T) {
	base := countdown(7)
	ctx, stop := context.WithCancel(t.Context())
	fast := &engine{Game: base, name: "fast", speed: 1000, endless: stop}
	g := New(&engine{Game: base, name: "first", speed: 100}, 0, []Candidate{candidate("fast", func() (game.Game, error) { return fast, nil })}, Options{})
	res, err := g.Playouts(ctx, game.PlayoutOptions{})
	if err != nil || res.States < 1000 {
		t.Errorf("%+v, %v", res, err)
	}
}

// failing is an engine whose playouts and counts fail when it is told.
type failing struct {
	*engine
	err error
}

func (f *failing) Playouts(ctx context.Context, opt game.PlayoutOptions) (game.PlayoutResult, error) {
	if f.err != nil {
		return game.PlayoutResult{}, f.err
	}
	return f.engine.Playouts(ctx, opt)
}

func (f *failing) Perft(ctx context.Context, from game.State, depth int, terminal bool) ([]game.PerftCount, error) {
	if f.err != nil {
		return nil, f.err
	}
	return f.engine.Perft(ctx, from, depth, terminal)
}

// An engine that fails is replaced by the first one, which gives the answer.
func TestFailing(t *testing.T) {
	base := countdown(7)
	for _, use := range []string{"playouts", "runner", "perft"} {
		fast := &failing{engine: &engine{Game: base, name: "fast", speed: 1000}}
		c := candidate("fast", func() (game.Game, error) { return fast, nil })
		c.Fallible = true
		g := New(&engine{Game: base, name: "first", speed: 100}, 0, []Candidate{c}, Options{})
		g.Prepare(t.Context())
		on, replaced := g.Fastest(game.ForPlayouts)
		if on.Engine() != "fast" {
			t.Fatalf("the engine is %s", on.Engine())
		}
		fast.err = errors.New("gone")
		var err error
		switch use {
		case "playouts":
			_, err = game.Playouts(t.Context(), on, game.PlayoutOptions{Time: time.Hour})
		case "runner":
			err = game.NewRunner(on).Run(t.Context(), []game.State{base.NewMachine().Initial(nil)}, game.PlayoutOptions{Count: 1}, make([]game.PlayoutResult, 1))
		case "perft":
			_, err = game.Perft(t.Context(), on, nil, 3, true)
		}
		if err != nil || g.Engine() != "first" || g.Tiers()[1].Refused != "it failed: gone" {
			t.Errorf("%s: %v; the engine is %s; %+v", use, err, g.Engine(), g.Tiers())
		}
		select {
		case <-replaced:
		default:
			t.Errorf("%s: nobody was told", use)
		}
	}
}

// An awaited engine takes over everything when it is ready, and results that depend on
// seeds alone wait for it.
func TestAwaiting(t *testing.T) {
	base := countdown(7)
	first := &engine{Game: base, name: "first", speed: 100}
	fast := &engine{Game: base, name: "fast", speed: 1000}
	for _, test := range []struct {
		err  error
		want string
	}{{nil, "fast"}, {errors.New("too large"), "first"}} {
		ready := make(chan struct{})
		g := Awaiting(first, 0, "fast", func(context.Context) (game.Game, error) {
			<-ready
			return fast, test.err
		})
		now, replaced := g.Fastest(game.ForSearch)
		if now != game.Game(first) || game.First(g) != game.Game(first) || game.CapabilitiesOf(g).Percepts == nil {
			t.Errorf("the game begins on %s", now.Engine())
		}
		close(ready)
		if fixed := g.Fixed(); fixed.Engine() != test.want || g.Engine() != test.want {
			t.Errorf("the fixed engine is %s, want %s", fixed.Engine(), test.want)
		}
		select {
		case <-replaced:
			if test.err != nil {
				t.Error("an engine that could not be had took over")
			}
		default:
			if test.err == nil {
				t.Error("the engine was not replaced")
			}
		}
		tiers := g.Tiers()
		if len(tiers) != 2 || (tiers[1].Refused != "") != (test.err != nil) {
			t.Errorf("known: %+v", tiers)
		}
	}
}

// Notes say that an engine is being prepared, and that it could not be had.
func TestNotes(t *testing.T) {
	base := countdown(7)
	first := &engine{Game: base, name: "first", speed: 100}
	for _, err := range []error{nil, errors.New("too large; these rules:\n  one")} {
		notes := make(chan string, 2)
		ready := make(chan struct{})
		g := Awaiting(first, 0, "fast", func(context.Context) (game.Game, error) {
			<-ready
			return &engine{Game: base, name: "fast", speed: 1000}, err
		})
		stop := Notes(t.Context(), g, func(note string) { notes <- note })
		want := "a faster engine is being prepared; the first engine is used until it is ready"
		if got := <-notes; got != want || Note(g) != want {
			t.Errorf("the notes are %q and %q", got, Note(g))
		}
		close(ready)
		if Settle(t.Context(), g) != nil || (Note(g) != "") != (err != nil) {
			t.Errorf("the note is %q", Note(g))
		}
		if err != nil {
			if got := <-notes; got != "no faster engine could be had, so the first engine is used: fast: too large" {
				t.Errorf("the note is %q", got)
			}
		}
		stop()
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	never := Awaiting(first, 0, "fast", func(ctx context.Context) (game.Game, error) { <-ctx.Done(); return nil, ctx.Err() })
	if err := Settle(ended, never); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
}

// What was measured is used when the game is opened again: losers are not prepared.
func TestStore(t *testing.T) {
	base := countdown(7)
	store := NewStore(t.TempDir())
	open := func() (g *Game, opened *[]string) {
		opened = new([]string)
		make := func(name string, speed uint64) Candidate {
			return candidate(name, func() (game.Game, error) {
				*opened = append(*opened, name)
				if speed == 0 {
					return nil, errors.New("refused")
				}
				return &engine{Game: base, name: name, speed: speed}, nil
			})
		}
		g = New(&engine{Game: base, name: "first", speed: 100}, 0, []Candidate{make("slow", 10), make("fast", 1000), make("never", 0)}, Options{Store: store, Key: "k"})
		g.Prepare(t.Context())
		return g, opened
	}
	g, opened := open()
	if want := []string{"slow", "fast", "never"}; !slices.Equal(*opened, want) {
		t.Errorf("prepared %v, want %v", *opened, want)
	}
	again, opened := open()
	if slices.Contains(*opened, "never") || again.Engine() != "fast" {
		t.Errorf("prepared %v, the engine is %s", *opened, again.Engine())
	}
	if len(again.Tiers()) != len(g.Tiers()) {
		t.Errorf("%v became %v", g.Tiers(), again.Tiers())
	}
}

// An engine that was not ready in time is tried again when the game is opened again.
func TestLateEngineIsTriedAgain(t *testing.T) {
	base := countdown(7)
	store := NewStore(t.TempDir())
	tries := 0
	for range 2 {
		g := New(&engine{Game: base, name: "first", speed: 100}, 0, []Candidate{
			candidate("late", func() (game.Game, error) { tries++; return nil, fmt.Errorf("too slow: %w", context.DeadlineExceeded) }),
			candidate("fast", func() (game.Game, error) { return &engine{Game: base, name: "fast", speed: 1000}, nil }),
		}, Options{Store: store, Key: "k"})
		g.Prepare(t.Context())
		if len(g.Tiers()) != 3 || g.Engine() != "fast" {
			t.Errorf("known: %+v", g.Tiers())
		}
	}
	if tries != 2 {
		t.Errorf("it was tried %d times", tries)
	}
}

// Worth keeps an engine from being prepared for playouts, not for counting.
func TestWorth(t *testing.T) {
	base := countdown(7)
	opened := 0
	c := candidate("counter", func() (game.Game, error) { opened++; return &engine{Game: base, name: "counter", speed: 1}, nil })
	c.Worth, c.Counts = func([]game.Tier) error { return errors.New("not now") }, true
	g := New(&engine{Game: base, name: "first", speed: 100}, 0, []Candidate{c}, Options{})
	g.Prepare(t.Context())
	if opened != 0 || !g.Tiers()[1].Skipped {
		t.Fatalf("prepared %d times; %+v", opened, g.Tiers())
	}
	g.run(game.ForPerft, false)
	if opened != 1 || g.Tiers()[1].Skipped {
		t.Errorf("prepared %d times; %+v", opened, g.Tiers())
	}
}

// A machine changes its engine when it is bound, and has the same states before and after.
func TestMachineMoves(t *testing.T) {
	base := countdown(7)
	first := &engine{Game: base, name: "first", speed: 100}
	g := New(first, 0, nil, Options{})
	m := g.NewMachine()
	s := m.Initial(nil)
	inner := m.(*machine).Machine
	other := game.Game(&engine{Game: countdown(7), name: "other", speed: 100})
	g.take(game.ForSteps, other)
	if !slices.Equal(m.Initial(nil), s) || m.(*machine).Machine != inner {
		t.Error("the machine changed in the middle of a search")
	}
	m.Bind(t.Context())
	if m.(*machine).Machine == inner || !slices.Equal(m.Initial(nil), s) {
		t.Error("the machine did not change")
	}
}

func TestPerft(t *testing.T) {
	base := countdown(7)
	g := New(&engine{Game: base, name: "first", speed: 100}, 0, nil, Options{})
	want, err := game.MachinePerft(t.Context(), base, nil, 4, true)
	if err != nil {
		t.Fatal(err)
	}
	got, err := g.Perft(t.Context(), nil, 4, true)
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
	ended, stop := context.WithCancel(t.Context())
	stop()
	long := New(&engine{Game: countdown(60), name: "first", speed: 100}, 0, nil, Options{})
	if _, err := long.Perft(ended, nil, 50, true); !errors.Is(err, context.Canceled) {
		t.Errorf("a stopped count: %v", err)
	}
}

// countdown returns a game in which one player takes one or two of n until none is left.
func countdown(n int) game.Game {
	g := &gametest.Explicit{RoleNames: []string{"taker"}, RandomRole: game.NoRole}
	for taken := range n {
		g.States = append(g.States, gametest.ExplicitState{
			Moves: [][]string{{"one", "two"}}, Next: map[string]int{"one": taken + 1, "two": min(taken+2, n)},
		})
	}
	g.States = append(g.States, gametest.ExplicitState{Terminal: true, Goals: [][]int{{100}}})
	return g
}
