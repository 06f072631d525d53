// Package gdlcheck checks whether a program of the GDL family is a valid game
// description, and warns about what is probably a mistake.
//
// Checks are plain values in one registry, [All], so that the command line, editors and
// web pages run the same ones. Each check reports problems under codes of its own, and
// each code has an explanation.
package gdlcheck

import (
	"slices"
	"strings"
	"sync"

	"ludex/gdl"
	"ludex/internal/gdlparse"
	"ludex/internal/logic"
	"ludex/internal/spelling"
	"ludex/source"
)

// A Check looks for some kinds of problems.
type Check struct {
	Name  string
	Doc   string // one sentence
	Codes []*source.Code
	// Whole means that the check makes sense only for a complete program. It
	// does not run when the text has syntax errors, because it would report what
	// the missing clauses define as undefined.
	Whole bool
	Run   func(*Pass)
}

// All is the registry of checks.
var All = []*Check{
	safety, size, recursion, keywordUse, keywordDependence, reservedTerms,
	arity, symbolClasses, goals, definitions, roles, undefined, reachability,
	declarations, chance, lifetimes, kept, ends, listing, style,
	negation, start, // last, because they ask an engine only if there is no other error
}

// Codes returns the codes of all checks and of the parser, by ID.
func Codes() []*source.Code {
	codes := slices.Clone(gdlparse.Codes)
	for _, c := range All {
		codes = append(codes, c.Codes...)
	}
	source.SortCodes(codes)
	return codes
}

// Options says what is reported.
type Options struct {
	Strict bool // problems that only some systems tolerate are errors
	Hints  bool // matters of style are reported too
	// Extra checks run after those of All.
	Extra []*Check

	// NegativeLoop decides whether a ground atom depends on its own negation, and
	// returns the atoms of such a loop; it fails if that cannot be decided within
	// limits. It is called only for doubtful, untimed descriptions without other
	// errors. Without it they get a warning.
	NegativeLoop func(*gdl.Program) (loop []string, err error)

	// Start computes the facts of the initial state and, unless it is terminal, the
	// roles that have no legal move in it, as canonical texts; it fails if that
	// cannot be computed within limits. It is called only for untimed descriptions
	// without errors. Without it the initial state is not checked.
	Start func(*gdl.Program) (facts, stuck []string, err error)
}

// A Pass is the input of a check. Analyses that several checks need are computed
// once, on first use.
type Pass struct {
	Program *gdl.Program
	Roles   []gdl.Term // the arguments of role facts, in order
	Defined map[gdl.Symbol]bool

	list         *source.List
	options      Options
	Dependencies func() *logic.Dependencies
	Reach        func() *logic.Reach
	names        func() map[string]bool // all names of the program and of fixes, in lower case
	projections  func() map[string]projected
	facts        func() map[gdl.Symbol]int
}

// Report adds a diagnostic.
func (p *Pass) Report(code *source.Code, at source.Span, format string, args ...any) *source.Diagnostic {
	return p.list.Report(code, at, format, args...)
}

// Keyword reports whether a name is a keyword relation of the dialect.
func (p *Pass) Keyword(name string) bool {
	_, ok := p.Program.Dialect.Arity(name)
	return ok
}

// Run applies all checks to a program and adds what they find to the list of the
// parser.
func Run(prog *gdl.Program, opt Options, list *source.List) {
	p := newPass(prog, opt, list)
	incomplete := list.HasErrors()
	for _, c := range slices.Concat(All, opt.Extra) {
		if !incomplete || !c.Whole {
			c.Run(p)
		}
	}
	list.Settle(opt.Strict, opt.Hints)
}

func newPass(prog *gdl.Program, opt Options, list *source.List) *Pass {
	p := &Pass{Program: prog, list: list, options: opt, Defined: map[gdl.Symbol]bool{}}
	p.Dependencies = sync.OnceValue(func() *logic.Dependencies { return logic.NewDependencies(prog) })
	p.Reach = sync.OnceValue(func() *logic.Reach { return logic.NewReach(prog) })
	p.names = sync.OnceValue(func() map[string]bool {
		names := map[string]bool{}
		prog.Walk(func(t *gdl.Term) { names[strings.ToLower(t.Name)] = true })
		return names
	})
	p.projections = sync.OnceValue(func() map[string]projected { return findProjections(prog) })
	p.facts = sync.OnceValue(func() map[gdl.Symbol]int { return countFacts(prog) })
	for i := range prog.Clauses {
		head := &prog.Clauses[i].Head
		p.Defined[head.Symbol()] = true
		if head.Name == gdl.Role && len(head.Args) == 1 && head.IsGround() {
			p.Roles = append(p.Roles, head.Args[0])
		}
	}
	return p
}

// IsRole reports whether a term is, or could be, one of the roles.
func (p *Pass) IsRole(t *gdl.Term) bool {
	if t.Kind == gdl.Variable {
		return true
	}
	return slices.ContainsFunc(p.Roles, func(r gdl.Term) bool { return logic.CanUnify(&r, t) })
}

// eachAtom calls visit for every atom of the program: heads with negated
// false and inHead true, and body atoms.
func (p *Pass) eachAtom(visit func(c *gdl.Clause, atom *gdl.Term, inHead, negated bool)) {
	for i := range p.Program.Clauses {
		c := &p.Program.Clauses[i]
		visit(c, &c.Head, true, false)
		c.Atoms(func(a *gdl.Term, negated bool) { visit(c, a, false, negated) })
	}
}

// nameSpan is the place of an atom's or term's name.
func (p *Pass) nameSpan(t *gdl.Term) source.Span { return t.NameSpan(p.Program.File) }

// text shows a term in the syntax the program was read from.
func (p *Pass) text(t *gdl.Term) string {
	if s := p.Program.File.Slice(t.Span); s != "" && len(s) < 60 && !strings.ContainsAny(s, "\n\r\t\f\v;%") {
		return s
	}
	if len(t.Args) == 0 {
		return t.Name
	}
	return t.Symbol().String()
}

// variable shows a variable as it is written in the program.
func (p *Pass) variable(t *gdl.Term) string {
	if s := p.Program.File.Slice(t.Span); s != "" {
		return s
	}
	return t.Name
}

// count returns a number with a noun: "no argument", "1 argument", "2 arguments".
func count(n int, noun string) string {
	if n == 0 {
		return "no " + noun
	}
	return spelling.Count(n, noun)
}

// joinWords joins words into a phrase: "a, b and c".
func joinWords(words []string, conjunction string) string {
	if len(words) == 1 {
		return words[0]
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " " + conjunction + " " + words[last]
}
