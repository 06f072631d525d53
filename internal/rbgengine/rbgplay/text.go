package rbgplay

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"ludex/rbg"
)

// Noop is the text of the only move of the players that are not to move. Its number is 0.
const Noop = "noop"

// texts writes moves.
type texts struct {
	rules   *rbg.Game
	cells   []string
	inOrder []int  // cells in the order of their names
	join    string // a separator, if the names of cells do not show where they end
}

func newTexts(g *rbg.Game) texts {
	t := texts{rules: g, cells: make([]string, len(g.Board.Cells))}
	if g.Board.Shape == rbg.Graph {
		t.join = "-"
	}
	for c := range t.cells {
		t.cells[c] = g.Board.CellText(c)
		t.inOrder = append(t.inOrder, c)
	}
	slices.SortFunc(t.inOrder, func(a, b int) int { return strings.Compare(t.cells[a], t.cells[b]) })
	return t
}

// A variant is the amount of detail in the text of a move. Where moves of a state
// would have equal texts, more detail is added.
type variant int32

const (
	plain     variant = iota // the cells: e7e8
	lastPiece                // and the piece that is placed last: e7e8=whiteQueen
	allPieces                // and all pieces that are placed: e7e8=empty,whiteQueen
	numbered                 // and a number from 1: e7e8=whiteQueen#1
)

// write returns the text of a move.
func (t *texts) write(move []Action, v variant) string {
	text := t.cellsOf(move)
	placed := t.placed(move)
	switch {
	case len(placed) == 0 || v == plain:
	case v == lastPiece:
		text += "=" + placed[len(placed)-1]
	default:
		text += "=" + strings.Join(placed, ",")
	}
	if v >= numbered {
		text += "#" + strconv.Itoa(int(v-numbered)+1)
	}
	return text
}

// cellsOf returns the cells where a move places pieces, and where it ends.
// Assignments are left out: they have no cell.
func (t *texts) cellsOf(move []Action) string {
	var b strings.Builder
	last := int32(rbg.NoCell)
	for _, a := range move {
		if a.Cell == last || t.modifier(a).Kind == rbg.Assign {
			continue
		}
		if last != rbg.NoCell {
			b.WriteString(t.join)
		}
		b.WriteString(t.cells[a.Cell])
		last = a.Cell
	}
	return b.String()
}

// placed returns the names of the pieces that a move places.
func (t *texts) placed(move []Action) []string {
	var names []string
	for _, a := range move {
		if m := t.modifier(a); m.Kind == rbg.Off {
			names = append(names, t.rules.Pieces[m.Piece].Name)
		}
	}
	return names
}

func (t *texts) modifier(a Action) *rbg.Expr { return t.rules.Modifiers[a.Index-1] }

// least returns the smallest variant with the same text, so that a move with a
// given text has only one number.
func (t *texts) least(move []Action, v variant) variant {
	if v >= numbered {
		return v
	}
	placed := variant(0)
	for _, a := range move {
		if t.modifier(a).Kind == rbg.Off {
			placed++
		}
	}
	return min(v, placed)
}

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

// splitCells splits a text at separators, or before every letter that does not
// follow a letter of the same case: the names of cells are lower-case letters,
// digits and perhaps capitals.
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

// A Detail says how much the text of a move tells.
type Detail int32

// The details, see [Game.ActionsText].
const (
	Cells     = Detail(plain)
	LastPiece = Detail(lastPiece)
	AllPieces = Detail(allPieces)
)

// ActionsText returns the text of a move that is given by its actions.
func (g *Game) ActionsText(actions []Action, d Detail) string {
	return g.texts.write(actions, variant(d))
}
