package gogen

import (
	"maps"

	"ludex/internal/rbgengine/sets/ir"
)

// What the rules have tested is known when a piece is put: a cell of a set that
// came out of a class has one of the pieces of that class, and sets of classes
// that hold neither these nor the new piece need not be touched. So is what a
// set was before it was moved: the cells from which its cells came.

// A fact is what is known of all cells of a set, or of one cell: by distance from
// the cell, which pieces can lie there. A distance that is missing says nothing.
// The fact of an empty set is nil and says everything.
type fact map[int32]uint64

// unknownFact is the fact of which nothing is known.
var unknownFact = fact{}

// both returns what is known of cells with two facts.
func (f fact) both(g fact) fact {
	if f == nil || g == nil {
		return nil
	}
	out := maps.Clone(f)
	for d, pieces := range g {
		if old, ok := out[d]; ok {
			pieces &= old
		}
		out[d] = pieces
	}
	return out
}

// either returns what is known of cells that have one of two facts.
func (f fact) either(g fact) fact {
	if f == nil {
		return g
	}
	if g == nil {
		return f
	}
	out := fact{}
	for d, pieces := range f {
		if more, ok := g[d]; ok {
			out[d] = pieces | more
		}
	}
	return out
}

// moved returns what is known of cells after they have gone a distance.
func (f fact) moved(by int32) fact {
	if f == nil || by == 0 {
		return f
	}
	out := fact{}
	for d, pieces := range f {
		out[d-by] = pieces
	}
	return out
}

// without returns what is known of cells that have none of some pieces.
func (f fact) without(pieces, all uint64) fact { return f.both(fact{0: all &^ pieces}) }

// changed returns what is still known when pieces have been put somewhere.
func (f fact) changed(pieces uint64) fact {
	if f == nil {
		return nil
	}
	out := fact{}
	for d, old := range f {
		out[d] = old | pieces
	}
	return out
}

// facts are what is known at a place, by register. A register that is missing is
// one of which nothing is known.
type facts struct {
	sets, cells map[uint16]fact
	bounds      map[uint16]uint64 // of sets of one word: the cells that can be in them
}

func newFacts() *facts { return &facts{map[uint16]fact{}, map[uint16]fact{}, map[uint16]uint64{}} }

func (f *facts) clone() *facts {
	return &facts{maps.Clone(f.sets), maps.Clone(f.cells), maps.Clone(f.bounds)}
}

// join returns what is known if one of two holds, and whether that is less than
// the first.
func (f *facts) join(g *facts) (less bool) {
	joinOne := func(a, b map[uint16]fact) {
		for r, x := range a {
			y, ok := b[r]
			if !ok {
				delete(a, r)
				less = true
				continue
			}
			if z := x.either(y); !maps.Equal(x, z) || (x == nil) != (z == nil) {
				a[r] = z
				less = true
			}
		}
	}
	joinOne(f.sets, g.sets)
	joinOne(f.cells, g.cells)
	return f.joinBounds(g) || less
}

// change has pieces been put somewhere.
func (f *facts) change(pieces uint64) {
	for r, x := range f.sets {
		f.sets[r] = x.changed(pieces)
	}
	for c, x := range f.cells {
		f.cells[c] = x.changed(pieces)
	}
}

// A scholar finds out what is known at the places of the code.
type interpreter struct {
	*factTable
	f      *function
	pieces uint64 // all pieces
	at     map[int32]*facts
	queue  []int32
	// enters says that what is known of the cell is known behind a switch, too.
	enters bool
}

// study returns what is known at the places of a function.
func (e *factTable) functionFacts(f *function) map[int32]*facts {
	s := &interpreter{factTable: e, f: f, pieces: anyPiece, at: map[int32]*facts{}}
	s.join(f.entry, newFacts())
	s.run()
	return s.at
}

