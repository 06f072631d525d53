package rbgparse

import (
	"slices"

	"ludex/rbg"
	"ludex/source"
)

// readBoard reads section board.
func (r *reader) readBoard() {
	p := r.parser(board)
	b := &boardReader{parser: p, out: r.game.Board, labels: map[string]int{}}
	before := r.list.Count(source.Error)
	if p.kind == Keyword {
		b.generator()
	} else {
		b.graph()
	}
	p.leftover()
	if p.failed || r.list.Count(source.Error) > before {
		r.unknown[aLabel] = !b.labelled
		return
	}
	if len(b.out.Cells) == 0 {
		r.list.Report(BadBoard, p.place(), "the board has no cells")
		return
	}
	b.finish()
}

// A boardReader reads section board.
type boardReader struct {
	*parser
	out      *rbg.Board
	labels   map[string]int // numbered in the order in which they appear
	order    []string       // the labels in that order
	edges    []edge
	slots    int  // places of rows so far
	labelled bool // all labels are known
	edgeless bool // a cell without edges was reported
}

// An edge leads from a cell along a label to a cell.
type edge struct{ from, label, to int }

// label declares the label of an edge, if it is new, and returns its number, or
// -1 after an error.
func (b *boardReader) label(w word) int {
	if n, ok := b.labels[w.text]; ok {
		return n
	}
	if len(b.order) == MaxLabels {
		b.reportAt(w.Origin, TooLarge, "the edges of the board have more than %d labels", MaxLabels)
		b.stop()
		return -1
	}
	if w.kind == missing {
		b.failed = true
		return -1
	}
	if !b.declareName(w, symbol{role: aLabel, Origin: w.Origin}) {
		b.failed = true
		return -1
	}
	n := len(b.order)
	b.labels[w.text] = n
	b.order = append(b.order, w.text)
	return n
}

// addCell adds a cell and returns false if the board gets too large.
func (b *boardReader) addCell(w word, c rbg.Cell) bool {
	if len(b.out.Cells) == MaxCells {
		b.failed = true
		b.reportAt(w.Origin, TooLarge, "the board has more than %d cells", MaxCells)
		return false
	}
	b.out.Cells = append(b.out.Cells, c)
	return true
}

// finish makes the board of what was read, with the labels in the order of
// their names.
func (b *boardReader) finish() {
	out := b.out
	if n := len(b.order) * len(out.Cells); n > MaxEdges {
		b.list.Report(TooLarge, b.place(), "the board has %d cells and %d labels, which makes more than %d edges",
			len(out.Cells), len(b.order), MaxEdges)
		return
	}
	out.Labels = slices.Clone(b.order)
	slices.Sort(out.Labels)
	place := make([]int, len(b.order))
	for i, name := range out.Labels {
		place[b.labels[name]] = i
		s := b.names[name]
		s.index = i
		b.names[name] = s
		row := make([]int32, len(out.Cells))
		for c := range row {
			row[c] = rbg.NoCell
		}
		out.Edges = append(out.Edges, row)
	}
	for _, e := range b.edges {
		out.Edges[place[e.label]][e.from] = int32(e.to)
	}
	if out.Shape != rbg.Graph {
		out.Directions = place
	}
}
