package picture

import "strings"

// charWidth is about the width of a character in captions, in pixels.
const charWidth = 8.5

// keySize is the size of a piece in a legend, in pixels.
const keySize = 28

// Captions are what stands below a board: what pieces are called, and lines of
// text.
type Captions struct {
	Looks []Look
	Names []string // of the looks
	Lines []string
}

// columns returns how many entries of the legend are side by side, and how wide
// each is.
func (c *Captions) columns(width float64) (int, float64) {
	longest := 0
	for _, name := range c.Names {
		longest = max(longest, len(name))
	}
	each := keySize + charWidth*float64(longest) + 16
	return max(1, int((width-2*Border)/each)), each
}

// wrapped returns the lines, broken to fit a width.
func (c *Captions) wrapped(width float64) []string {
	var lines []string
	for _, line := range c.Lines {
		lines = append(lines, Wrap(strings.SplitAfter(line, ", "), "", int((width-2*Border)/charWidth))...)
	}
	return lines
}

// Height returns how high the captions are in an image of some width.
func (c *Captions) Height(width float64) float64 {
	columns, _ := c.columns(width)
	rows := (len(c.Names) + columns - 1) / columns
	return float64(10 + rows*(keySize+4) + len(c.wrapped(width))*LineHeight)
}

// Write writes the captions below a height.
func (c *Captions) Write(m *Image, top, width float64) {
	top += 10
	columns, each := c.columns(width)
	for i, look := range c.Looks {
		x, y := Border+float64(i%columns)*each+keySize/2, top+float64(i/columns)*(keySize+4)+keySize/2
		m.Printf("<g transform=\"translate(%s %s) scale(0.7)\">", Px(x), Px(y))
		m.Piece(look, 0, 0, "")
		m.Printf("</g>")
		m.Text("key", x+keySize/2+4, y+5, c.Names[i])
	}
	top += float64((len(c.Names) + columns - 1) / columns * (keySize + 4))
	for i, line := range c.wrapped(width) {
		m.Text("key", Border, top+float64(i)*LineHeight+16, line)
	}
}
