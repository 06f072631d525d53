package gdlparse

import (
	"strings"

	"ludex/gdl"
	"ludex/internal/gdllex"
)

// settleDialect finds out the dialect of a program unless it was forced, and
// brings the numbers of a timed dialect into normal form.
func settleDialect(p *gdl.Program) {
	if p.Dialect == gdl.AnyDialect {
		p.Dialect = detect(p)
	}
	if p.Dialect.Timed() {
		p.Walk(normaliseNumber)
	}
	if p.Dialect.Knowledge() {
		p.Walk(func(t *gdl.Term) {
			if t.Kind != gdl.Variable && isKnows(p, t.Name) {
				t.Name = gdl.Knows
			}
		})
	}
}

// isKnows reports whether a name is the keyword of GDL-III.
func isKnows(p *gdl.Program, name string) bool {
	return name == gdl.Knows || !p.CaseSensitive && strings.EqualFold(name, gdl.Knows)
}

// detect finds the dialect by its marks. A text is GDL-III if a body has knows and no
// clause defines it.
func detect(p *gdl.Program) gdl.Dialect {
	timed, percepts, knows, own := false, false, false, false
	for i := range p.Clauses {
		c := &p.Clauses[i]
		head := c.Head.Symbol()
		percepts = percepts || head.Name == gdl.Sees ||
			head.Name == gdl.Role && head.Arity == 1 && c.Head.Args[0].Name == gdl.Random
		timed = timed || isTimed(&c.Head)
		own = own || isKnows(p, head.Name)
		c.Atoms(func(a *gdl.Term, _ bool) {
			timed = timed || isTimed(a) || a.Name == gdl.Expired
			knows = knows || isKnows(p, a.Name)
		})
	}
	switch {
	case timed && percepts:
		return gdl.RTGDLII
	case timed:
		return gdl.RTGDL
	case knows && !own:
		return gdl.GDLIII
	case percepts:
		return gdl.GDLII
	}
	return gdl.GDL
}

// isTimed reports whether an atom has a mark of rtGDL: a lifetime, or the
// constant infinity.
func isTimed(atom *gdl.Term) bool {
	switch atom.Name {
	case gdl.True, gdl.Init, gdl.Next:
		if len(atom.Args) == 2 {
			return true
		}
	}
	found := false
	atom.Walk(func(t *gdl.Term) { found = found || t.Kind == gdl.Constant && t.Name == gdl.Infinity })
	return found
}

// normaliseNumber writes a decimal literal without needless zeros: 1.0 is 1.
// Numbers without a point are ordinary constants and stay as they are.
func normaliseNumber(t *gdl.Term) {
	if t.Kind != gdl.Constant {
		return
	}
	whole, fraction, ok := strings.Cut(t.Name, ".")
	if !ok || !gdllex.IsDigits(whole) || !gdllex.IsDigits(fraction) {
		return
	}
	whole = strings.TrimLeft(whole, "0")
	fraction = strings.TrimRight(fraction, "0")
	if whole == "" {
		whole = "0"
	}
	if fraction == "" {
		t.Name = whole
	} else {
		t.Name = whole + "." + fraction
	}
}
