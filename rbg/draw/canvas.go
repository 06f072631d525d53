package draw

import "bufio"

// A style says how a character looks in colour.
type style uint8

const (
	plain style = iota
	faint
	player // the style of player i is player+i
)

// maxPlayerStyles is how many players have a colour of their own.
const maxPlayerStyles = 6

// reversed and underlined are added to a style.
const (
	reversed   style = 1 << 6
	underlined style = 1 << 7
)

// playerCodes are colours that can be read on light and on dark screens.
var playerCodes = [maxPlayerStyles]string{"1", "36", "35", "32", "31", "34"}

// ansi returns the escape sequence that switches from plain to a style.
func (s style) ansi() string {
	code := "0"
	if s&reversed != 0 {
		code += ";7"
	}
	if s&underlined != 0 {
		code += ";4"
	}
	switch base := s &^ (reversed | underlined); {
	case base == faint:
		code += ";2"
	case base >= player:
		code += ";" + playerCodes[int(base-player)%maxPlayerStyles]
	}
	return "\x1b[" + code + "m"
}

// A canvas is a page of characters that grows as it is written on.
type canvas struct {
	rows [][]glyph
}

// A glyph is a character of a canvas.
type glyph struct {
	char  byte
	style style
}

// at returns the glyph at a place.
func (c *canvas) at(row, col int) *glyph {
	for len(c.rows) <= row {
		c.rows = append(c.rows, nil)
	}
	for len(c.rows[row]) <= col {
		c.rows[row] = append(c.rows[row], glyph{char: ' '})
	}
	return &c.rows[row][col]
}

// put writes a text of ASCII characters.
func (c *canvas) put(row, col int, text string, s style) {
	for i := range len(text) {
		*c.at(row, col+i) = glyph{text[i], s}
	}
}

// putBefore writes a text that ends before a column.
func (c *canvas) putBefore(row, col int, text string, s style) {
	c.put(row, col-len(text), text, s)
}

// bracket writes a bracket. Where two meet between neighbours, a bar stands for
// both.
func (c *canvas) bracket(row, col int, char byte) {
	if g := c.at(row, col); g.char != ' ' {
		char = '|'
	}
	c.put(row, col, string(char), plain)
}

// write prints the canvas, without blanks at the ends of lines.
func (c *canvas) write(w *bufio.Writer, color bool) {
	for _, row := range c.rows {
		for len(row) > 0 && row[len(row)-1] == (glyph{char: ' '}) {
			row = row[:len(row)-1]
		}
		last := plain
		for _, g := range row {
			if color && g.style != last {
				w.WriteString(g.style.ansi())
				last = g.style
			}
			w.WriteByte(g.char)
		}
		if last != plain {
			w.WriteString(plain.ansi())
		}
		w.WriteByte('\n')
	}
}

// wrap breaks items, which are separated by a text, into lines of at most width
// characters if possible.
func wrap(items []string, separator string, width int) []string {
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
