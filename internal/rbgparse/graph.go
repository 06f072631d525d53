package rbgparse

import (
	"ludex/internal/spelling"
	"ludex/rbg"
)

// A target is the end of an edge, by name: the cell may be declared later.
type target struct {
	word
	edge
}

// graph reads an explicit graph: name[piece]{label: target, …} …
func (b *boardReader) graph() {
	index := map[string]int{}
	var targets []target
	if !b.atName() {
		b.unexpected(BadBoard, "rectangle, hexagon, cuboid or the first cell of a graph")
		return
	}
	for b.atName() {
		w := b.next()
		if b.kind == LParen {
			b.noMacro(w, "a cell")
			continue
		}
		if _, ok := index[w.text]; ok {
			b.failed = true
			b.reportAt(w.Origin, RepeatedCell, "cell %s is declared twice", w.text)
		}
		from := len(b.out.Cells)
		index[w.text] = from
		piece, ok := b.cellPiece(w)
		if !ok || !b.addCell(w, rbg.Cell{Name: w.text, Piece: piece}) {
			return
		}
		if targets, ok = b.edgeList(w, from, targets); !ok {
			return
		}
	}
	for _, t := range targets {
		to, ok := index[t.text]
		if !ok {
			if b.unknownCell(t.word); b.full() {
				return
			}
			continue
		}
		t.to = to
		b.edges = append(b.edges, t.edge)
	}
}

// cellPiece reads [piece].
func (b *boardReader) cellPiece(cell word) (int, bool) {
	if !b.expect(LBracket, BadBoard, " and the piece on cell "+cell.text) {
		return 0, false
	}
	if !b.atName() {
		b.unexpected(BadBoard, "the piece on cell "+cell.text)
		return 0, false
	}
	s, _ := b.resolve(b.next(), "a piece", aPiece)
	return s.index, b.expect(RBracket, BadBoard, " behind the piece on cell "+cell.text)
}

// edgeList reads {label: target, …}, which may be empty.
func (b *boardReader) edgeList(cell word, from int, targets []target) ([]target, bool) {
	if !b.expect(LBrace, BadBoard, " and the edges of cell "+cell.text) {
		return nil, false
	}
	if b.kind == RBrace {
		if !b.edgeless {
			b.edgeless = true
			b.reportAt(b.last, NoEdges, "cell %s has no edges", cell.text)
		}
		b.next()
		return targets, true
	}
	seen := map[int]bool{}
	for {
		if !b.atName() {
			b.unexpected(BadBoard, "the label of an edge")
			return nil, false
		}
		w := b.next()
		label := b.label(w)
		if label >= 0 && seen[label] {
			b.failed = true
			b.reportAt(w.Origin, RepeatedLabel, "cell %s has two edges with label %s", cell.text, w.text)
		}
		seen[label] = true
		if !b.expect(Colon, BadBoard, " behind label "+w.text) {
			return nil, false
		}
		if !b.atName() {
			b.unexpected(BadBoard, "the cell that edge "+w.text+" leads to")
			return nil, false
		}
		targets = append(targets, target{b.next(), edge{from: from, label: label}})
		if b.accept(RBrace) {
			return targets, true
		}
		if !b.expect(Comma, BadBoard, " or } behind an edge") {
			return nil, false
		}
	}
}

// unknownCell reports the target of an edge that is not a cell.
func (b *boardReader) unknownCell(w word) {
	b.failed = true
	if w.kind == missing {
		return
	}
	d := b.reportAt(w.Origin, UnknownCell, "the board has no cell %s", w.text)
	if d.Code == nil {
		return
	}
	names := make([]string, len(b.out.Cells))
	for i, c := range b.out.Cells {
		names[i] = c.Name
	}
	if near := spelling.Nearest(w.text, names); near != "" {
		d.Advise("did you mean %s?", near)
	}
}
