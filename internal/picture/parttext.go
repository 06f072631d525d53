package picture

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// pipText is the size of a scale up to which text has a sign for each.
const pipText = 20

// PartLines returns parts as lines of text: the names of parts and groups, and what each
// has. New things are highlighted or in square brackets.
func PartLines(parts []Part, color bool, width int) *Canvas {
	c := &Canvas{}
	names := 0
	for i := range parts {
		for k := range parts[i].Groups {
			if parts[i].Kind == Matrix {
				break
			}
			if n := utf8.RuneCountInString(lineName(&parts[i], &parts[i].Groups[k])); n <= width/2 {
				names = max(names, n)
			}
		}
	}
	row := 0
	for i := range parts {
		p := &parts[i]
		if p.Kind == Matrix {
			row = matrixText(c, p, row, color)
			continue
		}
		for k := range p.Groups {
			g := &p.Groups[k]
			name := lineName(p, g)
			c.Put(row, 0, name, PlayerStyle(g.Owner))
			start := 0
			if name != "" {
				start = max(names, utf8.RuneCountInString(name)) + 2
			}
			row = p.itemsText(c, g, row, start, color, width) + 1
		}
	}
	return c
}

// lineName returns the name of a line.
func lineName(p *Part, g *Group) string { return strings.TrimSpace(p.Name + " " + g.Name) }

// itemsText writes the items of a group and returns the last row.
func (p *Part) itemsText(c *Canvas, g *Group, row, start int, color bool, width int) int {
	col, first := start, true
	for i := range g.Items {
		it := &g.Items[i]
		if p.Kind == Switch && !it.Current {
			continue
		}
		text, style := p.itemText(it), PlayerStyle(it.Owner)
		switch {
		case it.Changed && color:
			style |= Reversed
		case it.Changed:
			text = "[" + text + "]"
		}
		n := utf8.RuneCountInString(text)
		if !first {
			if it.Kind == Word && p.Kind == Things {
				c.Put(row, col, ",", Plain)
				col++
			}
			if col++; col+n > width {
				row, col = row+1, start
			}
		}
		c.Put(row, col, text, style)
		col, first = col+n, false
	}
	return row
}

// itemText returns an item as text.
func (p *Part) itemText(it *Item) string {
	text := it.Text
	if it.Unknown {
		text = "?"
	}
	switch {
	case p.Kind == Timeline:
		return "for " + text
	case p.Kind == Scale && !p.Minor && !it.Unknown && it.Most > 0 && it.Most <= pipText:
		n := int(math.Min(it.Value, it.Most))
		return strings.Repeat("●", n) + strings.Repeat("○", int(it.Most)-n) + " " + text
	case p.Kind == Pegs && it.Value > 0:
		return strings.Repeat("▬", int(it.Value)) + text
	case it.Kind == Card && it.Unknown:
		return "│▒│"
	case it.Kind == Card:
		return "│" + strings.ReplaceAll(text, " ", "") + "│"
	case it.Kind == Die && len(text) == 1 && text >= "1" && text <= "6":
		return text + string('⚀'+rune(text[0]-'1'))
	case it.Kind == Coin, it.Kind == Token:
		return "(" + text + ")"
	}
	return text
}

// matrixText writes a matrix and returns the row after it.
func matrixText(c *Canvas, p *Part, row int, color bool) int {
	wide, names := 0, 0
	for _, h := range p.Columns {
		wide = max(wide, utf8.RuneCountInString(h))
	}
	for _, g := range p.Groups {
		names = max(names, utf8.RuneCountInString(g.Name))
		for _, it := range g.Items {
			wide = max(wide, utf8.RuneCountInString(it.Text)+2)
		}
	}
	c.Put(row, 0, p.Name, Plain)
	row++
	for i, h := range p.Columns {
		c.Put(row, names+2+i*(wide+2), h, Faint)
	}
	for _, g := range p.Groups {
		row++
		c.Put(row, 0, g.Name, Faint)
		for i, it := range g.Items {
			text, style := it.Text, Plain
			switch {
			case it.Current && color:
				style |= Reversed
			case it.Current:
				text = "[" + text + "]"
			}
			c.Put(row, names+2+i*(wide+2), text, style)
		}
	}
	return row + 1
}

// HasParts reports whether a scene has parts that people play with.
func (s *Scene) HasParts() bool {
	return slices.ContainsFunc(s.Parts, func(p Part) bool { return !p.Minor && p.hasItems() })
}
