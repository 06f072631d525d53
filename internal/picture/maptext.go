package picture

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// A MapText writes a board whose cells can lie anywhere, with the lines between them.
type MapText struct {
	*Sheet
	Color   bool
	Symbols map[string]string // of kinds, instead of those of their looks
	Names   bool              // the names of cells follow them

	signs        []string // by kind
	texts        []string // by cell
	wide, high   float64  // characters and lines that are as far as a cell
	left, top    float64
	firstOfCells int // columns that names of rows take
}

// Canvas draws the board.
func (m *MapText) Canvas() *Canvas {
	m.measure()
	c := &Canvas{}
	for _, l := range m.Lines {
		if !l.Around {
			m.line(c, l.From, l.To, Faint)
		}
	}
	for _, l := range m.Links {
		m.line(c, l.From, l.To, PlayerStyle(l.Owner))
	}
	for i := range m.Cells {
		m.cell(c, i)
	}
	for _, l := range m.Labels {
		if !m.Names {
			m.label(c, l)
		}
	}
	for _, at := range m.Dots {
		row, col := m.spot(at[0], at[1])
		m.putFree(c, row, col, "·", Faint)
	}
	for row := range c.rows { // lines without anything would end the drawing
		if !slices.ContainsFunc(c.rows[row], func(g Glyph) bool { return g.Char != ' ' }) {
			c.Put(row, 0, "·", Faint)
		}
	}
	return c
}

// Legend explains the symbols on the board, after Canvas.
func (m *MapText) Legend() []string {
	var items []string
	for k := range m.Kinds {
		lies := slices.ContainsFunc(m.Cells, func(c Cell) bool {
			return slices.ContainsFunc(c.Stones, func(s Stone) bool { return s.Kind == k })
		})
		sign := m.signs[k]
		if item := sign + " " + m.Kinds[k].Name; lies && sign != m.Kinds[k].Name && !slices.Contains(items, item) {
			items = append(items, item)
		}
	}
	return items
}

// findSigns finds the signs of kinds: their symbols, or the first letters of their names.
// Edges are lines. If two things would have the same sign, all have that letter before it.
func (m *MapText) findSigns() {
	m.signs = make([]string, len(m.Kinds))
	names := map[string]string{} // by sign
	ambiguous := false
	for i := range m.Kinds {
		k := &m.Kinds[i]
		switch k.Look.Shape {
		case "edge-h":
			m.signs[i] = "───"
		case "edge-v":
			m.signs[i] = "│"
		default:
			m.signs[i] = Printable(cmp.Or(m.Symbols[k.ID], strings.TrimSpace(k.Look.Symbol), strings.ToUpper(firstLetter(k.ID))))
		}
		if other, ok := names[m.signs[i]]; ok && other != k.Name {
			ambiguous = true
		}
		names[m.signs[i]] = k.Name
	}
	for i := range m.signs {
		if ambiguous {
			m.signs[i] = firstLetter(m.Kinds[i].ID) + m.signs[i]
		}
	}
}

func firstLetter(text string) string {
	for _, r := range Clean(text) {
		return string(r)
	}
	return "?"
}

// measure finds the texts of cells and the room for them.
func (m *MapText) measure() {
	m.findSigns()
	m.texts = make([]string, len(m.Cells))
	widest := 1
	for i := range m.Cells {
		c := &m.Cells[i]
		text := ""
		for _, s := range c.Stones {
			text += m.signs[s.Kind]
		}
		switch {
		case text == "" && c.Unknown:
			text = "?"
		case text == "":
			text = EmptySymbol
		}
		if m.Names {
			text += " " + Clean(c.Name)
		}
		m.texts[i] = text
		widest = max(widest, utf8.RuneCountInString(text))
	}
	across, down := m.least()
	m.wide, m.high = float64(widest+2)/across, 1/down
	if len(m.Lines)+len(m.Links)+len(m.Labels) > 0 {
		m.high = 2 / down
	}
	m.left, m.top = math.Inf(1), math.Inf(1)
	for i := range m.Cells {
		m.left, m.top = min(m.left, m.Cells[i].X), min(m.top, m.Cells[i].Y)
	}
	m.firstOfCells = 1
	for _, l := range m.Labels {
		if l.X < m.left {
			m.firstOfCells = max(m.firstOfCells, utf8.RuneCountInString(l.Text)+2)
		}
	}
}

