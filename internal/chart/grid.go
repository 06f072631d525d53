package chart

import (
	"io"
	"strconv"
)

// Grid is a chart of values over two axes with categories, as coloured cells: the darker,
// the higher.
type Grid struct {
	Frame
	Columns, Rows []string // the rows from below
	Cells         []GridCell
}

// A GridCell is a cell of a grid. Cells that are not listed stay empty.
type GridCell struct {
	Column, Row int
	Value       float64
	Text        string // in the cell
	Title       string // the tooltip
}

// shades is the number of different shades of cells.
const shades = 10

// WriteSVG writes the chart.
func (c Grid) WriteSVG(w io.Writer) error {
	frame, values := c.Frame, nothing()
	for _, cell := range c.Cells {
		values.hold(cell.Value)
	}
	frame.X.Fixed, frame.X.Min, frame.X.Max = true, -0.5, max(float64(len(c.Columns)), 1)-0.5
	frame.Y.Fixed, frame.Y.Min, frame.Y.Max = true, -0.5, max(float64(len(c.Rows)), 1)-0.5
	p := newPlot(frame, nothing(), nothing(), nil)
	p.categories, p.ys = c.Columns, nil
	if p.categories == nil {
		p.categories = []string{}
	}
	p.open()
	for i, name := range c.Rows {
		p.text(p.x0-8, p.y.at(float64(i))+4, "label", "end", cut(name, 8))
	}
	for _, cell := range c.Cells {
		if finite(cell.Value) && cell.Column >= 0 && cell.Column < len(c.Columns) && cell.Row >= 0 && cell.Row < len(c.Rows) {
			p.cell(cell, values)
		}
	}
	return p.writeTo(w)
}

// cell draws a cell. Shades are opacities of one colour, so that they suit light and dark
// pages.
func (p *plot) cell(c GridCell, values bounds) {
	shade := 1.0
	if values.high > values.low {
		shade = (c.Value - values.low) / (values.high - values.low)
	}
	opacity := 0.08 + 0.5*float64(int(shade*(shades-1)+0.5))/(shades-1)
	x, y := p.x.at(float64(c.Column)-0.5), p.y.at(float64(c.Row)+0.5)
	width, height := p.x.at(0.5)-p.x.at(-0.5), p.y.at(-0.5)-p.y.at(0.5)
	tip := ""
	if c.Title != "" {
		tip = "<title>" + escape(c.Title) + "</title>"
	}
	p.printf(`<rect class="f0" fill-opacity="%s" x="%s" y="%s" width="%s" height="%s">%s</rect>`+"\n",
		strconv.FormatFloat(opacity, 'f', 2, 64), num(x+1), num(y+1), num(max(width-2, 0)), num(max(height-2, 0)), tip)
	if c.Text != "" {
		p.text(x+width/2, y+height/2+4, "label", "middle", cut(c.Text, max(int(width/letter), 1)))
	}
}
