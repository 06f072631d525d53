package rbgplay

import (
	"fmt"
	"strings"
	"unicode"
)

// ParseCells returns the cells that the text of a move names. The move need not
// be legal; pieces and numbers behind the cells are skipped.
func (g *Game) ParseCells(text string) ([]int, error) {
	if i := strings.IndexAny(text, "=#"); i >= 0 {
		text = text[:i]
	}
	var cells []int
	for _, word := range g.splitCells(text) {
		c, ok := g.cells[word]
		if !ok {
			return nil, fmt.Errorf("the board has no cell %q", word)
		}
		cells = append(cells, c)
	}
	return cells, nil
}

// splitCells takes a text apart at separators, or in front of every letter that
// does not follow one of its kind: the names of cells are small letters, digits
// and perhaps capitals.
func (g *Game) splitCells(text string) []string {
	if g.texts.join != "" {
		return strings.Split(text, g.texts.join)
	}
	var words []string
	start := 0
	last := 'a'
	for i, r := range text {
		if unicode.IsLower(r) && !unicode.IsLower(last) {
			words = append(words, text[start:i])
			start = i
		}
		last = r
	}
	return append(words, text[start:])
}
