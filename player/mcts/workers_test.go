package mcts

import (
	"context"
	"testing"

	"ludex/game"
	"ludex/internal/gametest"
	"ludex/internal/playertest"
	"ludex/player"
)

// TestWorkers searches with a clock by several threads, in turns, at the same time and with
// chance, on engines with and without lanes, and checks that every simulation counts once.
func TestWorkers(t *testing.T) {
	names := []string{"connectfour", "connectfour-rbg", "rockpaperscissors"}
	if !testing.Short() {
		names = append(names, "amazons", "minority", "eightpuzzle")
	}
	for _, name := range names {
		for _, threads := range []int{1, 3} {
			for _, batched := range []bool{false, true} {
				g := playertest.Open(t, name)
				opt := Defaults()
				opt.Threads = threads
				s := newSearch(t, g, nil, opt, 3)
				if err := s.prepareTimed(t.Context()); err != nil {
					t.Fatal(err)
				}
				s.setBatched(batched)
				grow(t, s, 400)
				checkMeans(t, s)
				root, restarted := s.graph.root, s.graph.solver.constantSum.retracted
				if n := s.stats.simulations; root.proved == 0 && !restarted && (n < 400 || int(root.visits) != int(n)) {
					t.Errorf("%s, %d threads: %d simulations and %d visits", name, threads, n, root.visits)
				}
			}
		}
	}
}

// TestWorkersFail has one of the machines of a search by two threads fail, or end with the
// context. Nothing that it said then is kept.
func TestWorkersFail(t *testing.T) {
	open := playertest.Open(t, "tictactoe")
	legal := open.NewMachine().Legal(open.NewMachine().Initial(nil), 0, nil)
	opt := Defaults()
	opt.Threads, opt.Nodes = 2, 300
	for at := int64(20); at < 4000; at += 397 {
		for _, answers := range []gametest.FailedAnswers{gametest.Over, gametest.Stuck, gametest.Plausible} {
			broken := &gametest.Failing{Game: open, Answered: at, Answers: answers}
			if err := playOnce(t.Context(), broken, opt, legal); err == nil && broken.Failed() {
				t.Fatalf("question %d: the failure of a machine is not reported", at)
			}

			ctx, cancel := context.WithCancel(t.Context())
			g := &interrupted{Failing: gametest.Failing{Game: open, Answered: at, Answers: answers}}
			g.Why = func() error { cancel(); return ctx.Err() }
			p := NewPlayer(opt)
			if err := p.Start(ctx, player.Setup{Game: g, Role: 0, Seed: 1}); err != nil && ctx.Err() == nil {
				t.Fatal(err)
			}
			if _, err := p.Choose(ctx, legal); err != nil {
				t.Fatalf("question %d: %v", at, err)
			}
			if _, err := p.Choose(t.Context(), legal); err != nil {
				t.Fatalf("question %d, the move after: %v", at, err)
			}
			for r, exact := range p.Analysis().Exact {
				if v := p.Analysis().Values[r]; exact && v != 50 {
					t.Fatalf("question %d: a value of %v is called proved", at, v)
				}
			}
			p.Stop()
			cancel()
		}
	}
}

// playOnce has a player choose a move.
func playOnce(ctx context.Context, g game.Game, opt Options, legal []game.Move) error {
	p := NewPlayer(opt)
	defer p.Stop()
	if err := p.Start(ctx, player.Setup{Game: g, Role: 0, Seed: 1}); err != nil {
		return err
	}
	_, err := p.Choose(ctx, legal)
	return err
}
