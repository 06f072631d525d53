package gdlref

import (
	"encoding/binary"
	"fmt"

	"ludex/gdl"
	"ludex/internal/gdlrewrite"
	"ludex/internal/logic"
)

// A level says what the meaning of a relation depends on.
type level uint8

const (
	levelStatic level = iota // on the rules only
	levelState               // on the state
	levelMoves               // on the state and the moves
	levels
)

// A program is a list of rules without disjunctions, with numbered relations,
// terms and variables. It does not change once it is made.
type program struct {
	source    *gdl.Program
	terms     *terms
	relations []relation
	numbers   map[gdl.Symbol]int
	isGame    bool              // true and does are given by states and moves
	spelling  map[string]string // of constants, by their spelling without case, unless case counts
}

// A relation is defined by facts and rules.
type relation struct {
	name      gdl.Symbol
	given     gdl.Symbol // true, does or knows in a game: not defined by clauses at all
	facts     store      // without repetitions
	rules     []*rule
	component int
	level     level
}

// A rule is a clause with a body of literals.
type rule struct {
	clause *gdl.Clause // its source
	head   []pattern
	body   []condition
	names  []string // of its variables
}

// A condition is a literal in the body of a rule.
type condition struct {
	relation int // distinctRelation for an inequality
	negated  bool
	args     []pattern
}

const distinctRelation = -1

// givenSymbol reports whether a relation is given by the state, the moves and, in
// GDL-III, by what the roles know.
func (c *program) givenSymbol(s gdl.Symbol) bool {
	return c.isGame && (s == trueSymbol || s == doesSymbol || s.Name == gdl.Knows && c.source.Dialect.Knowledge())
}

var (
	trueSymbol = gdl.Symbol{Name: gdl.True, Arity: 1}
	doesSymbol = gdl.Symbol{Name: gdl.Does, Arity: 2}
)

// maxArity is how many arguments a relation may have: sets of arguments are bit
// masks.
const maxArity = 64

// newProgram translates the clauses of a program and further facts.
func newProgram(p *gdl.Program, facts []gdl.Term, isGame bool) (*program, error) {
	c := &program{source: p, terms: newTerms(), numbers: map[gdl.Symbol]int{}, isGame: isGame}
	if !p.CaseSensitive {
		c.spelling = p.Spellings()
	}
	known := map[string]bool{}
	for i := range p.Clauses {
		if err := c.addClause(&p.Clauses[i], known); err != nil {
			return nil, err
		}
	}
	for i := range facts {
		fact := c.spelled(&facts[i])
		if err := c.addFact(&fact, known); err != nil {
			return nil, err
		}
	}
	c.stratify(logic.NewDependencies(p))
	return c, nil
}

// relation returns the number of a relation, adding it if needed.
func (c *program) relation(s gdl.Symbol) int {
	n, ok := c.numbers[s]
	if !ok {
		n = len(c.relations)
		c.numbers[s] = n
		r := relation{name: s, facts: store{arity: s.Arity}}
		if c.givenSymbol(s) {
			r.given = s
		}
		c.relations = append(c.relations, r)
	}
	return n
}

func (c *program) addClause(clause *gdl.Clause, known map[string]bool) error {
	s := clause.Head.Symbol()
	switch {
	case clause.Head.Kind == gdl.Variable || s.Name == gdl.Distinct:
		return c.errorAt(clause, "%s cannot be defined by a clause", s.Name)
	case s.Arity > maxArity:
		return c.errorAt(clause, "%s has more than %d arguments", s.Name, maxArity)
	case c.givenSymbol(s):
		return c.errorAt(clause, "%s cannot be the head of a clause: it is given, not defined", s.Name)
	case len(clause.Body) == 0 && clause.Head.IsGround():
		return c.addFact(&clause.Head, known)
	}
	if problem := gdlrewrite.Oversize(clause); problem != "" {
		return c.errorAt(clause, "this rule %s: define relations of their own for parts of it", problem)
	}
	rules, _ := gdlrewrite.Disjuncts(clause, gdlrewrite.MaxClauses)
	n := c.relation(s)
	for i := range rules {
		r, err := c.newRule(&rules[i])
		if err != nil {
			return err
		}
		c.relations[n].rules = append(c.relations[n].rules, r)
	}
	return nil
}

// addFact adds a ground atom to its relation. The set has the facts so far.
func (c *program) addFact(atom *gdl.Term, known map[string]bool) (err error) {
	defer catch(&err)
	if !atom.IsGround() || len(atom.Args) > maxArity {
		return fmt.Errorf("a fact is a ground atom with at most %d arguments", maxArity)
	}
	n := c.relation(atom.Symbol())
	key := binary.AppendUvarint(nil, uint64(n))
	tuple := make([]term, len(atom.Args))
	for i := range tuple {
		tuple[i] = c.ground(&atom.Args[i])
		key = binary.AppendUvarint(key, uint64(tuple[i]))
	}
	if !known[string(key)] {
		known[string(key)] = true
		c.relations[n].facts.add(tuple)
	}
	return nil
}

