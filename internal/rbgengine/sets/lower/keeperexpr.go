package lower

import "ludex/internal/rbgengine/sets/ir"

// Keepers: expressions without modifiers.

// emitTest emits a test of the current cell.
func (k *keeperEmitter) emitTest(x *expr, fail int32) {
	f := k.f
	switch x.kind {
	case kOn:
		f.emit(ir.Instr{Op: ir.InClass, A: k.current, C: uint16(x.class), J: fail})
	case kMask:
		if !equal(x.set, k.board.all) {
			f.emit(ir.Instr{Op: ir.InSet, A: k.current, X: k.pool.maskID(x.set), J: fail})
		}
	case kCmp:
		f.emit(k.pool.comparison(x.cmp, fail))
	case kPat:
		flag := uint8(0)
		if x.neg {
			flag = 1
		}
		f.emit(ir.Instr{Op: ir.Probe, Flag: flag, A: k.current, X: k.pattern(x.pat, f), J: fail})
	}
}

func (k *keeperEmitter) emitStar(n *node) {
	if !n.loopEnd {
		k.emitAlternatives([]*node{n.body, n.next})
		return
	}
	if k.facts.regionOf(n).cyclic {
		k.emitMark()
	}
	k.emitAlternatives([]*node{n.next, n.body})
}

// emitMark emits code that fails on cells that were visited before.
func (k *keeperEmitter) emitMark() {
	k.f.op(ir.Mark, k.current, 0, 0, int32(k.prog.Marks))
	k.prog.Marks++
}

// emitExprThen emits an expression that is followed by a node.
func (k *keeperEmitter) emitExprThen(x *expr, next *node) {
	before := len(k.f.ins)
	k.emitSequence(x, next)
	// A choice at the very end needs no choice point if nothing can fail then.
	if last := len(k.f.ins) - 1; last >= before && k.f.ins[last].Op == ir.Choose && k.analysis.cannotFail(next) {
		k.f.ins[last].Flag = 1
	}
}

// emitExpr emits an expression without modifiers from the current cell.
func (k *keeperEmitter) emitExpr(x *expr) { k.emitSequence(x, nil) }

// emitSequence emits an expression that is followed by a node, if next is not
// nil.
func (k *keeperEmitter) emitSequence(x *expr, next *node) {
	kids := []*expr{x}
	if x.kind == kCat {
		kids = x.kids
	}
	for i := 0; i < len(kids); {
		if run := k.choiceLength(kids[i:]); run > 0 {
			i = k.emitChoice(kids, i, i+run, next)
			continue
		}
		if n := k.fuse(kids[i:]); n > 0 {
			i += n
			continue
		}
		k.emitStep(kids[i])
		i++
	}
}

// fuse emits kids at the beginning of a sequence as fewer instructions than one
// by one. It returns how many it has emitted.
func (k *keeperEmitter) fuse(kids []*expr) int {
	if len(kids) < 2 || kids[1].kind != kOn {
		return 0
	}
	f := k.f
	if kids[0].kind == kMap {
		f.emit(ir.Instr{Op: ir.TakeOn, A: k.current, B: k.current, C: uint16(kids[1].class), X: k.pool.mapID(kids[0].m), J: k.fail})
		return 2
	}
	// ({c} d)* {e}: the classes are disjoint, so this is deterministic.
	m, class, stepFirst := starStep(kids[0])
	if m == nil || stepFirst || k.pool.rayID(m) < 0 || k.rules.classes[class]&k.rules.classes[kids[1].class] != 0 {
		return 0
	}
	again, leave := f.label(), f.label()
	f.bind(again)
	f.emit(ir.Instr{Op: ir.InClass, A: k.current, C: uint16(class), J: leave})
	f.emit(ir.Instr{Op: ir.Take, A: k.current, B: k.current, X: k.pool.mapID(m), J: k.fail})
	f.jump(again)
	f.bind(leave)
	return 1
}

// choiceLength returns how many kids at the beginning of a sequence lead to a set
// of cells that are tried in the order of the board: shifts with a choice, or a
// jump to one cell. It returns 0 if there are none.
func (k *keeperEmitter) choiceLength(kids []*expr) int {
	if kids[0].kind == kJump && count(kids[0].set) == 1 {
		return 1
	}
	n, choice := 0, false
	for n < len(kids) && kids[n].plain {
		choice = choice || kids[n].kind != kMap && kids[n].kind != kMask
		n++
	}
	if !choice {
		return 0
	}
	return n
}

