package mutation

import (
	"slices"
	"strings"

	"ludex/gdl"
	"ludex/internal/gdlformat"
	"ludex/rules"
	"ludex/source"
)

// A program collects the changes of a description in GDL.
type program struct {
	file    *source.File
	syntax  gdl.Syntax
	clauses []gdl.Clause
	places  map[place][]string // the constants that occur in a place, in order
	list    []Change
}

// A place is an argument of a relation or a function.
type place struct {
	of  gdl.Symbol
	arg int
}

// gdlChanges returns the changes of the clauses. Roles stay.
func gdlChanges(rs *rules.Rules) []Change {
	if rs.GDL == nil {
		return nil
	}
	p := &program{file: rs.File, syntax: rs.GDL.Syntax, clauses: rs.GDL.Clauses, places: map[place][]string{}}
	p.constants()
	for i := range p.clauses {
		c := &p.clauses[i]
		if c.Head.Name == "role" || !c.Span.IsValid() {
			continue
		}
		p.swapConstants(c)
		if len(c.Body) > 0 {
			p.rule(i)
		}
	}
	return p.list
}

// constants finds the constants that occur in each place.
func (p *program) constants() {
	for i := range p.clauses {
		p.eachAtom(&p.clauses[i], func(atom *gdl.Term) { atom.Walk(p.note) })
	}
}

// note notes the constants that are arguments of a term.
func (p *program) note(t *gdl.Term) {
	for k := range t.Args {
		if a := &t.Args[k]; a.Kind == gdl.Constant {
			at := place{t.Symbol(), k}
			if !slices.Contains(p.places[at], a.Name) {
				p.places[at] = append(p.places[at], a.Name)
			}
		}
	}
}

// eachAtom calls visit for the head and for the atoms of the body of a clause.
func (p *program) eachAtom(c *gdl.Clause, visit func(*gdl.Term)) {
	visit(&c.Head)
	for i := range c.Body {
		c.Body[i].Atoms(func(atom *gdl.Term, _ bool) { visit(atom) })
	}
}

// add adds a change of the text of a span.
func (p *program) add(kind Kind, span source.Span, text string) {
	if span.IsValid() {
		p.list = append(p.list, replace(p.file, kind, span.Start.Offset(), span.End.Offset(), text))
	}
}

// swapConstants puts another constant of the same place where one is.
func (p *program) swapConstants(c *gdl.Clause) {
	p.eachAtom(c, func(atom *gdl.Term) {
		atom.Walk(func(t *gdl.Term) {
			for k := range t.Args {
				a := &t.Args[k]
				if a.Kind != gdl.Constant {
					continue
				}
				for _, name := range p.places[place{t.Symbol(), k}] {
					if name != a.Name {
						other := gdl.Const(name)
						p.add(constantKind(c), a.Span, gdlformat.Term(&other, p.syntax))
					}
				}
			}
		})
	})
}

// constantKind returns the kind of a change of a constant: goals and terminal states are the
// end.
func constantKind(c *gdl.Clause) Kind {
	if c.Head.Name == "goal" || c.Head.Name == "terminal" {
		return End
	}
	return Constant
}

// rule changes a rule: conditions and variables, and the rule as a whole.
func (p *program) rule(number int) {
	c := &p.clauses[number]
	for i := range c.Body {
		p.dropCondition(c, i)
		p.negate(&c.Body[i])
		p.swapVariables(c, &c.Body[i])
	}
	p.addConditions(number)
	p.add(Rule, c.Span, "")
	p.copyRule(c)
}

// dropCondition drops a condition of several, with what stands between it and its neighbour.
func (p *program) dropCondition(c *gdl.Clause, i int) {
	if len(c.Body) < 2 {
		return
	}
	from, to := c.Body[i].Span.Start, c.Body[i].Span.End
	if i > 0 {
		from = c.Body[i-1].Span.End
	} else {
		to = c.Body[1].Span.Start
	}
	p.add(Condition, source.Span{Start: from, End: to}, "")
}

