package seat

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"ludex/game"
	"ludex/internal/gametest"
	"ludex/internal/players/basic"
	"ludex/internal/rulestest"
	"ludex/player"
	"ludex/rules"
)

// TestFailingMachines lets machines of the fast engine, or of both engines, fail in the
// middle of a match. There is still an answer in time, and as long as one engine works it
// is a legal move.
func TestFailingMachines(t *testing.T) {
	r := rulestest.Read(t, "tictactoe")
	_, g := rulestest.Open(t, "tictactoe")
	for _, both := range []bool{false, true} {
		for at := int64(0); at < 60; at += 4 {
			for _, answers := range []gametest.FailedAnswers{gametest.Over, gametest.Stuck} {
				open := func(r *rules.Rules, ctx context.Context, o rules.Opening) (game.Game, string, error) {
					g, note, err := r.Open(ctx, o)
					if both || o.Engine == "" {
						g = &gametest.Failing{Game: g, Answered: at, Answers: answers}
					}
					return g, note, err
				}
				synctest.Test(t, func(t *testing.T) {
					m := tictactoe(t, r, open, func() player.Player { return new(basic.Random) })
					defer m.end()
					machine := g.NewMachine()
					for state := machine.Initial(nil); !machine.Terminal(state); {
						began := time.Now()
						got := m.Choose(context.Background(), began, m.clock, nil)
						if took := time.Since(began); took > m.clock-margin/2 {
							t.Errorf("question %d: an answer after %v", at, took)
						}
						legal := texts(g, machine, state)
						if !both && !slices.Contains(legal[0], got) {
							t.Fatalf("question %d: the answer is %s, and legal are %v", at, got, legal[0])
						}
						joint := []string{legal[0][0], legal[1][0]}
						m.tell(joint...)
						state = next(t, g, machine, state, joint)
					}
				})
			}
		}
	}
}

// texts returns the legal moves of all roles.
func texts(g game.Game, m game.Machine, s game.State) [][]string {
	var out [][]string
	for r := range g.Roles() {
		var list []string
		for _, move := range m.Legal(s, game.Role(r), nil) {
			list = append(list, g.MoveText(game.Role(r), move))
		}
		out = append(out, list)
	}
	return out
}

func next(t *testing.T, g game.Game, m game.Machine, s game.State, joint []string) game.State {
	t.Helper()
	moves := make([]game.Move, len(joint))
	for r, text := range joint {
		var err error
		if moves[r], err = game.FindMove(g, m, s, game.Role(r), text); err != nil {
			t.Fatal(err)
		}
	}
	return m.Next(s, moves, nil)
}
