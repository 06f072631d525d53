package gdlrewrite_test

import (
	"fmt"

	"ludex/gdl"
	"ludex/internal/gdlformat"
	"ludex/internal/gdlparse"
	"ludex/internal/gdlrewrite"
	"ludex/source"
)

func ExampleScramble() {
	text := `next(cell(M,N,x)) :- does(white,mark(M,N)) & true(cell(M,N,b))`
	p, _ := gdlparse.File(source.NewFile("lesson", []byte(text)), gdlparse.Options{})

	q, words := gdlrewrite.Scramble(p, 7)
	fmt.Print(string(gdlformat.Program(q, gdl.Infix)))

	// A move of the scrambled game, and what it means.
	move := words.Term(gdl.Fn("mark", gdl.Const("2"), gdl.Const("2")))
	fmt.Println(gdlformat.Term(&move, gdl.Infix))
	move = words.Inverse().Term(move)
	fmt.Println(gdlformat.Term(&move, gdl.Infix))
	// Output:
	// next(venja(M,N,glezelgor)) :-
	//     does(pedula,lemhi(M,N)) &
	//     true(venja(M,N,baralma))
	// lemhi(2,2)
	// mark(2,2)
}

func ExampleRemoveOr() {
	text := `h(X) :- p(X) & (q(X) | ~r(X))`
	p, _ := gdlparse.File(source.NewFile("example", []byte(text)), gdlparse.Options{})

	q, err := gdlrewrite.RemoveOr(p)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(string(gdlformat.Program(q, gdl.Infix)))
	// Output:
	// h(X) :-
	//     p(X) &
	//     q(X)
	// h(X) :-
	//     p(X) &
	//     ~r(X)
}