// studyKeepers returns what is known at the places of all keepers. Nothing is
// known where they begin, nor where they go on after a failure.
func (e *factTable) keeperFacts() map[int32]*facts {
	s := &interpreter{factTable: e, pieces: anyPiece, at: map[int32]*facts{}}
	for _, at := range e.p.Keep {
		if at >= 0 {
			s.join(at, newFacts())
		}
	}
	s.run()
	return s.at
}

// studyPlay returns what is known at the places of all keepers if they are only
// reached by moves of players: what a move has tested is known where a keeper
// begins.
func (e *factTable) playFacts() map[int32]*facts {
	s := &interpreter{factTable: e, pieces: anyPiece, at: map[int32]*facts{}, enters: true}
	for _, f := range e.flow.functions {
		known := e.of(f)
		of := &interpreter{factTable: e, f: f, pieces: anyPiece}
		for _, at := range f.places {
			i := &e.p.Code[at]
			if known[at] == nil || i.Op != ir.Leaf && i.Op != ir.ShiftLeaf {
				continue
			}
			id, here := i.X, known[at].clone()
			if i.Op == ir.ShiftLeaf {
				id = i.Y
				of.transferSet(i, here, here)
			}
			s.enter(e.p.Applies[id], of.set(here, i.A))
		}
	}
	if at := e.p.Keep[0]; at >= 0 {
		s.join(at, newFacts())
	}
	s.run()
	return s.at
}

// hand has a move that ends with acts lead to a keeper.
func (s *interpreter) enter(acts []ir.Act, known fact) {
	now := fact{}
	maps.Copy(now, known)
	for k := range acts {
		a := &acts[k]
		delta, ok := 0, true
		if a.Map >= 0 {
			delta, ok = s.maps.distanceOf(a.Map)
		}
		switch {
		case a.Kind == ir.PutPiece && ok:
			now[int32(delta)] = 1 << a.Arg
		case a.Kind == ir.PutPiece:
			now = now.changed(1 << a.Arg)
		case a.Kind == ir.EndSwitch && s.p.Keep[a.Index] >= 0:
			if !ok {
				now = unknownFact
			}
			s.begin(a.Index, now.moved(int32(delta)))
		}
	}
}

// begin has a keeper begin with what is known of its cell.
func (s *interpreter) begin(index int32, known fact) {
	if at := s.p.Keep[index]; at >= 0 {
		here := newFacts()
		here.cells[s.p.KeepCell] = known
		s.join(at, here)
	}
}

// follow goes on until nothing more is lost.
func (s *interpreter) run() {
	for len(s.queue) > 0 {
		at := s.queue[len(s.queue)-1]
		s.queue = s.queue[:len(s.queue)-1]
		i := &s.p.Code[at]
		behind, jumped := s.at[at].clone(), s.at[at].clone()
		s.transfer(i, at, behind, jumped)
		switch i.Op {
		case ir.Jump:
			s.join(i.J, jumped)
			continue
		case ir.Enter:
			if s.enters {
				s.begin(i.X, s.at[at].cell(i.A))
			}
			continue
		case ir.Return, ir.Found, ir.Fail:
			continue
		case ir.Call:
		case ir.Try:
			s.join(i.J, newFacts())
		case ir.Choose:
			if i.Flag == 0 {
				s.join(at, newFacts())
			}
		default:
			if i.Op.Jumps() {
				s.join(i.J, jumped)
			}
		}
		s.join(at+1, behind)
	}
}

// reach has a place be reached with some knowledge.
func (s *interpreter) join(at int32, known *facts) {
	old := s.at[at]
	if old == nil {
		s.at[at] = known.clone()
	} else if !old.join(known) {
		return
	}
	s.queue = append(s.queue, at)
	if s.p.Code[at].Op != ir.Apply {
		return
	}
	for place, open := range s.f.active { // what was known there is known again later
		if s.at[place] != nil && s.p.Code[place].Op == ir.Revert && open[len(open)-1] == at {
			s.queue = append(s.queue, place)
		}
	}
}

// set returns what is known of a set register.
func (s *interpreter) set(f *facts, r uint16) fact {
	if int(r) < len(s.p.Classes) {
		return fact{0: s.p.Classes[r]}
	}
	if x, ok := f.sets[r]; ok {
		return x
	}
	return unknownFact
}

