package rbgparse_test

import (
	"fmt"
	"os"

	"ludex/internal/rbgparse"
	"ludex/source"
)

func ExampleFile() {
	text := `
#players = white(1), black(1)
#pieces = empty, stone
#variables =
#board = rectangle(up,down,left,right, [empty, empty] [stone, empty])
#anySquare = (up* + down*)(left* + right*)
#turn(me) = ->me anySquare {empty} [stone] [$ me = 1] ->>
#rules = (turn(white) turn(black))*`
	g, list := rbgparse.File(source.NewFile("fill.rbg", []byte(text)))
	if err := list.Err(); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d players, %d cells, %d modifiers\n", len(g.Players), len(g.Board.Cells), len(g.Modifiers))
	last := g.Modifiers[7]
	fmt.Printf("the last one is %s in %s\n", g.File.Slice(last.Span), g.File.Slice(last.In.Call))
	// Output:
	// 2 players, 4 cells, 8 modifiers
	// the last one is ->> in turn(black)
}

// Every problem has a code, a place and, where possible, a cure.
func ExampleFile_errors() {
	text := `#players = white(1)
#pieces = empty, stone
#variables =
#board = rectangle(up,down,left,right, [empty])
#put(piece) = {empty} [piece]
#rules = ->white put(stome) ->>
`
	_, list := rbgparse.File(source.NewFile("put.rbg", []byte(text)))
	r := source.Renderer{W: os.Stdout}
	if err := r.Render(list); err != nil {
		fmt.Println(err)
	}
	// Output:
	// put.rbg:6:22: error: stome is not declared; expected a piece [RBG019]
	//     6 | #rules = ->white put(stome) ->>
	//       |                      ^~~~~
	//   put.rbg:6:18: note: in macro put called here
	//     6 | #rules = ->white put(stome) ->>
	//       |                  ^~~~~~~~~~
	//   = did you mean stone?
	//   = fix: write stone
}
