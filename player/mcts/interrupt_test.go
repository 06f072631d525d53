package mcts

import (
	"context"
	"testing"

	"ludex/game"
	"ludex/internal/gametest"
	"ludex/internal/playertest"
	"ludex/player"
)

// TestInterrupted has the context of a move end while the machine of the graph
// computes. The player moves nevertheless, nothing that the machine said then is
// kept, and the next move is searched as usual.
func TestInterrupted(t *testing.T) {
	open := playertest.Open(t, "tictactoe")
	legal := open.NewMachine().Legal(open.NewMachine().Initial(nil), 0, nil)
	for at := int64(20); at < 3000; at += 53 {
		for _, answers := range []gametest.FailedAnswers{gametest.Over, gametest.Stuck} {
			ctx, cancel := context.WithCancel(t.Context())
			g := &interrupted{Failing: gametest.Failing{Game: open, Answered: at, Answers: answers}}
			g.Why = func() error { cancel(); return ctx.Err() }
			p := NewPlayer(Defaults())
			if err := p.Start(t.Context(), player.Setup{Game: g, Role: 0, Nodes: 200, Seed: 1}); err != nil {
				t.Fatal(err)
			}
			if move, err := p.Choose(ctx, legal); err != nil || move < legal[0] {
				t.Fatalf("question %d: %v, %v", at, move, err)
			}
			cancel()
			if _, err := p.Choose(t.Context(), legal); err != nil {
				t.Fatalf("question %d, the move after: %v", at, err)
			}
			a := p.Analysis()
			for r, exact := range a.Exact {
				if exact && a.Values[r] != 50 {
					t.Fatalf("question %d: a value of %v is called proved", at, a.Values[r])
				}
			}
			p.Stop()
		}
	}
}

// An interrupted game has machines that forget a failure when they are bound to
// another context.
type interrupted struct{ gametest.Failing }

func (g *interrupted) NewMachine() game.Machine {
	return &forgetful{g, g.Failing.NewMachine()}
}

type forgetful struct {
	game *interrupted
	game.Machine
}

func (m *forgetful) Bind(ctx context.Context) {
	if m.Machine.Err() != nil && ctx.Err() == nil {
		m.Machine = m.game.Game.NewMachine()
	}
}
