package lower

import (
	"ludex/rbg"
	"ludex/rbg/engine/sets/ir"
)

// A keeper emits the code of all keepers: a search with choices, in the order of
// the rules, that changes the state as it goes.
type keeper struct {
	*lowerer
	f       *function
	current uint16 // the cell register
	fail    int32
	labels  map[*node]int32
	placed  map[*node]bool
	entries map[int]*node
	order   []int
	known   map[*node]uint64 // pieces that can lie on the current cell
	queued  []*node          // to which there are jumps
	begins  map[*node]bool   // where a keeper begins
	// meetings are where the ways of a choice meet, as far as that is known.
	meetings map[*node]*node
}

func newKeeper(l *lowerer) *keeper {
	k := &keeper{lowerer: l, f: l.newFunction(), labels: map[*node]int32{}, placed: map[*node]bool{}, entries: map[int]*node{}, begins: map[*node]bool{}, meetings: map[*node]*node{}}
	k.f.keeps = true
	k.current = k.f.newCell()
	k.fail = k.f.label()
	return k
}

// entry has a keeper begin at a node.
func (k *keeper) entry(index int, n *node) {
	k.entries[index] = n
	k.begins[n] = true
	k.order = append(k.order, index)
}

// resolve fills in where keepers begin.
func (k *keeper) resolve() {
	for index, n := range k.entries {
		k.prog.Keep[index] = k.f.entry + k.f.labels[k.labels[n]]
	}
	k.prog.KeepCell = k.current + k.f.cellBase
}

func (k *keeper) emit() {
	for _, index := range k.order {
		k.goOn(k.entries[index])
	}
	for len(k.queued) > 0 {
		n := k.queued[0]
		k.queued = k.queued[1:]
		if !k.placed[n] {
			k.goOn(n)
		}
	}
	k.f.place(k.fail)
	k.f.op(ir.Fail, 0, 0, 0, 0)
}

func (k *keeper) label(n *node) int32 {
	l, ok := k.labels[n]
	if !ok {
		l = k.f.label()
		k.labels[n] = l
	}
	return l
}

// goOn emits a node and what follows, or a jump to it.
func (k *keeper) goOn(n *node) {
	for {
		if k.placed[n] {
			k.f.jump(k.label(n))
			return
		}
		k.placed[n] = true
		k.f.place(k.label(n))
		if k.begins[n] {
			k.permutation(n)
		}
		switch n.kind {
		case nFree:
			k.exprThen(n.x, n.next)
			n = n.next
		case nAlt:
			if next := k.turns(n); next != nil {
				n = next
				continue
			}
			k.alternatives(n.alts)
			return
		case nStar:
			k.star(n)
			return
		case nOff:
			k.f.emit(ir.Instr{Op: ir.Put, Flag: k.final(n), A: k.current, B: uint16(n.src.Piece), J: none})
			n = n.next
		case nAssign:
			k.assign(n)
			n = n.next
		case nSwitch:
			k.f.op(ir.Enter, k.current, 0, 0, int32(n.src.Index))
			return
		default:
			k.f.jump(k.fail)
			return
		}
	}
}

func (k *keeper) assign(n *node) {
	a := k.act(n, k.board.identity)
	i := ir.Instr{Op: ir.Assign, Flag: k.final(n), A: uint16(n.src.Variable), X: a.Value, J: none}
	if v := n.src.Value; a.Kind == ir.SetConst {
		i.Op = ir.SetVar
	} else if v.Kind == rbg.Add && len(v.Kids) == 2 && v.Kids[0].Kind == rbg.Value && v.Kids[1].Kind == rbg.Number && fits(v.Kids[1].Number) {
		i.Op, i.B, i.X = ir.AddVar, uint16(v.Kids[0].Ref), int32(v.Kids[1].Number)
	}
	k.f.emit(i)
}

// final returns 1 if a modifier need not be taken back, since nothing can fail
// after it.
func (k *keeper) final(n *node) uint8 {
	if k.certain(n.next) {
		return 1
	}
	return 0
}

