package learn_test

import (
	"bytes"
	"context"
	"testing"

	"ludex/game"
	"ludex/internal/learn"
	"ludex/internal/playertest"
)

func learned(t *testing.T, name string, threads, rounds int) *learn.Learner {
	t.Helper()
	opt := learn.Defaults()
	opt.Threads, opt.Hidden = threads, 16
	l, err := learn.New(t.Context(), game.Fixed(playertest.Open(t, name)), nil, opt)
	if err != nil {
		t.Fatal(err)
	}
	for i := range rounds {
		if err := l.Round(t.Context(), float64(i)/float64(rounds)); err != nil {
			t.Fatal(err)
		}
	}
	return l
}

// Equal seeds give equal networks, with any number of threads and for games of all
// kinds.
func TestReproducible(t *testing.T) {
	for _, name := range []string{"tictactoe", "tictactoe-rbg", "rockpaperscissors", "minority", "breakthrough-5x5"} {
		var a, b bytes.Buffer
		if err := learned(t, name, 1, 5).Model.Write(&a); err != nil {
			t.Fatal(err)
		}
		if err := learned(t, name, 3, 5).Model.Write(&b); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(a.Bytes(), b.Bytes()) {
			t.Errorf("%s: the network depends on the number of threads", name)
		}
		m, err := learn.Read(&a)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.For(playertest.Open(t, name)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := m.For(playertest.Open(t, "nim")); err == nil {
			t.Errorf("%s: the network fits another game", name)
		}
	}
}

// A win in one is valued higher than other moves.
func TestLearnsWins(t *testing.T) {
	g := playertest.Open(t, "tictactoe")
	l := learned(t, "tictactoe", 1, 400)
	e := l.Model.Net.NewEvaluator(game.CapabilitiesOf(g).Features)
	state := func(facts ...string) game.State {
		s, err := g.ParseState(facts)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	win := state("(cell 1 1 x)", "(cell 1 2 x)", "(cell 1 3 x)", "(cell 2 1 o)", "(cell 2 2 o)", "(cell 2 3 blank)", "(cell 3 1 blank)", "(cell 3 2 blank)", "(cell 3 3 blank)", "(control black)")
	loss := state("(cell 1 1 x)", "(cell 1 2 x)", "(cell 1 3 blank)", "(cell 2 1 o)", "(cell 2 2 o)", "(cell 2 3 o)", "(cell 3 1 x)", "(cell 3 2 blank)", "(cell 3 3 blank)", "(control white)")
	a, b := e.Goals(win)[0], 0.0
	if b = e.Goals(loss)[0]; a < b+0.3 {
		t.Errorf("a win is valued %.2f, a loss %.2f", a, b)
	}
}

func TestRefuses(t *testing.T) {
	if _, err := learn.New(context.Background(), playertest.Open(t, "kuhnpoker"), nil, learn.Defaults()); err == nil {
		t.Error("a game with hidden information is learned")
	}
	if _, err := learn.New(context.Background(), playertest.OpenWith(t, "tictactoe", "reference"), nil, learn.Defaults()); err == nil {
		t.Error("a game without features is learned")
	}
}

func FuzzRead(f *testing.F) {
	opt := learn.Defaults()
	opt.Hidden = 16
	l, err := learn.New(context.Background(), playertest.Open(f, "tictactoe"), nil, opt)
	if err != nil {
		f.Fatal(err)
	}
	var file bytes.Buffer
	if err := l.Model.Write(&file); err != nil {
		f.Fatal(err)
	}
	f.Add(file.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := learn.Read(bytes.NewReader(data))
		if err == nil && m.Net == nil {
			t.Error("a model without a network")
		}
	})
}
