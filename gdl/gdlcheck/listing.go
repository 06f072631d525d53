package gdlcheck

import (
	"strconv"

	"ludex/gdl"
	"ludex/source"
)

var listing = &Check{
	Name:  "listing",
	Doc:   "No clause is a number.",
	Codes: []*source.Code{lineNumber},
	Run:   runListing,
}

var lineNumber = &source.Code{ID: "GDL097", Severity: source.Warning,
	Title: "a clause that is a number",
	Doc: `A number on its own is read as a fact. It is most often a line number, in a
listing that was copied from a page with its line numbers. Remove them.`}

// runListing reports the first clause that is a number; the others have the same cause.
func runListing(p *Pass) {
	var first *gdl.Clause
	count := 0
	for i := range p.Program.Clauses {
		c := &p.Program.Clauses[i]
		if _, err := strconv.Atoi(c.Head.Name); err != nil || len(c.Head.Args) > 0 || len(c.Body) > 0 {
			continue
		}
		if count++; first == nil {
			first = c
		}
	}
	if first == nil {
		return
	}
	p.Report(lineNumber, first.Head.Span, "clauses that are numbers: %d, read as facts; this is the first", count).
		Advise("remove the line numbers of the listing")
}
