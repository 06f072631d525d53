package board

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"ludex/internal/picture"
)

// A placeDrawer puts facts on the places of a presentation, and leaves the other facts
// to the drawer of the rules.
type placeDrawer struct {
	drawer
	pres *Presentation
}

func (d *placeDrawer) hasGrid() bool { return true }

// A placedFact is a fact that names a place.
type placedFact struct{ place, content string }

// locate returns the place of a fact and its content, or false if it names no place.
// The place is the first one that it names; the content is the other arguments, or the
// relation if there are none.
func (d *placeDrawer) locate(fact string) (placedFact, bool) {
	fact = withoutLifetime(fact)
	words := strings.Fields(strings.TrimSuffix(strings.TrimPrefix(fact, "("), ")"))
	if len(words) < 2 || strings.ContainsAny(strings.Join(words, " "), "()") {
		return placedFact{}, false
	}
	if d.pres.Field != nil {
		return d.pres.Field.locate(words)
	}
	if len(d.pres.Placed) > 0 && !slices.Contains(d.pres.Placed, words[0]) {
		return placedFact{}, false
	}
	for i, w := range words[1:] {
		if _, ok := d.pres.Places[w]; ok {
			rest := slices.Delete(slices.Clone(words), i+1, i+2)
			if len(rest) > 1 {
				rest = rest[1:]
			}
			return placedFact{w, strings.Join(rest, " ")}, true
		}
	}
	return placedFact{}, false
}

// split separates the facts that name a place from the others.
func (d *placeDrawer) split(facts []string) (on []placedFact, rest []string) {
	for _, f := range facts {
		if l, ok := d.locate(f); ok {
			on = append(on, l)
		} else {
			rest = append(rest, f)
		}
	}
	return on, rest
}

// without returns a position with only the facts that name no place.
func (d *placeDrawer) without(p Position) Position {
	_, p.Facts = d.split(p.Facts)
	if p.Before != nil {
		_, before := d.split(p.Before)
		p.Before = append([]string{}, before...) // not nil
	}
	return p
}

// mostWritten is the length of labels that are written below their places.
const mostWritten = 3

func (d *placeDrawer) scene(p Position) (*picture.Scene, error) {
	s, err := d.drawer.scene(d.without(p))
	if err != nil {
		return nil, err
	}
	on, _ := d.split(p.Facts)
	before := map[placedFact]bool{}
	if p.Before != nil {
		was, _ := d.split(p.Before)
		for _, l := range was {
			before[l] = true
		}
	}
	sh := &picture.Sheet{Ground: picture.Bare, Dots: d.pres.Dots}
	kinds := map[placedFact]int{} // by shape and content
	index := map[string]int{}
	for i, name := range d.order() {
		at := d.pres.Places[name]
		index[name] = i
		c := picture.Cell{ID: name, Name: d.label(name), X: at.X, Y: at.Y, Row: int(math.Round(2 * at.Y)), Column: int(math.Round(2 * at.X)), Ground: at.Color}
		if at.Color != "" {
			c.Tint = 1
		}
		sh.Cells = append(sh.Cells, c)
		if l := at.Label; l != "" && len(l) <= mostWritten {
			sh.Labels = append(sh.Labels, picture.Label{Text: l, X: at.X, Y: at.Y + 0.75})
		}
	}
	for _, pair := range d.pairs(d.pres.Roads) {
		from, ok := index[pair[0]]
		to, ok2 := index[pair[1]]
		if ok && ok2 {
			sh.Lines = append(sh.Lines, picture.Line{From: from, To: to})
			sh.Tile = picture.Circle
		}
	}
	for _, l := range on {
		c := &sh.Cells[index[l.place]]
		look := d.pres.Places[l.place].Shape
		k, ok := kinds[placedFact{look, l.content}]
		if !ok {
			k = len(sh.Kinds)
			kinds[placedFact{look, l.content}] = k
			sh.Kinds = append(sh.Kinds, d.kind(l.content, look))
		}
		c.Stones = append(c.Stones, picture.Stone{Kind: k})
		c.Changed = c.Changed || p.Before != nil && !before[l]
	}
	s.Sheets = []*picture.Sheet{sh}
	return s, nil
}

// kind returns the look of a content.
func (d *placeDrawer) kind(content, shape string) picture.Kind {
	owner := d.owner(content)
	symbol := strings.ToUpper(picture.Clean(content)[:1])
	return picture.Kind{ID: content, Name: content, Look: picture.Look{Symbol: symbol, Owner: owner, Shape: shape}}
}

func (d *placeDrawer) label(name string) string {
	if l := d.pres.Places[name].Label; l != "" {
		return l
	}
	return name
}

// order returns the places by row and column.
func (d *placeDrawer) order() []string {
	list := sortedKeys(d.pres.Places)
	slices.SortStableFunc(list, func(a, b string) int {
		p, q := d.pres.Places[a], d.pres.Places[b]
		return cmp.Or(cmp.Compare(p.Y, q.Y), cmp.Compare(p.X, q.X))
	})
	return list
}

func (d *placeDrawer) cells() []Cell {
	s, err := d.scene(Position{})
	if err != nil {
		return nil
	}
	return cellsOf(s)
}

func (d *placeDrawer) target(move string) []string {
	var list []string
	for _, w := range strings.FieldsFunc(move, func(r rune) bool { return strings.ContainsRune(" ()", r) }) {
		if _, ok := d.pres.Places[w]; ok {
			list = append(list, w)
		}
	}
	return list
}

func (d *placeDrawer) anyCell(string) bool { return false }

func (d *placeDrawer) content(fact string) (cell, piece string, ok bool) {
	l, ok := d.locate(fact)
	return l.place, l.content, ok
}

func (d *placeDrawer) emptied(string) string { return "" }

// owner returns the role that a content names, or -1.
func (d *placeDrawer) owner(piece string) int {
	for _, w := range strings.Fields(piece) {
		if r := slices.Index(d.roles(), w); r >= 0 {
			return r
		}
	}
	return -1
}

func (d *placeDrawer) facts(p Position) []Group { return d.drawer.facts(d.without(p)) }

// pieces allows any piece: the contents of places are known only in play.
func (d *placeDrawer) pieces() []string {
	return append(sortedKeys(d.pres.Pieces), d.drawer.pieces()...)
}

func (d *placeDrawer) example() []string { return nil }
