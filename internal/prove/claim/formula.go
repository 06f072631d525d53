package claim

import (
	"errors"
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
	Text    string // canonical, on one line
	tree    gdl.Formula
	written written
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
		f.Text = gdlformat.Formula(&f.tree, gdl.Prefix) // which can write all constants
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
	f, err := readFormula(written{text, "ask :- "}, "\n.", gdlparse.Options{Syntax: gdl.Infix, CaseSensitive: true})
	if err == nil || !strings.HasPrefix(strings.TrimSpace(text), "(") {
		return f, err
	}
	var mistake *FormulaError
	connected := strings.ContainsAny(text, "&|~,")
	if connected && errors.As(err, &mistake) && mistake.read {
		return nil, err
	}
	prefix, prefixErr := readFormula(written{text, "(<= ask "}, "\n)", gdlparse.Options{Syntax: gdl.Prefix, CaseSensitive: !foldCase})
	if prefixErr != nil && connected {
		return nil, err
	}
	return prefix, prefixErr
}

// readFormula reads a formula from a rule, of which it is the body.
func readFormula(w written, end string, opt gdlparse.Options) (*Formula, error) {
	p, list := gdlparse.File(source.NewFile("the formula", []byte(w.before+w.text+end)), opt)
	for _, d := range list.Items {
		if d.Severity == source.Error {
			return nil, w.wrong(d.Span, d.Message+howToWrite)
		}
	}
	if len(p.Clauses) != 1 || len(p.Clauses[0].Body) == 0 {
		return nil, w.wrong(source.Span{}, "this is not one formula"+howToWrite)
	}
	f := &Formula{tree: gdl.And(p.Clauses[0].Body...), written: w}
	f.Text = gdlformat.Formula(&f.tree, opt.Syntax)
	var wrong error
	walk(&f.tree, func(t *gdl.Term) {
		if _, err := atomOf(t); err != nil && wrong == nil {
			mistake := w.wrong(t.Span, err.Error())
			mistake.read = true
			wrong = mistake
		}
	})
	if wrong != nil {
		return nil, wrong
	}
	return f, nil
}

// Not returns the negation of a formula.
func (f *Formula) Not() *Formula {
	not := &Formula{tree: gdl.Formula{Op: gdl.OpNot, Args: []gdl.Formula{f.tree}}, written: f.written}
	not.Text = gdlformat.Formula(&not.tree, gdl.Prefix)
	return not
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

// Lit returns the formula as a literal of a system. An atom that no state has is a
// [*FormulaError], since it may be a typing error.
func (f *Formula) Lit(s *transition.System) (aig.Lit, error) { return f.litOf(s, &f.tree) }

func (f *Formula) litOf(s *transition.System, part *gdl.Formula) (aig.Lit, error) {
	if part.Op == gdl.OpAtom {
		a, err := atomOf(&part.Atom)
		if err != nil {
			return 0, err
		}
		l, why := findAtom(s, a)
		if why != "" {
			return 0, f.written.wrong(part.Atom.Span, why)
		}
		return l, nil
	}
	var list []aig.Lit
	for i := range part.Args {
		l, err := f.litOf(s, &part.Args[i])
		if err != nil {
			return 0, err
		}
		list = append(list, l)
	}
	switch part.Op {
	case gdl.OpNot:
		return list[0].Not(), nil
	case gdl.OpAnd:
		return s.Graph.All(list), nil
	}
	return s.Graph.Any(list), nil
}

// findAtom returns the literal of an atom, or why there is none.
func findAtom(s *transition.System, a Atom) (l aig.Lit, why string) {
	switch a.Word {
	case gdl.Terminal:
		return s.Terminal, ""
	case gdl.True:
		for _, bit := range s.State {
			if bit.Name == a.Text {
				return bit.Lit, ""
			}
		}
		return 0, "no state can have the fact " + a.Text + similarFact(s, a.Text)
	}
	var names []string
	for _, r := range s.Roles {
		if r.Name == a.Role {
			return findOfRole(&r, a)
		}
		names = append(names, r.Name)
	}
	return 0, fmt.Sprintf("there is no role %s: the roles are %s", a.Role, strings.Join(names, ", "))
}

// findOfRole returns the literal of an atom about a role, or why there is none.
func findOfRole(r *transition.Role, a Atom) (l aig.Lit, why string) {
	if a.Word == gdl.Goal {
		for _, g := range r.Goals {
			if strconv.Itoa(g.Value) == a.Text {
				return g.Lit, ""
			}
		}
		return 0, fmt.Sprintf("%s can never have the goal value %s", r.Name, a.Text)
	}
	var moves []string
	for _, m := range r.Moves {
		if m.Text == a.Text {
			if a.Word == gdl.Legal {
				return m.Legal, ""
			}
			return m.Does, ""
		}
		moves = append(moves, m.Text)
	}
	return 0, fmt.Sprintf("%s can never make the move %s%s", r.Name, a.Text, didYouMean(a.Text, moves))
}