// negate negates a literal.
func (p *program) negate(f *gdl.Formula) {
	atom, negated, ok := f.Literal()
	if !ok || atom.Name == "does" {
		return
	}
	other := gdl.Not(*atom)
	if negated {
		other = gdl.Pos(*atom)
	}
	p.add(Condition, f.Span, gdlformat.Formula(&other, p.syntax))
}

// swapVariables puts another variable of the rule where one is.
func (p *program) swapVariables(c *gdl.Clause, f *gdl.Formula) {
	all := variablesOf(c)
	f.Atoms(func(atom *gdl.Term, _ bool) {
		atom.Walk(func(t *gdl.Term) {
			if t.Kind != gdl.Variable {
				return
			}
			for _, name := range all {
				if name != t.Name {
					other := gdl.Var(name)
					p.add(Variable, t.Span, gdlformat.Term(&other, p.syntax))
				}
			}
		})
	})
}

// variablesOf returns the names of the variables of a clause, in the order of appearance.
func variablesOf(c *gdl.Clause) []string {
	var list []string
	note := func(t *gdl.Term) {
		if t.Kind == gdl.Variable && !slices.Contains(list, t.Name) {
			list = append(list, t.Name)
		}
	}
	c.Head.Walk(note)
	for i := range c.Body {
		c.Body[i].Atoms(func(atom *gdl.Term, _ bool) { atom.Walk(note) })
	}
	return list
}

// mostAdded bounds the conditions that can be added to one rule, so that long descriptions
// have not too many changes.
const mostAdded = 40

// addConditions adds literals of other rules whose variables the rule has, too.
func (p *program) addConditions(number int) {
	c := &p.clauses[number]
	variables := variablesOf(c)
	last := c.Body[len(c.Body)-1].Span
	if !last.IsValid() {
		return
	}
	between := " "
	if p.syntax == gdl.Infix {
		between = " & "
	}
	seen := map[string]bool{}
	for i := range c.Body {
		seen[gdlformat.Formula(&c.Body[i], p.syntax)] = true
	}
	added := 0
	for k := range len(p.clauses) {
		from := &p.clauses[(number+1+k)%len(p.clauses)] // neighbours are most alike
		for i := range from.Body {
			text := gdlformat.Formula(&from.Body[i], p.syntax)
			atom, _, ok := from.Body[i].Literal()
			if !ok || seen[text] || added == mostAdded || !hasAll(variables, atom) {
				continue
			}
			seen[text] = true
			added++
			p.add(Condition, source.Span{Start: last.End, End: last.End}, between+text)
		}
	}
}

// hasAll reports whether all variables of an atom are among some.
func hasAll(variables []string, atom *gdl.Term) bool {
	ok := true
	atom.Walk(func(t *gdl.Term) {
		ok = ok && (t.Kind != gdl.Variable || slices.Contains(variables, t.Name))
	})
	return ok
}

// copyRule adds a copy of a rule in which one constant of the body or the head is another.
func (p *program) copyRule(c *gdl.Clause) {
	own := p.file.Slice(c.Span)
	base := c.Span.Start.Offset()
	at := source.Span{Start: c.Span.End, End: c.Span.End}
	p.eachAtom(c, func(atom *gdl.Term) {
		atom.Walk(func(t *gdl.Term) {
			for k := range t.Args {
				a := &t.Args[k]
				if a.Kind != gdl.Constant || !a.Span.IsValid() {
					continue
				}
				from, to := a.Span.Start.Offset()-base, a.Span.End.Offset()-base
				for _, name := range p.places[place{t.Symbol(), k}] {
					if name != a.Name {
						other := gdl.Const(name)
						p.add(Rule, at, "\n"+strings.TrimSpace(own[:from]+gdlformat.Term(&other, p.syntax)+own[to:]))
					}
				}
			}
		})
	})
}
