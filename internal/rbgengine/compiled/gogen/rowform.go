package gogen

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"ludex/internal/rbgengine/sets/ir"
)

// Lines through a cell are often stretches: as many cells as the rules want, each
// as far from the one before. Then they need not be tried one by one. The class
// is cut down to the cells that some line looks at from there, and stretches are
// what remains when the set is laid over itself, moved by the distance. On a small
// board, the cells around may hold other stretches; then each has its own cells.

// rowForm are lines through cells as stretches.
type rowForm struct {
	masks  [][]ir.Bits // by stretch and bit: the cells that lines look at; one list for all, or one for each
	shapes []rowShape
}

// A stretch is how many cells there are, and how far they are from each other.
type rowShape struct{ step, length int }

// maxRowShapes is how many of them are looked for at most: a plane has four
// directions.
const maxRowShapes = 8

// stridesOf returns lines as stretches, or nil if that is not what they are.
func (e *forms) rowForm(id int32) *rowForm {
	s, ok := e.rowForms[id]
	if !ok {
		s = newRowForm(e.p, &e.p.Lines[id])
		e.rowForms[id] = s
	}
	return s
}

func newRowForm(p *ir.Program, l *ir.Lines) *rowForm {
	if p.Words > 1 {
		return nil
	}
	s := &rowForm{}
	lines := func(b int32) []ir.Bits { return l.Sets[l.Start[b]:l.Start[b+1]] }
	for _, b := range p.BitOf {
		for _, line := range lines(b) {
			t, ok := newRowShape(line[0], int(b))
			if !ok {
				return nil
			}
			if !slices.Contains(s.shapes, t) {
				s.shapes = append(s.shapes, t)
			}
		}
	}
	if len(s.shapes) == 0 || len(s.shapes) > maxRowShapes {
		return nil
	}
	for _, lists := range []int{1, len(s.shapes)} {
		s.masks = make([][]ir.Bits, lists)
		good := true
		for n := range s.masks {
			s.masks[n] = make([]ir.Bits, 64)
			for b := range s.masks[n] {
				s.masks[n][b] = ir.Bits{0}
			}
		}
		for _, b := range p.BitOf {
			for _, line := range lines(b) {
				t, _ := newRowShape(line[0], int(b))
				s.masksOf(slices.Index(s.shapes, t))[b][0] |= line[0]
			}
			good = good && s.exact(int(b), lines(b))
		}
		if good {
			return s
		}
	}
	return nil
}

// cells returns the cells around each for a stretch.
func (s *rowForm) masksOf(n int) []ir.Bits { return s.masks[n%len(s.masks)] }

// newRowShape returns a line together with its cell as a stretch.
func newRowShape(line uint64, cell int) (t rowShape, ok bool) {
	w := line | 1<<cell
	if line == 0 || line == w {
		return t, false
	}
	first := bits.TrailingZeros64(w)
	t = rowShape{bits.TrailingZeros64(w&(w-1)) - first, bits.OnesCount64(w)}
	return t, t.cells(first) == w
}

// from returns the cells of a stretch, or none if it leaves the word.
func (t rowShape) cells(first int) uint64 {
	if first+(t.length-1)*t.step > 63 {
		return 0
	}
	w := uint64(0)
	for k := range t.length {
		w |= 1 << (first + k*t.step)
	}
	return w
}

// agrees reports whether each stretch among the cells around a cell contains one
// of its lines.
func (s *rowForm) exact(cell int, lines []ir.Bits) bool {
	for n, t := range s.shapes {
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

// strideTest prints what is computed to test lines, and returns the condition.
// Variables are declared by the operator, or elsewhere.
func (e *testCode) rowTest(id int32, class, cell, bit, assign string, variable func(string)) string {
	s := e.forms.rowForm(id)
	e.tables.rowForms[id] = true
	near := ""
	var parts []string
	for n, t := range s.shapes {
		if n < len(s.masks) {
			near = fmt.Sprintf("near%d", n)
			variable(near)
			e.Line("%s %s %s&around%dx%d[%s&63] | %s", near, assign, class, id, n, cell, bit)
		}
		x, length := near, 1
		for length < t.length {
			more := min(length, t.length-length)
			next := fmt.Sprintf("%s&(%s>>%d)", x, x, more*t.step)
			if length += more; length == t.length {
				x = next
				break
			}
			op, name := assign, fmt.Sprintf("run%d", n)
			if x == name {
				op = "="
			} else {
				variable(name)
			}
			e.Line("%s %s %s", name, op, next)
			x = name
		}
		parts = append(parts, x)
	}
	return strings.Join(parts, "|") + " != 0"
}

// printStrideTables prints the tables of lines as stretches.
func (e *tableCode) rowFormTables() {
	for _, id := range sortedKeys(e.rowForms) {
		for n, rows := range e.forms.rowForms[id].masks {
			e.setTable(fmt.Sprintf("around%dx%d", id, n), "the cells that lines through each look at", rows)
		}
	}
}
