package draw

import (
	"strings"

	"ludex/picture"
)

// A table is the list of facts that lie on no board, laid out for an image.
type table struct {
	lines []tableLine
	names int // characters of the widest name
	width float64
	over  bool
}

// A tableLine is a line of a table.
type tableLine struct {
	name  string
	isNew bool
	parts []value
}

// newTable breaks the list of facts into lines that fit a width.
func (v *svg) newTable(width float64) *table {
	t := &table{over: v.options.Over}
	list := v.entries()
	for _, e := range list {
		t.names = max(t.names, min(len(e.name), textWidth/2))
	}
	room := max(20, int(width/charWidth)-t.names-2)
	for _, e := range list {
		line := tableLine{name: e.name, isNew: e.isNew}
		used := 0
		for i, part := range e.values {
			if i+1 < len(e.values) {
				part.text += ","
			}
			if used > 0 && used+len(part.text) > room {
				t.lines = append(t.lines, line)
				line, used = tableLine{}, 0
			}
			line.parts = append(line.parts, part)
			used += len(part.text) + 1
			t.width = max(t.width, charWidth*float64(t.names+2+used))
		}
		t.lines = append(t.lines, line)
	}
	return t
}

// height returns how high a table is.
func (t *table) height() float64 {
	n := len(t.lines)
	if t.over {
		n++
	}
	if n == 0 {
		return 0
	}
	return float64(12 + n*picture.LineHeight)
}

// write writes a table below a height.
func (t *table) write(m *picture.Image, top float64) {
	y := top + 12
	for _, line := range t.lines {
		base := y + 15
		if line.isNew {
			highlight(m, picture.Border, y, line.name)
		}
		m.Text("mono what", picture.Border, base, line.name)
		x := picture.Border + charWidth*float64(max(t.names, len(line.name))+2)
		for _, part := range line.parts {
			if part.isNew {
				highlight(m, x, y, strings.TrimSuffix(part.text, ","))
			}
			m.Text("mono", x, base, part.text)
			x += charWidth * float64(len(part.text)+1)
		}
		y += picture.LineHeight
	}
	if t.over {
		m.Text("key", picture.Border, y+15, overText)
	}
}

// overText says that a play has ended.
const overText = "the play is over"

// highlight writes the ground of a text that is new.
func highlight(m *picture.Image, x, y float64, text string) {
	m.Printf("<rect class=\"new\" x=%q y=%q width=%q height=\"20\" rx=\"3\"/>\n",
		picture.Px(x-3), picture.Px(y), picture.Px(charWidth*float64(len(text))+6))
}

// description returns a table as one text.
func (t *table) description() string {
	var list []string
	for _, line := range t.lines {
		text := line.name
		for _, part := range line.parts {
			text += " " + part.text
		}
		list = append(list, text)
	}
	if t.over {
		list = append(list, overText)
	}
	return strings.Join(list, "; ")
}
