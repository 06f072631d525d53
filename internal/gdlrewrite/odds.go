package gdlrewrite

import (
	"strconv"

	"ludex/gdl"
)

// WithoutOdds translates weights of random's moves for systems that do not know them, and for
// all engines: a move of weight W is W moves with the same effect, M itself and again(2,M) to
// again(W,M), so that each of random's legal moves is as likely as the others. A
// description without weights is returned as it is.
//
// Rules that read moves read them as if there were no such copies:
//
//	legal(R,M)         can(R,M), which the rules for legal define
//	does(R,M)          makes(R,M)
//	legal(R,M)         <= can(R,M)
//	legal(random,again(N,M)) <= can(random,M) & odds(M,W) & upto(N,W)
func WithoutOdds(p *gdl.Program) *gdl.Program {
	if !p.HasOdds() {
		return p
	}
	t := newOddsTranslation(p)
	t.out = copyProgram(p)
	inputs := false
	most := 1
	for i := range t.out.Clauses {
		c := &t.out.Clauses[i]
		switch c.Head.Name {
		case gdl.Legal:
			c.Head.Name = t.can
		case gdl.Input:
			inputs = true
		case gdl.Odds:
			if w, ok := gdl.ParseOdds(&c.Head.Args[1]); ok {
				most = max(most, w)
			}
			c.Head.Name = t.odds
		}
		for j := range c.Body {
			c.Body[j] = mapAtoms(c.Body[j], t.atom)
		}
	}
	t.addRules(inputs, most)
	return t.out
}

// CopyName returns the function that [WithoutOdds] writes for copies of moves, or "" for a
// description without weights.
func CopyName(p *gdl.Program) string {
	if !p.HasOdds() {
		return ""
	}
	return newOddsTranslation(p).again
}

func newOddsTranslation(p *gdl.Program) *oddsTranslation {
	words := vocabularyOf(p)
	return &oddsTranslation{can: words.fresh("can"), makes: words.fresh("makes"), again: words.fresh("again"),
		copied: words.fresh("copied"), upto: words.fresh("upto"), odds: words.fresh("weight")}
}

// oddsTranslation has the names that a translation adds.
type oddsTranslation struct {
	out                                   *gdl.Program
	can, makes, again, copied, upto, odds string
}

// atom returns an atom of a body as the translation writes it.
func (t *oddsTranslation) atom(f gdl.Formula) gdl.Formula {
	switch f.Atom.Name {
	case gdl.Legal:
		f.Atom.Name = t.can
	case gdl.Does:
		f.Atom.Name = t.makes
	}
	return f
}

func (t *oddsTranslation) add(head gdl.Term, body ...gdl.Formula) {
	t.out.Clauses = append(t.out.Clauses, rule(head, body...))
}

// addRules adds the rules for copies of moves.
func (t *oddsTranslation) addRules(inputs bool, most int) {
	role, move, n, weight, random := gdl.Var("R"), gdl.Var("M"), gdl.Var("N"), gdl.Var("W"), gdl.Const(gdl.Random)
	again := gdl.Fn(t.again, n, move)
	more := []gdl.Formula{gdl.Pos(gdl.Fn(t.odds, move, weight)), gdl.Pos(gdl.Fn(t.upto, n, weight))}
	t.add(gdl.Fn(gdl.Legal, role, move), gdl.Pos(gdl.Fn(t.can, role, move)))
	t.add(gdl.Fn(gdl.Legal, random, again), append([]gdl.Formula{gdl.Pos(gdl.Fn(t.can, random, move))}, more...)...)
	if inputs {
		t.add(gdl.Fn(gdl.Input, random, again), gdl.Pos(gdl.Fn(t.odds, move, weight)), gdl.Pos(gdl.Fn(t.upto, n, weight)))
	}
	t.add(gdl.Fn(t.copied, again), gdl.Pos(gdl.Fn(gdl.Does, random, again)))
	t.add(gdl.Fn(t.makes, random, move), gdl.Pos(gdl.Fn(gdl.Does, random, again)))
	t.add(gdl.Fn(t.makes, role, move), gdl.Pos(gdl.Fn(gdl.Does, role, move)), gdl.Not(gdl.Fn(t.copied, move)))
	for w := 2; w <= most; w++ {
		if !t.weighs(w) {
			continue
		}
		for k := 2; k <= w; k++ {
			t.add(gdl.Fn(t.upto, gdl.Const(strconv.Itoa(k)), gdl.Const(strconv.Itoa(w))))
		}
	}
}

// weighs reports whether a move has a weight.
func (t *oddsTranslation) weighs(w int) bool {
	for i := range t.out.Clauses {
		head := &t.out.Clauses[i].Head
		if head.Name != t.odds {
			continue
		}
		if n, ok := gdl.ParseOdds(&head.Args[1]); ok && n == w {
			return true
		}
	}
	return false
}
