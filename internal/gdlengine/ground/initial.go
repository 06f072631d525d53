package ground

import (
	"errors"

	"ludex/gdl"
)

// errInit is reported for an initial state that the rules leave undecided.
var errInit = errors.New(gdl.Init + " depends on its own negation")

// initialFacts returns the facts of the initial state. Usually init is static; if
// it depends on a relation that depends on its own negation, it is computed from
// the ground rules.
func (b *specBuilder) initialFacts() (map[term]bool, error) {
	facts := map[term]bool{}
	r := b.rels[b.initial]
	if r.class != relDynamic {
		for id := range int32(r.size()) {
			facts[r.tuple(id)[0]] = true
		}
		return facts, nil
	}
	var roots []int32
	b.derived(b.initial, func(_ []term, atom int32) { roots = append(roots, atom) })
	holds, ok := b.ground.solve(roots)
	if !ok {
		return nil, errInit
	}
	b.derived(b.initial, func(tuple []term, atom int32) { facts[tuple[0]] = holds[atom] })
	return facts, nil
}

// solve evaluates the atoms that some atoms depend on, component by component.
// It fails if one depends on its own negation.
func (g *groundProgram) solve(roots []int32) (holds []bool, ok bool) {
	relevant := g.relevant(roots)
	own := &groundProgram{truth: g.truth, rules: append([]int32(nil), g.rules...)}
	own.keep(relevant)
	graph, first := dependencies(own.rules, len(g.truth))
	component, count := graph.Components()
	if head, _ := negativeEdge(own.rules, component); head >= 0 {
		return nil, false
	}
	members := make([][]int32, count)
	for a, c := range component {
		if relevant[a] {
			members[c] = append(members[c], int32(a))
		}
	}
	holds = make([]bool, len(g.truth))
	for a, t := range g.truth {
		holds[a] = t == always
	}
	for _, atoms := range members {
		for changed := true; changed; {
			changed = false
			for _, a := range atoms {
				if !holds[a] && own.follows(first.of(a), holds) {
					holds[a], changed = true, true
				}
			}
		}
	}
	return holds, true
}

// follows reports whether one of the given rules has a true body.
func (g *groundProgram) follows(places []int32, holds []bool) bool {
next:
	for _, at := range places {
		for _, l := range g.rules[at+2 : at+2+g.rules[at+1]] {
			if holds[l>>1] == (l&1 != 0) {
				continue next
			}
		}
		return true
	}
	return false
}
