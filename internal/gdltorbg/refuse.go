package gdltorbg

import (
	"fmt"

	"ludex/gdl"
	"ludex/rules"
	"ludex/source"
)

// A RefusedError says why a game is not translated.
type RefusedError struct{ Reason string }

func (e *RefusedError) Error() string { return e.Reason }

func refuse(format string, args ...any) error { return &RefusedError{fmt.Sprintf(format, args...)} }

// An OpenError says that it was not shown within the limits that a translation is the same
// game.
type OpenError struct{ Tried string }

func (e *OpenError) Error() string {
	return "it was not shown that the translation is the same game, so it is not written: " + e.Tried
}

// refuseLanguage refuses descriptions that say what no boardgame can, with the place where
// they do.
func refuseLanguage(r *rules.Rules) error {
	p := r.GDL
	switch d := p.Dialect; {
	case r.IsRBG():
		return refuse("%s is a regular boardgame already", r.Name())
	case d.Timed():
		return refuse("%sa regular boardgame has turns and no clock, and this is a game in real time", firstPlace(p, func(t *gdl.Term) bool {
			return t.Name == "init" && len(t.Args) == 2 || t.Name == "next" && len(t.Args) == 2 || t.Name == "expired"
		}))
	case d.Knowledge():
		return refuse("%sthe rules of a regular boardgame cannot speak of what players know", firstPlace(p, func(t *gdl.Term) bool { return t.Name == "knows" }))
	case d.Percepts():
		chance := firstPlace(p, func(t *gdl.Term) bool {
			return t.Name == "role" && len(t.Args) == 1 && t.Args[0].Name == gdl.Random
		})
		if sees := firstPlace(p, func(t *gdl.Term) bool { return t.Name == "sees" }); sees != "" {
			return refuse("%sin a regular boardgame everybody sees everything, and here what roles see is a matter of rules", sees)
		}
		return refuse("%sgames in which random moves are not translated to regular boardgames", chance)
	}
	return nil
}

// firstPlace returns the first place of a program where a clause has an atom, with a colon.
func firstPlace(p *gdl.Program, is func(t *gdl.Term) bool) string {
	for i := range p.Clauses {
		found := is(&p.Clauses[i].Head)
		for k := range p.Clauses[i].Body {
			p.Clauses[i].Body[k].Atoms(func(a *gdl.Term, _ bool) { found = found || is(a) })
		}
		if found {
			return at(p.File, p.Clauses[i].Span)
		}
	}
	return ""
}

func at(f *source.File, s source.Span) string { return f.Place(s) + ": " }
