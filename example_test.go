package ludex_test

import (
	"context"
	"fmt"
	"log"

	"ludex"
	"ludex/game"
	"ludex/solve"
	"ludex/source"
)

// Open a game of the library and play it move by move.
func Example() {
	ctx := context.Background()
	g, err := ludex.Open(ctx, "tictactoe")
	if err != nil {
		log.Fatal(err)
	}
	p, err := g.NewPlay(ctx)
	if err != nil {
		log.Fatal(err)
	}
	for _, cell := range []string{"(mark 1 1)", "(mark 2 1)", "(mark 1 2)", "(mark 2 2)", "(mark 1 3)"} {
		mover := g.Roles()[p.Steps()%2] // the other role has only noop
		if err := p.Step(map[string]string{mover: cell}); err != nil {
			log.Fatal(err)
		}
	}
	over, err := p.Over()
	if err != nil {
		log.Fatal(err)
	}
	x, _ := p.Goal("white")
	o, _ := p.Goal("black")
	fmt.Println(over, x, o)
	// Output: true 100 0
}

// Rules can be given as text, in any of the languages.
func ExampleOpenText() {
	ctx := context.Background()
	g, err := ludex.OpenText(ctx, "race.rbg", `
#players = white(100), black(100)
#pieces = e, w
#variables =
#board = rectangle(up, down, left, right, [e, e, w])
#rules = ->white {w} ([e] left {e} [w] + [$ white=50]) ->black [$ black=50] ->>
`)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(g.Roles())
	// Output: [white black]
}

// Errors come with their place and what to do.
func ExampleCheckText() {
	list := ludex.CheckText(context.Background(), "slip.kif", `(role white)
(init s)
(<= (legal ?r noop) (true s))
(<= (next s) (true s))
(goal white 100)
(<= terminal (true s))
`)
	for _, d := range list.Items {
		if d.Severity == source.Error {
			fmt.Println(d)
		}
	}
	// Output: slip.kif:3:12: error: the variable ?r of the head occurs in no positive condition of the body [GDL020]
}

// A match between two players with a budget of nodes and a seed is reproducible.
func ExampleGame_Match() {
	ctx := context.Background()
	g, err := ludex.Open(ctx, "tictactoe")
	if err != nil {
		log.Fatal(err)
	}
	record, err := g.Match(ctx, ludex.Thinking{Nodes: 500, Seed: 1}, "mcts", "random")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(record.Goals)
	// Output: [100 0]
}

// Analyse a position with a search.
func ExampleGame_Analyse() {
	ctx := context.Background()
	g, err := ludex.Open(ctx, "tictactoe")
	if err != nil {
		log.Fatal(err)
	}
	found, err := g.Analyse(ctx, nil, ludex.Thinking{Nodes: 20_000, Seed: 1}, "mcts")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(g.Roles()[found[0].Role], len(found[0].Moves))
	// Output: white 9
}

// A game is a game.Game, so that everything else works with it: playouts, solvers,
// players of your own.
func ExampleGame() {
	ctx := context.Background()
	g, err := ludex.Open(ctx, "tictactoe")
	if err != nil {
		log.Fatal(err)
	}
	res, err := game.Playouts(ctx, g, game.PlayoutOptions{Count: 1000, Seed: 1})
	if err != nil {
		log.Fatal(err)
	}
	value, err := solve.Solve(ctx, g, nil, solve.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(res.Playouts, value.Goals[0].Exact(), value.Goals[0].Low.RatString())
	// Output: 1000 true 50
}

// Programs that need speed use machines: states are words, moves are integers.
func Example_machines() {
	ctx := context.Background()
	g, err := ludex.Open(ctx, "tictactoe") // or a file; ludex.OpenText takes a text
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
