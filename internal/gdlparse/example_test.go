package gdlparse_test

import (
	"fmt"
	"os"

	"ludex/internal/gdlparse"
	"ludex/source"
)

func ExampleFile() {
	text := `(role white)
(<= (legal ?p (mark ?x ?y))
    (true (cell ?x ?y b))
    (true (control ?p)))`
	prog, list := gdlparse.File(source.NewFile("game.kif", []byte(text)), gdlparse.Options{})
	if err := list.Err(); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(prog.Dialect.Title(), prog.Syntax, len(prog.Clauses), "clauses")
	rule := prog.Clauses[1]
	fmt.Println(rule.Head.Symbol(), "needs", rule.Body[0].Atom.Symbol(), "and", rule.Body[1].Atom.Symbol())
	// Output:
	// GDL prefix 2 clauses
	// legal/2 needs true/1 and true/1
}

// Reading goes on after an error.
func ExampleFile_errors() {
	text := `(role white)
(init (cell 1 b)
(init (cell 2 b))
(goal white ?)`
	prog, list := gdlparse.File(source.NewFile("game.kif", []byte(text)), gdlparse.Options{})
	r := source.Renderer{W: os.Stdout}
	if err := r.Render(list); err != nil {
		fmt.Println(err)
	}
	fmt.Println(len(prog.Clauses), "clauses were read")
	// Output:
	// game.kif:2:1: error: this parenthesis is never closed [GDL002]
	//     2 | (init (cell 1 b)
	//       | ^
	//   game.kif:3:1: note: the next clause begins here
	//     3 | (init (cell 2 b))
	//       | ^
	// game.kif:4:13: error: a variable needs a name right after the question mark [GDL005]
	//     4 | (goal white ?)
	//       |             ^
	// 2 clauses were read
}
