package mcts_test

import (
	"context"
	"testing"
	"time"

	"ludex/game"
	"ludex/internal/intervals"
	"ludex/internal/playertest"
	"ludex/player"
	"ludex/player/mcts"
)

// BenchmarkTwoThreads plays matches of two threads against one with 1.6 times the time, by
// turns, and reports the score of two threads. Run it on two idle cores, with -benchtime and
// the number of games, such as 60x.
func BenchmarkTwoThreads(b *testing.B) {
	const clock, factor = 100 * time.Millisecond, 1.6
	for _, x := range []struct{ name, engine string }{
		{"connectfour", "circuit"}, {"breakthrough", "circuit"}, {"breakthrough-rbg", "lanes"},
		{"reversi", "lanes"}, {"hex", "lanes"}, {"gomoku", "compiled"}, {"chess", "compiled"},
	} {
		b.Run(x.name, func(b *testing.B) {
			g := playertest.OpenWith(b, x.name, x.engine)
			score := 0.0
			for i := range b.N {
				score += twoThreads(b, g, i, clock, factor)
			}
			in := intervals.Wilson(score/float64(b.N), b.N)
			b.ReportMetric(score/float64(b.N), "score")
			b.ReportMetric(in.Low, "low")
			b.ReportMetric(in.High, "high")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// twoThreads plays a match and returns the score of the player with two threads.
func twoThreads(b *testing.B, g game.Game, number int, clock time.Duration, factor float64) float64 {
	two := &hurried{Player: threads(2), factor: factor}
	players := []player.Player{two, threads(1)}
	seat := number % 2
	if seat == 1 {
		players[0], players[1] = players[1], players[0]
	}
	res, err := player.Play(b.Context(), player.Match{
		Game: g, Players: players, StartClock: 500 * time.Millisecond, PlayClock: clock, Seed: uint64(number/2 + 1),
	})
	if err != nil {
		b.Fatal(err)
	}
	if len(res.Faults) > 0 {
		b.Fatal(res.Faults)
	}
	return float64(res.Goals[seat]-res.Goals[1-seat]+100) / 200
}

// threads returns a player with a number of threads.
func threads(n int) player.Player {
	opt := mcts.Defaults()
	opt.Threads = n
	return mcts.NewPlayer(opt)
}

// A hurried player has a part of the time for its moves.
type hurried struct {
	player.Player
	factor float64
}

// Choose implements [player.Player].
func (h *hurried) Choose(ctx context.Context, legal []game.Move) (game.Move, error) {
	if deadline, timed := ctx.Deadline(); timed {
		short, cancel := context.WithTimeout(ctx, time.Duration(float64(time.Until(deadline))/h.factor))
		defer cancel()
		ctx = short
	}
	return h.Player.Choose(ctx, legal)
}
