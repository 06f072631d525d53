package rulestext

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"ludex/internal/board"
)

// Draw writes an image of the position with the move in it: an arrow from cell to cell, or
// a ring around a cell where something is put. A move that names no cell cannot be shown
// like that; then the image is of the position after it, with what it changed.
func (p *Played) Draw(out io.Writer, b *board.Board, opt board.Options) error {
	var marks strings.Builder
	var image bytes.Buffer
	if err := b.SVG(&image, board.Position{Facts: p.Before}, opt); err != nil {
		return err
	}
	at := centres(image.Bytes())
	for _, move := range p.Moves {
		p.mark(&marks, b, move, at)
	}
	if marks.Len() == 0 {
		return b.SVG(out, board.Position{Facts: p.After, Before: p.Before, Last: p.Moves, Over: p.Over}, opt)
	}
	text := image.String()
	end := strings.LastIndex(text, "</svg>")
	if end < 0 {
		return fmt.Errorf("the image of a board has no end")
	}
	_, err := io.WriteString(out, text[:end]+marks.String()+text[end:])
	return err
}

// A point is a place in an image.
type point struct{ x, y float64 }

// unescaped replaces what package picture writes for special characters.
var unescaped = strings.NewReplacer("&#34;", `"`, "&#39;", "'", "&amp;", "&", "&lt;", "<", "&gt;", ">")

// centres returns the centres of the cells of an image, by cell.
func centres(image []byte) map[string]point {
	at := map[string]point{}
	parts := strings.Split(string(image), ` data-cell="`)
	for _, part := range parts[1:] {
		name, rest, named := strings.Cut(part, `" transform="translate(`)
		place, _, closed := strings.Cut(rest, `)"`)
		xText, yText, _ := strings.Cut(place, " ")
		x, errX := strconv.ParseFloat(xText, 64)
		y, errY := strconv.ParseFloat(yText, 64)
		if named && closed && !strings.Contains(name, `"`) && errX == nil && errY == nil {
			at[unescaped.Replace(name)] = point{x, y}
		}
	}
	return at
}

// mark draws a move.
func (p *Played) mark(out *strings.Builder, b *board.Board, move string, at map[string]point) {
	changes := b.Changes(p.Before, p.After)
	cells := b.MoveCells(move, changes)
	path, _ := cells.Touched()
	if cells.Any { // a column: where something came
		path = nil
		for _, c := range changes {
			if len(c.Gained) > 0 {
				path = append(path, c.Cell)
			}
		}
	}
	var points []point
	for _, c := range path {
		if place, ok := at[c]; ok {
			points = append(points, place)
		}
	}
	if len(points) > 1 && cells.HasSource() {
		arrow(out, points)
		return
	}
	for _, place := range points {
		fmt.Fprintf(out, "<circle class=\"mv\" cx=%q cy=%q r=\"20\"/>\n", px(place.x), px(place.y))
	}
}

// The length of the head of an arrow, and how far before the centre of a cell it ends.
const (
	head = 14
	gap  = 8
)

// arrow draws an arrow along points.
func arrow(out *strings.Builder, points []point) {
	n := len(points)
	last, end := points[n-2], points[n-1]
	dx, dy := end.x-last.x, end.y-last.y
	length := math.Hypot(dx, dy)
	if length == 0 {
		return
	}
	dx, dy = dx/length, dy/length
	tip := point{end.x - gap*dx, end.y - gap*dy}
	neck := point{tip.x - head*dx, tip.y - head*dy}
	var line strings.Builder
	for _, p := range points[:n-1] {
		line.WriteString(px(p.x) + " " + px(p.y) + " ")
	}
	fmt.Fprintf(out, "<path class=\"mv\" d=\"M%s%s %s\"/>\n", line.String(), px(neck.x), px(neck.y))
	fmt.Fprintf(out, "<path class=\"mh\" d=\"M%s %s %s %s %s %sz\"/>\n", px(tip.x), px(tip.y),
		px(neck.x-dy*head/2), px(neck.y+dx*head/2), px(neck.x+dy*head/2), px(neck.y-dx*head/2))
}

// px writes a coordinate.
func px(v float64) string { return strconv.FormatFloat(math.Round(v*10)/10, 'f', -1, 64) }
