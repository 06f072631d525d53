package logic

import (
	"ludex/gdl"
	"ludex/internal/gdlrewrite"
)

// maxDomainWork bounds the effort of NewReach and the memory it takes; beyond it
// everything counts as possible, so that checks report nothing rather than
// something wrong. Public games need less than 100,000.
const maxDomainWork = 2_000_000

// maxDefinitions bounds how many rules Defines looks at one by one.
const maxDefinitions = 1000

// maxDisjuncts bounds how many cases of a rule with disjunctions are studied.
const maxDisjuncts = 64

// Reach over-approximates what a program can derive: it holds, for each argument of each
// relation, the possible terms over all states and moves. What is initially true or next
// can be true later; what is legal can be done. Negations count as satisfied. What is known
// holds.
type Reach struct {
	program   *gdl.Program
	constants map[string]int
	relations map[gdl.Symbol]*relationReach
	rules     []reachRule
	readers   map[gdl.Symbol][]int // rules to look at again when a relation grows
	heads     map[gdl.Symbol][]int // rules by the relation they define
	work      int
	gaveUp    bool
}

type relationReach struct {
	possible bool // something can be derived
	args     []*domain
}

type reachRule struct {
	clause int
	rule   gdl.Clause // a case of the clause, without disjunctions
	fires  bool
}

// NewReach analyses a program.
func NewReach(p *gdl.Program) *Reach {
	p = gdlrewrite.Implied(p)
	r := &Reach{program: p, constants: map[string]int{}, relations: map[gdl.Symbol]*relationReach{},
		readers: map[gdl.Symbol][]int{}, heads: map[gdl.Symbol][]int{}}
	for i := range p.Clauses {
		cases, ok := gdlrewrite.Disjuncts(&p.Clauses[i], maxDisjuncts)
		if !ok { // too many cases: forget the disjunctions, which only adds possibilities
			cases = []gdl.Clause{withoutJunctions(&p.Clauses[i])}
		}
		for _, c := range cases {
			r.rules = append(r.rules, reachRule{clause: i, rule: c})
		}
	}
	r.run()
	return r
}

func withoutJunctions(c *gdl.Clause) gdl.Clause {
	out := gdl.Clause{Head: c.Head, Span: c.Span}
	for _, f := range c.Body {
		if _, _, ok := f.Literal(); ok {
			out.Body = append(out.Body, f)
		}
	}
	return out
}

func (r *Reach) run() {
	queued := make([]bool, len(r.rules))
	queue := make([]int, 0, len(r.rules))
	for i := range r.rules {
		rule := &r.rules[i].rule
		rule.Atoms(func(a *gdl.Term, negated bool) {
			if !negated && a.Name != gdl.Distinct {
				s := a.Symbol()
				r.readers[s] = append(r.readers[s], i)
			}
		})
		s := rule.Head.Symbol()
		r.heads[s] = append(r.heads[s], i)
		queue, queued[i] = append(queue, i), true
	}
	for head := 0; head < len(queue); head++ {
		i := queue[head]
		queued[i] = false
		if !r.fire(i) {
			continue
		}
		if r.work > maxDomainWork {
			r.gaveUp = true
			return
		}
		for _, s := range r.fed(r.rules[i].rule.Head.Symbol()) {
			for _, j := range r.readers[s] {
				if !queued[j] {
					queue, queued[j] = append(queue, j), true
				}
			}
		}
	}
}

// fed returns the relations that grow when s grows.
func (r *Reach) fed(s gdl.Symbol) []gdl.Symbol {
	out := []gdl.Symbol{s}
	switch s.Name {
	case gdl.Init, gdl.Next:
		out = append(out, gdl.Symbol{Name: gdl.True, Arity: s.Arity}, gdl.Symbol{Name: gdl.Expired, Arity: 1})
	case gdl.Legal:
		out = append(out, gdl.Symbol{Name: gdl.Does, Arity: s.Arity})
	}
	return out
}

// fire studies one rule and reports whether what its head can hold grew.
func (r *Reach) fire(i int) bool {
	env, failed := r.match(&r.rules[i].rule)
	if failed >= 0 {
		return false
	}
	changed := !r.rules[i].fires
	r.rules[i].fires = true
	for _, s := range r.fed(r.rules[i].rule.Head.Symbol()) {
		if r.feed(s, &r.rules[i].rule.Head, env) {
			changed = true
		}
	}
	return changed
}

func (r *Reach) feed(s gdl.Symbol, head *gdl.Term, env map[string]*domain) bool {
	rel := r.relation(s)
	changed := !rel.possible
	rel.possible = true
	args := head.Args
	if s.Name == gdl.Expired && len(args) == 2 {
		args = args[1:] // expired(F) comes from next(T,F)
	}
	for k := range min(s.Arity, len(args)) {
		if r.program.Dialect.Timed() && s.Name == gdl.True && s.Arity == 2 && k == 0 {
			rel.args[k] = anything // lifetimes run down
			continue
		}
		if r.add(rel.args[k], &args[k], env, 0) {
			changed = true
		}
	}
	return changed
}

func (r *Reach) relation(s gdl.Symbol) *relationReach {
	rel := r.relations[s]
	if rel == nil {
		rel = &relationReach{args: make([]*domain, s.Arity)}
		for i := range rel.args {
			rel.args[i] = &domain{}
		}
		r.relations[s] = rel
	}
	return rel
}

