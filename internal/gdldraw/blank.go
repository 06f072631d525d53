package gdldraw

import (
	"cmp"
	"slices"

	"ludex/gdl"
	"ludex/internal/gdlformat"
)

// findBlank finds the content of a layer that most likely means "empty", if every cell
// has a content. It scores a content by its share of the initial board, which counts
// twice, of the contents that rules put, and of the contents that rules test.
func (s *boardFinder) findBlank(l *layer) {
	if len(l.content) == 0 || !l.masked && !l.nearlyFull() {
		return
	}
	cover, put, sought := tally{}, tally{}, tally{}
	var order []string
	for _, f := range l.relation.facts(0) {
		c := l.contentOf(f)
		if cover.counts[c] == 0 {
			order = append(order, c)
		}
		cover.add(c)
	}
	s.tallyRules(l, &put, &sought)
	slices.SortStableFunc(order, func(a, b string) int { return cmp.Compare(s.rankOf(a), s.rankOf(b)) })
	most := 0.0
	for _, c := range order {
		if cover.share(c) < 0.4 && put.share(c) < 0.4 {
			continue
		}
		if len(l.coords) == 1 && sought.counts[c]+put.counts[c] == 0 {
			continue // in a single row, equal contents at the beginning are often pieces
		}
		if score := 2*cover.share(c) + put.share(c) + sought.share(c); score > most {
			l.blank, l.hasBlank, most = c, true, score
		}
	}
}

// nearlyFull reports whether nearly all cells of a layer have a content in every sampled
// position.
func (l *layer) nearlyFull() bool {
	cells := 1
	for _, a := range l.axes {
		cells *= len(a.values)
	}
	for _, state := range l.relation.seen {
		if 100*len(state) < 85*cells {
			return false
		}
	}
	return l.relation.seen != nil
}

// findBlankLayer finds a layer without contents that marks exactly the empty cells of the
// other layers.
func (s *boardFinder) findBlankLayer(g *grid) {
	cells := 1
	for _, a := range g.axes {
		cells *= len(a.values)
	}
	for _, l := range g.layers {
		if len(l.content) == 0 && len(g.layers) > 1 && s.fills(g, l, cells) {
			l.hasBlank = true
			return
		}
	}
}

// fills reports whether a layer has a fact exactly where the others have none.
func (s *boardFinder) fills(g *grid, l *layer, cells int) bool {
	for i := range s.states {
		taken := g.taken(i, func(other *layer) bool { return other != l })
		n := len(taken)
		for _, f := range l.relation.facts(i) {
			if taken[key(l.locate(f))] {
				return false
			}
			n++
		}
		if n != cells {
			return false
		}
	}
	return len(s.states) > 0
}

// tallyRules counts how often rules put each content, and how often they test it.
func (s *boardFinder) tallyRules(l *layer, put, sought *tally) {
	count := func(t *gdl.Term, into *tally) {
		if c, ok := l.constantContent(t); ok {
			into.add(c)
		}
	}
	for i := range s.program.Clauses {
		c := &s.program.Clauses[i]
		if c.Head.Name == gdl.Next {
			count(&c.Head, put)
		}
		c.Atoms(func(a *gdl.Term, negated bool) {
			if a.Name == gdl.True && !negated {
				count(a, sought)
			}
		})
	}
}

// constantContent returns the content of a fact in the rules if it is ground.
func (l *layer) constantContent(t *gdl.Term) (string, bool) {
	if len(t.Args) == 0 {
		return "", false
	}
	f := &t.Args[len(t.Args)-1]
	if f.Symbol() != l.relation.symbol {
		return "", false
	}
	text := ""
	for i, arg := range l.content {
		if !f.Args[arg].IsGround() {
			return "", false
		}
		if i > 0 {
			text += " "
		}
		text += gdlformat.Term(&f.Args[arg], gdl.Prefix)
	}
	return text, true
}

// A tally counts contents.
type tally struct {
	counts map[string]int
	all    int
}

func (t *tally) add(c string) {
	if t.counts == nil {
		t.counts = map[string]int{}
	}
	t.counts[c]++
	t.all++
}

func (t *tally) share(c string) float64 { return float64(t.counts[c]) / float64(max(1, t.all)) }
