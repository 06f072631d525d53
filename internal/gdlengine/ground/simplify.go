package ground

import "slices"

// A truth is what is known of an atom.
type truth uint8

const (
	open   truth = iota // depends on the state or the moves
	always              // holds in every state
	never
)

// maxSweeps bounds the passes that look for constants. Missed constants make the
// ground rules larger, not wrong.
const maxSweeps = 8

// A groundProgram is the list of instances with what is known of the atoms.
type groundProgram struct {
	truth []truth
	rules []int32 // as in circuit.Spec
}

// simplify removes atoms that are always or never true from the instances. given
// reports whether an atom is an input, not derived by rules.
func simplify(e *engine, given func(rel int32) bool, m *meter) *groundProgram {
	g := &groundProgram{truth: make([]truth, len(e.atomRel))}
	for a := range e.atomRel {
		rel := e.rels[e.atomRel[a]]
		switch {
		case rel.state[e.atomTuple[a]] == tupleNamed:
			g.truth[a] = never
		case rel.literals[e.atomTuple[a]] < 0:
			g.truth[a] = always
		}
	}
	for range maxSweeps {
		if !m.check() || !g.sweep(e, given) {
			break
		}
	}
	g.collect(e)
	return g
}

// sweep looks at each instance once and reports whether something became
// known.
func (g *groundProgram) sweep(e *engine, given func(rel int32) bool) bool {
	changed := false
	alive := make([]bool, len(g.truth))
	e.code.each(func(head int32, literals []int32) {
		if g.truth[head] != open {
			return
		}
		switch g.body(literals) {
		case always:
			g.truth[head] = always
			changed = true
		case open:
			alive[head] = true
		}
	})
	for a := range g.truth {
		if g.truth[a] == open && !alive[a] && !given(e.atomRel[a]) {
			g.truth[a] = never
			changed = true
		}
	}
	return changed
}

// body returns what is known of a conjunction.
func (g *groundProgram) body(literals []int32) truth {
	out := always
	for _, l := range literals {
		switch g.literal(l) {
		case never:
			return never
		case open:
			out = open
		}
	}
	return out
}

func (g *groundProgram) literal(l int32) truth {
	t := g.truth[l>>1]
	if l&1 != 0 && t != open {
		return always + never - t
	}
	return t
}

// collect compacts what is left of the instances in place.
func (g *groundProgram) collect(e *engine) {
	size := 0
	e.code.each(func(head int32, literals []int32) {
		if g.truth[head] == open {
			size += 2 + len(literals)
		}
	})
	g.rules = make([]int32, 0, size)
	e.code.drain(func(head int32, literals []int32) {
		if g.truth[head] != open || g.body(literals) == never {
			return
		}
		start := len(g.rules)
		g.rules = append(g.rules, head, 0)
		for _, l := range literals {
			if g.truth[l>>1] == open {
				g.rules = append(g.rules, l)
			}
		}
		g.rules[start+1] = int32(len(g.rules) - start - 2)
	})
}

// addFacts adds rules without literals for atoms that always hold.
func (g *groundProgram) addFacts(atoms []int32) {
	for _, a := range atoms {
		if g.truth[a] == always {
			g.rules = append(g.rules, a, 0)
		}
	}
}

// relevant marks some atoms and all that they depend on.
func (g *groundProgram) relevant(roots []int32) []bool {
	first := rulesOf(g.rules, len(g.truth))
	marked := make([]bool, len(g.truth))
	var work []int32
	mark := func(a int32) {
		if !marked[a] {
			marked[a] = true
			work = append(work, a)
		}
	}
	for _, a := range roots {
		mark(a)
	}
	for len(work) > 0 {
		a := work[len(work)-1]
		work = work[:len(work)-1]
		for _, at := range first.of(a) {
			n := g.rules[at+1]
			for _, l := range g.rules[at+2 : at+2+n] {
				mark(l >> 1)
			}
		}
	}
	return marked
}

// keep drops the rules of atoms that are not marked.
func (g *groundProgram) keep(marked []bool) {
	out := g.rules[:0]
	for i := 0; i < len(g.rules); {
		end := i + 2 + int(g.rules[i+1])
		if marked[g.rules[i]] {
			out = append(out, g.rules[i:end]...)
		}
		i = end
	}
	g.rules = slices.Clip(out)
}

// A ruleIndex says where the rules of each atom are.
type ruleIndex struct {
	ends  []int32 // by atom
	where []int32
}

// rulesOf finds the rules of each atom.
func rulesOf(rules []int32, atoms int) *ruleIndex {
	ix := &ruleIndex{ends: make([]int32, atoms)}
	total := int32(0)
	for i := 0; i < len(rules); i += 2 + int(rules[i+1]) {
		ix.ends[rules[i]]++
		total++
	}
	sum := int32(0)
	for a, n := range ix.ends {
		ix.ends[a] = sum
		sum += n
	}
	ix.where = make([]int32, total)
	for i := 0; i < len(rules); i += 2 + int(rules[i+1]) {
		a := rules[i]
		ix.where[ix.ends[a]] = int32(i)
		ix.ends[a]++
	}
	return ix
}

// of returns the positions of an atom's rules.
func (ix *ruleIndex) of(a int32) []int32 {
	from := int32(0)
	if a > 0 {
		from = ix.ends[a-1]
	}
	return ix.where[from:ix.ends[a]]
}
