package lower

import (
	"slices"

	"ludex/internal/rbgengine/sets/ir"
)

// Lookahead of keepers: cells on which the next test fails are removed from a choice
// before it is made, and choice points are pushed only behind the first tests.

// maxLookahead bounds the nodes visited to find out what is tested next.
const maxLookahead = 12

// filterByNext emits code that keeps only the cells from which n can succeed.
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

// entryClasses adds the classes of which the current cell must have one for a
// node to succeed. It fails if there is no such condition, or if it is not easy
// to see.
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

// hoistTests moves tests before the choice points in front of them: where such a
// test fails, execution continues where backtracking would lead.
func (k *keeperEmitter) hoistTests() {
	f := k.f
	targets := map[int32]bool{} // instructions with other predecessors
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

// computesOnly reports whether an operation only computes sets, and perhaps
// jumps.
func computesOnly(op ir.Op) bool {
	switch op {
	case ir.Jump:
		return false
	case ir.InClass, ir.InSet, ir.Test, ir.TestVar, ir.Probe, ir.Filter:
		return true
	}
	return op < ir.Jump
}
