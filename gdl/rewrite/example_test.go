package rewrite_test

import (
	"fmt"

	"ludex/gdl"
	"ludex/gdl/format"
	"ludex/gdl/parse"
	"ludex/gdl/rewrite"
	"ludex/source"
)

func ExampleScramble() {
	text := `next(cell(M,N,x)) :- does(white,mark(M,N)) & true(cell(M,N,b))`
	p, _ := parse.File(source.NewFile("lesson", []byte(text)), parse.Options{})

	q, words := rewrite.Scramble(p, 7)
	fmt.Print(string(format.Program(q, gdl.Infix)))

	// A move of the scrambled game, and what it means.
	move := words.Term(gdl.Fn("mark", gdl.Const("2"), gdl.Const("2")))
	fmt.Println(format.Term(&move, gdl.Infix))
	move = words.Inverse().Term(move)
	fmt.Println(format.Term(&move, gdl.Infix))
	// Output:
	// next(venja(M,N,glezelgor)) :-
	//     does(pedula,lemhi(M,N)) &
	//     true(venja(M,N,baralma))
	// lemhi(2,2)
	// mark(2,2)
}

func ExampleRemoveOr() {
	text := `h(X) :- p(X) & (q(X) | ~r(X))`
	p, _ := parse.File(source.NewFile("example", []byte(text)), parse.Options{})

	q, err := rewrite.RemoveOr(p)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(string(format.Program(q, gdl.Infix)))
	// Output:
	// h(X) :-
	//     p(X) &
	//     q(X)
	// h(X) :-
	//     p(X) &
	//     ~r(X)
}
