package gdlcheck

import (
	"strconv"
	"strings"

	"ludex/gdl"
	"ludex/internal/gdlparse"
	"ludex/source"
)

// insert returns the edit that puts a text at a position.
func insert(at source.Pos, text string) source.Edit {
	return source.Edit{Span: source.Span{Start: at, End: at}, New: text}
}

// apply writes a relation with arguments in the syntax of the program.
func (p *Pass) apply(name string, args ...string) string {
	switch {
	case len(args) == 0:
		return name
	case p.Program.Syntax == gdl.Infix:
		return name + "(" + strings.Join(args, ",") + ")"
	}
	return "(" + name + " " + strings.Join(args, " ") + ")"
}

// addCondition returns the edits that put a condition before the body of a clause,
// which turns a fact into a rule.
func (p *Pass) addCondition(c *gdl.Clause, condition string) []source.Edit {
	if p.Program.Syntax == gdl.Infix {
		return p.addInfix(c, condition)
	}
	if c.Span == c.Head.Span {
		return []source.Edit{insert(c.Span.Start, "("+gdl.Arrow+" "), insert(c.Span.End, " "+condition+")")}
	}
	return []source.Edit{insert(c.Head.Span.End, " "+condition)}
}

func (p *Pass) addInfix(c *gdl.Clause, condition string) []source.Edit {
	body, arrow := p.infixBody(c)
	switch {
	case !arrow.IsValid():
		return []source.Edit{insert(c.Head.Span.End, " :- "+condition)}
	case !body.IsValid():
		return []source.Edit{insert(arrow.End, " "+condition)}
	case len(c.Body) == 1 && c.Body[0].Op == gdl.OpOr:
		return []source.Edit{insert(body.Start, condition+" & ("), insert(body.End, ")")}
	}
	return []source.Edit{insert(body.Start, condition+" & ")}
}

// infixBody returns where the body of an infix clause stands, and the arrow before
// it. Spans of formulas are not enough, because they exclude parentheses.
func (p *Pass) infixBody(c *gdl.Clause) (body, arrow source.Span) {
	at := c.Span.Start.Offset()
	for _, t := range gdlparse.Scan(p.Program.File.Slice(c.Span), gdl.Infix) {
		span := source.Range(at+t.Span.Start.Offset(), at+t.Span.End.Offset())
		switch {
		case t.Kind == gdlparse.ArrowToken:
			arrow = span
		case arrow.IsValid() && t.Kind != gdlparse.CommentToken && t.Kind != gdlparse.StopToken:
			body = body.To(span)
		}
	}
	return body, arrow
}

// fixRole proposes the most common fix for an unbound variable of the head: it
// stands where a role is expected. It reports whether that applies.
func (s *clauseSafety) fixRole(v *gdl.Term, d *source.Diagnostic) bool {
	head := &s.clause.Head
	switch head.Name {
	case gdl.Legal, gdl.Goal, gdl.Sees, gdl.Input:
	default:
		return false
	}
	name := s.variable(v)
	if len(head.Args) == 0 || !head.Args[0].Equal(v) || !s.clause.Span.IsValid() || name == "_" {
		return false
	}
	if role := gdl.Const(strings.ToLower(name)); s.IsRole(&role) {
		d.Fix(v.Span, role.Name, "write "+role.Name+"; a name with a capital is a variable")
		return true
	}
	condition := s.apply(gdl.Role, name)
	d.Mend("add "+condition+" to the body", s.addCondition(s.clause, condition)...)
	return true
}

// fixNegation proposes a relation of its own for a negation with variables that
// occur nowhere else in the clause, where "for no value" must be meant. If several
// negations need the same relation, the first gets the rule, and the others can
// use it afterwards.
func (s *clauseSafety) fixNegation(atom *gdl.Term, bound *scope, d *source.Diagnostic) {
	text := s.Program.File.Slice(atom.Span)
	if text == "" || strings.ContainsAny(text, "\r\n") || !s.onlyIn(atom, bound) {
		return
	}
	pattern, args := projection(atom, bound.has)
	known, ok := s.projections()[pattern]
	name := known.name
	switch {
	case !ok:
		name = s.freshName(atom)
		s.projections()[pattern] = projected{name: name}
	case !known.defined:
		return
	}
	names := make([]string, len(args))
	for i, v := range args {
		names[i] = s.variable(v)
	}
	helper := s.apply(name, names...)
	edits := []source.Edit{{Span: atom.Span, New: helper}}
	if !ok {
		edits = append(edits, s.insertAfter(s.clause, s.rule(helper, text)))
	}
	d.Mend("say that there is none, with a rule for "+helper, edits...)
}

