package knowledge_test

import (
	"context"
	"fmt"
	"log"

	"ludex/internal/gdlengine"
	"ludex/internal/gdlparse"
	"ludex/knowledge"
	"ludex/library"
)

// The candidate has chosen the first door, and a goat appears behind the second.
func ExampleModel_Belief() {
	ctx := context.Background()
	file, err := library.Open("montyhall", nil)
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
	view := knowledge.View{Role: 0, Steps: []knowledge.Experience{
		{Move: "noop"},
		{Move: "(choose 1)"},
		{Move: "noop", Percepts: []string{"(goat 2)"}},
	}}
	belief, err := m.Belief(ctx, view, knowledge.Policy{})
	if err != nil {
		log.Fatal(err)
	}
	for _, i := range belief.Order() {
		fmt.Println(belief.P(i), opened.Game.Facts(belief.State(i)))
	}
	// Output:
	// 2/3 [(car 3) (chosen 1) (opened 2) (step 4)]
	// 1/3 [(car 1) (chosen 1) (opened 2) (step 4)]
}