// ground returns the number of a term without variables.
func (c *program) ground(t *gdl.Term) term {
	v := view{shared: c.terms}
	return groundIn(&v, t)
}

func groundIn(v *view, t *gdl.Term) term {
	args := make([]term, len(t.Args))
	for i := range args {
		args[i] = groundIn(v, &t.Args[i])
	}
	return v.make(v.shared.symbol(t.Symbol()), args)
}

// newRule translates a clause whose body is a list of literals.
func (c *program) newRule(clause *gdl.Clause) (_ *rule, err error) {
	defer catch(&err)
	r := &rule{clause: clause}
	r.head = c.patterns(r, clause.Head.Args)
	for i := range clause.Body {
		atom, negated, ok := clause.Body[i].Literal()
		if !ok {
			return nil, c.errorAt(clause, "a condition is no literal")
		}
		if len(atom.Args) > maxArity {
			return nil, c.errorAt(clause, "%s has more than %d arguments", atom.Name, maxArity)
		}
		cond := condition{relation: distinctRelation, negated: negated, args: c.patterns(r, atom.Args)}
		if atom.Name != gdl.Distinct {
			cond.relation = c.relation(atom.Symbol())
		} else if len(atom.Args) != 2 {
			return nil, c.errorAt(clause, "distinct compares two terms, here it has %d", len(atom.Args))
		}
		r.body = append(r.body, cond)
	}
	return r, c.checkSafety(r)
}

func (c *program) patterns(r *rule, ts []gdl.Term) []pattern {
	out := make([]pattern, len(ts))
	for i := range ts {
		out[i] = c.pattern(r, &ts[i])
	}
	return out
}

func (c *program) pattern(r *rule, t *gdl.Term) pattern {
	switch {
	case t.Kind == gdl.Variable:
		return pattern{op: opVar, v: r.variable(t.Name)}
	case t.IsGround():
		return pattern{op: opConst, term: c.ground(t)}
	}
	return pattern{op: opApply, sym: c.terms.symbol(t.Symbol()), args: c.patterns(r, t.Args)}
}

// variable returns the number of a variable in the rule.
func (r *rule) variable(name string) int32 {
	for i, n := range r.names {
		if n == name {
			return int32(i)
		}
	}
	r.names = append(r.names, name)
	return int32(len(r.names) - 1)
}

// checkSafety makes sure that every variable gets a value from a condition that
// is neither negated nor an inequality.
func (c *program) checkSafety(r *rule) error {
	bound := make([]bool, len(r.names))
	for i := range r.body {
		if cond := &r.body[i]; !cond.negated && cond.relation != distinctRelation {
			cond.variables(func(v int32) { bound[v] = true })
		}
	}
	for v, ok := range bound {
		if !ok {
			return c.errorAt(r.clause, "unsafe rule: the variable %s occurs in no positive condition of the body",
				c.variableText(r.names[v]))
		}
	}
	return nil
}

func (cond *condition) variables(visit func(v int32)) {
	for i := range cond.args {
		cond.args[i].variables(visit)
	}
}

// stratify finds out which relations depend on each other, and on what.
func (c *program) stratify(d *logic.Dependencies) {
	for i := range c.relations {
		r := &c.relations[i]
		r.component = -1 - i // a component of its own unless found otherwise
		if n := d.Index(r.name); n >= 0 && d.Recursive[n] {
			r.component = d.Component[n]
		}
		switch r.given {
		case gdl.Symbol{}:
		case doesSymbol:
			r.level = levelMoves
		default:
			r.level = levelState
		}
	}
	c.raiseLevels()
}

// raiseLevels makes the level of each relation as high as those it depends on.
func (c *program) raiseLevels() {
	readers := make([][]int, len(c.relations)) // by relation: the heads of the rules that read it
	var work []int
	for i := range c.relations {
		if c.relations[i].level != levelStatic {
			work = append(work, i)
		}
		for _, rule := range c.relations[i].rules {
			for _, cond := range rule.body {
				if cond.relation != distinctRelation {
					readers[cond.relation] = append(readers[cond.relation], i)
				}
			}
		}
	}
	for len(work) > 0 {
		from := work[len(work)-1]
		work = work[:len(work)-1]
		for _, to := range readers[from] {
			if r := &c.relations[to]; r.level < c.relations[from].level {
				r.level = c.relations[from].level
				work = append(work, to)
			}
		}
	}
}
