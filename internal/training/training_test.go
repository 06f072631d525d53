package training_test

import (
	"context"
	"testing"
	"time"

	"ludex/internal/learn"
	"ludex/internal/playertest"
	"ludex/internal/training"
	"ludex/player"
	"ludex/player/mcts"
)

func TestTrain(t *testing.T) {
	g := playertest.Open(t, "breakthrough-5x5")
	opt := learn.Defaults()
	opt.Hidden = 16
	saved, reports := 0, 0
	m, err := training.Train(t.Context(), g, training.Options{
		Time: 1500 * time.Millisecond, Learn: opt, Points: 2,
		Progress: func(training.Status) { reports++ },
		Save:     func(*learn.Model) error { saved++; return nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	if m.Plays == 0 || len(m.Curve) == 0 || len(m.Trials) == 0 || saved != len(m.Curve)+1 || reports == 0 {
		t.Errorf("%d plays, curve %v, trials %v, saved %d times, %d reports", m.Plays, m.Curve, m.Trials, saved, reports)
	}
	again, err := training.Train(t.Context(), g, training.Options{Time: 300 * time.Millisecond, From: m, Learn: opt, Points: 1})
	if err != nil || again.Plays <= m.Plays || len(again.Curve) != len(m.Curve)+1 {
		t.Errorf("%v; %d plays after %d, curve %v", err, again.Plays, m.Plays, again.Curve)
	}
}

// Learning that goes on keeps the method that trials showed until others refute it, tries it
// first, and compares the network with what it was.
func TestGoesOn(t *testing.T) {
	g := playertest.Open(t, "breakthrough-5x5")
	opt := learn.Defaults()
	opt.Hidden = 16
	m, err := training.Train(t.Context(), g, training.Options{Time: time.Nanosecond, Learn: opt, Points: 1})
	if err != nil || m.Helps() || m.Tried() || m.Curve[0].High > 0 {
		t.Fatalf("%v, %v, trials %+v, curve %+v", err, m.Method, m.Trials, m.Curve)
	}
	shown := learn.Trial{Method: learn.Method{Search: learn.MCTS, Share: 0.5, Playouts: 16}, Games: 24, Score: 1, Low: 0.86, High: 1}
	m.Method, m.Trials = shown.Method, []learn.Trial{shown}
	again, err := training.Train(t.Context(), g, training.Options{Time: time.Nanosecond, From: m, Learn: opt, Points: 1})
	if err != nil || again.Method != shown.Method || *again.Proof() != shown {
		t.Errorf("%v; best used by %v, as %+v showed", err, again.Method, again.Proof())
	}
	if len(again.Trials) < 2 || again.Trials[1].Method != shown.Method {
		t.Errorf("the method is not tried again: %+v", again.Trials)
	}
	if p := again.Curve[1]; p.High == 0 {
		t.Errorf("the network is not compared with what it was: %+v", p)
	}
}

// If matches take longer than planned, there are fewer points, and each has new plays.
func TestPoints(t *testing.T) {
	opt := learn.Defaults()
	opt.Hidden = 16
	m, err := training.Train(t.Context(), playertest.Open(t, "breakthrough-5x5"), training.Options{Time: 300 * time.Millisecond, Learn: opt, Points: 200})
	if err != nil || len(m.Curve) == 200 {
		t.Fatalf("%v, %d points", err, len(m.Curve))
	}
	for i := 1; i < len(m.Curve); i++ {
		if m.Curve[i].Plays == m.Curve[i-1].Plays {
			t.Errorf("points %d and %d have %d plays", i-1, i, m.Curve[i].Plays)
		}
	}
}

// An end of the context is no error, and what was learned is kept.
func TestInterrupted(t *testing.T) {
	g := playertest.Open(t, "breakthrough-5x5")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	m, err := training.Train(ctx, g, training.Options{
		Time: time.Hour, Learn: learn.Defaults(), Points: 1,
		Progress: func(s training.Status) { cancel() },
	})
	if err != nil || m.Plays == 0 || m.Method.Search != learn.Playouts {
		t.Errorf("%v, %+v", err, m)
	}
}

// Every method plays, in games of all kinds.
func TestMethods(t *testing.T) {
	for name, methods := range map[string][]learn.Method{
		"breakthrough-5x5":  {{Search: learn.BestFirst, Share: 1}, {Search: learn.BestFirst, Share: 0.5, Playouts: 16}},
		"tictactoe-rbg":     {{Search: learn.MCTS, Share: 0.5, Playouts: 4}, {Search: learn.Playouts}},
		"rockpaperscissors": {{Search: learn.MCTS, Share: 1}, {Search: learn.MCTS, Share: 0.5, Playouts: 4}},
	} {
		g := playertest.Open(t, name)
		l, err := learn.New(t.Context(), g, nil, learn.Defaults())
		if err != nil {
			t.Fatal(err)
		}
		var players []player.Player
		for _, m := range methods {
			players = append(players, training.NewPlayer(m, l.Model.Net, mcts.Defaults()))
		}
		res, err := player.Play(t.Context(), player.Match{Game: g, Players: players, Nodes: 200, Seed: 1})
		if err != nil || len(res.Faults) > 0 || !res.Over {
			t.Errorf("%s: %v, %+v", name, err, res.Faults)
		}
	}
}
