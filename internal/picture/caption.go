package picture

import "strings"

// keySize is the size of a piece in a legend, in pixels.
const keySize = 30

// captions are below the boards: the legend, and lines of text.
type captions struct {
	looks []Look
	names []string // of the looks
	lines []string
}

// captions returns the legend with the pieces on all boards, each once, and the notes.
func (m *image) captions() *captions {
	t := &captions{lines: m.Notes}
	type entry struct{ name, class, color, shape, symbol string }
	found := map[entry]bool{}
	for _, sh := range m.Sheets {
		for i, is := range sh.shown() {
			k := &sh.Kinds[i]
			look := k.Look
			look.Tile = look.Tile || k.Mark && look.Owner == None
			e := entry{name: k.Name, class: look.class(), color: look.color(m.Players), shape: look.Shape}
			if look.shape().letter {
				e.symbol = look.Symbol
			}
			if is && !k.Plain && !found[e] && !look.shape().plain {
				found[e] = true
				t.looks = append(t.looks, look)
				t.names = append(t.names, k.Name)
			}
		}
	}
	return t
}

// shown returns for each kind whether a piece of it is on a board.
func (sh *Sheet) shown() []bool {
	on := make([]bool, len(sh.Kinds))
	for i := range sh.Cells {
		for _, st := range sh.Cells[i].Stones {
			on[st.Kind] = true
		}
	}
	return on
}

// columns returns the number of columns of the legend, and their width.
func (c *captions) columns(width float64) (int, float64) {
	longest := 0
	for _, name := range c.names {
		longest = max(longest, len(name))
	}
	each := keySize + charWidth*float64(longest) + 14
	return max(1, int((width-2*border)/each)), each
}

// rows returns the number of rows of the legend.
func (c *captions) rows(width float64) int {
	columns, _ := c.columns(width)
	return (len(c.names) + columns - 1) / columns
}

// wrapped returns the lines, wrapped to a width.
func (c *captions) wrapped(width float64) []string {
	var lines []string
	for _, line := range c.lines {
		lines = append(lines, Wrap(strings.SplitAfter(line, ", "), "", int((width-2*border)/charWidth))...)
	}
	return lines
}

// height returns the height of the captions in an image of some width.
func (c *captions) height(width float64) float64 {
	if len(c.names)+len(c.lines) == 0 {
		return 0
	}
	return float64(10 + c.rows(width)*(keySize+4) + len(c.wrapped(width))*lineHeight)
}

// write draws the captions at a vertical position.
func (c *captions) write(m *image, top, width float64) {
	top += 10
	columns, each := c.columns(width)
	for i, look := range c.looks {
		x, y := border+float64(i%columns)*each+keySize/2, top+float64(i/columns)*(keySize+4)+keySize/2
		m.printf("<rect class=\"ky\" x=%q y=%q width=\"28\" height=\"28\" rx=\"4\"/>", Px(x-14), Px(y-14))
		m.piece(look, "", "translate("+Px(x)+" "+Px(y)+") scale(.58)")
		m.text("key", x+keySize/2+4, y+5, c.names[i])
	}
	top += float64(c.rows(width) * (keySize + 4))
	for i, line := range c.wrapped(width) {
		m.text("key", border, top+float64(i)*lineHeight+16, line)
	}
}
