package lower

import (
	"slices"

	"ludex/internal/rbgengine/sets/ir"
)

// A keeper that has a choice among cells tries one after the other. Cells on which
// the next test fails are left out before, all at once; and a choice among ways is
// left behind only where the first of them is known to be open.

// maxLookahead is how many nodes are looked at to find out what is tested next.
const maxLookahead = 12

// worthwhile emits that only cells are left at which a node can be passed.
func (k *keeperEmitter) filterByNext(g *exprEmitter, p operand, n *node) operand {
	left := maxLookahead
	classes, ok := k.analysis.entryClasses(nil, n, &left)
	if !ok || len(classes) == 0 {
		return p
	}
	wanted := uint16(classes[0])
	if len(classes) > 1 {
		wanted = k.f.newSet()
		k.f.op(ir.Or, wanted, uint16(classes[0]), uint16(classes[1]), 0)
		for _, c := range classes[2:] {
			k.f.op(ir.Or, wanted, wanted, uint16(c), 0)
		}
	}
	set := k.f.newSet()
	k.f.emit(ir.Instr{Op: ir.And, A: set, B: g.loaded(p), C: wanted, J: k.fail})
	return operand{cell: -1, reg: int(set)}
}

// entrants adds the classes of which the current cell must have one, so that a node
// can be passed. It fails if there is no such condition, or it is not easily seen.
func (k *keeperAnalysis) entryClasses(classes []int, n *node, left *int) ([]int, bool) {
	if *left--; *left < 0 {
		return nil, false
	}
	switch n.kind {
	case nFree:
		tests, _ := k.leadingTests(n)
		for _, t := range tests {
			if t.kind != kOn {
				continue
			}
			if !slices.Contains(classes, t.class) {
				classes = append(classes, t.class)
			}
			return classes, true
		}
	case nAlt, nStar:
		ok := true
		for _, w := range live(n.successors()) {
			if classes, ok = k.entryClasses(classes, w, left); !ok {
				return nil, false
			}
		}
		return classes, true
	}
	return nil, false
}

// postpone has a choice be left behind only if the tests behind it hold: where one
// fails, execution goes on where it would after the failure.
func (k *keeperEmitter) hoistTests() {
	f := k.f
	targets := map[int32]bool{} // where execution can come from elsewhere
	for n := range f.ins {
		if i := &f.ins[n]; i.Op.Jumps() && i.J != none {
			targets[f.labels[i.J]] = true
		}
	}
	for _, n := range k.entries {
		targets[f.labels[k.labels[n]]] = true
	}
	fails := f.labels[k.fail]
	for n := 0; n+1 < len(f.ins); n++ {
		try, test := f.ins[n], f.ins[n+1]
		if try.Op != ir.Try || targets[int32(n+1)] || !computesOnly(test.Op) {
			continue
		}
		if test.Op.Jumps() && test.J != none {
			if f.labels[test.J] != fails {
				continue
			}
			test.J = try.J
		}
		f.ins[n], f.ins[n+1] = test, try
	}
}

// computesOnly reports whether an operation does nothing but compute sets, and perhaps
// jump.
func computesOnly(op ir.Op) bool {
	switch op {
	case ir.Jump:
		return false
	case ir.InClass, ir.InSet, ir.Test, ir.TestVar, ir.Probe, ir.Filter:
		return true
	}
	return op < ir.Jump
}
