package rbg

import (
	"fmt"
	"strconv"
	"strings"
)

// A Shape is how a board was described.
type Shape uint8

// The shapes of boards.
const (
	Graph Shape = iota // cell by cell
	Rectangle
	Hexagon
	Cuboid
)

var shapeNames = [...]string{"graph", "rectangle", "hexagon", "cuboid"}

// String returns the word of the language, or "graph".
func (s Shape) String() string { return shapeNames[s] }

// A Board is a directed graph with labelled edges: a cell has at most one outgoing
// edge per label. The first cell is where a play begins.
type Board struct {
	Shape  Shape
	Cells  []Cell
	Labels []string // in the order of their names
	// Edges holds, for each label and each cell, where the edge leads, or NoCell.
	Edges [][]int32
	// Directions holds the labels in the order of the generator's arguments:
	// up down left right; NW NE E SE SW W; up down left right front back.
	Directions []int
	// Width, Height and Depth count the columns (of the widest row), rows and
	// layers of a generated board, holes included.
	Width, Height, Depth int
	Peak                 int // Hexagon: the row from which rows shrink
}

// NoCell is the target of a missing edge.
const NoCell = -1

// A Cell is a vertex of the board.
type Cell struct {
	Name    string // in low-level rules: "rx0y0", "hx0y0", "cx0y0z0", or as declared
	X, Y, Z int    // column, row from the top, layer; 0 in a graph
	Piece   int    // at the beginning
}

// CellText returns the name of a cell in moves: a1 is the lower left corner of a
// rectangle. Letters count columns, and digits count rows from below; the layers of a
// cuboid are upper-case letters at the end; cells of a graph have their own names.
func (b *Board) CellText(c int) string {
	cell := &b.Cells[c]
	switch b.Shape {
	case Graph:
		return cell.Name
	case Cuboid:
		return letters(cell.X) + strconv.Itoa(b.Height-cell.Y) + strings.ToUpper(letters(cell.Z))
	default:
		return letters(cell.X) + strconv.Itoa(b.Height-cell.Y)
	}
}

// letters counts in letters: a … z, aa, ab …
func letters(n int) string {
	text := string(rune('a' + n%26))
	if n < 26 {
		return text
	}
	return letters(n/26-1) + text
}

// FindCell returns the cell with the given text or name.
func (b *Board) FindCell(text string) (int, error) {
	for c := range b.Cells {
		if b.Cells[c].Name == text || b.CellText(c) == text {
			return c, nil
		}
	}
	return 0, fmt.Errorf("the board has no cell %q", text)
}
