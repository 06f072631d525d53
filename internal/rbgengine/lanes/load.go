package lanes

import (
	"slices"

	"ludex/game"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/rbg"
)

// A loader maps positions to states of the circuit. It finds the bits that are set by what
// the position holds. It has all that is needed for that, so that it can be saved.
type loader struct {
	Live   int      // bits of a state
	Turns  []bool   // by switch: a player moves there in a reachable position
	Unique []uint64 // sets of pieces of which a position has at most one
	Phase  []int    // by switch

	Pieces  []int32   // by cell and piece: the bit, or unset, or unreachable
	Kinds   int       // of pieces
	Values  [][]int32 // by variable and value, likewise
	At      []int32   // by cell where the move begins, likewise
	Control []controlBit
}

// A controlBit is a bit that depends on the next switch.
type controlBit struct {
	Bit  int32
	Kind bitKind
	N    int32 // as in bit
}

const (
	unset       = -1 // there is no bit
	unreachable = -2 // no reachable position holds this
)

// newLoader returns the loader of an encoding whose bits are sorted.
func newLoader(d *encoding) *loader {
	mark := func(reachable bool) int32 {
		if reachable {
			return unset
		}
		return unreachable
	}
	t := &loader{Live: d.live, Unique: d.graph.unique, Phase: d.phaseOf, Kinds: len(d.rules.Pieces)}
	for _, turn := range d.turns {
		t.Turns = append(t.Turns, turn != nil)
	}
	for c := range d.cells {
		for piece := range t.Kinds {
			t.Pieces = append(t.Pieces, mark(d.domains.pieces[c]>>piece&1 == 1))
		}
		t.At = append(t.At, mark(d.domains.at.has(int32(c))))
	}
	for _, domain := range d.domains.values {
		values := make([]int32, len(domain))
		for n, reachable := range domain {
			values[n] = mark(reachable)
		}
		t.Values = append(t.Values, values)
	}
	for i := range d.bits[:d.live] {
		b := &d.bits[i]
		switch place := t.place(d, b); {
		case place == nil:
			t.Control = append(t.Control, controlBit{int32(i), b.kind, b.n})
		case *place == unset:
			*place = int32(i)
		}
	}
	return t
}

// place returns where the table has a bit, or nil if it depends on the next switch.
func (t *loader) place(d *encoding, b *bit) *int32 {
	switch {
	case b.kind == bitAt:
		return &t.At[b.n]
	case b.kind != bitSlot:
		return nil
	case int(b.slot) < d.cells:
		return &t.Pieces[int(b.slot)*t.Kinds+int(b.n)]
	}
	return &t.Values[int(b.slot)-d.cells][b.n]
}

// load returns the state of the circuit for a position of a game, or false if the position
// is known to be unreachable.
func (t *loader) load(g *rbg.Game, p *rbgplay.Position, s game.State) (game.State, bool) {
	words := (t.Live + 63) / 64
	s = slices.Grow(s[:0], words)[:words]
	clear(s)
	mover := g.Mover(int(p.Switch))
	if mover >= 0 && !t.Turns[p.Switch] || !t.respectsUnique(p) {
		return s, false
	}
	for i := range t.Control {
		if b := &t.Control[i]; t.shows(b, p, mover) {
			set(s, b.Bit)
		}
	}
	return s, t.loadSlots(p, s)
}

// respectsUnique reports whether a position has at most one piece of each unique set.
func (t *loader) respectsUnique(p *rbgplay.Position) bool {
	return !slices.ContainsFunc(t.Unique, func(m uint64) bool { return count(p, m) > 1 })
}

// loadSlots sets the bits for the cells and variables of a position, and for the cell where
// the move begins. It returns false if the position is known to be unreachable.
func (t *loader) loadSlots(p *rbgplay.Position, s game.State) bool {
	least := set(s, t.At[p.Cell])
	for v, n := range p.Values {
		if int(n) >= len(t.Values[v]) {
			return false
		}
		least = min(least, set(s, t.Values[v][n]))
	}
	row := t.Pieces
	for _, piece := range p.Pieces {
		least = min(least, set(s, row[piece]))
		row = row[t.Kinds:]
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
func (t *loader) shows(b *controlBit, p *rbgplay.Position, mover int) bool {
	switch b.Kind {
	case bitPhase:
		return mover >= 0 && t.Phase[p.Switch] == int(b.N) || mover < 0 && b.N == 0
	case bitSwitch:
		return p.Switch == b.N
	case bitOver:
		return mover < 0
	default:
		return false
	}
}
