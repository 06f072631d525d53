package claim

import (
	"fmt"
	"strconv"
	"strings"

	"ludex/gdl"
	"ludex/internal/gdlformat"
	"ludex/internal/gdlparse"
	"ludex/internal/prove/aig"
	"ludex/internal/prove/transition"
	"ludex/source"
)

// A Formula is a condition over the facts of a state, the moves that are made in it, what
// is legal, goals and the end. It has no variables.
type Formula struct {
	Text string // canonical, on one line
	tree gdl.Formula
}

// An Atom is what a formula is made of: one of true, legal, does, goal and terminal, with
// canonical texts.
type Atom struct {
	Word string // gdl.True, gdl.Legal, …
	Role string // of legal, does and goal
	Text string // a fact, a move or a goal value
}

// ParseFormula reads a formula in the syntax of bodies of rules, infix or prefix. A bare
// atom is a fact. Constants that differ in case are different.
func ParseFormula(text string) (*Formula, error) { return parseFormula(text, false) }

// ParseFormulaOf reads a formula about a system in which constants that differ only in case are
// the same.
func ParseFormulaOf(s *transition.System, text string) (*Formula, error) {
	f, err := parseFormula(text, true)
	if err != nil {
		return nil, err
	}
	spelling := map[string]string{}
	for _, word := range constants(s) {
		spelling[strings.ToLower(word)] = word
	}
	changed := false
	walk(&f.tree, func(t *gdl.Term) { changed = spell(t, spelling) || changed })
	if changed {
		return newFormula(f.tree, gdl.Prefix), nil // which can write all constants
	}
	return f, nil
}

// constants returns the words of which the facts, roles and moves of a system consist.
func constants(s *transition.System) []string {
	var texts []string
	for _, bit := range s.State {
		texts = append(texts, bit.Name)
	}
	for _, r := range s.Roles {
		texts = append(texts, r.Name)
		for _, m := range r.Moves {
			texts = append(texts, m.Text)
		}
	}
	return strings.FieldsFunc(strings.Join(texts, " "), func(r rune) bool { return strings.ContainsRune("() ", r) })
}

// spell writes the words of a term as a system does, and reports whether that changed it.
func spell(t *gdl.Term, spelling map[string]string) (changed bool) {
	if word, ok := spelling[strings.ToLower(t.Name)]; ok && !gdl.IsReserved(t.Name) && word != t.Name {
		t.Name, changed = word, true
	}
	for i := range t.Args {
		changed = spell(&t.Args[i], spelling) || changed
	}
	return changed
}

// parseFormula reads a formula. A text that begins with a parenthesis can be of either syntax: it is
// infix if it can be.
func parseFormula(text string, foldCase bool) (*Formula, error) {
	f, err := readFormula(text, "ask :- "+text+"\n.", gdlparse.Options{Syntax: gdl.Infix, CaseSensitive: true})
	if err == nil || !strings.HasPrefix(strings.TrimSpace(text), "(") {
		return f, err
	}
	prefix, err := readFormula(text, "(<= ask "+text+"\n)", gdlparse.Options{Syntax: gdl.Prefix, CaseSensitive: !foldCase})
	if err != nil {
		return nil, err
	}
	return prefix, nil
}

// readFormula reads a formula from a rule, of which it is the body.
func readFormula(text, rule string, opt gdlparse.Options) (*Formula, error) {
	p, list := gdlparse.File(source.NewFile("the formula", []byte(rule)), opt)
	if list.HasErrors() || len(p.Clauses) != 1 || len(p.Clauses[0].Body) == 0 {
		return nil, fmt.Errorf("%q is no formula: write it like the body of a rule, as in \"control(x) & ~terminal\" or \"(and (control x) (not terminal))\"", text)
	}
	f := newFormula(gdl.And(p.Clauses[0].Body...), opt.Syntax)
	var wrong error
	walk(&f.tree, func(t *gdl.Term) {
		if _, err := atomOf(t); err != nil && wrong == nil {
			wrong = fmt.Errorf("%q: %w", text, err)
		}
	})
	return f, wrong
}

// newFormula returns a formula whose text has a syntax.
func newFormula(tree gdl.Formula, syntax gdl.Syntax) *Formula {
	return &Formula{Text: gdlformat.Formula(&tree, syntax), tree: tree}
}

// Not returns the negation of a formula.
func (f *Formula) Not() *Formula {
	return newFormula(gdl.Formula{Op: gdl.OpNot, Args: []gdl.Formula{f.tree}}, gdl.Prefix)
}

