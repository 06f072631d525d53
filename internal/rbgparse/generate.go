package rbgparse

import (
	"fmt"
	"slices"

	"ludex/internal/spelling"
	"ludex/rbg"
)

// A generator makes a board of rows of pieces.
type generator struct {
	shape      rbg.Shape
	directions []string // what the labels mean, for messages
}

var generators = map[string]generator{
	rectangle: {rbg.Rectangle, []string{"up", "down", "left", "right"}},
	hexagon:   {rbg.Hexagon, []string{"north-west", "north-east", "east", "south-east", "south-west", "west"}},
	cuboid:    {rbg.Cuboid, []string{"up", "down", "left", "right", "front", "back"}},
}

// noPiece marks a hole in a row.
const noPiece = -1

// A row is a line of a board: for each slot the piece in it, or noPiece.
type row struct {
	word   // its [
	slots  []int
	broken bool // it was not read to its end
}

// generator reads rectangle(…), hexagon(…) or cuboid(…).
func (b *boardReader) generator() {
	g, ok := generators[b.text]
	if !ok {
		b.unexpected(BadBoard, "rectangle, hexagon, cuboid or the first cell of a graph")
		return
	}
	name := b.next()
	b.out.Shape = g.shape
	if !b.expect(LParen, BadBoard, " behind "+name.text) || !b.directions(name.text, g.directions) {
		return
	}
	b.labelled = true
	var layers [][]row
	if g.shape == rbg.Cuboid {
		layers = b.layers()
	} else {
		layers = [][]row{b.rows(name.text)}
	}
	if !b.expect(RParen, BadBoard, " or another row") || !b.fit(layers, g.shape) {
		return
	}
	if g.shape == rbg.Hexagon {
		b.hexagon(layers[0])
	} else {
		b.cuboid(layers)
	}
}

// directions reads the labels, each with a comma behind it.
func (b *boardReader) directions(name string, meanings []string) bool {
	for _, meaning := range meanings {
		if b.kind != Name {
			b.unexpected(BadBoard, "the label for "+meaning).
				Advise("%s has %d labels before its rows", name, len(meanings))
			return false
		}
		w := b.next()
		if n := b.label(w); n >= 0 && n != len(b.order)-1 {
			b.failed = true
			b.reportAt(w.Origin, RepeatedLabel, "label %s stands for two directions", w.text)
		}
		if b.kind == Name {
			b.missingComma(MissingComma)
			continue
		}
		if !b.expect(Comma, BadBoard, " behind the label for "+meaning) {
			return false
		}
	}
	return len(b.order) == len(meanings)
}

// rows reads the rows of one layer; what names it in messages.
func (b *boardReader) rows(what string) []row {
	var rows []row
	for b.kind == LBracket && !b.words.stopped {
		rows = append(rows, b.row())
		if b.slots > MaxSlots {
			b.failed = true
			b.reportAt(rows[len(rows)-1].Origin, TooLarge, "the board has more than %d places", MaxSlots)
			return rows
		}
	}
	if len(rows) == 0 {
		b.unexpected(BadBoard, "a row of the "+what+": [piece, piece, …]")
	}
	return rows
}

// row reads [piece, , piece]: slots between commas, some of them empty.
func (b *boardReader) row() row {
	r := row{word: b.next()}
	if b.accept(RBracket) {
		return r
	}
	for {
		slot := noPiece
		if b.atName() {
			w := b.next()
			if s, ok := b.resolve(w, "a piece", aPiece); ok {
				slot = s.index
			}
		}
		r.slots = append(r.slots, slot)
		b.slots++
		switch {
		case b.kind == Name:
			b.missingComma(MissingComma).
				Advise("a row is a list of pieces with commas between them; nothing between two commas is a hole")
		case b.accept(RBracket):
			return r
		case b.kind == Semicolon:
			b.unexpected(BadBoard, "a piece, a comma or ]").Fix(b.Span, ",", "write ,")
			b.next()
		case !b.accept(Comma):
			b.unexpected(BadBoard, "a piece, a comma or ]")
			r.broken = true
			return r
		}
		if b.slots > MaxSlots {
			return r
		}
	}
}

// layers reads the layers of a cuboid: [row row …] [row row …] …
func (b *boardReader) layers() [][]row {
	var layers [][]row
	for b.kind == LBracket && !b.words.stopped {
		first := b.next()
		layer := b.rows("layer")
		if len(layer) == 0 || !b.expect(RBracket, BadBoard, " or another row") {
			return nil
		}
		layers = append(layers, layer)
		if len(layer) != len(layers[0]) {
			b.failed = true
			b.reportAt(first.Origin, BadRow, "layer %d has %s, the first one %s",
				len(layers), spelling.Count(len(layer), "row"), spelling.Count(len(layers[0]), "row"))
		}
	}
	if len(layers) == 0 {
		b.unexpected(BadBoard, "a layer of the cuboid: [[piece, …] [piece, …] …]")
	}
	return layers
}

// fit reports rows whose lengths do not fit together. It returns whether they can
// form a board.
func (b *boardReader) fit(layers [][]row, shape rbg.Shape) bool {
	rows := slices.Concat(layers...)
	if len(rows) == 0 || slices.ContainsFunc(rows, func(r row) bool { return r.broken }) {
		return false
	}
	if shape == rbg.Hexagon {
		return b.findPeak(rows) && !b.failed
	}
	width := usualLength(rows)
	for _, r := range rows {
		if len(r.slots) != width && !b.full() {
			b.failed = true
			b.reportAt(r.Origin, BadRow, "this row has %s, others have %d", spelling.Count(len(r.slots), "place"), width)
		}
	}
	return !b.failed
}

// usualLength returns the length that most rows have, or the first of several.
func usualLength(rows []row) int {
	times := map[int]int{}
	best := len(rows[0].slots)
	for _, r := range rows {
		times[len(r.slots)]++
	}
	for _, r := range rows {
		if n := len(r.slots); times[n] > times[best] {
			best = n
		}
	}
	return best
}

// cuboid makes the cells and edges of a cuboid, or of a rectangle, which is one
// layer of it.
func (b *boardReader) cuboid(layers [][]row) {
	width := len(layers[0][0].slots)
	b.out.Width, b.out.Height, b.out.Depth = width, len(layers[0]), len(layers)
	index := make(map[[3]int]int)
	for z, layer := range layers {
		for y, row := range layer {
			for x, piece := range row.slots {
				if piece == noPiece {
					continue
				}
				index[[3]int{x, y, z}] = len(b.out.Cells)
				if !b.addCell(row.word, rbg.Cell{Name: b.cellName(x, y, z), X: x, Y: y, Z: z, Piece: piece}) {
					return
				}
			}
		}
	}
	steps := [][3]int{{0, -1, 0}, {0, 1, 0}, {-1, 0, 0}, {1, 0, 0}, {0, 0, 1}, {0, 0, -1}}
	for from, c := range b.out.Cells {
		for label := range b.order {
			d := steps[label]
			if to, ok := index[[3]int{c.X + d[0], c.Y + d[1], c.Z + d[2]}]; ok {
				b.edges = append(b.edges, edge{from, label, to})
			}
		}
	}
}

func (b *boardReader) cellName(x, y, z int) string {
	switch b.out.Shape {
	case rbg.Hexagon:
		return fmt.Sprintf("hx%dy%d", x, y)
	case rbg.Cuboid:
		return fmt.Sprintf("cx%dy%dz%d", x, y, z)
	default:
		return fmt.Sprintf("rx%dy%d", x, y)
	}
}
