package picture

import (
	"bufio"
	"unicode/utf8"
)

// A Style is the style of a character.
type Style uint8

// The styles. Those of players follow Faint, see [PlayerStyle].
const (
	Plain Style = iota
	Faint
	firstPlayer
)

// maxPlayerStyles is the number of players with a colour of their own.
const maxPlayerStyles = 6

// PlayerStyle returns the style of a player's pieces, or Plain for None.
func PlayerStyle(player int) Style {
	if player == None {
		return Plain
	}
	return firstPlayer + Style(player%maxPlayerStyles)
}

// Reversed and Underlined are added to a style.
const (
	Reversed   Style = 1 << 6
	Underlined Style = 1 << 7
)

// playerCodes are colours that are readable on light and dark screens.
var playerCodes = [maxPlayerStyles]string{"1", "36", "35", "32", "31", "34"}

// ansi returns the escape sequence that switches to a style.
func (s Style) ansi() string {
	code := "0"
	if s&Reversed != 0 {
		code += ";7"
	}
	if s&Underlined != 0 {
		code += ";4"
	}
	switch base := s &^ (Reversed | Underlined); {
	case base == Faint:
		code += ";2"
	case base >= firstPlayer:
		code += ";" + playerCodes[int(base-firstPlayer)%maxPlayerStyles]
	}
	return "\x1b[" + code + "m"
}

// A Canvas is a page of styled characters that grows as needed.
type Canvas struct {
	rows [][]Glyph
}

// A Glyph is a character of a canvas.
type Glyph struct {
	Char  rune
	Style Style
}

// At returns the glyph at a position.
func (c *Canvas) At(row, col int) *Glyph {
	for len(c.rows) <= row {
		c.rows = append(c.rows, nil)
	}
	for len(c.rows[row]) <= col {
		c.rows[row] = append(c.rows[row], Glyph{Char: ' '})
	}
	return &c.rows[row][col]
}

// Put writes a text of characters that are as wide as each other.
func (c *Canvas) Put(row, col int, text string, s Style) {
	for _, char := range text {
		*c.At(row, col) = Glyph{char, s}
		col++
	}
}

// PutBefore writes a text that ends before a column.
func (c *Canvas) PutBefore(row, col int, text string, s Style) {
	c.Put(row, col-utf8.RuneCountInString(text), text, s)
}

// Bracket writes a bracket. Where two brackets meet between neighbours, it writes a
// bar.
func (c *Canvas) Bracket(row, col int, char byte) {
	if g := c.At(row, col); g.Char != ' ' {
		char = '|'
	}
	c.Put(row, col, string(char), Plain)
}

// Write prints the canvas, without trailing blanks.
func (c *Canvas) Write(w *bufio.Writer, color bool) {
	for _, row := range c.rows {
		for len(row) > 0 && row[len(row)-1] == (Glyph{Char: ' '}) {
			row = row[:len(row)-1]
		}
		last := Plain
		for _, g := range row {
			if color && g.Style != last {
				w.WriteString(g.Style.ansi())
				last = g.Style
			}
			w.WriteRune(g.Char)
		}
		if last != Plain {
			w.WriteString(Plain.ansi())
		}
		w.WriteByte('\n')
	}
}

// Wrap breaks items, joined by a separator, into lines of at most width characters if
// possible.
func Wrap(items []string, separator string, width int) []string {
	var lines []string
	line := ""
	for _, item := range items {
		switch {
		case line == "":
			line = item
		case len(line)+len(separator)+len(item) <= width:
			line += separator + item
		default:
			lines = append(lines, line)
			line = item
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}
