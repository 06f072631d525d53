// Player has a player of its own, flat Monte Carlo search, and lets it play ten matches
// against random moves.
//
//	go run ./examples/player breakthrough-5x5
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"ludex"
	"ludex/game"
	"ludex/player"
)

// FlatMonteCarlo tries each move with the same number of random playouts and makes
// the one with the best mean goal. It plays games in which roles see everything.
type FlatMonteCarlo struct {
	Playouts int // per move

	setup   player.Setup
	tracker *player.Tracker // follows the match
	runner  game.Runner
}

// Start implements [player.Player].
func (f *FlatMonteCarlo) Start(_ context.Context, s player.Setup) error {
	f.setup, f.tracker, f.runner = s, player.NewTracker(s), game.NewRunner(s.Game)
	return f.tracker.Machine.Err()
}

// Choose implements [player.Player].
func (f *FlatMonteCarlo) Choose(ctx context.Context, legal []game.Move) (game.Move, error) {
	states := make([]game.State, len(legal))
	for i, move := range legal {
		joint, err := f.joint(move)
		if err != nil {
			return 0, err
		}
		states[i] = f.tracker.Machine.Next(f.tracker.State, joint, nil)
	}
	if err := f.tracker.Machine.Err(); err != nil {
		return 0, err
	}
	results := make([]game.PlayoutResult, len(legal))
	opt := game.PlayoutOptions{Count: f.Playouts, Seed: f.setup.Seed + uint64(f.tracker.Steps)}
	if err := f.runner.Run(ctx, states, opt, results); err != nil {
		return 0, err
	}
	best := 0
	for i := range results {
		if results[i].MeanGoal(f.setup.Role) > results[best].MeanGoal(f.setup.Role) {
			best = i
		}
	}
	return legal[best], nil
}

// joint returns a joint move with a move of our own and the first legal move of
// everybody else.
func (f *FlatMonteCarlo) joint(own game.Move) ([]game.Move, error) {
	joint := make([]game.Move, len(f.setup.Game.Roles()))
	for r := range joint {
		if game.Role(r) == f.setup.Role {
			joint[r] = own
			continue
		}
		legal := f.tracker.Machine.Legal(f.tracker.State, game.Role(r), nil)
		if len(legal) == 0 {
			return nil, game.ErrStuck
		}
		joint[r] = legal[0]
	}
	return joint, nil
}

// Observe implements [player.Player].
func (f *FlatMonteCarlo) Observe(_ context.Context, e player.Event) error {
	return f.tracker.Observe(e)
}

// Stop implements [player.Player].
func (f *FlatMonteCarlo) Stop() {}

func main() {
	name := "breakthrough-5x5"
	if len(os.Args) > 1 {
		name = os.Args[1]
	}
	if err := run(context.Background(), name); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, name string) error {
	g, err := ludex.Open(ctx, name)
	if err != nil {
		return err
	}
	won := 0
	for seed := range uint64(10) {
		random, err := ludex.NewPlayer("random")
		if err != nil {
			return err
		}
		record, err := g.MatchPlayers(ctx, ludex.Thinking{Seed: seed}, &FlatMonteCarlo{Playouts: 100}, random)
		if err != nil {
			return err
		}
		if record.Goals[0] > record.Goals[1] {
			won++
		}
	}
	fmt.Printf("flat Monte Carlo won %d of 10 matches against random moves\n", won)
	return nil
}
