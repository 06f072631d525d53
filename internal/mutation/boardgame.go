package mutation

import (
	"slices"
	"strconv"
	"strings"

	"ludex/internal/rbgparse"
	"ludex/rbg"
	"ludex/rules"
	"ludex/source"
)

func itoa(n int) string { return strconv.Itoa(n) }

// A boardgame collects the changes of a regular boardgame.
type boardgame struct {
	file   *source.File
	labels []string // of the directions
	ground string   // the piece that most cells hold at the beginning
	list   []Change
}

// boardgameChanges returns the changes of macros and rules. The board is changed by its
// parameters only.
func boardgameChanges(rs *rules.Rules) []Change {
	doc, problems := rbgparse.Scan(rs.File)
	if problems.HasErrors() || rs.RBG == nil {
		return nil
	}
	b := &boardgame{file: rs.File, labels: rs.RBG.Board.Labels, ground: groundPiece(rs.RBG)}
	for _, d := range doc.Directives {
		if !d.IsSection() || d.Name.Text == "rules" {
			b.directive(d)
		}
	}
	return b.list
}

// groundPiece returns the piece that most cells hold at the beginning.
func groundPiece(g *rbg.Game) string {
	counts := make([]int, len(g.Pieces))
	for _, c := range g.Board.Cells {
		counts[c.Piece]++
	}
	best := 0
	for i, n := range counts {
		if n > counts[best] {
			best = i
		}
	}
	return g.Pieces[best].Name
}

// A group is what stands between a pair of brackets of any kind.
type group struct {
	open, close int // tokens
	items       []string
}

func (b *boardgame) directive(d *rbgparse.Directive) {
	groups, ok := findGroups(b.file, d.Body)
	if !ok {
		return
	}
	pool := itemsOf(d.Body, groups)
	var conditions []string
	for _, g := range groups {
		if isCondition(d.Body[g.open].Kind) {
			conditions = append(conditions, b.slice(d.Body, g))
		}
	}
	for _, g := range groups {
		switch kind := d.Body[g.open].Kind; {
		case kind == rbgparse.LParen:
			b.alternatives(d.Body, g, groups)
		case kind == rbgparse.LBracket && len(g.items) == 1:
			b.put(d.Body, g, pool)
		case kind == rbgparse.LAssign:
			b.scores(d.Body, g)
		case isCondition(kind):
			b.condition(d.Body, g, conditions)
			if kind == rbgparse.LBrace {
				b.capture(d.Body, g, pool)
			}
			if kind == rbgparse.LCompare {
				b.comparison(d.Body, g)
			}
		}
	}
	b.directions(d.Body, groups)
}

func isCondition(k rbgparse.Kind) bool {
	return k == rbgparse.LBrace || k == rbgparse.LPositive || k == rbgparse.LNegative || k == rbgparse.LCompare
}

// start and end return the place of a token.
func start(t rbgparse.Token) int { return t.Span.Start.Offset() }
func end(t rbgparse.Token) int   { return t.Span.End.Offset() }

// slice returns the text of a group.
func (b *boardgame) slice(body []rbgparse.Token, g group) string {
	return b.file.Text()[start(body[g.open]):end(body[g.close])]
}

// add adds a change of the text between two places.
func (b *boardgame) add(kind Kind, from, to int, text string) {
	if b.file.Text()[from:to] != text {
		b.list = append(b.list, replace(b.file, kind, from, to, text))
	}
}

// findGroups returns the groups of a body, the inner ones first. It reports false if brackets
// do not match.
func findGroups(f *source.File, body []rbgparse.Token) ([]group, bool) {
	var list []group
	var open []int
	for i, t := range body {
		switch t.Kind {
		case rbgparse.LParen, rbgparse.LBracket, rbgparse.LAssign, rbgparse.LBrace, rbgparse.LPositive, rbgparse.LNegative, rbgparse.LCompare:
			open = append(open, i)
		case rbgparse.RParen, rbgparse.RBracket, rbgparse.RBrace:
			if len(open) == 0 {
				return nil, false
			}
			g := group{open: open[len(open)-1], close: i}
			open = open[:len(open)-1]
			if k := body[g.open].Kind; i > g.open+1 && (k == rbgparse.LBrace || k == rbgparse.LBracket) {
				for item := range strings.SplitSeq(f.Text()[end(body[g.open]):start(t)], ",") {
					g.items = append(g.items, strings.TrimSpace(item))
				}
			}
			list = append(list, g)
		}
	}
	return list, len(open) == 0
}

// itemsOf returns the names of pieces that a directive uses, as it writes them. Long lists
// are rows of a board.
func itemsOf(body []rbgparse.Token, groups []group) []string {
	var pool []string
	for _, g := range groups {
		k := body[g.open].Kind
		if k != rbgparse.LBrace && (k != rbgparse.LBracket || len(g.items) != 1) {
			continue
		}
		for _, item := range g.items {
			if item != "" && !slices.Contains(pool, item) {
				pool = append(pool, item)
			}
		}
	}
	return pool
}

