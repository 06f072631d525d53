package board

import (
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
	names   map[string]string // of pieces with symbols, in the legend
	dress   func(*picture.Part)
}

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
	look.dress = b.pres.applyPart
	look.symbols, look.names = map[string]string{}, map[string]string{}
	count := map[string]int{}
	for _, piece := range b.pres.Pieces {
		count[strings.TrimSpace(piece.Symbol)]++
	}
	for _, name := range sortedKeys(b.pres.Pieces) {
		piece := b.pres.Pieces[name]
		if text := strings.TrimSpace(piece.Symbol); text != "" && count[text] == 1 {
			look.symbols[name] = piece.Symbol
			look.names[name] = cmp.Or(piece.Label, name)
		}
		if piece.Shape == "none" {
			look.symbols[name] = picture.EmptySymbol
		}
	}
	if color {
		maps.Copy(look.symbols, b.signs())
	}
	return look
}

// signs returns the signs of pieces with shapes, or nil if two would have the same.
func (b *Board) signs() map[string]string {
	symbols, taken := map[string]string{}, map[string]bool{}
	for _, name := range sortedKeys(b.pres.Pieces) {
		signs, ok := chessSigns[b.pres.Pieces[name].Shape]
		if !ok {
			if signs, ok = otherSigns[b.pres.Pieces[name].Shape]; !ok {
				continue
			}
		}
		sign := string(signs[0])
		if b.isDark(name) {
			sign = string(signs[1])
		}
		if taken[sign] {
			return nil
		}
		taken[sign], symbols[name] = true, sign
	}
	return symbols
}

// isDark reports whether the colour of a piece is dark.
func (b *Board) isDark(piece string) bool {
	owner := b.owner(piece)
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
