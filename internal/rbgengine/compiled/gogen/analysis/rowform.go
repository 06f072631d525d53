package analysis

import (
	"math/bits"
	"slices"

	"ludex/internal/rbgengine/sets/ir"
)

// Lines through a cell are often rows: a number of cells at equal distances. They are
// tested together: the class is masked to the cells that lines read from there, and
// the set is intersected with itself, shifted by the distance, until only complete
// rows remain. On a small board, a mask may contain other rows; then every shape has
// masks of its own.

// A RowForm is lines through cells as rows of equally spaced cells.
type RowForm struct {
	Masks  [][]ir.Bits // by shape and bit: the cells that lines read; one list for all shapes, or one for each
	Shapes []RowShape
}

// A RowShape is the distance between neighbours in a row and the number of its cells.
type RowShape struct{ Step, Length int }

// maxRowShapes is how many shapes are tested at most: a plane has four directions.
const maxRowShapes = 8

// RowForm returns lines as rows, or nil if some of them are not.
func (e *Forms) RowForm(id int32) *RowForm {
	s, ok := e.RowForms[id]
	if !ok {
		s = newRowForm(e.P, &e.P.Lines[id])
		e.RowForms[id] = s
	}
	return s
}

func newRowForm(p *ir.Program, l *ir.Lines) *RowForm {
	if p.Words > 1 {
		return nil
	}
	s := &RowForm{}
	lines := func(b int32) []ir.Bits { return l.Sets[l.Start[b]:l.Start[b+1]] }
	for _, b := range p.BitOf {
		for _, line := range lines(b) {
			t, ok := newRowShape(line[0], int(b))
			if !ok {
				return nil
			}
			if !slices.Contains(s.Shapes, t) {
				s.Shapes = append(s.Shapes, t)
			}
		}
	}
	if len(s.Shapes) == 0 || len(s.Shapes) > maxRowShapes {
		return nil
	}
	for _, lists := range []int{1, len(s.Shapes)} {
		s.Masks = make([][]ir.Bits, lists)
		good := true
		for n := range s.Masks {
			s.Masks[n] = make([]ir.Bits, 64)
			for b := range s.Masks[n] {
				s.Masks[n][b] = ir.Bits{0}
			}
		}
		for _, b := range p.BitOf {
			for _, line := range lines(b) {
				t, _ := newRowShape(line[0], int(b))
				s.masksOf(slices.Index(s.Shapes, t))[b][0] |= line[0]
			}
			good = good && s.exact(int(b), lines(b))
		}
		if good {
			return s
		}
	}
	return nil
}

// masksOf returns the masks of a shape, by cell.
func (s *RowForm) masksOf(n int) []ir.Bits { return s.Masks[n%len(s.Masks)] }

// newRowShape returns the shape of a line together with its own cell.
func newRowShape(line uint64, cell int) (t RowShape, ok bool) {
	w := line | 1<<cell
	if line == 0 || line == w {
		return t, false
	}
	first := bits.TrailingZeros64(w)
	t = RowShape{bits.TrailingZeros64(w&(w-1)) - first, bits.OnesCount64(w)}
	return t, t.cells(first) == w
}

// cells returns the cells of a row, or none if it leaves the word.
func (t RowShape) cells(first int) uint64 {
	if first+(t.Length-1)*t.Step > 63 {
		return 0
	}
	w := uint64(0)
	for k := range t.Length {
		w |= 1 << (first + k*t.Step)
	}
	return w
}

// exact reports whether each row within the mask of a cell contains one of its lines.
func (s *RowForm) exact(cell int, lines []ir.Bits) bool {
	for n, t := range s.Shapes {
		here := s.masksOf(n)[cell][0] | 1<<cell
		for first := range 64 {
			w := t.cells(first)
			if w == 0 || w&^here != 0 {
				continue
			}
			if !slices.ContainsFunc(lines, func(line ir.Bits) bool { return line[0]&^w == 0 }) {
				return false
			}
		}
	}
	return true
}
