package lower

import (
	"ludex/internal/rbgengine/sets/ir"
	"ludex/rbg"
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
	queued  []*node        // to which there are jumps
	begins  map[*node]bool // where a keeper begins
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
	k.postpone()
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
