package ground

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"ludex/gdl"
	"ludex/internal/gdlformat"
	"ludex/source"
)

// Stats holds the sizes of a ground program and the time it took.
type Stats struct {
	Atoms    int // of the spec
	Rules    int
	Literals int

	Relations []RelationStat // those with tuples, in the order of first appearance
	Passes    []PassStat
	Time      time.Duration // all together
}

// A RuleStat counts the instances of a clause and of all rules that it was split into.
type RuleStat struct {
	Clause    int // its place in the program
	Span      source.Span
	Place     string // file:line:column, or empty
	Text      string // in prefix form, on one line
	Instances int
	Literals  int
	Steps     int64 // tuples looked at to find them
}

// A RelationStat is the number of tuples that a relation can have. Relations
// that grounding made have names that begin with "$".
type RelationStat struct {
	Symbol gdl.Symbol
	Static bool
	Size   int
}

// A PassStat describes one attempt to ground the rules.
type PassStat struct {
	Name      string
	Kept      bool // the spec was made from it
	Time      time.Duration
	Instances int
	Literals  int
	Steps     int64 // tuples looked at
}

// describe fills in what a count is about.
func (s *RuleStat) describe(p *gdl.Program, clause int) {
	c := &p.Clauses[clause]
	s.Clause, s.Span, s.Place = clause, c.Span, place(p.File, c.Span)
	s.Text = strings.Join(strings.Fields(gdlformat.Clause(c, gdl.Prefix)), " ")
}

// Largest returns the n clauses with the most instances, the largest first.
func (r *Result) Largest(n int) []RuleStat {
	return r.engine.first(n, func(a, b RuleStat) int { return cmp.Compare(b.Instances, a.Instances) })
}

// worst returns the clauses that took the most steps; usually these have the most
// instances.
func (e *engine) worst(n int) []RuleStat {
	return e.first(n, func(a, b RuleStat) int { return cmp.Compare(b.Steps, a.Steps) })
}

// first returns the first n in an order of the clauses that have instances, or took
// time. Only these are described, since that takes time in long texts.
func (e *engine) first(n int, order func(a, b RuleStat) int) []RuleStat {
	var out []RuleStat
	for i, c := range e.counts {
		if c.Instances > 0 || c.Steps > 0 {
			c.Clause = i
			out = append(out, c)
		}
	}
	slices.SortStableFunc(out, order)
	out = out[:min(n, len(out))]
	for i := range out {
		out[i].describe(e.source, out[i].Clause)
	}
	return out
}

func (e *engine) relationStats() []RelationStat {
	var out []RelationStat
	for i, r := range e.rels {
		if r.visible > 0 {
			out = append(out, RelationStat{e.program.rels[i].symbol, r.class == relStatic, r.visible})
		}
	}
	return out
}
