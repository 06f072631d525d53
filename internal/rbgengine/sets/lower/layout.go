package lower

import (
	"fmt"

	"ludex/internal/rbgengine/sets/ir"
	"ludex/rbg"
)

// A board numbers the cells as bits so that directions become shifts by a
// constant, in as few words as possible. It also interns the maps between cells.
type board struct {
	cells, bits, words int
	bitOf              []int32 // by cell
	cellOf             []int32 // by bit, or -1
	all                ir.Bits
	ordered            bool // bits are in the order of the cells

	maps     []*mapping
	byKey    map[string]*mapping
	composed map[[2]int]*mapping
	identity *mapping
}

// A mapping is a partial function from bits to bits.
type mapping struct {
	id        int
	to        []int16
	size      int // the number of bits with an image
	injective bool
	// ascending and descending say that all images have higher, or all have
	// lower numbers.
	ascending, descending bool
	inverse               *mapping
	steps                 []step
}

// A step moves some bits by a distance.
type step struct {
	mask  ir.Bits
	delta int
}

func newBoard(b *rbg.Board) (*board, error) {
	g := &board{cells: len(b.Cells), byKey: map[string]*mapping{}, composed: map[[2]int]*mapping{}}
	if g.cells > maxCells {
		return nil, fmt.Errorf("the board has %d cells: the limit is %d", g.cells, maxCells)
	}
	g.bitOf = embed(b)
	for _, x := range g.bitOf {
		g.bits = max(g.bits, int(x)+1)
	}
	g.words = (g.bits + 63) / 64
	g.cellOf = make([]int32, g.words*64)
	for i := range g.cellOf {
		g.cellOf[i] = -1
	}
	g.all = g.newBits()
	g.ordered = true
	for c, x := range g.bitOf {
		g.cellOf[x] = int32(c)
		g.all.Set(int(x))
		g.ordered = g.ordered && (c == 0 || x > g.bitOf[c-1])
	}
	to := make([]int16, g.bits)
	for i := range to {
		if to[i] = -1; g.cellOf[i] >= 0 {
			to[i] = int16(i)
		}
	}
	g.identity = g.intern(to)
	return g, nil
}

func (g *board) newBits() ir.Bits { return make(ir.Bits, g.words) }

// label returns the mapping of an edge label.
func (g *board) label(edges []int32) *mapping {
	to := make([]int16, g.bits)
	for i := range to {
		to[i] = -1
		if c := g.cellOf[i]; c >= 0 && edges[c] != rbg.NoCell {
			to[i] = int16(g.bitOf[edges[c]])
		}
	}
	return g.intern(to)
}

// intern returns the only mapping with the given table.
func (g *board) intern(to []int16) *mapping {
	key := make([]byte, 2*len(to))
	for i, t := range to {
		key[2*i], key[2*i+1] = byte(t), byte(t>>8)
	}
	if m, ok := g.byKey[string(key)]; ok {
		return m
	}
	m := &mapping{id: len(g.maps), to: to, injective: true, ascending: true, descending: true}
	g.byKey[string(key)] = m
	g.maps = append(g.maps, m)
	seen := g.newBits()
	for c := range g.cells {
		t := to[g.bitOf[c]]
		if t < 0 {
			continue
		}
		m.size++
		m.injective = m.injective && !seen.Has(int(t))
		seen.Set(int(t))
	}
	for i, t := range to {
		m.ascending = m.ascending && (t < 0 || int(t) > i)
		m.descending = m.descending && (t < 0 || int(t) < i)
	}
	m.steps = g.stepsOf(to)
	return m
}

// stepsOf groups the bits by the distance by which they move.
func (g *board) stepsOf(to []int16) []step {
	var steps []step
	at := map[int]int{}
	for i, t := range to {
		if t < 0 {
			continue
		}
		d := int(t) - i
		k, ok := at[d]
		if !ok {
			k = len(steps)
			at[d] = k
			steps = append(steps, step{g.newBits(), d})
		}
		steps[k].mask.Set(i)
	}
	return steps
}

// compose returns the mapping that applies a, then b.
func (g *board) compose(a, b *mapping) *mapping {
	if a == g.identity {
		return b
	}
	if b == g.identity {
		return a
	}
	key := [2]int{a.id, b.id}
	if m, ok := g.composed[key]; ok {
		return m
	}
	to := make([]int16, len(a.to))
	for i, t := range a.to {
		if to[i] = -1; t >= 0 {
			to[i] = b.to[t]
		}
	}
	m := g.intern(to)
	g.composed[key] = m
	return m
}

// invert returns the inverse of an injective mapping.
func (g *board) invert(m *mapping) *mapping {
	if m.inverse == nil {
		to := make([]int16, len(m.to))
		for i := range to {
			to[i] = -1
		}
		for i, t := range m.to {
			if t >= 0 {
				to[t] = int16(i)
			}
		}
		m.inverse = g.intern(to)
		m.inverse.inverse = m
	}
	return m.inverse
}

// restrict returns a map restricted to a set of cells.
func (g *board) restrict(m *mapping, cells ir.Bits) *mapping {
	inside := true
	for i, t := range m.to {
		inside = inside && (t < 0 || cells.Has(i))
	}
	if inside {
		return m
	}
	to := make([]int16, len(m.to))
	for i, t := range m.to {
		if to[i] = -1; cells.Has(i) {
			to[i] = t
		}
	}
	return g.intern(to)
}

// image adds the images of a set to dst.
func (m *mapping) image(s, dst ir.Bits) ir.Bits {
	for i, t := range m.to {
		if t >= 0 && s.Has(i) {
			dst.Set(int(t))
		}
	}
	return dst
}

// rowsOf returns a mapping as a table of sets.
func (g *board) rowsOf(m *mapping) []ir.Bits {
	rows := make([]ir.Bits, g.bits)
	for i := range rows {
		rows[i] = g.newBits()
		if m.to[i] >= 0 {
			rows[i].Set(int(m.to[i]))
		}
	}
	return rows
}

// hasRays reports whether repeated application goes along a ray: bits ascend or
// descend, so it ends.
func (m *mapping) hasRays() bool { return m.ascending || m.descending }
