package formula_test

import (
	"context"
	"fmt"
	"log"

	"ludex/internal/gdlengine"
	"ludex/internal/gdlparse"
	"ludex/knowledge"
	"ludex/knowledge/formula"
	"ludex/knowledge/relations"
	"ludex/library"
	"ludex/source"
)

// ExampleQuery_At the cards are dealt, jane does not know which one she will get; but she
// knows that she will know it then.
func ExampleQuery_At() {
	ctx := context.Background()
	file, err := library.Open("cardgame", nil)
	if err != nil {
		log.Fatal(err)
	}
	prog, _ := gdlparse.File(file, gdlparse.Options{})
	opened, err := gdlengine.Open(ctx, prog, gdlengine.Options{})
	if err != nil {
		log.Fatal(err)
	}
	m, err := knowledge.New(opened.Game, knowledge.Limits{})
	if err != nil {
		log.Fatal(err)
	}
	for _, text := range []string{
		"exists C in card(C): knows(jane, next hasCard(jane,C))",
		"knows(jane, next exists C in card(C): knows(jane, hasCard(jane,C)))",
	} {
		f, list := formula.Read(source.NewFile("formula", []byte(text)))
		if f == nil {
			log.Fatal(list.Err())
		}
		q := formula.Bind(f, opened.Game, formula.Options{Relations: relations.Of(prog)}, list)
		if q == nil {
			log.Fatal(list.Err())
		}
		answer, err := q.At(ctx, m, knowledge.Development{})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(answer.Verdict)
	}
	// Output:
	// no
	// yes
}