// alternatives emits ways that are tried one after the other. Tests at the
// beginning of a way lead directly to the next; a choice is left behind only if
// the way can fail later, and another could then be passed.
func (k *keeper) alternatives(ways []*node) {
	ways = alive(ways)
	if len(ways) == 0 {
		k.f.jump(k.fail)
		return
	}
	k.flip(ways)
	if k.either(ways) {
		return
	}
	var denied []*expr // tests that have failed when a way is tried
	for i, w := range ways {
		tests, rest := k.leading(w)
		left := k.undecided(tests, denied)
		next := k.fail
		if i+1 < len(ways) {
			next = k.f.label()
		}
		if s, ok := k.sweeping(w); ok {
			k.sweepAll(s, next)
			denied = nil
			if i+1 < len(ways) {
				k.f.place(next)
			}
			continue
		}
		for _, x := range left {
			k.test(x, next)
		}
		if i+1 < len(ways) && !k.excluded(tests, ways[i+1:]) && !k.sure(w, rest) {
			k.f.emit(ir.Instr{Op: ir.Try, J: next})
			denied = nil // the way may also have failed later
		} else if len(left) == 1 {
			denied = append(denied, left[0])
		} else {
			denied = nil
		}
		if len(tests) == 0 {
			k.goOn(w)
		} else {
			k.exprThen(&expr{kind: kCat, kids: rest}, w.next)
			k.goOn(w.next)
		}
		if i+1 < len(ways) {
			k.f.place(next)
		}
	}
}

// alive drops ways that obviously lead nowhere.
func alive(ways []*node) []*node {
	var out []*node
	for _, w := range ways {
		if w.kind == nEnd || w.kind == nFree && w.x.isNever() || w.kind == nAlt && len(w.alts) == 0 {
			continue
		}
		out = append(out, w)
	}
	return out
}

// undecided returns the tests that are not known to hold because others have
// failed.
func (k *keeper) undecided(tests, denied []*expr) []*expr {
	var left []*expr
	for _, x := range tests {
		known := false
		for _, d := range denied {
			known = known || k.opposite(x, d)
		}
		if !known {
			left = append(left, x)
		}
	}
	return left
}

// opposite reports whether one of two tests holds exactly if the other fails.
func (k *keeper) opposite(x, y *expr) bool {
	if x.kind != y.kind {
		return false
	}
	switch x.kind {
	case kPat:
		return x.pat == y.pat && x.neg != y.neg
	case kMask:
		for i := range x.set {
			if x.set[i]^y.set[i] != k.board.all[i] {
				return false
			}
		}
		return true
	case kOn:
		return k.normal.classes[x.class]^k.normal.classes[y.class] == 1<<k.prog.Pieces-1
	}
	return false // numbers can also have no value
}

// leading returns the tests with which a way begins, and what of the first node
// is left then.
func (k *keeper) leading(n *node) (tests, rest []*expr) {
	if n.kind != nFree {
		return nil, nil
	}
	kids := []*expr{n.x}
	if n.x.kind == kCat {
		kids = n.x.kids
	}
	i := 0
	for i < len(kids) && k.filters(kids[i]) {
		i++
	}
	return kids[:i], kids[i:]
}

// excluded reports whether ways cannot be passed if all of some tests hold.
func (k *keeper) excluded(tests []*expr, ways []*node) bool {
	for _, w := range ways {
		others, _ := k.leading(w)
		if !contrary(tests, others, k.normal.classes) {
			return false
		}
	}
	return true
}

// contrary reports whether some test of one list contradicts one of another.
func contrary(a, b []*expr, classes []uint64) bool {
	for _, x := range a {
		for _, y := range b {
			if x.kind != y.kind {
				continue
			}
			switch x.kind {
			case kPat:
				if x.pat == y.pat && x.neg != y.neg {
					return true
				}
			case kMask:
				if disjoint(x.set, y.set) {
					return true
				}
			case kOn:
				if classes[x.class]&classes[y.class] == 0 {
					return true
				}
			case kCmp:
				if opposed(x.cmp, y.cmp) {
					return true
				}
			}
		}
	}
	return false
}

func disjoint(a, b ir.Bits) bool {
	for i := range a {
		if a[i]&b[i] != 0 {
			return false
		}
	}
	return true
}

