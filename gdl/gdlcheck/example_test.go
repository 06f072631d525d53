package gdlcheck_test

import (
	"fmt"
	"os"

	"ludex/gdl/gdlcheck"
	"ludex/internal/gdlparse"
	"ludex/source"
)

func ExampleRun() {
	text := `role(white). role(black).
init(control(white)).
legal(R,noop) :- true(control(W)) & distinct(R,W)
next(control(black)) :- true(control(whit))
terminal :- true(control(black))
goal(R,100) :- role(R)`
	prog, list := gdlparse.File(source.NewFile("game.gdl", []byte(text)), gdlparse.Options{})
	gdlcheck.Run(prog, gdlcheck.Options{}, list)
	r := source.Renderer{W: os.Stdout}
	if err := r.Render(list); err != nil {
		fmt.Println(err)
	}
	fmt.Println(source.Summary(list))
	// Output:
	// game.gdl: note: the game has no base or input clauses [GDL081]
	// game.gdl:3:7: error: the variable R of the head occurs in no positive condition of the body [GDL020]
	//     3 | legal(R,noop) :- true(control(W)) & distinct(R,W)
	//       |       ^
	//   = fix: add role(R) to the body
	// game.gdl:3:46: error: the variable R of distinct occurs in no positive condition of the body [GDL022]
	//     3 | legal(R,noop) :- true(control(W)) & distinct(R,W)
	//       |                                              ^
	// game.gdl:4:25: warning: this condition can never hold, so the rule can never fire [GDL089]
	//     4 | next(control(black)) :- true(control(whit))
	//       |                         ^~~~~~~~~~~~~~~~~~~
	// 2 errors, 1 warning, 1 note
}