// rule writes a rule with one condition, and a full stop if the clause has one.
func (s *clauseSafety) rule(head, condition string) string {
	if s.Program.Syntax == gdl.Prefix {
		return s.apply(gdl.Arrow, head, condition)
	}
	stop := ""
	if strings.HasSuffix(s.Program.File.Slice(s.clause.Span), ".") {
		stop = "."
	}
	return head + " :- " + condition + stop
}

// onlyIn reports whether the variables of an atom that nothing binds occur in no
// other place of the clause.
func (s *clauseSafety) onlyIn(atom *gdl.Term, bound *scope) bool {
	if s.times == nil {
		s.times = times(s.clause.Walk)
	}
	for name, n := range times(atom.Walk) {
		if !bound.has(name) && s.times[name] != n {
			return false
		}
	}
	return true
}

// times counts the variables among the terms that a function visits.
func times(walk func(func(*gdl.Term))) map[string]int {
	count := map[string]int{}
	walk(func(t *gdl.Term) {
		if t.Kind == gdl.Variable {
			count[t.Name]++
		}
	})
	return count
}

// isPlainName reports whether every syntax writes a name without quotes.
func isPlainName(name string) bool {
	return name != "" && name[0] >= 'a' && name[0] <= 'z' && infixName(name) == name
}

// freshName returns a name that the program does not have, derived from the name
// of an atom.
func (p *Pass) freshName(atom *gdl.Term) string {
	about := atom
	if (atom.Name == gdl.True || atom.Name == gdl.Does) && len(atom.Args) > 0 {
		about = &atom.Args[len(atom.Args)-1]
	}
	name := "some"
	if about.Kind != gdl.Variable && isPlainName(about.Name) {
		name += "_" + about.Name
	}
	used, fresh := p.names(), name
	for n := 2; used[strings.ToLower(fresh)]; n++ {
		fresh = name + strconv.Itoa(n)
	}
	used[strings.ToLower(fresh)] = true
	return fresh
}

// insertAfter returns the edit that puts a clause on a line of its own after
// another one and the comment behind it.
func (p *Pass) insertAfter(c *gdl.Clause, clause string) source.Edit {
	f := p.Program.File
	end := f.LineStart(f.Line(c.Span.End)) + len(f.LineText(f.Line(c.Span.End)))
	rest := strings.TrimSpace(f.Text()[c.Span.End.Offset():end])
	if rest != "" && !strings.HasPrefix(rest, ";") && !strings.HasPrefix(rest, "%") && !strings.HasPrefix(rest, "//") {
		return insert(c.Span.End, " "+clause)
	}
	newline := "\n"
	if strings.HasPrefix(f.Text()[end:], "\r\n") {
		newline = "\r\n"
	}
	return insert(source.At(end), newline+clause)
}

// fixOddNegation proposes to move a negation inwards where literals are negated.
func (p *Pass) fixOddNegation(f *gdl.Formula, d *source.Diagnostic) {
	inner := &f.Args[0]
	text := p.Program.File.Slice(f.Span)
	if text == "" || strings.ContainsAny(text, "\r\n") {
		return
	}
	parts := make([]string, len(inner.Args))
	for i := range inner.Args {
		atom, negated, ok := inner.Args[i].Literal()
		if !ok {
			return
		}
		parts[i] = p.Program.File.Slice(atom.Span)
		if !negated && inner.Op != gdl.OpNot {
			parts[i] = p.negate(parts[i])
		}
	}
	better := p.junction(inner.Op, parts)
	d.Fix(f.Span, better, "write "+better)
}

func (p *Pass) negate(atom string) string {
	if p.Program.Syntax == gdl.Infix {
		return "~" + atom
	}
	return p.apply(gdl.NotWord, atom)
}

// junction joins the parts of a negated formula by the dual of the outer
// connective.
func (p *Pass) junction(negated gdl.Op, parts []string) string {
	word, mark := gdl.OrWord, " | "
	if negated == gdl.OpOr {
		word, mark = gdl.AndWord, " & "
	}
	switch {
	case len(parts) == 1:
		return parts[0]
	case p.Program.Syntax == gdl.Infix:
		return "(" + strings.Join(parts, mark) + ")"
	}
	return p.apply(word, parts...)
}