// opposed reports whether two comparisons of the same number cannot both hold.
func opposed(a, b *rbg.Expr) bool {
	if string(appendArith(nil, a.Left)) != string(appendArith(nil, b.Left)) {
		return false
	}
	x, y := int64(0), int64(0)
	if a.Right.Kind == rbg.Number && b.Right.Kind == rbg.Number {
		x, y = a.Right.Number, b.Right.Number
	} else if string(appendArith(nil, a.Right)) != string(appendArith(nil, b.Right)) {
		return false
	}
	// If there are numbers for which both hold, one is beside x or y.
	for _, v := range [...]int64{x - 1, x, x + 1, y - 1, y, y + 1} {
		if a.Op.Holds(v, x) && b.Op.Holds(v, y) {
			return false
		}
	}
	return true
}

// sure reports whether a way behind its leading tests cannot fail.
func (k *keeper) sure(n *node, rest []*expr) bool {
	for _, x := range rest {
		if !x.isAlways() {
			return false
		}
	}
	if n.kind == nFree {
		n = n.next
	}
	return k.certain(n)
}

// surely reports whether a path from a node on cannot fail, as far as that is
// seen within some steps.
func (k *keeper) surely(n *node, steps *int) bool {
	for *steps--; *steps > 0; *steps-- {
		switch n.kind {
		case nSwitch:
			return true
		case nOff:
		case nFree:
			if _, ok := k.constant(n.x); !ok {
				return false
			}
		case nAssign:
			if k.act(n, k.board.identity).Kind != ir.SetConst {
				return false
			}
		case nAlt, nStar:
			if f, ok := k.always(n); ok {
				n = f.next
				continue
			}
			if n.after && k.regionOf(n).circular {
				return false
			}
			for _, w := range n.ways() {
				if k.surely(w, steps) {
					return true
				}
			}
			return k.complete(alive(n.ways()), steps)
		default:
			return false
		}
		n = n.next
	}
	return false
}

// certain reports whether a path from a node on cannot fail, if that is easily
// seen.
func (k *keeper) certain(n *node) bool {
	steps := 100
	return k.surely(n, &steps)
}

// complete reports whether one of two ways can always be taken, as they begin
// with opposite tests, and cannot fail then.
func (k *keeper) complete(ways []*node, steps *int) bool {
	if len(ways) != 2 {
		return false
	}
	var tests []*expr
	for _, w := range ways {
		t, rest := k.leading(w)
		if len(t) != 1 || len(rest) > 0 || !k.surely(w.next, steps) {
			return false
		}
		tests = append(tests, t[0])
	}
	return k.opposite(tests[0], tests[1])
}

// test emits a test of the current cell.
func (k *keeper) test(x *expr, fail int32) {
	f := k.f
	switch x.kind {
	case kOn:
		f.emit(ir.Instr{Op: ir.InClass, A: k.current, C: uint16(x.class), J: fail})
	case kMask:
		if !equal(x.set, k.board.all) {
			f.emit(ir.Instr{Op: ir.InSet, A: k.current, X: k.mask(x.set), J: fail})
		}
	case kCmp:
		f.emit(k.comparison(x.cmp, fail))
	case kPat:
		flag := uint8(0)
		if x.neg {
			flag = 1
		}
		f.emit(ir.Instr{Op: ir.Probe, Flag: flag, A: k.current, X: k.pattern(x.pat, f), J: fail})
	}
}

func (k *keeper) star(n *node) {
	if !n.after {
		k.alternatives([]*node{n.body, n.next})
		return
	}
	if k.regionOf(n).circular {
		k.mark()
	}
	k.alternatives([]*node{n.next, n.body})
}

// mark has the search fail where it has been before.
func (k *keeper) mark() {
	k.f.op(ir.Mark, k.current, 0, 0, int32(k.prog.Marks))
	k.prog.Marks++
}

// exprThen emits an expression that is followed by a node.
func (k *keeper) exprThen(x *expr, next *node) {
	before := len(k.f.ins)
	k.expr(x)
	// A choice at the very end is the last if nothing can fail then.
	if last := len(k.f.ins) - 1; last >= before && k.f.ins[last].Op == ir.Choose && k.certain(next) {
		k.f.ins[last].Flag = 1
	}
}

// expr emits an expression without modifiers from the current cell.
func (k *keeper) expr(x *expr) {
	kids := []*expr{x}
	if x.kind == kCat {
		kids = x.kids
	}
	for i := 0; i < len(kids); {
		if run := k.targets(kids[i:]); run > 0 {
			i = k.choose(kids, i, i+run)
			continue
		}
		if n := k.together(kids[i:]); n > 0 {
			i += n
			continue
		}
		k.step(kids[i])
		i++
	}
}

