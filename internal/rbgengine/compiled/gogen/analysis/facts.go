package analysis

import (
	"maps"

	"ludex/internal/rbgengine/sets/ir"
)

// Facts make puts cheaper. A cell of a set that came out of a class holds a piece of
// that class, so that classes which contain neither these pieces nor the new one need
// no update. When a set is shifted, facts about the cells it came from are kept, with
// their distance.

// A Fact describes a cell, or all cells of a set: for some distances from the cell,
// which pieces can lie there. Nothing is known about other distances. The nil fact
// belongs to the empty set; it is the bottom of the lattice.
type Fact map[int32]uint64

// unknownFact is the fact that says nothing: the top of the lattice.
var unknownFact = Fact{}

// both returns the conjunction of two facts.
func (f Fact) both(g Fact) Fact {
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

// either returns the join of two facts.
func (f Fact) either(g Fact) Fact {
	if f == nil {
		return g
	}
	if g == nil {
		return f
	}
	out := Fact{}
	for d, pieces := range f {
		if more, ok := g[d]; ok {
			out[d] = pieces | more
		}
	}
	return out
}

// moved returns the fact of the same cells after they have moved by a distance.
func (f Fact) moved(by int32) Fact {
	if f == nil || by == 0 {
		return f
	}
	out := Fact{}
	for d, pieces := range f {
		out[d-by] = pieces
	}
	return out
}

// without returns the fact of the cells that have none of some pieces.
func (f Fact) without(pieces, all uint64) Fact { return f.both(Fact{0: all &^ pieces}) }

// changed returns what still holds after pieces were put somewhere.
func (f Fact) changed(pieces uint64) Fact {
	if f == nil {
		return nil
	}
	out := Fact{}
	for d, old := range f {
		out[d] = old | pieces
	}
	return out
}

// Facts are the facts at a place, by register. Nothing is known about a register that
// is missing.
type Facts struct {
	sets, cells map[uint16]Fact
	bounds      map[uint16]uint64 // of sets of one word: the cells that can be in them
}

func newFacts() *Facts { return &Facts{map[uint16]Fact{}, map[uint16]Fact{}, map[uint16]uint64{}} }

func (f *Facts) clone() *Facts {
	return &Facts{maps.Clone(f.sets), maps.Clone(f.cells), maps.Clone(f.bounds)}
}

// join joins the facts of two branches and reports whether the receiver has lost
// precision.
func (f *Facts) join(g *Facts) (less bool) {
	joinOne := func(a, b map[uint16]Fact) {
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

// change accounts for pieces that were put somewhere.
func (f *Facts) change(pieces uint64) {
	for r, x := range f.sets {
		f.sets[r] = x.changed(pieces)
	}
	for c, x := range f.cells {
		f.cells[c] = x.changed(pieces)
	}
}

// An interpreter computes facts by abstract interpretation: it propagates them along
// the control flow until nothing changes.
type interpreter struct {
	*FactTable
	f      *Function
	pieces uint64 // all pieces
	at     map[int32]*Facts
	queue  []int32
	// enters says that what is known of the cell is known behind a switch, too.
	enters bool
}

// functionFacts returns the facts at the places of a function.
func (e *FactTable) functionFacts(f *Function) map[int32]*Facts {
	s := &interpreter{FactTable: e, f: f, pieces: AnyPiece, at: map[int32]*Facts{}}
	s.join(f.Entry, newFacts())
	s.run()
	return s.at
}

// KeeperFacts returns the facts at the places of all keepers. Nothing is known where
// keepers begin, nor where they continue after a failure.
func (e *FactTable) KeeperFacts() map[int32]*Facts {
	s := &interpreter{FactTable: e, pieces: AnyPiece, at: map[int32]*Facts{}}
	for _, at := range e.P.Keep {
		if at >= 0 {
			s.join(at, newFacts())
		}
	}
	s.run()
	return s.at
}

// PlayFacts returns the facts at the places of all keepers if keepers run only after
// moves of players: what a move has tested holds where the keeper begins.
func (e *FactTable) PlayFacts() map[int32]*Facts {
	s := &interpreter{FactTable: e, pieces: AnyPiece, at: map[int32]*Facts{}, enters: true}
	for _, f := range e.Flow.Functions {
		known := e.Of(f)
		of := &interpreter{FactTable: e, f: f, pieces: AnyPiece}
		for _, at := range f.Places {
			i := &e.P.Code[at]
			if known[at] == nil || i.Op != ir.Leaf && i.Op != ir.ShiftLeaf {
				continue
			}
			id, here := i.X, known[at].clone()
			if i.Op == ir.ShiftLeaf {
				id = i.Y
				of.transferSet(i, here, here)
			}
			s.enter(e.P.Applies[id], of.set(here, i.A))
		}
	}
	if at := e.P.Keep[0]; at >= 0 {
		s.join(at, newFacts())
	}
	s.run()
	return s.at
}

// enter propagates facts from the end of a move to the keeper that follows it.
func (s *interpreter) enter(acts []ir.Act, known Fact) {
	now := Fact{}
	maps.Copy(now, known)
	for k := range acts {
		a := &acts[k]
		delta, ok := 0, true
		if a.Map >= 0 {
			delta, ok = s.Maps.DistanceOf(a.Map)
		}
		switch {
		case a.Kind == ir.PutPiece && ok:
			now[int32(delta)] = 1 << a.Arg
		case a.Kind == ir.PutPiece:
			now = now.changed(1 << a.Arg)
		case a.Kind == ir.EndSwitch && s.P.Keep[a.Index] >= 0:
			if !ok {
				now = unknownFact
			}
			s.begin(a.Index, now.moved(int32(delta)))
		}
	}
}

// begin has a keeper begin with what is known of its cell.
func (s *interpreter) begin(index int32, known Fact) {
	if at := s.P.Keep[index]; at >= 0 {
		here := newFacts()
		here.cells[s.P.KeepCell] = known
		s.join(at, here)
	}
}

// run propagates facts until nothing changes.
func (s *interpreter) run() {
	for len(s.queue) > 0 {
		at := s.queue[len(s.queue)-1]
		s.queue = s.queue[:len(s.queue)-1]
		i := &s.P.Code[at]
		behind, jumped := s.at[at].clone(), s.at[at].clone()
		s.transfer(i, at, behind, jumped)
		switch i.Op {
		case ir.Jump:
			s.join(i.J, jumped)
			continue
		case ir.Enter:
			if s.enters {
				s.begin(i.X, s.at[at].Cell(i.A))
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

// join joins facts into a place, and visits it again if that has changed it.
func (s *interpreter) join(at int32, known *Facts) {
	old := s.at[at]
	if old == nil {
		s.at[at] = known.clone()
	} else if !old.join(known) {
		return
	}
	s.queue = append(s.queue, at)
	if s.P.Code[at].Op != ir.Apply {
		return
	}
	for place, open := range s.f.Active { // what was known there holds again after the revert
		if s.at[place] != nil && s.P.Code[place].Op == ir.Revert && open[len(open)-1] == at {
			s.queue = append(s.queue, place)
		}
	}
}

// set returns the fact of a set register.
func (s *interpreter) set(f *Facts, r uint16) Fact {
	if int(r) < len(s.P.Classes) {
		return Fact{0: s.P.Classes[r]}
	}
	if x, ok := f.sets[r]; ok {
		return x
	}
	return unknownFact
}

// Cell returns the fact of a cell register.
func (f *Facts) Cell(c uint16) Fact {
	if x, ok := f.cells[c]; ok {
		return x
	}
	return unknownFact
}

// transfer is the transfer function: it updates the facts behind an instruction and at
// the target of its jump.
func (s *interpreter) transfer(i *ir.Instr, at int32, behind, jumped *Facts) {
	if s.transferSet(i, behind, jumped) {
		return
	}
	switch i.Op {
	case ir.Next, ir.Choose:
		behind.cells[i.A] = s.set(behind, i.B)
	case ir.Move:
		behind.cells[i.A] = behind.Cell(i.B)
	case ir.Take, ir.TakeOn:
		x := unknownFact
		if delta, ok := s.Maps.DistanceOf(i.X); ok {
			x = behind.Cell(i.B).moved(int32(delta))
		}
		if i.Op == ir.TakeOn {
			x = x.both(Fact{0: s.P.Classes[i.C]})
		}
		behind.cells[i.A] = x
		delete(jumped.cells, i.A)
	case ir.InClass:
		pieces := s.P.Classes[i.C]
		behind.cells[i.A] = behind.Cell(i.A).both(Fact{0: pieces})
		jumped.cells[i.A] = jumped.Cell(i.A).without(pieces, s.pieces)
	case ir.Put:
		behind.change(1 << i.B)
		x := Fact{}
		maps.Copy(x, behind.Cell(i.A))
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
	default: // nothing is known behind operations that are not modelled here
		*behind, *jumped = *newFacts(), *newFacts()
	}
}

// transferSet is the transfer function of instructions that make a set. It reports
// whether the instruction is one of them.
func (s *interpreter) transferSet(i *ir.Instr, behind, jumped *Facts) bool {
	set := func(r uint16) Fact { return s.set(behind, r) }
	var x Fact
	switch i.Op {
	case ir.Clear:
		x = nil
	case ir.Copy, ir.AndMask, ir.AndNotMask, ir.Filter, ir.FilterOver, ir.FilterMade:
		x = set(i.B)
	case ir.Bit:
		x = behind.Cell(i.B)
	case ir.And:
		x = set(i.B).both(set(i.C))
	case ir.AndNot:
		x = set(i.B)
		if int(i.C) < len(s.P.Classes) {
			x = x.without(s.P.Classes[i.C], s.pieces)
		}
	case ir.Or:
		x = set(i.B).either(set(i.C))
	case ir.OrMasked:
		x = set(i.A).either(set(i.B))
	case ir.AddBit:
		x = set(i.A).either(behind.Cell(i.B))
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
	if int(i.A) >= len(s.P.Classes) {
		behind.sets[i.A], jumped.sets[i.A] = x, x
		s.transferBound(i, behind, jumped)
	}
	return true
}

// piecesOf returns the pieces that acts put.
func (s *interpreter) piecesOf(apply int32) uint64 {
	pieces := uint64(0)
	for k := range s.P.Applies[apply] {
		if a := &s.P.Applies[apply][k]; a.Kind == ir.PutPiece {
			pieces |= 1 << a.Arg
		}
	}
	return pieces
}

// revert restores the facts that held before an apply, for registers that were not
// written since.
func (s *interpreter) revert(at int32, behind *Facts) {
	active := s.f.Active[at]
	apply := active[len(active)-1]
	before := s.at[apply]
	if before == nil {
		before = newFacts()
	}
	*behind = *before.clone()
	for place, open := range s.f.Active {
		for _, a := range open {
			if a == apply {
				s.forgetWritten(&s.P.Code[place], behind)
			}
		}
	}
}

// forgetWritten drops the facts of the registers that an instruction writes.
func (s *interpreter) forgetWritten(i *ir.Instr, f *Facts) {
	if s.transferSet(i, newFacts(), newFacts()) {
		delete(f.sets, i.A)
		delete(f.bounds, i.A)
	}
	switch i.Op {
	case ir.Next, ir.Choose, ir.Move, ir.Take, ir.TakeOn:
		delete(f.cells, i.A)
	default:
		if !PlainOp(i.Op) {
			*f = *newFacts()
		}
	}
}

// PlainOp reports whether the effects of an operation on sets, cells and the board are
// modelled here.
func PlainOp(op ir.Op) bool {
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

// replaced returns which pieces can lie where each of some acts puts one, given the
// fact of the cell at which they are made.
func (e *FactTable) replaced(acts []ir.Act, known Fact) []uint64 {
	now := Fact{}
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
			delta, ok = e.Maps.DistanceOf(a.Map)
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

// unchanged reports whether a class stays the same when a piece replaces one of some
// others.
func (e *FactTable) unchanged(class, piece int, olds uint64) bool {
	pieces := e.P.Classes[class]
	olds &= 1<<e.P.Pieces - 1
	if pieces>>piece&1 != 0 {
		return olds&^pieces == 0
	}
	return olds&pieces == 0
}

// AnyPiece is the set of all pieces.
const AnyPiece = ^uint64(0)

// ChangedBy returns the classes that change when a piece replaces one of some others.
func (e *FactTable) ChangedBy(piece int, olds uint64) []int {
	var touched []int
	for k := range e.P.Classes {
		if !e.unchanged(k, piece, olds) {
			touched = append(touched, k)
		}
	}
	return touched
}

// Of returns the facts at the places of a function.
func (e *FactTable) Of(f *Function) map[int32]*Facts {
	known, ok := e.known[f.Entry]
	if !ok {
		known = e.functionFacts(f)
		e.known[f.Entry] = known
	}
	return known
}

// ReplacedAt returns which pieces can lie where the acts of an instruction put some.
func (e *FactTable) ReplacedAt(f *Function, at int32) []uint64 {
	i := &e.P.Code[at]
	id := i.X
	if i.Op == ir.ShiftLeaf {
		id = i.Y
	}
	acts := e.P.Applies[id]
	here := e.Of(f)[at]
	if here == nil {
		return e.replaced(acts, unknownFact)
	}
	switch i.Op {
	case ir.Apply:
		return e.replaced(acts, here.Cell(i.A))
	case ir.ShiftLeaf:
		here = here.clone()
		s := &interpreter{FactTable: e, f: f, pieces: AnyPiece}
		s.transferSet(i, here, here)
	}
	s := &interpreter{FactTable: e, f: f, pieces: AnyPiece}
	return e.replaced(acts, s.set(here, i.A))
}

// ReplacedBy returns which pieces acts can replace, wherever they are made.
func (e *FactTable) ReplacedBy(id int32) []uint64 {
	if e.replacedPieces == nil {
		e.replacedPieces = map[int32][]uint64{}
		for _, f := range e.Flow.Functions {
			for _, at := range f.Places {
				i := &e.P.Code[at]
				apply := i.X
				switch i.Op {
				case ir.Leaf, ir.Apply:
				case ir.ShiftLeaf:
					apply = i.Y
				default:
					continue
				}
				olds := e.ReplacedAt(f, at)
				if all := e.replacedPieces[apply]; all == nil {
					e.replacedPieces[apply] = olds
				} else {
					for k := range all {
						all[k] |= olds[k]
					}
				}
			}
		}
	}
	if olds := e.replacedPieces[id]; olds != nil {
		return olds
	}
	return e.replaced(e.P.Applies[id], unknownFact)
}

// ChangedByAll returns the classes that acts can change.
func (e *FactTable) ChangedByAll(acts []ir.Act, olds []uint64) []int {
	var out []int
	for class := range e.P.Classes {
		for k := range acts {
			if a := &acts[k]; a.Kind == ir.PutPiece && !e.unchanged(class, int(a.Arg), olds[k]) {
				out = append(out, class)
				break
			}
		}
	}
	return out
}

// BoundOf returns where the cells of a leaf can be.
func (e *FactTable) BoundOf(f *Function, at int32) uint64 {
	s := &interpreter{FactTable: e, f: f, pieces: AnyPiece}
	i := &e.P.Code[at]
	here := e.Of(f)[at].clone()
	s.transferSet(i, here, here)
	return s.bound(here, i.A)
}
