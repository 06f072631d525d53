package gpuplay

import (
	"errors"
	"testing"

	"ludex/internal/circuit/gpu"
	"ludex/internal/gdlengine"
	"ludex/internal/gdlparse"
	"ludex/internal/learn"
	"ludex/library"
	"ludex/source"
)

func open(t *testing.T, name string) *gdlengine.Opened {
	t.Helper()
	lib, ok := library.Lookup(name)
	if !ok {
		t.Fatalf("there is no game %q", name)
	}
	p, list := gdlparse.File(source.NewFile(lib.File, lib.Rules()), gdlparse.Options{})
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	o, err := gdlengine.Open(t.Context(), p, gdlengine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// TestRound learns with the interpreter in the place of a device: the network changes, what it learned from is counted, and
// another learner with the same seed learns the same.
func TestRound(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing runs concurrently here: left to the complete run")
	}
	o := open(t, "tictactoe")
	var networks [2][]float32
	for i := range networks {
		p, err := New(t.Context(), o.Game, 32)
		if err != nil {
			t.Fatal(err)
		}
		p.plays = 60
		p.start = func(n gpu.Network, maxSteps int) (*gpu.SelfPlay, error) {
			e, err := o.Circuit.SelfPlayEnvironment(maxSteps)
			if err != nil {
				return nil, err
			}
			return gpu.EmulatedSelfPlay(e, n), nil
		}
		opt := learn.Defaults()
		opt.Hidden, opt.Device = 32, p
		l, err := learn.New(t.Context(), o.Game, nil, opt)
		if err != nil {
			t.Fatal(err)
		}
		before := append([]float32(nil), l.Model.Net.Weights().Input...)
		for range 2 {
			if err := l.Round(t.Context(), 0); err != nil {
				t.Fatal(err)
			}
		}
		if l.Model.Plays != 120 || l.Model.Positions < 500 || l.Loss <= 0 {
			t.Errorf("%d plays, %d positions, loss %g", l.Model.Plays, l.Model.Positions, l.Loss)
		}
		networks[i] = l.Model.Net.Weights().Input
		same := 0
		for k, w := range networks[i] {
			if w == before[k] {
				same++
			}
		}
		if same > len(before)/2 {
			t.Errorf("%d of %d weights have not changed", same, len(before))
		}
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}
	for k, w := range networks[0] {
		if w != networks[1][k] {
			t.Fatalf("weight %d is %g, and then %g for the same seed", k, w, networks[1][k])
		}
	}
}

// TestCannot refuses games and networks that do not fit.
func TestCannot(t *testing.T) {
	for _, name := range []string{"kuhnpoker", "rockpaperscissors"} {
		if _, err := New(t.Context(), open(t, name).Game, 128); !errors.Is(err, ErrCannot) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, hidden := range []int{16, 48, 256} {
		if _, err := New(t.Context(), open(t, "tictactoe").Game, hidden); err == nil {
			t.Errorf("%d hidden units were not refused", hidden)
		}
	}
}