// least returns the least distances between cells of a row, and between rows.
func (m *MapText) least() (across, down float64) {
	across, down = math.Inf(1), math.Inf(1)
	const near = 0.01
	for i := range m.Cells {
		for j := range i {
			x, y := math.Abs(m.Cells[i].X-m.Cells[j].X), math.Abs(m.Cells[i].Y-m.Cells[j].Y)
			if y < near && x > near {
				across = min(across, x)
			}
			if y > near {
				down = min(down, y)
			}
		}
	}
	const far = 2.0
	if math.IsInf(down, 1) {
		down = 1
	}
	return min(across, far), down
}

// spot returns where a place of the board stands in the text.
func (m *MapText) spot(x, y float64) (row, col int) {
	return int(math.Round((y - m.top) * m.high)), m.firstOfCells + int(math.Round((x-m.left)*m.wide))
}

// cell writes a cell, with a blank on both sides.
func (m *MapText) cell(c *Canvas, i int) {
	at := &m.Cells[i]
	row, col := m.spot(at.X, at.Y)
	text := m.texts[i]
	col -= strings.Count(text, "─") / 2 // a horizontal edge lies in the middle of its cell
	style := Faint
	if len(at.Stones) > 0 {
		style = PlayerStyle(m.Kinds[at.Stones[0].Kind].Look.Owner)
	}
	if at.Changed && m.Color {
		style |= Reversed
	}
	end := col + utf8.RuneCountInString(text)
	if len(m.Lines)+len(m.Links) > 0 {
		c.Put(row, max(col-1, 0), " ", Plain)
		c.Put(row, end, " ", Plain)
	}
	c.Put(row, max(col, 0), text, style)
	if at.Changed && !m.Color {
		c.Bracket(row, max(col-1, 0), '[')
		c.Bracket(row, end, ']')
	}
}

// label writes a text beside the board where there is room for it.
func (m *MapText) label(c *Canvas, l Label) {
	text := Clean(l.Text)
	row, col := int(math.Floor((l.Y-m.top)*m.high)), 0
	if l.X >= m.left {
		_, col = m.spot(l.X, l.Y)
	}
	if l.Y < m.top {
		return // above all cells
	}
	if l.X < m.left {
		row, _ = m.spot(l.X, l.Y)
		col = max(0, m.firstOfCells-2-utf8.RuneCountInString(text))
	}
	m.putFree(c, row, col, text, Faint)
}

// putFree writes a text where nothing else is.
func (m *MapText) putFree(c *Canvas, row, col int, text string, s Style) {
	if row < 0 || col < 0 {
		return
	}
	for i := range utf8.RuneCountInString(text) {
		if c.At(row, col+i).Char != ' ' {
			return
		}
	}
	c.Put(row, col, text, s)
}

// line draws a line between two cells, character by character.
func (m *MapText) line(c *Canvas, from, to int, s Style) {
	r1, c1 := m.spot(m.Cells[from].X, m.Cells[from].Y)
	r2, c2 := m.spot(m.Cells[to].X, m.Cells[to].Y)
	if r1 > r2 || r1 == r2 && c1 > c2 {
		r1, c1, r2, c2 = r2, c2, r1, c1
	}
	down, right := r2-r1, c2-c1
	steps := max(down, right, -right)
	slanting := '╲'
	if right < 0 {
		slanting = '╱'
	}
	row := r1
	for i := 1; i < steps; i++ {
		now := r1 + (2*i*down+steps)/(2*steps)
		char := slanting
		switch {
		case right == 0:
			char = '│'
		case now == row:
			char = '─'
		}
		row = now
		col := c1 + int(math.Round(float64(i*right)/float64(steps)))
		g := c.At(now, col)
		if g.Char != ' ' && g.Char != char {
			char = '┼'
		}
		*g = Glyph{char, s}
	}
}
