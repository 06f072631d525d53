package timedmatch_test

import (
	"context"
	"fmt"

	"ludex/internal/gdlparse"
	"ludex/internal/timedmatch"
	"ludex/internal/timedscript"
	"ludex/source"
	"ludex/timed"
)

// Two people want the last biscuit, which is gone in a second.
const biscuit = `
role(ann) role(bob)
init(1,biscuit)
legal(R,grab) :- role(R) & true(T,biscuit)
next(T,biscuit) :- true(T,biscuit) & ~grabbed
next(infinity,has(R)) :- does(R,grab)
grabbed :- does(R,grab)
terminal :- true(infinity,has(R))
terminal :- expired(biscuit)
goal(R,100) :- true(infinity,has(R))
goal(R,0) :- role(R) & ~true(infinity,has(R))
`

func ExampleRun() {
	program, list := gdlparse.File(source.NewFile("biscuit.gdl", []byte(biscuit)), gdlparse.Options{})
	if err := list.Err(); err != nil {
		fmt.Println(err)
		return
	}
	g, err := timed.New(program)
	if err != nil {
		fmt.Println(err)
		return
	}
	moves, err := timedscript.ParseScript(g, "0.4:bob:wait; 0.75:bob:grab; 0.8:ann:grab")
	if err != nil {
		fmt.Println(err)
		return
	}
	line := &timedscript.Timeline{States: true}
	match, err := timedmatch.NewMatch(g, timed.MatchOptions{Observe: func(e *timed.Event) { fmt.Print(line.Text(e)) }})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := timedmatch.Run(context.Background(), match, timedmatch.RunOptions{Script: moves}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 0            start
	//                1            biscuit
	// 0.4          bob: wait is refused: it is not legal: legal are grab
	// 0.75         bob: grab
	//                infinity     (has bob)
	// 0.75         the game is over: goals [[0] [100]]
}
