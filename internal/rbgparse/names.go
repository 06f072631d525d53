package rbgparse

import (
	"slices"

	"ludex/internal/spelling"
	"ludex/rbg"
)

// A role is what a name stands for.
type role uint8

const (
	aPiece role = iota
	aPlayer
	aVariable
	aLabel
)

var roleNames = [...]string{"a piece", "a player", "a variable", "an edge label"}

func (k role) String() string { return roleNames[k] }

// A symbol is a declared name. Its index is that in the game's list for its
// role; a player's is also that of its variable.
type symbol struct {
	role  role
	index int
	bound int32
	rbg.Origin
}

// declareName adds a name, or reports that it is taken and returns false. An
// identical second declaration is harmless.
func (r *reader) declareName(w word, s symbol) bool {
	before, ok := r.names[w.text]
	switch {
	case !ok:
		r.names[w.text] = s
		return true
	case before.role != s.role:
		r.reportAt(w.Origin, NameClash, "%s is %s and %s", w.text, before.role, s.role).
			Note(before.Span, "declared as %s here", before.role).
			Advise("pieces, players, variables and edge labels need different names")
	case before.bound != s.bound:
		r.reportAt(w.Origin, TwoBounds, "%s is declared with the bounds %d and %d", w.text, before.bound, s.bound).
			Note(before.Span, "the first declaration")
	default:
		r.reportAt(w.Origin, RepeatedName, "%s is declared twice", w.text).
			Note(before.Span, "the first declaration")
	}
	return false
}

// resolve finds what a name that was just read means, which must be one of some
// roles, or reports it. What looks like arguments of an unknown macro is
// skipped.
func (p *parser) resolve(w word, what string, roles ...role) (symbol, bool) {
	s, known := p.names[w.text]
	switch {
	case w.kind == missing:
	case known && slices.Contains(roles, s.role):
		return s, true
	case known:
		p.reportAt(w.Origin, WrongName, "%s is %s; expected %s", w.text, s.role, what).
			Note(s.Span, "declared here")
	case p.lost || slices.ContainsFunc(roles, func(k role) bool { return p.unknown[k] }):
		// It may be a name that could not be read.
	default:
		p.unknownName(w, what, roles)
	}
	p.failed = true
	if !known && w.kind != missing {
		p.skipArguments()
	}
	return symbol{}, false
}

// noMacro reports a name that is used like a macro where none was expanded, and
// skips its arguments.
func (p *parser) noMacro(w word, what string) {
	p.failed = true
	p.unknownName(w, what, nil)
	p.skipArguments()
}

// unknownName reports an unknown name.
func (r *reader) unknownName(w word, what string, roles []role) {
	if at, ok := r.later[w.text]; ok {
		r.notCallable(w, at)
		return
	}
	d := r.reportAt(w.Origin, UnknownName, "%s is not declared; expected %s", w.text, what)
	if d.Code == nil {
		return
	}
	if near := spelling.Nearest(w.text, r.candidates(w, roles)); near != "" {
		d.Advise("did you mean %s?", near)
		if r.list.File.Slice(w.Span) == w.text {
			d.Fix(w.Span, near, "write "+near)
		}
	}
}

// notCallable reports the name of a macro, defined at the given place, that was
// not expanded.
func (r *reader) notCallable(w word, at Token) {
	switch {
	case at.Span.Start > w.Span.Start:
		r.reportAt(w.Origin, UsedBefore, "macro %s is used before its definition", w.text).
			Note(at.Span, "it is defined here").
			Advise("define it before the directive that uses it")
	case r.directiveAt(at.Span) == r.directiveAt(w.Span):
		r.reportAt(w.Origin, UsedBefore, "macro %s cannot use itself", w.text).
			Note(at.Span, "its definition ends only with the next directive")
	default:
		r.reportAt(w.Origin, UnknownName, "%s is not declared", w.text).
			Advise("tokens that were pasted together are not looked up as macros")
	}
}

// candidates lists the names that could have been meant instead of one: those
// with the right roles, and the macros defined before.
func (r *reader) candidates(w word, roles []role) []string {
	var names []string
	for name, s := range r.names {
		if slices.Contains(roles, s.role) {
			names = append(names, name)
		}
	}
	for name, f := range r.macros {
		if len(f.macros) > 0 && f.macros[0].at.Span.Start < w.Span.Start {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