// add puts the instances of a term into a domain.
func (r *Reach) add(d *domain, t *gdl.Term, env map[string]*domain, depth int) (changed bool) {
	if d.any {
		return false
	}
	if depth >= maxDomainDepth {
		*d = domain{any: true}
		return true
	}
	r.work++
	switch t.Kind {
	case gdl.Variable:
		if v, ok := env[t.Name]; ok {
			return d.union(v, depth, &r.work)
		}
		*d = domain{any: true}
		return true
	case gdl.Constant:
		return d.constants.add(r.constant(t.Name))
	}
	args, changed := d.function(t.Symbol())
	for i := range t.Args {
		if r.add(args[i], &t.Args[i], env, depth+1) {
			changed = true
		}
	}
	return changed
}

func (r *Reach) constant(name string) int {
	i, ok := r.constants[name]
	if !ok {
		i = len(r.constants)
		r.constants[name] = i
	}
	return i
}

// match finds the domains of a rule's variables and the index of the first
// body element that can never hold, or -1.
func (r *Reach) match(c *gdl.Clause) (env map[string]*domain, failed int) {
	env = map[string]*domain{}
	for i := range c.Body {
		atom, negated, ok := c.Body[i].Literal()
		switch {
		case !ok:
		case atom.Name == gdl.Distinct && len(atom.Args) == 2:
			if !negated && atom.Args[0].Equal(&atom.Args[1]) {
				return env, i
			}
		case !negated && !r.matchAtom(atom, env):
			return env, i
		}
	}
	return env, -1
}

func (r *Reach) matchAtom(atom *gdl.Term, env map[string]*domain) bool {
	rel := r.relations[atom.Symbol()]
	if rel == nil || !rel.possible {
		return false
	}
	for k := range atom.Args {
		if !r.matchTerm(&atom.Args[k], rel.args[k], env) {
			return false
		}
	}
	return true
}

func (r *Reach) matchTerm(t *gdl.Term, d *domain, env map[string]*domain) bool {
	r.work++
	switch t.Kind {
	case gdl.Variable:
		if old, ok := env[t.Name]; ok {
			d = intersect(old, d, &r.work)
		}
		env[t.Name] = d
		return !d.empty()
	case gdl.Constant:
		i, ok := r.constants[t.Name]
		return d.any || ok && d.constants.has(i)
	}
	args := d.functions[t.Symbol()]
	if d.any {
		return r.matchAny(t, env)
	}
	if args == nil {
		return false
	}
	for i := range t.Args {
		if !r.matchTerm(&t.Args[i], args[i], env) {
			return false
		}
	}
	return true
}

// matchAny binds the variables of a term that stands where anything can.
func (r *Reach) matchAny(t *gdl.Term, env map[string]*domain) bool {
	t.Walk(func(u *gdl.Term) {
		if _, ok := env[u.Name]; u.Kind == gdl.Variable && !ok {
			env[u.Name] = anything
		}
	})
	return true
}

// Possible reports whether an atom's pattern matches anything that the atom's
// relation can hold.
func (r *Reach) Possible(atom *gdl.Term) bool {
	return r.gaveUp || r.matchAtom(atom, map[string]*domain{})
}

// Defines reports whether some rule of a relation can derive an atom with the given
// patterns for arguments. It is more precise than Possible, because it considers the
// rules one by one.
func (r *Reach) Defines(relation string, args ...gdl.Term) bool {
	pattern := gdl.Fn(relation, args...)
	if !r.Possible(&pattern) {
		return false
	}
	rules := r.heads[pattern.Symbol()]
	if r.gaveUp || len(rules) > maxDefinitions {
		return true
	}
	for _, i := range rules {
		rule := &r.rules[i].rule
		if env, failed := r.match(rule); failed < 0 && r.meets(&pattern, &rule.Head, env) {
			return true
		}
	}
	return false
}

// meets reports whether an instance of a term whose variables have the given
// domains can be an instance of a pattern.
func (r *Reach) meets(pattern, t *gdl.Term, env map[string]*domain) bool {
	if pattern.Kind == gdl.Variable {
		return true
	}
	if t.Kind == gdl.Variable {
		d, ok := env[t.Name]
		return !ok || r.matchTerm(pattern, d, map[string]*domain{})
	}
	if pattern.Symbol() != t.Symbol() {
		return false
	}
	for i := range t.Args {
		if !r.meets(&pattern.Args[i], &t.Args[i], env) {
			return false
		}
	}
	return true
}

// Dead returns the clauses that can never fire, each with the body literal
// that can never hold in the clause's first case.
func (r *Reach) Dead() (clauses []int, literals []gdl.Formula) {
	if r.gaveUp {
		return nil, nil
	}
	for i := 0; i < len(r.rules); {
		first, fires := i, false
		for ; i < len(r.rules) && r.rules[i].clause == r.rules[first].clause; i++ {
			fires = fires || r.rules[i].fires
		}
		if !fires {
			rule := &r.rules[first].rule
			if _, failed := r.match(rule); failed >= 0 {
				clauses = append(clauses, r.rules[first].clause)
				literals = append(literals, rule.Body[failed])
			}
		}
	}
	return clauses, literals
}
