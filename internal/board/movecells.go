package board

import (
	"slices"
	"strconv"
	"strings"
)

// A Part says what a cell is to a move.
type Part uint8

// The parts.
const (
	Effect Part = iota // it is not touched: what is captured, the rook of a castling
	Source             // a piece is taken from there
	Target             // a piece is put there
)

// partNames are the parts as presentation files name them.
var partNames = map[string]Part{"effect": Effect, "source": Source, "target": Target}

// MoveCells are the cells of a move. A person makes a move by touching its source, if it
// has one, and its targets, in this order.
type MoveCells struct {
	Cells []string
	Parts []Part // by cell
	Any   bool   // each of the cells alone means the move, as in a column
}

// Touched returns the cells that are a source or a target, in order, and the others.
func (m MoveCells) Touched() (path, effects []string) {
	for i, c := range m.Cells {
		if m.Parts[i] == Effect {
			effects = append(effects, c)
		} else {
			path = append(path, c)
		}
	}
	return path, effects
}

// HasSource reports whether the first touched cell is a source.
func (m MoveCells) HasSource() bool { return slices.Contains(m.Parts, Source) }

// Shape identifies the moves of a game that are written alike: with the same name and the
// same number of cells.
func (b *Board) Shape(move string) string {
	name, _ := moveWord(move)
	return name + "/" + strconv.Itoa(len(b.Target(move)))
}

// moveWord returns the name of a move that is a term with arguments.
func moveWord(move string) (string, bool) {
	rest, ok := strings.CutPrefix(move, "(")
	if !ok {
		return "", false
	}
	name, _, _ := strings.Cut(rest, " ")
	return name, true
}

// MoveCells returns the cells of a move, given by its canonical text, and what they are
// to it. The changes are what the move does to the boards; without them, the first of
// several cells is the source and the others are targets.
func (b *Board) MoveCells(move string, changes []Change) MoveCells {
	m := MoveCells{Cells: b.Target(move), Any: b.drawer.anyCell(move)}
	if parts := b.pres.parts(move, len(m.Cells)); parts != nil {
		m.Parts = parts
		return m
	}
	if m.Any {
		m.Parts = slices.Repeat([]Part{Target}, len(m.Cells))
		return m
	}
	if len(m.Cells) == 0 {
		m.Cells = singleMove(changes)
	}
	m.Parts = (&partFinder{cells: m.Cells, changes: changes, owner: b.Owner}).find()
	return m
}

// singleMove returns the cells of a move that names none, if it is clear from what it does:
// one piece goes from a cell to another, or one piece is put on a cell.
func singleMove(changes []Change) []string {
	var left, came []string
	for _, c := range changes {
		if len(c.Gained) > 0 {
			came = append(came, c.Cell)
		} else {
			left = append(left, c.Cell)
		}
	}
	if len(came) == 1 && len(left) <= 1 {
		return append(left, came...)
	}
	return nil
}

// Moved returns the pieces that go from one cell to another, as pairs of cells: each piece that
// a cell gains and one other cell has lost, the same piece or one of the same player.
func (b *Board) Moved(changes []Change) (pairs [][2]string) {
	used := map[string]bool{}
	for _, alike := range []func(lost, gained string) bool{
		func(lost, gained string) bool { return lost == gained },
		func(lost, gained string) bool { return b.Owner(lost) >= 0 && b.Owner(lost) == b.Owner(gained) },
	} {
		for _, to := range changes {
			if len(to.Gained) == 0 || slices.ContainsFunc(pairs, func(p [2]string) bool { return p[1] == to.Cell }) {
				continue
			}
			from := ""
			for _, c := range changes {
				if c.Cell == to.Cell || used[c.Cell] || len(c.Lost) == 0 || !alike(c.Lost[0], to.Gained[0]) {
					continue
				}
				if from != "" {
					from = ""
					break // it is not clear which one
				}
				from = c.Cell
			}
			if from != "" {
				used[from], pairs = true, append(pairs, [2]string{from, to.Cell})
			}
		}
	}
	return pairs
}

// A partFinder finds out what the cells of a move are to it.
type partFinder struct {
	cells   []string
	changes []Change
	owner   func(piece string) int

	lost, gained []string // by position: the first piece, at the first and last position of its cell
	pairs        []int    // by position: where its piece went, or -1
	from         []int    // the reverse of pairs
}

// find returns the parts of the cells.
func (f *partFinder) find() []Part {
	if len(f.changes) == 0 {
		return f.guess(make([]Part, len(f.cells)))
	}
	f.lost, f.gained = make([]string, len(f.cells)), make([]string, len(f.cells))
	for _, c := range f.changes {
		first, last := slices.Index(f.cells, c.Cell), f.lastIndex(c.Cell)
		if first >= 0 && len(c.Lost) > 0 {
			f.lost[first] = c.Lost[0]
		}
		if last >= 0 && len(c.Gained) > 0 {
			f.gained[last] = c.Gained[0]
		}
	}
	f.pairs, f.from = slices.Repeat([]int{-1}, len(f.cells)), slices.Repeat([]int{-1}, len(f.cells))
	f.pair(func(a, b string) bool { return a == b })
	f.pair(func(a, b string) bool { return f.owner(a) >= 0 && f.owner(a) == f.owner(b) })
	return f.guess(f.parts())
}

func (f *partFinder) lastIndex(cell string) int {
	for i := len(f.cells) - 1; i >= 0; i-- {
		if f.cells[i] == cell {
			return i
		}
	}
	return -1
}

// pair connects cells that gain a piece with the cell that it came from: the first one
// that lost such a piece.
func (f *partFinder) pair(alike func(lost, gained string) bool) {
	for to, piece := range f.gained {
		if f.from[to] >= 0 || piece == "" {
			continue
		}
		for at, lost := range f.lost {
			if f.pairs[at] < 0 && lost != "" && f.cells[at] != f.cells[to] && alike(lost, piece) {
				f.pairs[at], f.from[to] = to, at
				break
			}
		}
	}
}

// parts returns what follows from the pairs. The piece that moves first is what the
// person moves; others move as a consequence.
func (f *partFinder) parts() []Part {
	parts := make([]Part, len(f.cells))
	main := -1
	for at := range f.cells {
		if to := f.pairs[at]; to >= 0 {
			main = at
			parts[at], parts[to] = Source, Target
			break
		}
	}
	for to, piece := range f.gained {
		if f.from[to] >= 0 || piece == "" || f.turned(to) {
			continue
		}
		if main < 0 || to > main {
			parts[to] = Target
		}
	}
	return parts
}

// turned reports whether a piece was replaced where it stood, and none was taken away
// from there.
func (f *partFinder) turned(to int) bool {
	at := slices.Index(f.cells, f.cells[to])
	return f.lost[at] != "" && f.pairs[at] < 0
}

// guess adds a target where none was found: the last cell, and the first of several is
// the source. Without changes all other cells are targets, too.
func (f *partFinder) guess(parts []Part) []Part {
	n := len(parts)
	if n == 0 || slices.Contains(parts, Target) {
		return parts
	}
	if len(f.changes) == 0 {
		for i := range parts {
			parts[i] = Target
		}
	}
	if parts[n-1] = Target; n > 1 {
		parts[0] = Source
	}
	return parts
}
