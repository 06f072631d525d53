package mcts_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"ludex/game"
	"ludex/internal/intervals"
	"ludex/internal/playertest"
	"ludex/player"
	"ludex/player/mcts"
)

// threadGames are the games and engines on which threads are measured: playouts are fast in
// the first ones, so that the graph takes most of the time, and slow in the last.
var threadGames = []struct{ name, engine string }{
	{"connectfour", "circuit"}, {"breakthrough", "circuit"}, {"breakthrough-rbg", "lanes"},
	{"reversi", "lanes"}, {"hex", "lanes"}, {"gomoku", "compiled"}, {"chess", "compiled"},
}

// BenchmarkThreads reports how many simulations and playouts one and two threads make in a
// second of searches of 100 ms. Run it on two idle cores, with -benchtime and the number of
// searches, such as 20x.
func BenchmarkThreads(b *testing.B) {
	for _, x := range threadGames {
		b.Run(x.name, func(b *testing.B) {
			g := playertest.OpenWith(b, x.name, x.engine)
			for n := 1; n <= 2; n++ {
				b.Run(fmt.Sprint(n), func(b *testing.B) { benchmarkThreads(b, g, n) })
			}
		})
	}
}

func benchmarkThreads(b *testing.B, g game.Game, n int) {
	var nodes, playouts uint64
	var elapsed time.Duration
	opt := mcts.Defaults()
	opt.Threads = n
	for i := range b.N {
		s, err := mcts.New(g, nil, opt, uint64(i+1))
		if err != nil {
			b.Fatal(err)
		}
		run := func(f func(context.Context) error) {
			ctx, cancel := context.WithTimeout(b.Context(), 100*time.Millisecond)
			defer cancel()
			if err := f(ctx); err != nil {
				b.Fatal(err)
			}
		}
		search := func(ctx context.Context) error { return s.Run(ctx, mcts.Limits{Role: game.NoRole}) }
		run(s.PrepareTimed)
		run(search) // in which the number of playouts is adjusted
		before := s.Analysis(0)
		run(search)
		a := s.Analysis(0)
		nodes, playouts, elapsed = nodes+a.Nodes-before.Nodes, playouts+a.Playouts-before.Playouts, elapsed+a.Elapsed-before.Elapsed
	}
	b.ReportMetric(float64(nodes)/elapsed.Seconds(), "nodes/s")
	b.ReportMetric(float64(playouts)/elapsed.Seconds(), "playouts/s")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkTwoThreads plays matches of two threads against one with 1.6 times the time, by
// turns, and reports the score of two threads. Run it on two idle cores, with -benchtime and
// the number of games, such as 60x.
func BenchmarkTwoThreads(b *testing.B) {
	const clock, factor = 200 * time.Millisecond, 1.6
	for _, x := range threadGames {
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