// constantTarget returns the map of a jump to one cell.
func (k *keeperAnalysis) constantTarget(x *expr) (*mapping, bool) {
	if x.kind != kJump || count(x.set) != 1 {
		return nil, false
	}
	to := make([]int16, k.board.bits)
	for i := range to {
		if to[i] = -1; k.board.cellOf[i] >= 0 {
			to[i] = int16(lowest(x.set))
		}
	}
	return k.board.intern(to), true
}

// lowest returns the lowest bit of a set.
func lowest(b ir.Bits) int {
	for i := range len(b) * 64 {
		if b.Has(i) {
			return i
		}
	}
	return none
}

func count(b ir.Bits) int {
	n := 0
	for i := range len(b) * 64 {
		if b.Has(i) {
			n++
		}
	}
	return n
}

// emitChoice emits the set of targets of kids, the tests that follow as far as
// they work on sets, and a choice. It returns the index of the next kid.
func (k *keeperEmitter) emitChoice(kids []*expr, i, end int, next *node) int {
	if m, ok := k.analysis.constantTarget(kids[i]); ok && end == i+1 {
		k.f.emit(ir.Instr{Op: ir.Take, A: k.current, B: k.current, X: k.pool.mapID(m), J: k.fail})
		return end
	}
	g := &exprEmitter{k.emitter, k.f}
	m := k.f.mark()
	start := i
	for i < end || i < len(kids) && k.analysis.isTest(kids[i]) {
		i++
	}
	p := g.flush(g.sequence(kids[start:i], operand{cell: int(k.current), reg: -1}, k.fail), k.fail)
	if p.single() { // there was no choice after all
		k.f.op(ir.Move, k.current, uint16(p.cell), 0, 0)
		k.f.release(m)
		return i
	}
	if i == len(kids) && next != nil {
		p = k.filterByNext(g, p, next)
	}
	set := g.loaded(p)
	if int(set) < len(k.rules.classes) {
		set = k.f.newSet()
		k.f.op(ir.Copy, set, g.loaded(p), 0, 0)
	}
	k.f.op(ir.Choose, k.current, set, 0, 0)
	k.f.release(m)
	return i
}

// isTest reports whether an expression tests the current cell and does not leave
// it.
func (k *keeperAnalysis) isTest(x *expr) bool {
	return x.kind == kOn || x.kind == kMask || x.kind == kCmp || x.kind == kPat
}

// emitStep emits an expression that does not need a set.
func (k *keeperEmitter) emitStep(x *expr) {
	f := k.f
	switch x.kind {
	case kMap:
		f.emit(ir.Instr{Op: ir.Take, A: k.current, B: k.current, X: k.pool.mapID(x.m), J: k.fail})
	case kRel, kJump:
		k.emitExpr(x.whole)
	case kOn, kMask, kCmp, kPat:
		k.emitTest(x, k.fail)
	case kCat:
		k.emitExpr(x)
	case kSum:
		k.emitSum(x)
	case kStar:
		k.emitRepeat(x)
	}
}

func (k *keeperEmitter) emitSum(x *expr) {
	if len(x.kids) == 0 {
		k.f.jump(k.fail)
		return
	}
	done := k.f.label()
	for i, kid := range x.kids {
		next := none
		if i+1 < len(x.kids) {
			next = int(k.f.label())
			k.f.emit(ir.Instr{Op: ir.Try, J: int32(next)})
		}
		k.emitExpr(kid)
		if next != none {
			k.f.jump(done)
			k.f.bind(int32(next))
		}
	}
	k.f.bind(done)
}

// emitRepeat emits a star: where it is reached, its body is tried first; behind
// the body, what follows is.
func (k *keeperEmitter) emitRepeat(x *expr) {
	f := k.f
	leave, body := f.label(), f.label()
	f.emit(ir.Instr{Op: ir.Try, J: leave})
	f.bind(body)
	k.emitExpr(x.kids[0])
	k.emitMark()
	f.emit(ir.Instr{Op: ir.Try, J: body})
	f.bind(leave)
}
