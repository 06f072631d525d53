package rbgcheck

import (
	"ludex/rbg"
	"ludex/source"
)

var alternatives = &Check{
	Name:  "alternatives",
	Doc:   "The alternatives of a sum differ.",
	Codes: []*source.Code{repeatedAlternative},
	Run:   runAlternatives,
}

var repeatedAlternative = &source.Code{ID: "RBG073", Severity: source.Warning,
	Title: "the same alternative twice",
	Doc: `Two alternatives of a sum are the same. If they change something, a position has
two moves that differ in nothing but their numbers, which counts and random plays
notice; if not, one of them is of no use:

    (left + right + left) {e}        // perhaps: (left + right + up) {e}
    [w, b, w]                        // two moves that put w`}

func runAlternatives(p *Pass) {
	r := &repeats{hasher: newHasher(), sums: map[source.Span]int{}, found: map[repeatKey]*repeat{}}
	seen := map[*rbg.Expr]bool{}
	p.Game.Rules.Each(func(e *rbg.Expr) bool {
		again := seen[e]
		seen[e] = true
		if e.Kind == rbg.Sum && !again {
			r.look(e)
		}
		return !again
	})
	for _, x := range r.order {
		if x.count >= r.sums[x.sum] { // in every use of the macro around it
			p.Report(repeatedAlternative, x.second.Origin, "this alternative stands here twice").
				Note(x.first.Span, "it is the same as this one")
		}
	}
}

// repeats collects alternatives that occur more than once in a sum.
type repeats struct {
	*hasher
	sums  map[source.Span]int // how many sums were written at a place
	found map[repeatKey]*repeat
	order []*repeat
}

// A repeatKey is the place of a sum and of one of its alternatives.
type repeatKey struct{ sum, alternative source.Span }

// A repeat is an alternative that occurs in a sum twice.
type repeat struct {
	sum           source.Span
	first, second *rbg.Expr
	count         int // how many of the sums at the place have it
}

// look compares the alternatives of a sum.
func (r *repeats) look(sum *rbg.Expr) {
	r.sums[sum.Span]++
	first := map[int]*rbg.Expr{}
	for _, k := range sum.Kids {
		id := r.id(k)
		if first[id] == nil {
			first[id] = k
			continue
		}
		key := repeatKey{sum.Span, k.Span}
		if r.found[key] == nil {
			r.found[key] = &repeat{sum: sum.Span, first: first[id], second: k}
			r.order = append(r.order, r.found[key])
		}
		r.found[key].count++
	}
}
