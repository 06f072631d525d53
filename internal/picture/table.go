package picture

// A table is the list of facts that are not on a board, laid out for an image: a line
// for each relation, with a chip for each value.
type table struct {
	lines []tableLine
	names int     // characters of the widest name
	dots  float64 // width for the colours of players
	width float64
	over  bool
}

// A tableLine is a line of a table.
type tableLine struct {
	name  string
	owner int
	isNew bool
	parts []EntryValue
}

// Dimensions of tables.
const (
	chipGap   = 6.0
	chipSides = 12.0 // padding of a chip
	widest    = 48   // characters of a name up to which it is in a column
	overText  = "the play is over"
)

func chipWidth(text string) float64 { return charWidth*float64(len(text)) + chipSides }

// newTable wraps the list of facts to a width.
func (m *image) newTable(width float64) *table {
	t := &table{over: m.Over && len(m.Notes) == 0}
	for _, e := range m.Table {
		t.names = max(t.names, min(len(e.Name), widest))
		if e.Owner != None {
			t.dots = 14
		}
	}
	for _, e := range m.Table {
		line := tableLine{name: e.Name, owner: e.Owner, isNew: e.New}
		start := t.start(e.Name)
		x := start
		for _, part := range e.Values {
			w := chipWidth(part.Text)
			if x > start && x+w > width {
				t.lines = append(t.lines, line)
				line, x = tableLine{owner: e.Owner}, t.start("")
				start = x
			}
			line.parts = append(line.parts, part)
			x += w + chipGap
			t.width = max(t.width, x-chipGap)
		}
		t.width = max(t.width, start)
		t.lines = append(t.lines, line)
	}
	return t
}

// start returns the position of the values after a name.
func (t *table) start(name string) float64 {
	return charWidth*float64(max(t.names, len(name))) + 18 + t.dots
}

// height returns the height of a table.
func (t *table) height() float64 {
	n := len(t.lines)
	if t.over {
		n++
	}
	if n == 0 {
		return 0
	}
	return float64(12 + n*(lineHeight+3))
}

// write draws a table at a vertical position.
func (t *table) write(m *image, top float64) {
	y := top + 12
	for _, line := range t.lines {
		base := y + 15
		if line.isNew {
			m.printf("<rect class=\"ch cn\" x=%q y=%q width=%q height=\"20\" rx=\"4\"/>", Px(border-4), Px(y), Px(charWidth*float64(len(line.name))+8))
		}
		if line.owner != None {
			look := Look{Owner: line.owner}
			m.printf("<g class=\"pc %s\"%s><path d=%q transform=\"translate(%s %s)\"/></g>", look.class(), look.color(m.Players), disc(5), Px(border+4), Px(y+10))
		}
		if line.name != "" {
			x := float64(border)
			if line.owner != None {
				x += 14
			}
			m.text("mo wh", x, base, line.name)
		}
		x := border + t.start(line.name)
		for _, part := range line.parts {
			t.chip(m, x, y, part)
			x += chipWidth(part.Text) + chipGap
		}
		y += lineHeight + 3
	}
	if t.over {
		m.text("key", border, y+15, overText)
	}
}

// chip draws a value.
func (t *table) chip(m *image, x, y float64, v EntryValue) {
	class := "ch"
	if v.New {
		class = "ch cn changed"
	}
	m.printf("<rect class=%q x=%q y=%q width=%q height=\"20\" rx=\"4\"/>", class, Px(x), Px(y), Px(chipWidth(v.Text)))
	m.text("mo", x+chipSides/2, y+14.5, v.Text)
}
