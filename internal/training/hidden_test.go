package training_test

import (
	"testing"
	"time"

	"ludex/internal/learn"
	"ludex/internal/playertest"
	"ludex/internal/training"
	"ludex/player"
	"ludex/player/mcts"
)

// A game that hides information is learned, and trials compare the network with the search
// for such games.
func TestTrainHidden(t *testing.T) {
	g := playertest.Open(t, "liarsdice")
	opt := learn.Defaults()
	opt.Hidden = 16
	m, err := training.Train(t.Context(), g, training.Options{Time: time.Second, Learn: opt, Points: 1})
	if err != nil {
		t.Fatal(err)
	}
	if m.Plays == 0 || len(m.Trials) != 1 || m.Trials[0].Method.Search != learn.Policy {
		t.Fatalf("%d plays, trials %v", m.Plays, m.Trials)
	}
	p := func() player.Player {
		return training.NewPlayer(learn.Method{Search: learn.Policy}, m.Net, mcts.Defaults())
	}
	var moves [2]int
	for i := range moves {
		res, err := player.Play(t.Context(), player.Match{Game: g, Players: []player.Player{p(), p(), nil}, Nodes: 10, Seed: 4})
		if err != nil || len(res.Faults) > 0 || !res.Over {
			t.Fatalf("%v, %+v", err, res.Faults)
		}
		moves[i] = len(res.Moves)
	}
	if moves[0] != moves[1] {
		t.Errorf("the same seed gives plays of %v steps", moves)
	}
	open := playertest.Open(t, "tictactoe")
	if err := p().Start(t.Context(), player.Setup{Game: open}); err == nil {
		t.Error("it plays a game that hides nothing")
	}
}
