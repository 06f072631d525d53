package rbgtest

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"
)

// drawBoard draws a board of at most a dozen cells and sets the labels.
func (m *maker) drawBoard() string {
	switch m.one("shape", "rectangle", "rectangle", "hexagon", "cuboid", "graph") {
	case "rectangle":
		m.labels = []string{"up", "down", "left", "right"}
		m.everywhere = "(up* + down*)(left* + right*)"
		return "rectangle(up,down,left,right,\n" + m.rows(m.size("height"), m.size("width")) + ")"
	case "hexagon":
		m.labels = []string{"nw", "ne", "e2", "se", "sw", "w2"}
		m.everywhere = "(nw + ne + e2 + se + sw + w2)*"
		return "hexagon(nw,ne,e2,se,sw,w2,\n" + m.hexagon() + ")"
	case "cuboid":
		m.labels = []string{"up", "down", "left", "right", "front", "back"}
		m.everywhere = "(up* + down*)(left* + right*)(front* + back*)"
		layer := "[" + m.rows(2, 2) + "]"
		if m.chance(2) {
			layer += "\n[" + m.rows(2, 2) + "]"
		}
		return "cuboid(up,down,left,right,front,back,\n" + layer + ")"
	default:
		return m.graph()
	}
}

// size draws how long a row or column is: rarely 1, which leaves labels without
// edges.
func (m *maker) size(what string) int {
	return rapid.SampledFrom([]int{3, 2, 3, 2, 1}).Draw(m.t, what)
}

// slot draws a piece, mostly the first one, or rarely a hole.
func (m *maker) slot() string {
	switch rapid.IntRange(0, 9).Draw(m.t, "slot") {
	case 0:
		return ""
	case 1, 2, 3:
		return m.piece()
	}
	return m.pieces[0]
}

// row draws a row that begins with a piece, so that a board has a cell.
func (m *maker) row(width int) string {
	slots := []string{m.piece()}
	for len(slots) < width {
		slots = append(slots, m.slot())
	}
	return "[" + strings.Join(slots, ",") + "]"
}

func (m *maker) rows(height, width int) string {
	rows := make([]string, height)
	for y := range rows {
		rows[y] = m.row(width)
	}
	return strings.Join(rows, "\n")
}

// hexagon draws rows that grow and shrink.
func (m *maker) hexagon() string {
	width := m.size("first row")
	up := rapid.IntRange(0, 2).Draw(m.t, "growing rows")
	down := rapid.IntRange(0, min(2, width+up-1)).Draw(m.t, "shrinking rows")
	var rows []string
	for y := range up + 1 {
		rows = append(rows, m.row(width+y))
	}
	for y := range down {
		rows = append(rows, m.row(width+up-1-y))
	}
	return strings.Join(rows, "\n")
}

// graph draws a graph whose first label leads through all cells. The edges of
// the others go anywhere.
func (m *maker) graph() string {
	m.labels = []string{"on", "hop", "to"}[:rapid.IntRange(1, 3).Draw(m.t, "labels")]
	m.everywhere = "on*"
	n := rapid.IntRange(1, 5).Draw(m.t, "cells")
	cells := make([]string, n)
	for c := range cells {
		edges := []string{fmt.Sprintf("on: c%d", (c+1)%n)}
		for _, label := range m.labels[1:] {
			if c == 0 || m.chance(2) { // every label must be there once
				edges = append(edges, fmt.Sprintf("%s: c%d", label, rapid.IntRange(0, n-1).Draw(m.t, "target")))
			}
		}
		cells[c] = fmt.Sprintf("c%d[%s]{%s}", c, m.piece(), strings.Join(edges, ", "))
	}
	return strings.Join(cells, "\n")
}