func (f *facts) cell(c uint16) fact {
	if x, ok := f.cells[c]; ok {
		return x
	}
	return unknownFact
}

// learn changes what is known by an instruction: behind it, and where it jumps.
func (s *interpreter) transfer(i *ir.Instr, at int32, behind, jumped *facts) {
	if s.transferSet(i, behind, jumped) {
		return
	}
	switch i.Op {
	case ir.Next, ir.Choose:
		behind.cells[i.A] = s.set(behind, i.B)
	case ir.Move:
		behind.cells[i.A] = behind.cell(i.B)
	case ir.Take, ir.TakeOn:
		x := unknownFact
		if delta, ok := s.maps.distanceOf(i.X); ok {
			x = behind.cell(i.B).moved(int32(delta))
		}
		if i.Op == ir.TakeOn {
			x = x.both(fact{0: s.p.Classes[i.C]})
		}
		behind.cells[i.A] = x
		delete(jumped.cells, i.A)
	case ir.InClass:
		pieces := s.p.Classes[i.C]
		behind.cells[i.A] = behind.cell(i.A).both(fact{0: pieces})
		jumped.cells[i.A] = jumped.cell(i.A).without(pieces, s.pieces)
	case ir.Put:
		behind.change(1 << i.B)
		x := fact{}
		maps.Copy(x, behind.cell(i.A))
		x[0] = 1 << i.B
		behind.cells[i.A] = x
	case ir.Flip:
		behind.change(1 << i.Y)
	case ir.Permute:
		behind.change(s.pieces)
	case ir.Sweep:
		behind.change(1 << i.B)
		delete(behind.cells, i.A)
		delete(jumped.cells, i.A)
	case ir.Apply:
		behind.change(s.piecesOf(i.X))
	case ir.Revert:
		s.revert(at, behind)
	case ir.JumpEmpty, ir.JumpAny, ir.Jump, ir.InSet, ir.Test, ir.TestVar, ir.Probe, ir.Forget, ir.ReadHolds, ir.Leaf, ir.Found, ir.Call,
		ir.Return, ir.Save, ir.Restore, ir.Try, ir.Fail, ir.Mark, ir.Assign, ir.AddVar, ir.SetVar, ir.Enter:
	default: // unknownFact is known behind what is not known here
		*behind, *jumped = *newFacts(), *newFacts()
	}
}

// learnSet is learn for instructions that make a set.
func (s *interpreter) transferSet(i *ir.Instr, behind, jumped *facts) bool {
	set := func(r uint16) fact { return s.set(behind, r) }
	var x fact
	switch i.Op {
	case ir.Clear:
		x = nil
	case ir.Copy, ir.AndMask, ir.AndNotMask, ir.Filter, ir.FilterOver, ir.FilterMade:
		x = set(i.B)
	case ir.Bit:
		x = behind.cell(i.B)
	case ir.And:
		x = set(i.B).both(set(i.C))
	case ir.AndNot:
		x = set(i.B)
		if int(i.C) < len(s.p.Classes) {
			x = x.without(s.p.Classes[i.C], s.pieces)
		}
	case ir.Or:
		x = set(i.B).either(set(i.C))
	case ir.OrMasked:
		x = set(i.A).either(set(i.B))
	case ir.AddBit:
		x = set(i.A).either(behind.cell(i.B))
	case ir.Shift:
		x = set(i.B).moved(i.D)
	case ir.ShiftAnd, ir.ShiftLeaf:
		x = set(i.B).moved(i.D).both(set(i.C))
	case ir.ShiftOr:
		x = set(i.A).either(set(i.B).moved(i.D))
	case ir.RowAnd:
		x = set(i.C)
	case ir.Load, ir.Row, ir.Unite, ir.RayOr, ir.Flood, ir.FloodUntil, ir.ReadSet:
		x = unknownFact
	default:
		return false
	}
	if int(i.A) >= len(s.p.Classes) {
		behind.sets[i.A], jumped.sets[i.A] = x, x
		s.transferBound(i, behind, jumped)
	}
	return true
}

