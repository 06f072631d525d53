// Play loads a game and plays it at random, move by move. Each example is complete in
// itself, to be read alone, so they repeat how a game is opened.
//
//	go run ./examples/play connectfour
package main

import (
	"context"
	"fmt"
	"log"
	"math/rand/v2"
	"os"

	"ludex"
)

func main() {
	name := "connectfour"
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
	p, err := g.NewPlay(ctx)
	if err != nil {
		return err
	}
	draw := rand.New(rand.NewPCG(1, 2))
	for {
		over, err := p.Over()
		if err != nil {
			return err
		}
		if over {
			break
		}
		moves := map[string]string{}
		for _, role := range g.Roles() {
			legal, err := p.Legal(role)
			if err != nil {
				return err
			}
			moves[role] = legal[draw.IntN(len(legal))]
		}
		fmt.Println(p.Steps()+1, moves)
		if err := p.Step(moves); err != nil {
			return err
		}
	}
	for _, role := range g.Roles() {
		goal, err := p.Goal(role)
		if err != nil {
			return err
		}
		fmt.Printf("%s gets %d\n", role, goal)
	}
	return nil
}
