package check

import (
	"ludex/gdl/rewrite"
	"ludex/source"
)

var disjunctions = &Check{
	Name:  "disjunctions",
	Doc:   "No rule stands for a huge number of rules without disjunctions.",
	Codes: []*source.Code{manyDisjuncts},
	Run:   runDisjunctions,
}

var manyDisjuncts = &source.Code{ID: "GDL025", Severity: source.Error,
	Title: "a rule with too many disjunctions",
	Doc: `A rule with disjunctions stands for one rule for each choice among them, so
every further disjunction multiplies their number. Rules that stand for more than
10000 others, or for others with more than 1000000 conditions, are not played.
Define a relation of its own for each disjunction:

    p :- (a | b) & (c | d)             stands for four rules

    p :- ab & cd                       is one, with
    ab :- a   ab :- b   cd :- c   cd :- d`}

func runDisjunctions(p *Pass) {
	for i := range p.Program.Clauses {
		c := &p.Program.Clauses[i]
		if size, ok := rewrite.Size(c); !ok {
			p.Report(manyDisjuncts, c.Head.Span, "this rule stands for %s rules without disjunctions", size).
				Advise("define a relation of its own for each disjunction in it")
		}
	}
}