// piecesOf returns the pieces that acts put.
func (s *interpreter) piecesOf(apply int32) uint64 {
	pieces := uint64(0)
	for k := range s.p.Applies[apply] {
		if a := &s.p.Applies[apply][k]; a.Kind == ir.PutPiece {
			pieces |= 1 << a.Arg
		}
	}
	return pieces
}

// revert has the board be what it was before an apply: what was known then is
// known again of registers that nothing has written to since.
func (s *interpreter) revert(at int32, behind *facts) {
	active := s.f.active[at]
	apply := active[len(active)-1]
	before := s.at[apply]
	if before == nil {
		before = newFacts()
	}
	*behind = *before.clone()
	for place, open := range s.f.active {
		for _, a := range open {
			if a == apply {
				s.forgetWritten(&s.p.Code[place], behind)
			}
		}
	}
}

// forgetWritten drops what is known of the registers that an instruction writes.
func (s *interpreter) forgetWritten(i *ir.Instr, f *facts) {
	if s.transferSet(i, newFacts(), newFacts()) {
		delete(f.sets, i.A)
		delete(f.bounds, i.A)
	}
	switch i.Op {
	case ir.Next, ir.Choose, ir.Move, ir.Take, ir.TakeOn:
		delete(f.cells, i.A)
	default:
		if !plainOp(i.Op) {
			*f = *newFacts()
		}
	}
}

// plainOp reports whether an operation only computes with sets and cells, or is
// one of a search that is known here: it does nothing else to the board.
func plainOp(op ir.Op) bool {
	switch op {
	case ir.Clear, ir.Copy, ir.Load, ir.Bit, ir.And, ir.AndNot, ir.AndMask, ir.AndNotMask, ir.Or, ir.OrMasked, ir.AddBit,
		ir.Shift, ir.ShiftAnd, ir.ShiftOr, ir.Row, ir.RowAnd, ir.Unite, ir.RayOr, ir.Flood, ir.FloodUntil, ir.JumpEmpty, ir.JumpAny,
		ir.Jump, ir.Next, ir.Move, ir.Take, ir.TakeOn, ir.InClass, ir.InSet, ir.Test, ir.TestVar, ir.Probe, ir.Filter, ir.FilterOver,
		ir.FilterMade, ir.Forget, ir.ReadSet, ir.ReadHolds, ir.Apply, ir.Revert, ir.Leaf, ir.ShiftLeaf, ir.Found, ir.Call, ir.Return, ir.Save,
		ir.Restore, ir.Try, ir.Fail, ir.Choose, ir.Mark, ir.Put, ir.Assign, ir.AddVar, ir.SetVar, ir.Enter:
		return true
	}
	return false
}

// olds returns which pieces can lie where each of some acts puts one, if a fact
// is known of the cell at which they are made.
func (e *factTable) replaced(acts []ir.Act, known fact) []uint64 {
	now := fact{}
	maps.Copy(now, known)
	out := make([]uint64, len(acts))
	for k := range acts {
		a := &acts[k]
		out[k] = ^uint64(0)
		if a.Kind != ir.PutPiece {
			continue
		}
		piece := uint64(1) << a.Arg
		delta, ok := 0, true
		if a.Map >= 0 {
			delta, ok = e.maps.distanceOf(a.Map)
		}
		if !ok {
			now = now.changed(piece)
			continue
		}
		if old, ok := now[int32(delta)]; ok {
			out[k] = old
		}
		now[int32(delta)] = piece
	}
	return out
}

// stays reports whether a class is the same when a piece is put where one of some
// others lies.
func (e *factTable) unchanged(class, piece int, olds uint64) bool {
	pieces := e.p.Classes[class]
	olds &= 1<<e.p.Pieces - 1
	if pieces>>piece&1 != 0 {
		return olds&^pieces == 0
	}
	return olds&pieces == 0
}
