package ground

import (
	"slices"

	"ludex/gdl"
)

// A patternKind tells what a pattern is.
type patternKind uint8

const (
	patConstant patternKind = iota // a ground term
	patVariable
	patFunction // with a variable somewhere inside
)

// A pattern is a term of a rule.
type pattern struct {
	kind patternKind
	id   int32 // the term, the variable, or the functor
	args []pattern
}

// variables calls visit for each occurrence of a variable.
func (p *pattern) variables(visit func(v int32)) {
	if p.kind == patVariable {
		visit(p.id)
	}
	for i := range p.args {
		p.args[i].variables(visit)
	}
}

// A literalKind tells what a literal asks for.
type literalKind uint8

const (
	litPositive literalKind = iota
	litNegative
	litDistinct // the two arguments are different
	litEqual    // the two arguments are the same
)

// A literal is a condition of a rule, or its head.
type literal struct {
	kind literalKind
	rel  int32 // the relation; none for litDistinct and litEqual
	args []pattern
}

// test reports whether a literal only compares and reads no relation.
func (l *literal) test() bool { return l.kind == litDistinct || l.kind == litEqual }

func (l *literal) eachVariable(visit func(v int32)) {
	for i := range l.args {
		l.args[i].variables(visit)
	}
}

// A rule has no disjunctions. Its variables are numbered from 0.
type rule struct {
	head   literal
	body   []literal
	names  []string // of the variables
	source int      // the clause of the program it comes from
}

// set returns the set of variables of some literals of the rule.
func (r *rule) set(ls ...*literal) varSet {
	s := newVarSet(len(r.names))
	for _, l := range ls {
		l.eachVariable(s.add)
	}
	return s
}

// sets returns the sets of variables of the literals of the body.
func (r *rule) sets() []varSet {
	out := make([]varSet, len(r.body))
	for i := range r.body {
		out[i] = r.set(&r.body[i])
	}
	return out
}

// A relClass says how a relation is computed.
type relClass uint8

const (
	relStatic  relClass = iota // does not depend on state and moves: evaluated exactly
	relDynamic                 // becomes atoms of the ground program
	relDemand                  // bounds what is asked of another relation; not part of the result
)

// A relInfo is what is known of a relation before it is computed.
type relInfo struct {
	symbol gdl.Symbol
	class  relClass
}

// A program is the input and output of the passes before grounding.
type program struct {
	source *gdl.Program
	terms  *terms
	rels   []relInfo
	byName map[gdl.Symbol]int32
	rules  []*rule

	// The relations with a special meaning.
	role, initial, current, next, legal, does, goal, terminal, sees int32

	made     int // relations made by splitting
	hasSees  bool
	percepts bool // sees and random have their special meaning

	withoutGoals    bool // goals are left out
	withoutPercepts bool // percepts are left out
}

// relation returns the number of a relation, made if it is new.
func (p *program) relation(s gdl.Symbol) int32 {
	if r, ok := p.byName[s]; ok {
		return r
	}
	r := int32(len(p.rels))
	p.byName[s] = r
	p.rels = append(p.rels, relInfo{symbol: s})
	return r
}

// newRelation adds a relation that the program does not mention.
func (p *program) newRelation(s gdl.Symbol, class relClass) int32 {
	p.rels = append(p.rels, relInfo{symbol: s, class: class})
	return int32(len(p.rels) - 1)
}

// clone returns a program that can be changed without changing p. Rules are
// shared, because passes replace them instead of changing them.
func (p *program) clone() *program {
	q := *p
	q.rels = slices.Clone(p.rels)
	q.rules = slices.Clone(p.rules)
	return &q
}

// dynamic reports whether a literal reads a relation that becomes atoms.
func (p *program) dynamic(l *literal) bool {
	return !l.test() && p.rels[l.rel].class == relDynamic
}

// guard reports whether a literal reads a demand relation.
func (p *program) guard(l *literal) bool {
	return !l.test() && p.rels[l.rel].class == relDemand
}
