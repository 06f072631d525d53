// Host runs a match between two players, keeps its signed record in a file, reads it
// again and proves that the match was played by the rules.
//
//	go run ./examples/host reversi-4x4
package main

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"time"

	"ludex"
	"ludex/match"
	"ludex/player"
)

func main() {
	name := "reversi-4x4"
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
	seats := make([]match.Seat, len(g.Roles()))
	for i, spec := range []string{"mcts", "random"} {
		var p player.Player
		if p, err = ludex.NewPlayer(spec); err != nil {
			return err
		}
		seats[i] = match.Seat{Name: spec, Player: p}
	}
	dir, err := os.MkdirTemp("", "host")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	key, err := match.OpenKey(filepath.Join(dir, "key"))
	if err != nil {
		return err
	}
	record, err := match.Run(ctx, match.Config{
		ID: match.NewID("example", name, time.Now()), Rules: g.Rules(), Game: g, Seats: seats,
		Nodes: 200, Seed: 7, Key: key, Allowance: match.DefaultAllowance,
	})
	if err != nil {
		return err
	}
	file := filepath.Join(dir, "match.json")
	var text bytes.Buffer
	if err := record.Write(&text); err != nil {
		return err
	}
	if err := os.WriteFile(file, text.Bytes(), 0o600); err != nil {
		return err
	}
	return prove(ctx, file, g)
}

// prove reads a record and checks its signature and every move in it.
func prove(ctx context.Context, file string, g *ludex.Game) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	record, err := match.Decode(text)
	if err != nil {
		return err
	}
	if err := record.Verify(); err != nil {
		return err
	}
	if err := record.Check(ctx, g.Rules(), g); err != nil {
		return err
	}
	fmt.Printf("%d steps, proved; the goals are %v\n", len(record.Moves), record.Goals)
	return nil
}
