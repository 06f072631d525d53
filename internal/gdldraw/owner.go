package gdldraw

import (
	"slices"
	"strconv"

	"ludex/gdl"
	"ludex/internal/gdlformat"
	"ludex/internal/picture"
)

// owner returns the role that a piece belongs to, or [picture.None]: one that is
// named in its content; one that the rules link with a word of it; the only one
// whose moves put it; or one whose name is like its name.
func (s *pieceFinder) owner(k pieceKey) int {
	if len(s.players()) < 2 {
		return picture.None
	}
	words := names(k.content)
	if len(k.layer.content) == 0 {
		words = []string{k.layer.relation.symbol.Name}
	}
	for _, w := range words {
		if r := slices.Index(s.roles, w); r >= 0 {
			return r
		}
	}
	for _, w := range words {
		if r, ok := s.linked[w]; ok {
			return r
		}
	}
	if r := s.maker(k); r != picture.None {
		return r
	}
	for _, w := range words {
		if _, err := strconv.Atoi(w); err == nil {
			continue
		}
		if r := picture.Owner(w, s.roleKeys); r != picture.None {
			return r
		}
	}
	return picture.None
}

// maker returns the only role whose moves create a piece according to the rules,
// or [picture.None].
func (s *pieceFinder) maker(k pieceKey) int {
	maker := picture.None
	for i := range s.program.Clauses {
		c := &s.program.Clauses[i]
		if c.Head.Name != gdl.Next {
			continue
		}
		if content, ok := k.layer.constantContent(&c.Head); !ok || content != k.content {
			continue
		}
		if k.layer.asksFor(c, k.content) {
			continue // it only says that the piece stays
		}
		for _, r := range s.movers(c) {
			if maker != picture.None && maker != r {
				return picture.None
			}
			maker = r
		}
	}
	return maker
}

// asksFor reports whether a rule asks for a content.
func (l *layer) asksFor(c *gdl.Clause, content string) bool {
	found := false
	c.Atoms(func(a *gdl.Term, negated bool) {
		if a.Name == gdl.True && !negated {
			if asked, ok := l.constantContent(a); ok && asked == content {
				found = true
			}
		}
	})
	return found
}

// movers returns the roles whose moves a rule asks for.
func (s *pieceFinder) movers(c *gdl.Clause) []int {
	var list []int
	c.Atoms(func(a *gdl.Term, negated bool) {
		if a.Name == gdl.Does && !negated && len(a.Args) == 2 && a.Args[0].IsGround() {
			if r := slices.Index(s.roles, gdlformat.Term(&a.Args[0], gdl.Prefix)); r >= 0 {
				list = append(list, r)
			}
		}
	})
	return list
}

// links finds words that the rules link with one role each: a relation lists
// roles in one argument and the words in another, each with one role only.
func (s *model) links() map[string]int {
	linked := map[string]int{}
	var order []gdl.Symbol
	facts := map[gdl.Symbol][]*gdl.Term{}
	for i := range s.program.Clauses {
		c := &s.program.Clauses[i]
		if sym := c.Head.Symbol(); len(c.Body) == 0 && sym.Arity > 1 && sym.Arity < 5 && !gdl.IsReserved(sym.Name) {
			if facts[sym] == nil {
				order = append(order, sym)
			}
			facts[sym] = append(facts[sym], &c.Head)
		}
	}
	for _, sym := range order {
		for i := range sym.Arity {
			for j := range sym.Arity {
				if i != j {
					s.link(linked, facts[sym], i, j)
				}
			}
		}
	}
	return linked
}

// link records which role each word belongs to, if a word in one argument of facts
// always comes with one role in another.
func (s *model) link(linked map[string]int, facts []*gdl.Term, role, word int) {
	found := map[string]int{}
	for _, f := range facts {
		w := f.Args[word].Name
		r := slices.Index(s.roles, f.Args[role].Name)
		old, again := found[w]
		_, err := strconv.Atoi(w)
		if r < 0 || slices.Contains(s.roles, w) || again && old != r || err == nil || f.Args[word].Kind != gdl.Constant {
			return
		}
		found[w] = r
	}
	for w, r := range found {
		if _, ok := linked[w]; !ok {
			linked[w] = r
		}
	}
}
