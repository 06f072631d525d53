// Check looks for problems with a check of its own: rules with more conditions than a
// reader can follow.
//
//	go run ./examples/check chess.kif
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"

	"ludex/gdl/gdlcheck"
	"ludex/library"
	"ludex/rules"
	"ludex/source"
)

// most is how many conditions a rule should have.
const most = 4

var longRule = &source.Code{ID: "MY001", Severity: source.Warning, Title: "a long rule",
	Doc: "The rule has many conditions. Relations of their own for parts of it make it easier to read."}

var longRules = &gdlcheck.Check{
	Name: "long-rules", Doc: "Rules have few conditions.", Codes: []*source.Code{longRule},
	Run: func(p *gdlcheck.Pass) {
		for i := range p.Program.Clauses {
			if c := &p.Program.Clauses[i]; len(c.Body) > most {
				p.Report(longRule, c.Head.Span, "this rule has %d conditions", len(c.Body))
			}
		}
	},
}

func main() {
	name := "connectfour"
	if len(os.Args) > 1 {
		name = os.Args[1]
	}
	if err := run(context.Background(), name); err != nil {
		log.Fatal(err)
	}
}

func run(_ context.Context, name string) error {
	file, err := library.Open(name, os.Stdin)
	if err != nil {
		return err
	}
	r := rules.Read(file, rules.Options{})
	if r.GDL == nil {
		return errors.New("this check is for the GDL family")
	}
	list := r.Problems
	gdlcheck.Run(r.GDL, gdlcheck.Options{Extra: []*gdlcheck.Check{longRules}}, list)
	for _, d := range list.Items {
		if d.Code == longRule {
			fmt.Println(d)
		}
	}
	return nil
}
