package solve_test

import (
	"context"
	"math/big"
	"testing"

	"ludex/game"
	"ludex/internal/gametest"
	"ludex/solve"
)

// TestInterrupted checks that nothing is proved by answers of a machine whose
// context has ended, and that bounds which are known then are true.
func TestInterrupted(t *testing.T) {
	g := fromLibrary(t, "tictactoe-lesson")
	for _, m := range []solve.Method{solve.Auto, solve.AlphaBeta, solve.ProofNumber, solve.Induction} {
		for at := int64(0); at < 400; at += 7 {
			for _, answers := range []gametest.FailedAnswers{gametest.Over, gametest.Stuck} {
				ctx, cancel := context.WithCancel(context.Background())
				f := &gametest.Failing{Game: g, Answered: at, Answers: answers, Why: func() error { cancel(); return ctx.Err() }}
				r, err := solve.Solve(ctx, f, nil, solve.Options{Method: m})
				if err != nil || r.Outcome != solve.Undecided || r.Reason != solve.TimeUp {
					t.Fatalf("%s, interrupted at question %d: %+v, %v", m, at, r, err)
				}
				for role := range r.Goals {
					if draw := big.NewRat(50, 1); r.Goals[role].Low.Cmp(draw) > 0 || r.Goals[role].High.Cmp(draw) < 0 {
						t.Errorf("%s, interrupted at question %d: the draw is not between %v and %v", m, at, r.Goals[role].Low, r.Goals[role].High)
					}
				}
				cancel()
			}
		}
	}
}

// TestFailures checks that no method proves anything on a machine that fails.
func TestFailures(t *testing.T) {
	small := map[string]string{
		"two players":  "tictactoe-lesson",
		"one player":   "maze",
		"simultaneous": "rockpaperscissors",
	}
	for kind, name := range small {
		g := fromLibrary(t, name)
		for _, m := range append([]solve.Method{solve.Auto}, solve.Methods...) {
			if _, err := solve.Solve(context.Background(), g, nil, solve.Options{Method: m, Nodes: 300}); err != nil {
				continue // the method does not fit
			}
			if m == solve.BestFirst {
				continue // machines that fail have no estimates
			}
			t.Run(kind+"/"+string(m), func(t *testing.T) {
				gametest.Failures(t, g, func(g game.Game) error {
					_, err := solve.Solve(context.Background(), g, nil, solve.Options{Method: m, Nodes: 300})
					return err
				})
			})
		}
	}
}
