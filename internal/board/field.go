package board

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// A Field is a board of rows and columns that the rules do not show by themselves, because
// their facts have coordinates but no cells: a presentation tells where facts lie.
type Field struct {
	Columns int             `toml:"columns"`
	Rows    int             `toml:"rows"`
	Facts   map[string]Spot `toml:"facts"` // by relation
}

// A Spot tells where the facts of a relation lie: by the arguments with the numbers Column
// and Row, counted from 1, or by a word that is among the arguments. Columns and rows are
// counted from 1, from the left and from above.
type Spot struct {
	Column int            `toml:"column"`
	Row    int            `toml:"row"`
	X      map[string]int `toml:"x"`
	Y      map[string]int `toml:"y"`
}

// maxField is the number of columns or rows of a field.
const maxField = 64

// places returns the cells of the field as places of a custom board.
func (f *Field) places() map[string]Place {
	places := map[string]Place{}
	for y := range f.Rows {
		for x := range f.Columns {
			places[fieldCell(x+1, y+1)] = Place{X: float64(x), Y: float64(y)}
		}
	}
	return places
}

func fieldCell(x, y int) string { return fmt.Sprintf("%d,%d", x, y) }

// locate returns the cell of a fact, given by its words, and its content: the relation and
// the arguments that are no coordinates.
func (f *Field) locate(words []string) (placedFact, bool) {
	spot, ok := f.Facts[words[0]]
	if !ok {
		return placedFact{}, false
	}
	x, okX := coordinate(words[1:], spot.Column, spot.X)
	y, okY := coordinate(words[1:], spot.Row, spot.Y)
	if !okX || !okY || x < 1 || x > f.Columns || y < 1 || y > f.Rows {
		return placedFact{}, false
	}
	content := []string{words[0]}
	for i, w := range words[1:] {
		if i+1 != spot.Column && i+1 != spot.Row {
			content = append(content, w)
		}
	}
	return placedFact{fieldCell(x, y), strings.Join(content, " ")}, true
}

// coordinate returns the number of an argument, or that of a word among the arguments.
func coordinate(args []string, number int, words map[string]int) (int, bool) {
	if number > 0 {
		if number > len(args) {
			return 0, false
		}
		n, err := strconv.Atoi(args[number-1])
		return n, err == nil
	}
	for _, a := range args {
		if n, ok := words[a]; ok {
			return n, true
		}
	}
	return 0, false
}

// withoutLifetime returns a fact of a real-time state without its lifetime.
func withoutLifetime(fact string) string {
	if at := strings.Index(fact, " ("); at > 0 && fact[0] != '(' {
		return fact[at+1:]
	}
	return fact
}

// text writes a field as lines of text, or a custom board as look draws it.
func (d *placeDrawer) text(w io.Writer, p Position, look textLook) error {
	f := d.pres.Field
	if f == nil {
		return d.drawer.text(w, d.without(p), look)
	}
	at := map[string][]string{}
	on, _ := d.split(p.Facts)
	for _, l := range on {
		at[l.place] = append(at[l.place], l.content)
	}
	for y := range f.Rows {
		var b strings.Builder
		for x := range f.Columns {
			b.WriteString(" " + d.sign(at[fieldCell(x+1, y+1)]))
		}
		if _, err := fmt.Fprintln(w, strings.TrimRight(b.String(), " ")); err != nil {
			return err
		}
	}
	if rest := d.without(p); len(rest.Facts) > 0 {
		fmt.Fprintln(w)
		return d.drawer.text(w, rest, look)
	}
	return nil
}

// sign returns the letters of what lies on a cell: the first letter of the relation for the
// first role, and in upper case for others; a thing of its own in the presentation has its
// symbol.
func (d *placeDrawer) sign(contents []string) string {
	if len(contents) == 0 {
		return "·"
	}
	slices.Sort(contents)
	if s := d.pres.Pieces[contents[0]].Symbol; s != "" {
		return s
	}
	letter := contents[0][:1]
	if d.owner(contents[0]) > 0 {
		return strings.ToUpper(letter)
	}
	return letter
}
