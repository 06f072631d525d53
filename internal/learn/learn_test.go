package learn_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"testing"

	"ludex/game"
	"ludex/internal/learn"
	"ludex/internal/neural"
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

// Plays that are made elsewhere give the same network as plays that are made here.
func TestElsewhere(t *testing.T) {
	for _, name := range []string{"tictactoe", "tictactoe-rbg", "minority"} {
		g := game.Fixed(playertest.Open(t, name))
		var files [2]bytes.Buffer
		for i := range files {
			opt := learn.Defaults()
			opt.Hidden, opt.Plays = 16, 40
			if i == 1 {
				opt.Elsewhere = overWire(t, g)
			}
			l, err := learn.New(t.Context(), g, nil, opt)
			if err != nil {
				t.Fatal(err)
			}
			for range 3 {
				if err := l.Round(t.Context(), 0.5); err != nil {
					t.Fatal(err)
				}
			}
			if err := l.Model.Write(&files[i]); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(files[0].Bytes(), files[1].Bytes()) {
			t.Errorf("%s: the network depends on where plays are made", name)
		}
	}
}

// overWire makes plays from what was written and read again, as other processes do.
func overWire(t *testing.T, g game.Game) learn.BatchPlayer {
	again := func(from, to any) {
		text, err := json.Marshal(from)
		if err == nil {
			err = json.Unmarshal(text, to)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return func(ctx context.Context, m *learn.Model, batches []learn.Batch) (all [][]neural.Sample, err error) {
		var file bytes.Buffer
		if err := m.Write(&file); err != nil {
			return nil, err
		}
		read, err := learn.Read(&file)
		if err != nil {
			return nil, err
		}
		for _, b := range batches {
			var batch learn.Batch
			again(b, &batch)
			plays, err := read.Play(ctx, g, batch)
			if err != nil {
				return nil, err
			}
			var received [][]neural.Sample
			again(plays, &received)
			all = append(all, received...)
		}
		return all, nil
	}
}

// Batches and samples that make no sense are refused.
func TestRefusesBatches(t *testing.T) {
	g := playertest.Open(t, "tictactoe")
	opt := learn.Defaults()
	opt.Hidden = 16
	plays := func(s neural.Sample) [][]neural.Sample {
		list := make([][]neural.Sample, opt.Plays)
		list[3] = []neural.Sample{s}
		return list
	}
	for name, answer := range map[string][][]neural.Sample{
		"none":       nil,
		"no goals":   plays(neural.Sample{}),
		"a negative": plays(neural.Sample{Goals: []float32{0, 1}, Features: []int32{-1}}),
		"too high":   plays(neural.Sample{Goals: []float32{0, 1}, Features: []int32{1000}}),
	} {
		opt.Elsewhere = func(context.Context, *learn.Model, []learn.Batch) ([][]neural.Sample, error) { return answer, nil }
		l, err := learn.New(t.Context(), g, nil, opt)
		if err != nil {
			t.Fatal(err)
		}
		if err := l.Round(t.Context(), 0); err == nil {
			t.Errorf("%s: the samples are accepted", name)
		}
		for _, b := range []learn.Batch{{}, {Count: 1, Options: opt}, {Count: 1 << 30, MaxSteps: 1, Options: opt}, {Count: 1, MaxSteps: 1}} {
			if _, err := l.Model.Play(t.Context(), g, b); err == nil {
				t.Errorf("%+v is played", b)
			}
		}
	}
}

// A win in one is valued higher than other moves.
func TestLearnsWins(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
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
	if _, err := learn.New(context.Background(), playertest.OpenWith(t, "tictactoe", "reference"), nil, learn.Defaults()); err == nil {
		t.Error("a game without features is learned")
	}
	huge := learn.Defaults()
	huge.Hidden = 1 << 20
	if _, err := learn.New(context.Background(), playertest.Open(t, "tictactoe"), nil, huge); err == nil {
		t.Error("a network is learned that cannot be stored")
	}
}

func FuzzRead(f *testing.F) {
	opt := learn.Defaults()
	opt.Hidden = 16
	l, err := learn.New(context.Background(), playertest.Open(f, "tictactoe"), nil, opt)
	if err != nil {
		f.Fatal(err)
	}
	for _, write := range []func(io.Writer) error{l.Model.Write, l.Model.WriteCompact} {
		var file bytes.Buffer
		if err := write(&file); err != nil {
			f.Fatal(err)
		}
		f.Add(file.Bytes())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := learn.Read(bytes.NewReader(data))
		if err == nil && m.Net == nil {
			t.Error("a model without a network")
		}
	})
}
