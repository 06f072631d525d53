package lower

import (
	"bytes"

	"ludex/internal/rbgengine/sets/ir"
	"ludex/rbg"
)

// Keepers often do the same to one cell after the other until there is none left:
// (j {a} [p] ->>)* {! j {a}} or (j {a} r {b} [p] ->>)* {! j {a} r {b}}, where j goes
// anywhere and r to neighbours. The star cannot be left before, and every round
// removes one such cell. All rounds are one instruction, which ends on the cell of
// the last.

// A sweepPattern is the body of such a star.
type sweepPattern struct {
	from     ir.Bits   // the cells that are searched
	sources  int       // class
	rows     []ir.Bits // neighbours, or nil
	targets  int       // class
	piece    int
	switched *node
}

// matchSweep recognises the body of such a star.
func (k *keeperAnalysis) matchSweep(n *node) (s sweepPattern, ok bool) {
	if n.kind != nFree || n.next.kind != nOff || n.next.next.kind != nSwitch {
		return s, false
	}
	s.piece, s.switched = n.next.src.Piece, n.next.next
	star := s.switched.next
	if star.kind != nStar || !star.loopEnd || star.body != n || k.rules.game.Mover(s.switched.src.Index) != rbg.Keeper {
		return s, false
	}
	x := parts(n.x)
	if len(x) != 2 && len(x) != 4 || x[0].kind != kJump || x[1].kind != kOn {
		return s, false
	}
	s.from, s.sources, s.targets = x[0].set, x[1].class, x[1].class
	if len(x) == 4 {
		if x[2].kind != kRel || x[3].kind != kOn {
			return s, false
		}
		s.rows, s.targets = x[2].rows, x[3].class
	}
	if k.rules.classes[s.targets]>>s.piece&1 != 0 {
		return s, false
	}
	return s, k.endsWhenDone(star.next, x)
}

// endsWhenDone reports whether a branch begins with the test that the parts x
// cannot be completed.
func (k *keeperAnalysis) endsWhenDone(n *node, x []*expr) bool {
	tests, _ := k.leadingTests(n)
	for _, t := range tests {
		if t.kind != kPat || !t.neg || t.pat.mods {
			continue
		}
		if body := parts(t.pat.body); len(body) == len(x) && equalParts(body, x) {
			return true
		}
	}
	return false
}

func equalParts(a, b []*expr) bool {
	for i := range a {
		if !bytes.Equal(appendKey(nil, a[i]), appendKey(nil, b[i])) {
			return false
		}
	}
	return true
}

// emitSweep emits all rounds of a star, or a jump if there is none.
func (k *keeperEmitter) emitSweep(s sweepPattern, none int32) {
	i := ir.Instr{Op: ir.Sweep, A: k.current, B: uint16(s.piece), C: uint16(s.targets), X: -1, D: k.pool.maskID(s.from), Y: int32(s.sources), J: none}
	if s.rows != nil {
		i.X = k.pool.tableID(s.rows)
	}
	k.f.emit(i)
	k.emitFrom(s.switched)
}
