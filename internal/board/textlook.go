package board

import (
	"bufio"
	"cmp"
	"maps"
	"strconv"
	"strings"

	"ludex/internal/picture"
)

// A textLook says how a text looks.
type textLook struct {
	color   bool
	symbols map[string]string // of pieces, instead of letters
	names   map[string]string // of pieces, in the legend
	dress   func(*picture.Part)

	columns, rows []string          // names, in a regular boardgame
	numbers       []string          // of cells, instead of columns and rows
	parts         map[string]string // names of what is on no board; empty for what is not shown
	people        bool              // for players, not for authors of rules

	boards func(out *bufio.Writer) // writes the boards instead, or nil
}

// chessLetters are the letters of chess pieces.
var chessLetters = map[string]string{"king": "K", "queen": "Q", "rook": "R", "bishop": "B", "knight": "N", "pawn": "P"}

// chessSigns are the signs of chess pieces, light ones first.
var chessSigns = map[string][2]rune{
	"king": {'♔', '♚'}, "queen": {'♕', '♛'}, "rook": {'♖', '♜'}, "bishop": {'♗', '♝'}, "knight": {'♘', '♞'}, "pawn": {'♙', '♟'},
}

// otherSigns are the signs of other shapes, light ones first.
var otherSigns = map[string][2]rune{
	"stone": {'○', '●'}, "disc": {'○', '●'}, "man": {'○', '●'}, "crowned": {'◇', '◆'},
}

// textLook returns the look of texts. On a terminal pieces with shapes have signs instead of
// letters if no two of them would have the same.
func (b *Board) textLook(color bool) textLook {
	look := textLook{color: color}
	if b.pres == nil {
		return look
	}
	look.dress, look.people = b.pres.applyPart, true
	look.columns, look.rows = b.pres.Columns, b.pres.Rows
	if b.pres.Numbered {
		look.numbers = b.numbers()
	}
	look.parts = b.pres.partLabels()
	look.symbols, look.names = map[string]string{}, map[string]string{}
	called := map[string]map[string]bool{} // by symbol: what people call pieces that have it
	for name, piece := range b.pres.Pieces {
		text := strings.TrimSpace(piece.Symbol)
		if called[text] == nil {
			called[text] = map[string]bool{}
		}
		called[text][cmp.Or(piece.Label, name)] = true
	}
	for _, name := range sortedKeys(b.pres.Pieces) {
		piece := b.pres.Pieces[name]
		look.names[name] = cmp.Or(piece.Label, name)
		if text := strings.TrimSpace(piece.Symbol); text != "" && len(called[text]) == 1 {
			look.symbols[name] = piece.Symbol
		}
		if piece.Shape == "none" {
			look.symbols[name] = picture.EmptySymbol
		}
	}
	maps.Copy(look.symbols, b.letters())
	if color {
		maps.Copy(look.symbols, b.signs())
	}
	return look
}

// letters returns the letters of chess pieces, large ones for light pieces, or nil if there are
// other pieces.
func (b *Board) letters() map[string]string {
	return b.distinct(func(name, shape string) string {
		letter := chessLetters[shape]
		if b.isDark(name) {
			return strings.ToLower(letter)
		}
		return letter
	}, true)
}

// numbers returns the numbers of cells, in the order of the rules.
func (b *Board) numbers() []string {
	list := make([]string, 0)
	for _, c := range b.drawer.cells() {
		name := b.label(c.ID)
		if name == lightCell {
			name = ""
		}
		list = append(list, name)
	}
	return list
}

// signs returns the signs of pieces with shapes, or nil if two would have the same.
func (b *Board) signs() map[string]string {
	return b.distinct(func(name, shape string) string {
		signs, ok := chessSigns[shape]
		if !ok {
			if signs, ok = otherSigns[shape]; !ok {
				return ""
			}
		}
		if b.isDark(name) {
			return string(signs[1])
		}
		return string(signs[0])
	}, false)
}

// distinct returns the symbols of pieces, or nil if two would have the same and people do not call
// them the same, or if all should have one and one has none.
func (b *Board) distinct(symbol func(name, shape string) string, all bool) map[string]string {
	symbols, taken := map[string]string{}, map[string]string{}
	for _, name := range sortedKeys(b.pres.Pieces) {
		piece := b.pres.Pieces[name]
		if piece.Shape == "none" {
			continue
		}
		text, label := symbol(name, piece.Shape), cmp.Or(piece.Label, name)
		if text == "" {
			if all {
				return nil
			}
			continue
		}
		if other, ok := taken[text]; ok && other != label {
			return nil
		}
		taken[text], symbols[name] = label, text
	}
	return symbols
}

// isDark reports whether the colour of a piece is dark.
func (b *Board) isDark(piece string) bool {
	owner := b.Owner(piece)
	color := b.pres.Pieces[piece].Color
	if color == "" && owner >= 0 && owner < len(b.drawer.roles()) {
		c := b.Colors()[owner]
		if color = c.Color; c.Word == "black" || c.Word == "white" {
			color = c.Word
		}
	}
	return luminance(color) < 0.5
}

// luminance returns about how light a colour is, from 0 to 1.
func luminance(color string) float64 {
	hex, ok := strings.CutPrefix(color, "#")
	if !ok {
		return map[string]float64{"white": 1, "yellow": .9}[color]
	}
	if len(hex) == 3 {
		hex = string([]byte{hex[0], hex[0], hex[1], hex[1], hex[2], hex[2]})
	}
	n, err := strconv.ParseUint(hex, 16, 32)
	if err != nil {
		return 0
	}
	return (0.3*float64(n>>16) + 0.6*float64(n>>8&255) + 0.1*float64(n&255)) / 255
}
