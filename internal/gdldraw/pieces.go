package gdldraw

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"ludex/internal/picture"
)

// A pieceKey identifies a piece: its layer and its content.
type pieceKey struct {
	layer   *layer
	content string
}

// pieces are what can lie on a board.
type pieces struct {
	keys  []pieceKey
	index map[pieceKey]int
	seen  map[pieceKey]bool // and not only possible
	names []string          // what the legend says
	looks []picture.Look
}

// maxContents is how many unseen contents are listed.
const maxContents = 64

// A pieceFinder lists the pieces on boards, with their owners, names and symbols.
type pieceFinder struct{ *model }

// findPieces lists what can lie on a board and chooses symbols.
func (s *pieceFinder) findPieces(g *grid) *pieces {
	p := &pieces{index: map[pieceKey]int{}, seen: map[pieceKey]bool{}}
	for _, l := range g.layers {
		for i := range s.states {
			for _, f := range l.relation.facts(i) {
				p.seen[pieceKey{l, l.contentOf(f)}] = true
			}
		}
		for _, c := range s.contents(l) {
			p.add(pieceKey{l, c})
		}
	}
	s.nameAll(g, p)
	return p
}

// add lists a piece, unless it is listed already.
func (p *pieces) add(k pieceKey) int {
	if i, ok := p.index[k]; ok {
		return i
	}
	p.index[k] = len(p.keys)
	p.keys = append(p.keys, k)
	return len(p.keys) - 1
}

// withUnknown returns the pieces of a board, with pieces of the given facts that were
// not found before.
func (s *pieceFinder) withUnknown(g *grid, lists ...[]*fact) *pieces {
	p := g.pieces
	for _, l := range g.layers {
		for _, facts := range lists {
			for _, f := range facts {
				if f.symbol != l.relation.symbol || l.isBlank(f) {
					continue
				}
				k := pieceKey{l, l.contentOf(f)}
				if _, ok := p.index[k]; ok {
					continue
				}
				if p == g.pieces {
					p = &pieces{keys: slices.Clone(p.keys), index: maps.Clone(p.index), seen: p.seen}
				}
				p.add(k)
			}
		}
	}
	if p != g.pieces {
		s.nameAll(g, p)
	}
	return p
}

// contents lists what can lie on a layer: what was seen, and what the rules allow
// if that is not too much. The empty content is left out.
func (s *pieceFinder) contents(l *layer) []string {
	found := map[string]bool{}
	var list []string
	add := func(c string) {
		if !found[c] && (!l.hasBlank || c != l.blank) {
			found[c] = true
			list = append(list, c)
		}
	}
	for i := range s.states {
		for _, f := range l.relation.facts(i) {
			add(l.contentOf(f))
		}
	}
	for _, c := range l.possible() {
		add(c)
	}
	key := func(c string) []int {
		var ranks []int
		for _, name := range names(c) {
			if n, err := strconv.Atoi(name); err == nil {
				ranks = append(ranks, n)
			} else {
				ranks = append(ranks, s.rankOf(name)+1<<30)
			}
		}
		return ranks
	}
	slices.SortStableFunc(list, func(a, b string) int { return cmp.Or(slices.Compare(key(a), key(b)), strings.Compare(a, b)) })
	return list
}

// possible lists the contents that the rules allow, or nothing if they are too
// many.
func (l *layer) possible() []string {
	list := []string{""}
	for i, arg := range l.content {
		a := l.relation.args[arg]
		if a == nil || len(list)*len(a.values) > maxContents {
			return nil
		}
		var longer []string
		for _, c := range list {
			if i > 0 {
				c += " "
			}
			for _, v := range a.values {
				longer = append(longer, c+v)
			}
		}
		list = longer
	}
	return list
}

// addUnknown marks the cells of a board with unknown content: those without a fact,
// where every cell always has a content.
func (s *pieceFinder) addUnknown(sh *sheet) {
	if !sh.masked() {
		return
	}
	for _, l := range sh.layers {
		if !l.masked {
			continue
		}
		for _, f := range l.relation.facts(0) {
			if p, r, c, ok := sh.place(l, f); ok && !sh.cells[p][r][c].exists {
				sh.cells[p][r][c].exists, sh.cells[p][r][c].unknown = true, true
			}
		}
	}
}

// addPossible marks the cells on which something may lie.
func (sh *sheet) addPossible(facts []*fact) {
	for _, l := range sh.layers {
		for _, f := range facts {
			if f.symbol != l.relation.symbol || l.isBlank(f) {
				continue
			}
			if p, r, c, ok := sh.place(l, f); ok && len(sh.cells[p][r][c].stones) == 0 {
				sh.cells[p][r][c].exists, sh.cells[p][r][c].unknown = true, true
			}
		}
	}
}

// with returns the pieces with other symbols, by their IDs.
func (p *pieces) with(symbols, names map[string]string) *pieces {
	if len(symbols) == 0 {
		return p
	}
	other := *p
	other.looks, other.names = slices.Clone(p.looks), slices.Clone(p.names)
	for i, k := range p.keys {
		if symbol, ok := symbols[k.id()]; ok {
			other.looks[i].Symbol = symbol
		}
		if name, ok := names[k.id()]; ok {
			other.names[i] = name
		}
	}
	return &other
}
