package rbgdraw

import (
	"strings"
	"unicode/utf8"

	"ludex/internal/picture"
	"ludex/rbg"
)

// A panel is a part of a generated board that is drawn by itself: the whole
// board, or a layer of a cuboid.
type panel struct {
	title string // of a layer
	cells []int
}

// panels splits a generated board.
func (s *Board) panels() []panel {
	var list []panel
	index := map[int]int{}
	for c := range s.board.Cells {
		z := 0
		if s.board.Shape == rbg.Cuboid {
			z = s.board.Cells[c].Z
		}
		i, ok := index[z]
		if !ok {
			i = len(list)
			index[z] = i
			_, _, layer := coordinates(s.cellText(c))
			list = append(list, panel{title: layer})
		}
		list[i].cells = append(list[i].cells, c)
	}
	return list
}

// coordinates splits the text of a cell: letters of its column, digits of its row,
// letters of its layer.
func coordinates(text string) (column, row, layer string) {
	const digits = "0123456789"
	start := strings.IndexAny(text, digits)
	if start < 0 {
		return text, "", ""
	}
	end := strings.LastIndexAny(text, digits) + 1
	return text[:start], text[start:end], text[end:]
}

// shift returns by how many half cells a row of a hexagon begins further to the
// right than the widest row.
func (s *Board) shift(row int) int {
	if s.board.Shape != rbg.Hexagon {
		return 0
	}
	return max(row-s.board.Peak, s.board.Peak-row)
}

// A grid knows where the cells of generated boards stand in a text.
type grid struct {
	*scene
	width  int // of the widest symbol
	pitch  int // from a cell to the next in a row
	margin int // left of the cells
	right  int // right of the cells
}

// gridText draws a generated board, or returns nil if it is too large.
func (s *scene) gridText() *picture.Canvas {
	g := s.newGrid()
	panels := s.panels()
	size := g.margin + g.pitch*s.board.Width + g.right
	height := s.board.Height + 3
	const gap = 2
	across := min(len(panels), max(1, (textWidth+gap)/(size+gap)))
	if size > maxWidth || height*((len(panels)+across-1)/across) > maxHeight {
		return nil
	}
	c := &picture.Canvas{}
	for i, p := range panels {
		row, col := i/across*height, i%across*(size+gap)
		if len(panels) > 1 || p.title != "" {
			c.Put(row, col+g.margin, "layer "+p.title, picture.Faint)
			row++
		}
		g.panel(c, row, col, p.cells)
	}
	return c
}

// newGrid measures symbols and coordinates. Pieces of the first position count
// even if they are gone, so that the layout stays the same from move to move.
func (s *scene) newGrid() *grid {
	g := &grid{scene: s, width: 1}
	columnText, rowText, cellText := 0, 0, 0
	for c := range s.board.Cells {
		g.width = max(g.width, utf8.RuneCountInString(s.symbol(c)), utf8.RuneCountInString(s.pieceSymbol(int(s.board.Cells[c].Piece))))
		text := s.endText(c)
		column, row := s.lineNames(c)
		columnText, rowText, cellText = max(columnText, len(column)), max(rowText, len(row)), max(cellText, len(text))
	}
	switch {
	case s.board.Shape == rbg.Hexagon:
		g.pitch = g.width + 1
		g.pitch += g.pitch % 2
		g.margin, g.right = cellText+2, cellText+2
	case s.options.Numbers != nil:
		g.pitch = g.width + 1
		g.margin, g.right = cellText+2, cellText+2
	default:
		g.pitch = max(g.width, columnText) + 1
		g.margin = rowText + 2
	}
	return g
}

// lineNames returns the names of the column and the row of a cell.
func (s *scene) lineNames(cell int) (column, row string) {
	column, row, _ = coordinates(s.cellText(cell))
	if names := s.options.Columns; names != nil {
		column = names[s.board.Cells[cell].X]
	}
	if names := s.options.Rows; names != nil {
		row = names[s.board.Cells[cell].Y]
	}
	return column, row
}

// nameOf returns the name of a cell, or "" if it has none.
func (s *scene) nameOf(cell int) string {
	if s.options.Columns == nil && s.options.Rows == nil {
		return s.endText(cell)
	}
	column, row := s.lineNames(cell)
	return column + row
}

// endText returns the name of a cell that stands beside its row if it is the first or the
// last one.
func (s *scene) endText(cell int) string {
	if s.options.Numbers != nil {
		return s.options.Numbers[cell]
	}
	return s.cellText(cell)
}

// panel draws cells with their coordinates: columns below and rows on the left.
// The columns of a hexagon bend, so each of its rows stands between the names
// of its first and last cells, as do rows of cells with numbers.
func (g *grid) panel(c *picture.Canvas, top, left int, cells []int) {
	for i, cell := range cells {
		row, col := g.place(cell)
		row, col = top+row, left+col
		g.putCell(c, row, col, cell, g.width, g.symbol(cell))
		if g.options.Numbers != nil {
			continue
		}
		if g.board.Shape != rbg.Hexagon {
			column, number := g.lineNames(cell)
			c.Put(top+g.board.Height, col, column, picture.Faint)
			c.PutBefore(row, left+g.margin-2, number, picture.Faint)
			continue
		}
		if i == 0 || g.board.Cells[cells[i-1]].Y != g.board.Cells[cell].Y {
			c.PutBefore(row, col-2, g.cellText(cell), picture.Faint)
		}
		if i+1 == len(cells) || g.board.Cells[cells[i+1]].Y != g.board.Cells[cell].Y {
			c.Put(row, col+g.width+2, g.cellText(cell), picture.Faint)
		}
	}
	if g.options.Numbers != nil {
		g.numbers(c, top, left, cells)
	}
}

// numbers writes the first and the last number of each row beside it.
func (g *grid) numbers(c *picture.Canvas, top, left int, cells []int) {
	first, last := map[int]string{}, map[int]string{}
	for _, cell := range cells {
		if text := g.endText(cell); text != "" {
			y := g.board.Cells[cell].Y
			if first[y] == "" {
				first[y] = text
			}
			last[y] = text
		}
	}
	for y := range g.board.Height {
		c.PutBefore(top+y, left+g.margin-2, first[y], picture.Faint)
		c.Put(top+y, left+g.margin+g.pitch*g.board.Width+1, last[y], picture.Faint)
	}
}

// place returns where a cell stands in its panel.
func (g *grid) place(cell int) (row, col int) {
	at := &g.board.Cells[cell]
	return at.Y, g.margin + at.X*g.pitch + g.shift(at.Y)*g.pitch/2
}
