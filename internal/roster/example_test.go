package roster_test

import (
	"context"
	"fmt"
	"log"

	"ludex/internal/roster"
	"ludex/library"
	"ludex/match"
	"ludex/rules"
)

// A series of two players, who take turns at the seats.
func Example() {
	ctx := context.Background()
	file, err := library.Open("connectthree", nil)
	if err != nil {
		log.Fatal(err)
	}
	rs := rules.Read(file, rules.Options{})
	g, _, err := rs.Open(ctx, rules.Opening{})
	if err != nil {
		log.Fatal(err)
	}
	players, err := match.NewRoster(ctx, rs, roster.All(), rules.Opening{})
	if err != nil {
		log.Fatal(err)
	}
	series := match.Series{
		Config: match.Config{Rules: rs, Game: g, Nodes: 100, Seed: 1},
		Games:  10,
	}
	for _, spec := range []string{"mcts:playouts=32", "random"} {
		build, err := players.Maker(spec)
		if err != nil {
			log.Fatal(err)
		}
		series.Entrants = append(series.Entrants, match.Entrant{Name: spec, New: build})
	}
	rows, err := series.Run(ctx)
	if err != nil {
		log.Fatal(err)
	}
	for _, row := range rows {
		fmt.Printf("%s: %d games, score %.2f (%.2f to %.2f)\n", row.Name, row.Games, row.Score, row.Interval.Low, row.Interval.High)
	}
	// Output:
	// mcts:playouts=32: 10 games, score 1.00 (0.72 to 1.00)
	// random: 10 games, score 0.00 (0.00 to 0.28)
}
