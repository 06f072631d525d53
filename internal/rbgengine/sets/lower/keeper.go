package lower

import (
	"ludex/internal/rbgengine/sets/ir"
	"ludex/rbg"
)

// A keeperEmitter emits the code of all keepers as one function: a depth-first
// search with backtracking, in the order of the rules, that changes the state as it
// goes.
type keeperEmitter struct {
	*emitter
	analysis keeperAnalysis
	f        *function
	current  uint16 // the cell register
	fail     int32
	labels   map[*node]int32
	placed   map[*node]bool
	entries  map[int]*node
	order    []int
	queued   []*node        // jump targets that are not emitted yet
	begins   map[*node]bool // where a keeper begins
	// joinPoints are the first nodes that all branches of a choice pass.
	joinPoints map[*node]*node
}

func newKeeperEmitter(e *emitter) *keeperEmitter {
	k := &keeperEmitter{emitter: e, analysis: keeperAnalysis{e.rules, e.board, e.facts}, f: e.newFunction(), labels: map[*node]int32{},
		placed: map[*node]bool{}, entries: map[int]*node{}, begins: map[*node]bool{}, joinPoints: map[*node]*node{}}
	k.f.isKeeper = true
	k.current = k.f.newCell()
	k.fail = k.f.label()
	return k
}

// entry adds a keeper that begins at a node.
func (k *keeperEmitter) entry(index int, n *node) {
	k.entries[index] = n
	k.begins[n] = true
	k.order = append(k.order, index)
}

// emit emits all keepers and returns where they begin.
func (k *keeperEmitter) emit() keeperEntries {
	for _, index := range k.order {
		k.emitFrom(k.entries[index])
	}
	for len(k.queued) > 0 {
		n := k.queued[0]
		k.queued = k.queued[1:]
		if !k.placed[n] {
			k.emitFrom(n)
		}
	}
	k.f.bind(k.fail)
	k.f.op(ir.Fail, 0, 0, 0, 0)
	k.hoistTests()
	labels := map[int]int32{}
	for index, n := range k.entries {
		labels[index] = k.labels[n]
	}
	return keeperEntries{k.f, labels, k.current}
}

func (k *keeperEmitter) label(n *node) int32 {
	l, ok := k.labels[n]
	if !ok {
		l = k.f.label()
		k.labels[n] = l
	}
	return l
}

// emitFrom emits a node and what follows, or a jump to it if it is there already.
func (k *keeperEmitter) emitFrom(n *node) {
	for {
		if k.placed[n] {
			k.f.jump(k.label(n))
			return
		}
		k.placed[n] = true
		k.f.bind(k.label(n))
		if k.begins[n] {
			k.emitPermutationFrom(n)
		}
		switch n.kind {
		case nFree:
			k.emitExprThen(n.x, n.next)
			n = n.next
		case nAlt:
			if next := k.emitFlip(n); next != nil {
				n = next
				continue
			}
			k.emitAlternatives(n.alts)
			return
		case nStar:
			k.emitStar(n)
			return
		case nOff:
			k.f.emit(ir.Instr{Op: ir.Put, Flag: k.finalFlag(n), A: k.current, B: uint16(n.src.Piece), J: none})
			n = n.next
		case nAssign:
			k.emitAssign(n)
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

func (k *keeperEmitter) emitAssign(n *node) {
	a := k.pool.act(n, k.board.identity)
	i := ir.Instr{Op: ir.Assign, Flag: k.finalFlag(n), A: uint16(n.src.Variable), X: a.Value, J: none}
	if v := n.src.Value; a.Kind == ir.SetConst {
		i.Op = ir.SetVar
	} else if v.Kind == rbg.Add && len(v.Kids) == 2 && v.Kids[0].Kind == rbg.Value && v.Kids[1].Kind == rbg.Number && fits(v.Kids[1].Number) {
		i.Op, i.B, i.X = ir.AddVar, uint16(v.Kids[0].Ref), int32(v.Kids[1].Number)
	}
	k.f.emit(i)
}

// finalFlag returns 1 if a change never has to be undone, since nothing can fail
// after it.
func (k *keeperEmitter) finalFlag(n *node) uint8 {
	if k.analysis.cannotFail(n.next) {
		return 1
	}
	return 0
}

// emitAlternatives emits branches that are tried one after the other. The tests
// at the beginning of a branch jump directly to the next one. A choice point is
// pushed only if the branch can fail later and another one could succeed then.
func (k *keeperEmitter) emitAlternatives(branches []*node) {
	branches = live(branches)
	if len(branches) == 0 {
		k.f.jump(k.fail)
		return
	}
	k.emitFlipIfInClass(branches)
	if k.emitIfElse(branches) {
		return
	}
	var denied []*expr // tests that have failed when a branch is tried
	for i, w := range branches {
		tests, rest := k.analysis.leadingTests(w)
		left := k.analysis.undecided(tests, denied)
		next := k.fail
		if i+1 < len(branches) {
			next = k.f.label()
		}
		if s, ok := k.analysis.matchSweep(w); ok {
			k.emitSweep(s, next)
			denied = nil
			if i+1 < len(branches) {
				k.f.bind(next)
			}
			continue
		}
		for _, x := range left {
			k.emitTest(x, next)
		}
		if i+1 < len(branches) && !k.analysis.excluded(tests, branches[i+1:]) && !k.analysis.branchCannotFail(w, rest) {
			k.f.emit(ir.Instr{Op: ir.Try, J: next})
			denied = nil // the branch may also have failed later
		} else if len(left) == 1 {
			denied = append(denied, left[0])
		} else {
			denied = nil
		}
		if len(tests) == 0 {
			k.emitFrom(w)
		} else {
			k.emitExprThen(&expr{kind: kCat, kids: rest}, w.next)
			k.emitFrom(w.next)
		}
		if i+1 < len(branches) {
			k.f.bind(next)
		}
	}
}
