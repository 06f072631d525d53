package gdlcheck

import (
	"ludex/internal/gdlrewrite"
	"ludex/source"
)

var size = &Check{
	Name:  "size",
	Doc:   "No rule is too large to be evaluated.",
	Codes: []*source.Code{oversize},
	Run:   runSize,
}

var oversize = &source.Code{ID: "GDL025", Severity: source.Error,
	Title: "a rule that is too large",
	Doc: `A rule with disjunctions stands for one rule for each choice among them, so
every further disjunction multiplies their number. Rules that stand for more than
10000 others, or for others with more than 1000000 conditions, are not played.
Define a relation of its own for each disjunction:

    p :- (a | b) & (c | d)             stands for four rules

    p :- ab & cd                       is one, with
    ab :- a   ab :- b   cd :- c   cd :- d

Rules with more than 2000 conditions or 200 variables are not played either.`}

func runSize(p *Pass) {
	for i := range p.Program.Clauses {
		c := &p.Program.Clauses[i]
		if problem := gdlrewrite.Oversize(c); problem != "" {
			p.Report(oversize, c.Head.Span, "this rule %s", problem).Advise("define relations of their own for parts of it")
		}
	}
}
