// Evaluation searches with an evaluation of its own in place of random playouts: the
// difference in material, counted from the facts of a state.
//
//	go run ./examples/evaluation
package main

import (
	"context"
	"fmt"
	"log"
	"math"
	"strings"

	"ludex"
	"ludex/game"
	"ludex/player"
	"ludex/player/mcts"
)

// Material prefers the role that has more pieces on the board.
type Material struct {
	game   game.Game
	pieces []string // by role: how a fact ends that is a piece of the role
}

// Evaluate implements [mcts.Evaluator].
func (m Material) Evaluate(_ context.Context, states []game.State, values [][]float64) error {
	for i, s := range states {
		count := make([]float64, len(m.pieces))
		for _, fact := range m.game.Facts(s) {
			for r, piece := range m.pieces {
				if strings.HasSuffix(fact, piece) {
					count[r]++
				}
			}
		}
		values[i][0] = 1 / (1 + math.Exp(count[1]-count[0]))
		values[i][1] = 1 - values[i][0]
	}
	return nil
}

func main() {
	if err := run(context.Background()); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context) error {
	g, err := ludex.Open(ctx, "breakthrough-5x5")
	if err != nil {
		return err
	}
	opt := mcts.Defaults()
	opt.Evaluator = func(g game.Game) (mcts.Evaluator, error) {
		return Material{game: g, pieces: []string{" white)", " black)"}}, nil
	}
	won := 0
	for seed := range uint64(4) {
		random, err := ludex.NewPlayer("random")
		if err != nil {
			return err
		}
		var ours player.Player = mcts.NewPlayer(opt)
		record, err := g.MatchPlayers(ctx, ludex.Thinking{Nodes: 300, Seed: seed}, ours, random)
		if err != nil {
			return err
		}
		if record.Goals[0] > record.Goals[1] {
			won++
		}
	}
	fmt.Printf("a search for material won %d of 4 matches against random moves\n", won)
	return nil
}
