package gdlcheck

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"

	"ludex/gdl"
	"ludex/source"
)

var arity = &Check{
	Name:  "arity",
	Doc:   "Keywords have the number of arguments that their dialect gives them.",
	Codes: []*source.Code{keywordArity, mixedTime},
	Run:   runArity,
}

var (
	keywordArity = &source.Code{ID: "GDL070", Severity: source.Error,
		Title: "a keyword with the wrong number of arguments",
		Doc: `Keywords have a fixed number of arguments: role 1, base 1, input 2, init 1,
true 1, next 1, legal 2, does 2, goal 2, terminal 0, distinct 2; in GDL-II sees 2; in
GDL-III knows 2 (a role and what it knows) or 1 (what is common knowledge);
in rtGDL init, true and next have 2 (a lifetime and a fact), and expired has 1.`}
	mixedTime = &source.Code{ID: "GDL100", Severity: source.Error,
		Title: "facts with and without lifetimes",
		Doc: `In rtGDL, init, true and next have two arguments, a lifetime and a fact; in
GDL they have one. A description must use one form throughout.`}
)

func runArity(p *Pass) {
	mixed := reportMixedTime(p)
	p.eachAtom(func(_ *gdl.Clause, atom *gdl.Term, _, _ bool) {
		want, ok := p.Program.Dialect.Arity(atom.Name)
		if _, _, knows := p.Program.Knows(atom); !ok || knows || want == len(atom.Args) || mixed && isTimeKeyword(atom) || reportInfix(p, atom) {
			return
		}
		d := p.Report(keywordArity, atom.Span, "%s takes %s, here it has %d", atom.Name, count(want, "argument"), len(atom.Args))
		if isTimeKeyword(atom) && p.Program.Dialect.Timed() {
			d.Advise("this is read as %s because of its other clauses", p.Program.Dialect.Title())
		}
	})
}

// reportInfix reports an atom like init(cell(1, b)) in a prefix text, where it is read as the
// constant init and a clause (cell …).
func reportInfix(p *Pass, atom *gdl.Term) bool {
	if p.Program.Syntax != gdl.Prefix || len(atom.Args) > 0 || atom.Span.End-atom.Span.Start != source.Pos(len(atom.Name)) {
		return false
	}
	text := p.Program.File.Text()[atom.Span.Start-1:]
	prefix, rest, ok := prefixOf(text)
	if !ok || prefix == atom.Name {
		return false
	}
	whole := atom.Span
	whole.End = whole.Start + source.Pos(len(text)-len(rest))
	p.Report(keywordArity, whole, "%s is infix, but this is a prefix text", text[:len(text)-len(rest)]).
		Fix(whole, prefix, "write "+prefix)
	return true
}

// infixName returns the constant or variable of infix syntax that a text begins with, or "".
func infixName(text string) string {
	end := strings.IndexFunc(text, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	})
	if end < 0 {
		return text
	}
	return text[:end]
}

// prefixOf reads a term in infix syntax, all on one line, and returns it in prefix syntax with
// the text behind it.
func prefixOf(text string) (prefix, rest string, ok bool) {
	name := infixName(text)
	rest = text[len(name):]
	if name == "" || !strings.HasPrefix(rest, "(") {
		if name != "" && unicode.IsUpper(rune(name[0])) {
			name = "?" + strings.ToLower(name)
		}
		return name, rest, name != ""
	}
	prefix = "(" + name
	for {
		argument, behind, ok := prefixOf(strings.TrimLeft(rest[1:], " "))
		if !ok {
			return "", text, false
		}
		prefix, rest = prefix+" "+argument, strings.TrimLeft(behind, " ")
		if strings.HasPrefix(rest, ")") {
			return prefix + ")", rest[1:], true
		} else if !strings.HasPrefix(rest, ",") {
			return "", text, false
		}
	}
}

func isTimeKeyword(atom *gdl.Term) bool {
	return (atom.Name == gdl.True || atom.Name == gdl.Init || atom.Name == gdl.Next) && (len(atom.Args) == 1 || len(atom.Args) == 2)
}

