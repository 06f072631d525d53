package rules_test

import (
	"context"
	"fmt"
	"log"

	"ludex/game"
	"ludex/library"
	"ludex/rules"
)

// This example is also in docs/engines.md.
func Example() {
	ctx := context.Background()
	file, err := library.Open("tictactoe", nil)
	if err != nil {
		log.Fatal(err)
	}
	g, _, err := rules.Read(file, rules.Options{}).Open(ctx, rules.Opening{})
	if err != nil {
		log.Fatal(err) // rules with errors are refused
	}

	// A game is shared; a machine belongs to one goroutine.
	m := g.NewMachine()
	state := m.Initial(nil)
	for r, name := range g.Roles() {
		moves := m.Legal(state, game.Role(r), nil)
		if err := m.Err(); err != nil {
			log.Fatal(err)
		}
		fmt.Println(name, len(moves), g.MoveText(game.Role(r), moves[0]))
	}

	// The fastest playouts the engine has, and reproducible ones.
	fast, err := game.Playouts(ctx, g, game.PlayoutOptions{Count: 10_000, Seed: 7})
	if err != nil {
		log.Fatal(err)
	}
	same, err := game.ScalarPlayouts(ctx, g, game.PlayoutOptions{Count: 1000, Seed: 7})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(fast.Playouts, same.Playouts, same.States)
	// Output:
	// white 9 (mark 1 1)
	// black 1 noop
	// 10000 1000 7610
}
