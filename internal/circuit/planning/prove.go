package planning

import "maps"

// Limits of a proof.
const (
	maxProofWork  = 20_000 // atoms and formulas looked at
	maxProofDepth = 40     // of definitions
)

// proves reports whether it could prove that one formula implies another.
func (t *timeline) proves(from, to literal) bool {
	if from == to || from == never || to == always {
		return true
	}
	p := &proof{timeline: t, work: maxProofWork}
	c := &proofCase{known: map[int32]bool{}}
	return p.assume(c, from, 0) || p.decide(c, to)
}

// A proof is an attempt to prove a formula from another one by cases.
type proof struct {
	*timeline
	work int
}

// A proofCase is what is assumed in a case of a proof.
type proofCase struct {
	known  map[int32]bool // by atom
	splits [][][]literal  // disjunctions that hold, of conjunctions
}

// assume adds a literal to a case and what follows from it directly. It reports whether
// the case became contradictory.
func (p *proof) assume(c *proofCase, l literal, depth int) bool {
	if p.work--; l == never {
		return true
	} else if l == always || p.work < 0 || depth > maxProofDepth {
		return false
	}
	f := &p.list[l.formula()]
	if f.atom != None {
		return p.assumeAtom(c, f.atom, !l.negated(), depth)
	}
	if l.negated() {
		var any [][]literal
		for _, part := range f.parts {
			any = append(any, []literal{part.not()})
		}
		c.splits = append(c.splits, any)
		return false
	}
	return p.assumeAll(c, f.parts, depth)
}

// assumeAll assumes several literals.
func (p *proof) assumeAll(c *proofCase, parts []literal, depth int) bool {
	for _, part := range parts {
		if p.assume(c, part, depth) {
			return true
		}
	}
	return false
}

// assumeAtom assumes that an atom holds or not, and that its rules say so.
func (p *proof) assumeAtom(c *proofCase, a int32, holds bool, depth int) bool {
	if known, ok := c.known[a]; ok {
		return known != holds
	}
	c.known[a] = holds
	if p.fact[a] != None || p.does[a] {
		return false
	}
	var any [][]literal
	for _, at := range p.rules(a) {
		parts := p.literals(at)
		if holds {
			any = append(any, parts)
		} else if len(parts) == 1 && p.assume(c, parts[0].not(), depth+1) {
			return true
		}
	}
	switch {
	case !holds:
		return false
	case len(any) == 0:
		return true // no rule derives it
	case len(any) == 1:
		return p.assumeAll(c, any[0], depth+1)
	}
	c.splits = append(c.splits, any)
	return false
}

// literals returns the body of a rule of an opaque atom.
func (p *proof) literals(at int32) []literal {
	var parts []literal
	for _, l := range p.body(at) {
		parts = append(parts, p.atom(l>>1)^literal(l&1))
	}
	return parts
}

// decide reports whether a formula holds in a case, if necessary in all cases into which
// it splits.
func (p *proof) decide(c *proofCase, goal literal) bool {
	if p.truth(c, goal, 0) == isTrue {
		return true
	}
	if len(c.splits) == 0 || p.work < 0 {
		return false
	}
	last := len(c.splits) - 1
	for _, parts := range c.splits[last] {
		sub := &proofCase{maps.Clone(c.known), append([][][]literal(nil), c.splits[:last]...)}
		p.work -= len(c.known)
		if !p.assumeAll(sub, parts, 0) && !p.decide(sub, goal) {
			return false
		}
	}
	return true
}

// A truth value of three-valued logic.
type truth int8

const (
	isFalse truth = iota - 1
	isUnknown
	isTrue
)

// truth returns what a literal is in a case.
func (p *proof) truth(c *proofCase, l literal, depth int) truth {
	if p.work--; p.work < 0 || depth > maxProofDepth {
		return isUnknown
	}
	f := &p.list[l.formula()]
	v := isUnknown
	if f.atom != None {
		v = p.truthOfAtom(c, f.atom, depth)
	} else {
		v = p.truthOfAll(c, f.parts, depth)
	}
	if l.negated() {
		return -v
	}
	return v
}

// truthOfAll returns what a conjunction is in a case.
func (p *proof) truthOfAll(c *proofCase, parts []literal, depth int) truth {
	all := isTrue
	for _, part := range parts {
		all = min(all, p.truth(c, part, depth+1))
	}
	return all
}

// truthOfAtom returns what an atom is in a case, by what is known or by its rules.
func (p *proof) truthOfAtom(c *proofCase, a int32, depth int) truth {
	if known, ok := c.known[a]; ok {
		if known {
			return isTrue
		}
		return isFalse
	}
	if p.fact[a] != None || p.does[a] {
		return isUnknown
	}
	some := isFalse
	for _, at := range p.rules(a) {
		some = max(some, p.truthOfAll(c, p.literals(at), depth+1))
	}
	return some
}