// directions changes steps: another direction, two steps, or a slide over empty cells.
func (b *boardgame) directions(body []rbgparse.Token, groups []group) {
	for i, t := range body {
		if t.Kind != rbgparse.Name || !slices.Contains(b.labels, t.Text) || i > 0 && (body[i-1].Kind == rbgparse.Arrow || body[i-1].Kind == rbgparse.Tilde) {
			continue
		}
		if k := innermost(body, groups, i); k == rbgparse.LBrace || k == rbgparse.LBracket || k == rbgparse.LAssign || k == rbgparse.LCompare {
			continue // a piece or a variable of that name
		}
		for _, label := range b.labels {
			b.add(Direction, start(t), end(t), label)
		}
		b.add(Direction, start(t), end(t), "("+t.Text+" "+t.Text+")")
		b.add(Direction, start(t), end(t), "(("+t.Text+" {"+b.ground+"})* "+t.Text+")")
	}
}

// innermost returns the kind of the innermost bracket around a token, or End.
func innermost(body []rbgparse.Token, groups []group, i int) rbgparse.Kind {
	for _, g := range groups { // inner ones come first
		if g.open < i && i < g.close {
			return body[g.open].Kind
		}
	}
	return rbgparse.End
}

// capture changes which pieces may be on a cell.
func (b *boardgame) capture(body []rbgparse.Token, g group, pool []string) {
	from, to := start(body[g.open]), end(body[g.close])
	for i := range g.items {
		if len(g.items) > 1 {
			b.add(Capture, from, to, "{"+strings.Join(slices.Delete(slices.Clone(g.items), i, i+1), ", ")+"}")
		}
	}
	for _, item := range pool {
		if !slices.Contains(g.items, item) && len(g.items) > 0 {
			b.add(Capture, from, to, "{"+strings.Join(append(slices.Clone(g.items), item), ", ")+"}")
		}
	}
}

// put changes which piece is put on a cell.
func (b *boardgame) put(body []rbgparse.Token, g group, pool []string) {
	for _, item := range pool {
		b.add(Capture, start(body[g.open]), end(body[g.close]), "["+item+"]")
	}
}

// condition drops or negates a condition, or adds another one of the directive behind it.
func (b *boardgame) condition(body []rbgparse.Token, g group, all []string) {
	from, to := start(body[g.open]), end(body[g.close])
	if g.close == g.open+1 {
		return // the end of a play
	}
	b.add(Condition, from, to, "")
	switch body[g.open].Kind {
	case rbgparse.LPositive:
		b.add(Condition, from, end(body[g.open]), "{!")
	case rbgparse.LNegative:
		b.add(Condition, from, end(body[g.open]), "{?")
	}
	own := b.slice(body, g)
	for _, other := range all {
		if other != own && other != "{}" {
			b.add(Condition, to, to, " "+other)
		}
	}
}

// relations are the comparisons.
var relations = []string{"==", "!=", "<", "<=", ">", ">="}

// comparison changes a comparison: its relation, or a number by one.
func (b *boardgame) comparison(body []rbgparse.Token, g group) {
	for _, t := range body[g.open+1 : g.close] {
		switch {
		case slices.Contains(relations, t.Text):
			for _, r := range relations {
				b.add(End, start(t), end(t), r)
			}
		case t.Kind == rbgparse.Number:
			if n, err := strconv.Atoi(t.Text); err == nil {
				b.add(End, start(t), end(t), itoa(n+1))
				b.add(End, start(t), end(t), itoa(max(n-1, 0)))
			}
		}
	}
}

// scores swaps two different numbers that are assigned together.
func (b *boardgame) scores(body []rbgparse.Token, g group) {
	var numbers []rbgparse.Token
	for _, t := range body[g.open+1 : g.close] {
		if t.Kind == rbgparse.Number {
			numbers = append(numbers, t)
		}
	}
	text := b.file.Text()
	for i, x := range numbers {
		for _, y := range numbers[i+1:] {
			if x.Text != y.Text {
				b.add(End, start(x), end(y), y.Text+text[end(x):start(y)]+x.Text)
			}
		}
	}
}

// alternatives drops an alternative of a sum, or copies one with another direction.
func (b *boardgame) alternatives(body []rbgparse.Token, g group, groups []group) {
	var pluses []int
	for i := g.open + 1; i < g.close; i++ {
		if body[i].Kind == rbgparse.Plus && within(groups, i).open == g.open {
			pluses = append(pluses, i)
		}
	}
	if len(pluses) == 0 {
		return
	}
	edges := slices.Concat([]int{g.open}, pluses, []int{g.close})
	for k := range len(edges) - 1 {
		first, last := edges[k]+1, edges[k+1]-1
		if first > last {
			continue
		}
		if k > 0 {
			b.add(Alternative, start(body[edges[k]]), end(body[last]), "")
		} else {
			b.add(Alternative, start(body[first]), end(body[edges[1]]), "")
		}
		b.copied(body, first, last)
	}
}

// within returns the innermost group around a token.
func within(groups []group, i int) group {
	for _, g := range groups {
		if g.open < i && i < g.close {
			return g
		}
	}
	return group{open: -1}
}

// copied adds an alternative that is a copy of one with another direction.
func (b *boardgame) copied(body []rbgparse.Token, first, last int) {
	text := b.file.Text()
	for i := first; i <= last; i++ {
		t := body[i]
		if t.Kind != rbgparse.Name || !slices.Contains(b.labels, t.Text) {
			continue
		}
		for _, label := range b.labels {
			if label != t.Text {
				at := end(body[last])
				b.add(Alternative, at, at, " + "+text[start(body[first]):start(t)]+label+text[end(t):at])
			}
		}
	}
}