// together emits kids at the beginning of a sequence for which there is something
// better than to emit them one by one. It returns how many it has emitted.
func (k *keeper) together(kids []*expr) int {
	if len(kids) < 2 || kids[1].kind != kOn {
		return 0
	}
	f := k.f
	if kids[0].kind == kMap {
		f.emit(ir.Instr{Op: ir.TakeOn, A: k.current, B: k.current, C: uint16(kids[1].class), X: k.mapID(kids[0].m), J: k.fail})
		return 2
	}
	// ({c} d)* {e}: a cell is either of one class or of the other, so that there is
	// no choice.
	m, class, stepFirst := starStep(kids[0])
	if m == nil || stepFirst || k.ray(m) < 0 || k.normal.classes[class]&k.normal.classes[kids[1].class] != 0 {
		return 0
	}
	again, leave := f.label(), f.label()
	f.place(again)
	f.emit(ir.Instr{Op: ir.InClass, A: k.current, C: uint16(class), J: leave})
	f.emit(ir.Instr{Op: ir.Take, A: k.current, B: k.current, X: k.mapID(m), J: k.fail})
	f.jump(again)
	f.place(leave)
	return 1
}

// targets returns how many kids at the beginning of a sequence lead to a set of
// cells that are tried in the order of the board: shifts among which there is a
// choice, or a jump to one cell. It returns 0 if there are none.
func (k *keeper) targets(kids []*expr) int {
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

// constant returns the map of a jump to one cell.
func (k *keeper) constant(x *expr) (*mapping, bool) {
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

// choose emits the set of targets of kids, the tests that follow as far as they
// can be made for the set, and a choice. It returns the first kid that is left.
func (k *keeper) choose(kids []*expr, i, end int) int {
	if m, ok := k.constant(kids[i]); ok && end == i+1 {
		k.f.emit(ir.Instr{Op: ir.Take, A: k.current, B: k.current, X: k.mapID(m), J: k.fail})
		return end
	}
	g := &generator{lowerer: k.lowerer, function: k.f}
	m := k.f.mark()
	start := i
	for i < end || i < len(kids) && k.filters(kids[i]) {
		i++
	}
	p := g.settle(g.sequence(kids[start:i], place{cell: int(k.current), reg: -1}, k.fail), k.fail)
	if p.single() { // there was no choice after all
		k.f.op(ir.Move, k.current, uint16(p.cell), 0, 0)
		k.f.release(m)
		return i
	}
	set := g.loaded(p)
	if int(set) < k.classCount() {
		set = k.f.newSet()
		k.f.op(ir.Copy, set, g.loaded(p), 0, 0)
	}
	k.f.op(ir.Choose, k.current, set, 0, 0)
	k.f.release(m)
	return i
}

// filters reports whether an expression only drops cells of a set.
func (k *keeper) filters(x *expr) bool {
	return x.kind == kOn || x.kind == kMask || x.kind == kCmp || x.kind == kPat
}

// step emits an expression that does not need a set.
func (k *keeper) step(x *expr) {
	f := k.f
	switch x.kind {
	case kMap:
		f.emit(ir.Instr{Op: ir.Take, A: k.current, B: k.current, X: k.mapID(x.m), J: k.fail})
	case kRel, kJump:
		k.expr(x.whole)
	case kOn, kMask, kCmp, kPat:
		k.test(x, k.fail)
	case kCat:
		k.expr(x)
	case kSum:
		k.sum(x)
	case kStar:
		k.repeat(x)
	}
}

func (k *keeper) sum(x *expr) {
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
		k.expr(kid)
		if next != none {
			k.f.jump(done)
			k.f.place(int32(next))
		}
	}
	k.f.place(done)
}

// repeat emits a star: where it is reached, its body is tried first; behind the
// body, what follows.
func (k *keeper) repeat(x *expr) {
	f := k.f
	leave, body := f.label(), f.label()
	f.emit(ir.Instr{Op: ir.Try, J: leave})
	f.place(body)
	k.expr(x.kids[0])
	k.mark()
	f.emit(ir.Instr{Op: ir.Try, J: body})
	f.place(leave)
}
