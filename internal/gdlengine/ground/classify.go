package ground

import (
	"fmt"
	"slices"

	"ludex/gdl"
	"ludex/internal/scc"
)

// roots returns the relations that define a game.
func (p *program) roots() []int32 {
	rs := p.rootsWithoutOutputs()
	if !p.withoutGoals {
		rs = append(rs, p.goal)
	}
	if p.percepts && !p.withoutPercepts {
		rs = append(rs, p.sees)
	}
	return rs
}

// rootsWithoutOutputs returns the relations that a play depends on: all but goals and percepts.
func (p *program) rootsWithoutOutputs() []int32 {
	return []int32{p.role, p.initial, p.next, p.legal, p.terminal}
}

// playRelations returns the relations that depend on the state or the moves by
// their meaning.
func (p *program) playRelations() []int32 {
	return []int32{p.current, p.does, p.next, p.legal, p.goal, p.terminal, p.sees}
}

// dropUnneeded drops the rules of relations that the roots do not depend on,
// such as base and input.
func (p *program) dropUnneeded() {
	needed := p.closure(p.roots())
	p.rules = slices.DeleteFunc(p.rules, func(r *rule) bool { return !needed[r.head.rel] })
}

// closure returns some relations and all that they depend on.
func (p *program) closure(from []int32) []bool {
	byHead := p.rulesByHead()
	seen := make([]bool, len(p.rels))
	work := slices.Clone(from)
	for _, r := range from {
		seen[r] = true
	}
	for len(work) > 0 {
		rel := work[len(work)-1]
		work = work[:len(work)-1]
		for _, r := range byHead[rel] {
			for i := range r.body {
				l := &r.body[i]
				if !l.test() && !seen[l.rel] {
					seen[l.rel] = true
					work = append(work, l.rel)
				}
			}
		}
	}
	return seen
}

func (p *program) rulesByHead() [][]*rule {
	out := make([][]*rule, len(p.rels))
	for _, r := range p.rules {
		out[r.head.rel] = append(out[r.head.rel], r)
	}
	return out
}

// checkInit makes sure that the initial state does not depend on the state or
// on moves.
func (p *program) checkInit() error {
	reached := p.closure([]int32{p.initial, p.role})
	for _, rel := range p.playRelations() {
		if reached[rel] {
			return fmt.Errorf("%s or %s depends on %s", gdl.Init, gdl.Role, p.rels[rel].symbol.Name)
		}
	}
	return nil
}

// classify finds out which relations are static. A relation that depends on
// its own negation is not evaluated relation by relation but becomes part of the
// ground program, where the dependency may disappear.
func (p *program) classify() {
	for i := range p.rels {
		if p.rels[i].class != relDemand {
			p.rels[i].class = relStatic
		}
	}
	for _, rel := range p.playRelations() {
		p.rels[rel].class = relDynamic
	}
	p.spread()
	for p.markNegativeComponents() {
		p.spread()
	}
}

// spread makes every relation dynamic that reads a dynamic relation or a demand.
func (p *program) spread() {
	readers := make([][]int32, len(p.rels)) // by relation: the heads of the rules that read it
	var work []int32
	reach := func(rel int32) {
		if p.rels[rel].class == relStatic {
			p.rels[rel].class = relDynamic
			work = append(work, rel)
		}
	}
	for _, r := range p.rules {
		for i := range r.body {
			if l := &r.body[i]; !l.test() {
				readers[l.rel] = append(readers[l.rel], r.head.rel)
			}
		}
	}
	for rel := range p.rels {
		if p.rels[rel].class != relStatic {
			work = append(work, int32(rel))
		}
	}
	for len(work) > 0 {
		rel := work[len(work)-1]
		work = work[:len(work)-1]
		for _, head := range readers[rel] {
			reach(head)
		}
	}
}

// markNegativeComponents makes static relations that depend on their own negation
// dynamic, and reports whether there were any.
func (p *program) markNegativeComponents() bool {
	component, _ := p.staticComponents()
	found := false
	for _, r := range p.rules {
		for i := range r.body {
			l := &r.body[i]
			if l.kind == litNegative && component[l.rel] >= 0 && component[l.rel] == component[r.head.rel] {
				p.rels[l.rel].class = relDynamic
				found = true
			}
		}
	}
	return found
}

// staticComponents numbers the strongly connected components of the static
// relations so that a component's dependencies have smaller numbers. Other
// relations have the component -1.
func (p *program) staticComponents() (component []int32, count int) {
	var g scc.Graph
	for _, rs := range p.rulesByHead() {
		for _, r := range rs {
			if p.rels[r.head.rel].class != relStatic {
				continue
			}
			for i := range r.body {
				if l := &r.body[i]; !l.test() && p.rels[l.rel].class == relStatic {
					g.Edges = append(g.Edges, l.rel)
				}
			}
		}
		g.Ends = append(g.Ends, int32(len(g.Edges)))
	}
	component, count = g.Components()
	for rel := range component {
		if p.rels[rel].class != relStatic {
			component[rel] = -1
		}
	}
	return component, count
}