// reportMixedTime shows one place of each form if a description mixes them.
func reportMixedTime(p *Pass) bool {
	var first [3]*gdl.Term
	p.eachAtom(func(_ *gdl.Clause, atom *gdl.Term, _, _ bool) {
		if isTimeKeyword(atom) && first[len(atom.Args)] == nil {
			first[len(atom.Args)] = atom
		}
	})
	one, two := first[1], first[2]
	if one != nil && two == nil {
		return reportUntimed(p, one)
	}
	if one == nil || two == nil {
		return false
	}
	if one.Span.Start < two.Span.Start {
		one, two = two, one
	}
	p.Report(mixedTime, one.Span, "%s has %s here", one.Name, count(len(one.Args), "argument")).
		Note(two.Span, "%s has %s here", two.Name, count(len(two.Args), "argument")).
		Advise("facts have lifetimes in all clauses (rtGDL) or in none (GDL)")
	return true
}

// reportUntimed shows why a description without any lifetime counts as rtGDL, if
// that was not requested.
func reportUntimed(p *Pass, fact *gdl.Term) bool {
	var mark *gdl.Term
	if p.Program.Dialect.Timed() {
		p.eachAtom(func(_ *gdl.Clause, atom *gdl.Term, inHead, _ bool) {
			atom.Walk(func(t *gdl.Term) {
				if mark == nil && (t.Kind == gdl.Constant && t.Name == gdl.Infinity || t == atom && !inHead && t.Name == gdl.Expired) {
					mark = t
				}
			})
		})
	}
	if mark == nil {
		return false
	}
	p.Report(mixedTime, fact.Span, "%s has 1 argument here", fact.Name).
		Note(mark.Span, "%s makes this a description in %s, where it has 2", mark.Name, p.Program.Dialect.Title()).
		Advise("facts have lifetimes in all clauses (rtGDL) or in none (GDL); --dialect gdl reads it as GDL")
	return true
}

var symbolClasses = &Check{
	Name:  "symbol-classes",
	Doc:   "A name is one thing, with one number of arguments.",
	Codes: []*source.Code{twoArities, twoClasses},
	Run:   runSymbolClasses,
}

var (
	twoArities = &source.Code{ID: "GDL071", Severity: source.Warning, Strict: true,
		Title: "a name with two numbers of arguments",
		Doc: `One relation or one function is used with different numbers of arguments. The
language allows it, as different symbols with one name, but it is usually a
forgotten argument.`}
	twoClasses = &source.Code{ID: "GDL072", Severity: source.Warning, Strict: true,
		Title: "a name in two classes",
		Doc: `Object constants, functions and relations are three disjoint classes of
symbols in GDL. Ludex tells them apart by their place, but a reader, and a
player that guesses at the meaning of names, may not.`}
)

// A symbolClass is a way to use a name.
type symbolClass uint8

const (
	asRelation symbolClass = iota
	asFunction
	asConstant
)

var classNames = [...]string{"a relation", "a function", "a constant"}

type symbolUse struct {
	class symbolClass
	arity int
	at    source.Span
}

// uses collects the first place of each way a name is used.
type uses map[string][]symbolUse

func (u uses) add(name string, use symbolUse) {
	for _, old := range u[name] {
		if old.class == use.class && old.arity == use.arity {
			return
		}
	}
	u[name] = append(u[name], use)
}

func runSymbolClasses(p *Pass) {
	all := uses{}
	p.eachAtom(func(_ *gdl.Clause, atom *gdl.Term, _, _ bool) {
		if !p.Keyword(atom.Name) {
			all.add(atom.Name, symbolUse{asRelation, len(atom.Args), atom.Span})
		}
		p.terms(atom, func(t *gdl.Term) {
			switch {
			case t.Kind == gdl.Variable || p.Keyword(t.Name):
			case t.Kind == gdl.Function:
				all.add(t.Name, symbolUse{asFunction, len(t.Args), t.Span})
			default:
				all.add(t.Name, symbolUse{asConstant, 0, t.Span})
			}
		})
	})
	for _, name := range slices.Sorted(maps.Keys(all)) {
		reportUses(p, name, all[name])
	}
}

func reportUses(p *Pass, name string, list []symbolUse) {
	slices.SortFunc(list, func(a, b symbolUse) int { return cmp.Compare(a.at.Start, b.at.Start) })
	first := list[0]
	seen := map[symbolClass]bool{first.class: true}
	for _, use := range list[1:] {
		if seen[use.class] {
			old := list[slices.IndexFunc(list, func(u symbolUse) bool { return u.class == use.class })]
			p.Report(twoArities, use.at, "%s has %s here", name, count(use.arity, "argument")).
				Note(old.at, "and %s here", count(old.arity, "argument"))
			continue
		}
		seen[use.class] = true
		p.Report(twoClasses, use.at, "%s is used as %s", name, classNames[use.class]).
			Note(first.at, "it is %s here", classNames[first.class])
	}
}
