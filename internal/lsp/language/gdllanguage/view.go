// Package gdllanguage implements package language for descriptions of the GDL family: GDL,
// GDL-II, rtGDL and rtGDL-II, in prefix and infix syntax.
//
// What a name is and where it occurs comes from an outline, which also works on clauses
// that are still being typed. Strata, problems and the canonical form come from the same
// packages that the command line uses.
package gdllanguage

import (
	stdcontext "context"
	"errors"
	"slices"
	"strings"
	"sync"

	"ludex/gdl"
	"ludex/gdl/gdlcheck"
	"ludex/internal/gdlformat"
	"ludex/internal/gdlparse"
	"ludex/internal/logic"
	"ludex/internal/lsp/language"
	"ludex/source"
)

// Options says how texts are read and what is reported.
type Options struct {
	Dialect       gdl.Dialect
	CaseSensitive bool
	Strict, Hints bool
	// Empty is the syntax of a text that has no word yet.
	Empty gdl.Syntax
	// NegativeLoop decides whether a ground atom depends on its own negation, and
	// Start computes the initial state. They are asked after the other problems
	// are reported, because they may take long.
	NegativeLoop func(stdcontext.Context) func(*gdl.Program) ([]string, error)
	Start        func(stdcontext.Context) func(*gdl.Program) (facts, stuck []string, err error)
}

// A View is one version of a text.
type View struct {
	*document
	options  Options
	problems *source.List // of reading
}

// A document has the names of a text, their occurrences, and their dependencies.
type document struct {
	file    *source.File
	prog    *gdl.Program
	outline *outline
	deps    func() *logic.Dependencies
	// argumentNames holds variables that describe arguments.
	argumentNames func() map[argument]string
}

var _ language.View = (*View)(nil)

// New reads a text.
func New(f *source.File, opt Options) *View {
	v := &View{document: &document{file: f}, options: opt}
	read := gdlparse.Options{Dialect: opt.Dialect, CaseSensitive: opt.CaseSensitive}
	v.prog, v.problems = gdlparse.File(f, read)
	if strings.TrimSpace(f.Text()) == "" && opt.Empty != gdl.AnySyntax {
		v.prog.Syntax = opt.Empty
	}
	v.outline = newOutline(f.Text(), gdlparse.Scan(f.Text(), v.prog.Syntax), v.prog.Syntax)
	v.deps = sync.OnceValue(func() *logic.Dependencies { return logic.NewDependencies(v.prog) })
	v.argumentNames = sync.OnceValue(v.findArgumentNames)
	return v
}

// Check reports the problems of the text. Checks that need an engine take longer
// than the others, so they are reported in a second round if they find anything
// new.
func (v *View) Check(ctx stdcontext.Context, report func(*source.List)) {
	opt := gdlcheck.Options{Strict: v.options.Strict, Hints: v.options.Hints}
	list := v.run(opt)
	if ctx.Err() != nil {
		return
	}
	report(list)
	if list.HasErrors() || v.prog.Dialect.Timed() {
		return
	}
	doubtful := slices.ContainsFunc(list.Items, func(d *source.Diagnostic) bool { return d.Code.ID == negation.ID })
	if v.options.NegativeLoop != nil {
		opt.NegativeLoop = v.options.NegativeLoop(ctx)
	}
	if v.options.Start != nil {
		opt.Start = v.options.Start(ctx)
	}
	if more := v.run(opt); ctx.Err() == nil && (doubtful || len(more.Items) > len(list.Items)) {
		report(more)
	}
}

// negation is the code that the second round can settle.
var negation = func() *source.Code {
	for _, c := range gdlcheck.All {
		if c.Name == "negation" {
			return c.Codes[0]
		}
	}
	return &source.Code{}
}()

// run applies the checks to a copy of what reading reported.
func (v *View) run(opt gdlcheck.Options) *source.List {
	list := &source.List{File: v.file}
	for _, d := range v.problems.Items {
		copied := *d
		list.Items = append(list.Items, &copied)
	}
	gdlcheck.Run(v.prog, opt, list)
	return list
}

// errBroken is reported where a text with errors cannot be worked with.
var errBroken = errors.New("the text has syntax errors; mend them first")

// Format returns the text in its canonical form.
func (v *View) Format() ([]byte, error) {
	if v.problems.HasErrors() {
		return nil, errBroken
	}
	return gdlformat.Program(v.prog, v.prog.Syntax), nil
}

// fold returns the canonical spelling of a word of the text.
func (v *document) fold(word string) string {
	if v.prog.Syntax == gdl.Infix || v.prog.CaseSensitive {
		return word
	}
	return strings.ToLower(word)
}

// keyword reports whether an occurrence is a relation that the dialect reserves.
func (v *document) keyword(n *name) bool {
	if n.class != aRelation {
		return false
	}
	_, ok := v.prog.Dialect.Arity(v.fold(n.text))
	return ok
}

// text returns how an occurrence is written.
func (v *document) text(n *name) string { return v.file.Slice(n.span) }
