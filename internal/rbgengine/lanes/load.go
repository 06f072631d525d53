package lanes

import (
	"slices"

	"ludex/game"
	"ludex/internal/rbgengine/rbgplay"
)

// A loadTable finds the bits that are set for a position by what the position holds.
type loadTable struct {
	pieces  []int32   // by cell and piece: the bit, or unset, or unreachable
	kinds   int       // of pieces
	values  [][]int32 // by variable and value, likewise
	at      []int32   // by cell where the move begins, likewise
	control []int32   // the other bits
}

const (
	unset       = -1 // there is no bit
	unreachable = -2 // no reachable position holds this
)

// newLoadTable returns the table of an encoding whose bits are sorted.
func newLoadTable(d *encoding) loadTable {
	mark := func(reachable bool) int32 {
		if reachable {
			return unset
		}
		return unreachable
	}
	t := loadTable{kinds: len(d.rules.Pieces)}
	for c := range d.cells {
		for piece := range t.kinds {
			t.pieces = append(t.pieces, mark(d.domains.pieces[c]>>piece&1 == 1))
		}
		t.at = append(t.at, mark(d.domains.at.has(int32(c))))
	}
	for _, domain := range d.domains.values {
		values := make([]int32, len(domain))
		for n, reachable := range domain {
			values[n] = mark(reachable)
		}
		t.values = append(t.values, values)
	}
	for i := range d.bits[:d.live] {
		b := &d.bits[i]
		switch place := t.place(d, b); {
		case place == nil:
			t.control = append(t.control, int32(i))
		case *place == unset:
			*place = int32(i)
		}
	}
	return t
}

// place returns where the table has a bit, or nil if it depends on the next switch.
func (t *loadTable) place(d *encoding, b *bit) *int32 {
	switch {
	case b.kind == bitAt:
		return &t.at[b.n]
	case b.kind != bitSlot:
		return nil
	case int(b.slot) < d.cells:
		return &t.pieces[int(b.slot)*t.kinds+int(b.n)]
	}
	return &t.values[int(b.slot)-d.cells][b.n]
}

// load returns the state of the circuit for a position, or false if the position is
// known to be unreachable.
func (d *encoding) load(p *rbgplay.Position, s game.State) (game.State, bool) {
	words := (d.live + 63) / 64
	s = slices.Grow(s[:0], words)[:words]
	clear(s)
	mover := d.rules.Mover(int(p.Switch))
	if mover >= 0 && d.turns[p.Switch] == nil || !d.respectsUnique(p) {
		return s, false
	}
	for _, i := range d.table.control {
		if d.shows(&d.bits[i], p, mover) {
			s[i>>6] |= 1 << (i & 63)
		}
	}
	return s, d.table.load(p, s)
}

// load sets the bits for the cells and variables of a position, and for the cell where
// the move begins. It returns false if the position is known to be unreachable.
func (t *loadTable) load(p *rbgplay.Position, s game.State) bool {
	least := set(s, t.at[p.Cell])
	for v, n := range p.Values {
		if int(n) >= len(t.values[v]) {
			return false
		}
		least = min(least, set(s, t.values[v][n]))
	}
	row := t.pieces
	for _, piece := range p.Pieces {
		least = min(least, set(s, row[piece]))
		row = row[t.kinds:]
	}
	return least > unreachable
}

// set sets a bit of a state, if there is one, and returns its number.
func set(s game.State, i int32) int32 {
	if i >= 0 {
		s[i>>6] |= 1 << (i & 63)
	}
	return i
}

// shows reports whether a bit that depends on the next switch is set.
func (d *encoding) shows(b *bit, p *rbgplay.Position, mover int) bool {
	switch b.kind {
	case bitPhase:
		return mover >= 0 && d.phaseOf[p.Switch] == int(b.n) || mover < 0 && b.n == 0
	case bitSwitch:
		return p.Switch == b.n
	case bitOver:
		return mover < 0
	default:
		return false
	}
}