// walk visits the atoms of a formula.
func walk(f *gdl.Formula, visit func(*gdl.Term)) {
	if f.Op == gdl.OpAtom {
		visit(&f.Atom)
	}
	for i := range f.Args {
		walk(&f.Args[i], visit)
	}
}

// arity is the number of arguments of the keywords that formulas may use.
var arity = map[string]int{gdl.True: 1, gdl.Legal: 2, gdl.Does: 2, gdl.Goal: 2, gdl.Terminal: 0}

// atomOf reads an atom.
func atomOf(t *gdl.Term) (Atom, error) {
	if !t.IsGround() {
		return Atom{}, fmt.Errorf("%s has variables", gdlformat.Term(t, gdl.Infix))
	}
	text := func(i int) string { return gdlformat.Term(&t.Args[i], gdl.Prefix) }
	n, known := arity[t.Name]
	switch {
	case known && n != len(t.Args):
		return Atom{}, fmt.Errorf("%s takes %d arguments", t.Name, n)
	case known && n == 0:
		return Atom{Word: t.Name}, nil
	case known && n == 1:
		return Atom{Word: t.Name, Text: text(0)}, nil
	case known:
		return Atom{Word: t.Name, Role: text(0), Text: text(1)}, nil
	case gdl.IsReserved(t.Name):
		return Atom{}, fmt.Errorf("%s is not a word for formulas", t.Name)
	}
	return Atom{Word: gdl.True, Text: gdlformat.Term(t, gdl.Prefix)}, nil
}

// UsesMoves reports whether the formula is about moves that are made.
func (f *Formula) UsesMoves() bool {
	uses := false
	walk(&f.tree, func(t *gdl.Term) { uses = uses || t.Name == gdl.Does })
	return uses
}

// Holds evaluates the formula, given the values of its atoms.
func (f *Formula) Holds(value func(Atom) (bool, error)) (bool, error) { return holds(&f.tree, value) }

func holds(f *gdl.Formula, value func(Atom) (bool, error)) (bool, error) {
	if f.Op == gdl.OpAtom {
		a, err := atomOf(&f.Atom)
		if err != nil {
			return false, err
		}
		return value(a)
	}
	all, some := true, false
	for i := range f.Args {
		v, err := holds(&f.Args[i], value)
		if err != nil {
			return false, err
		}
		all, some = all && v, some || v
	}
	switch f.Op {
	case gdl.OpNot:
		return !all, nil
	case gdl.OpAnd:
		return all, nil
	}
	return some, nil
}

// Lit returns the formula as a literal of a system. An atom that no state has is an error,
// since it may be a typing error.
func (f *Formula) Lit(s *transition.System) (aig.Lit, error) { return litOf(s, &f.tree) }

func litOf(s *transition.System, f *gdl.Formula) (aig.Lit, error) {
	if f.Op == gdl.OpAtom {
		a, err := atomOf(&f.Atom)
		if err != nil {
			return 0, err
		}
		return findAtom(s, a)
	}
	var list []aig.Lit
	for i := range f.Args {
		l, err := litOf(s, &f.Args[i])
		if err != nil {
			return 0, err
		}
		list = append(list, l)
	}
	switch f.Op {
	case gdl.OpNot:
		return list[0].Not(), nil
	case gdl.OpAnd:
		return s.Graph.All(list), nil
	}
	return s.Graph.Any(list), nil
}

// findAtom returns the literal of an atom.
func findAtom(s *transition.System, a Atom) (aig.Lit, error) {
	switch a.Word {
	case gdl.Terminal:
		return s.Terminal, nil
	case gdl.True:
		for _, bit := range s.State {
			if bit.Name == a.Text {
				return bit.Lit, nil
			}
		}
		return 0, fmt.Errorf("no state can have the fact %s", a.Text)
	}
	for _, r := range s.Roles {
		if r.Name == a.Role {
			return findOfRole(&r, a)
		}
	}
	return 0, fmt.Errorf("there is no role %s", a.Role)
}

// findOfRole returns the literal of an atom about a role.
func findOfRole(r *transition.Role, a Atom) (aig.Lit, error) {
	if a.Word == gdl.Goal {
		for _, g := range r.Goals {
			if strconv.Itoa(g.Value) == a.Text {
				return g.Lit, nil
			}
		}
		return 0, fmt.Errorf("%s can never have the goal value %s", r.Name, a.Text)
	}
	for _, m := range r.Moves {
		if m.Text == a.Text {
			if a.Word == gdl.Legal {
				return m.Legal, nil
			}
			return m.Does, nil
		}
	}
	return 0, fmt.Errorf("%s can never make the move %s", r.Name, a.Text)
}
