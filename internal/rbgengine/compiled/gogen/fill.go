package gogen

import (
	"ludex/internal/rbgengine/compiled/gogen/analysis"

	"fmt"

	"ludex/internal/rbgengine/sets/ir"
)

// forward returns where cells are after a step.
func (e *floodCode) forward(x string, s analysis.ReachStep) string {
	return e.sets.movedWord(x, s.Mask, s.Delta)
}

// backward returns where cells were before a step.
func (e *floodCode) backward(x string, s analysis.ReachStep) string {
	return e.sets.movedWord(x, analysis.Shifted(s.Mask, s.Delta), -s.Delta)
}

// printFill emits a flood along one direction, into the cells of a set or from them.
func (e *floodCode) printFill(name string, steps []analysis.ReachStep, from, until bool) {
	goal, result := "", "set"
	if until {
		goal, result = ", goal set", "(set, bool)"
	}
	e.Func("%s(all, into set%s) %s", name, goal, result)
	for n, s := range steps {
		if from {
			e.Line("all |= %s", e.forward("(all & into)", s))
		} else {
			e.Line("all |= %s & into", e.forward("all", s))
		}
		if n+1 == len(steps) {
			break
		}
		if from {
			e.Line("into &= %s", e.backward("into", s))
		} else {
			e.Line("into &= %s", e.forward("into", s))
		}
	}
	if until {
		e.Line("return all, all&goal != 0")
	} else {
		e.Line("return all")
	}
	e.End()
	e.Blank()
}

// flips returns how many of the following instructions turn pieces over for good, from
// the same cell along disjoint rays. They can all read the board as it was before.
func (k *keeper) flips(at int32) int {
	if k.P.Words > 1 || k.mailbox || k.reachUsed || len(k.memos.byKey) > 0 {
		return 0
	}
	first := &k.P.Code[at]
	seen := append([]ir.Bits(nil), k.P.Rays[first.X].Sets...)
	n := 0
	for ; int(at)+n < len(k.P.Code); n++ {
		i := &k.P.Code[int(at)+n]
		if i.Op != ir.Flip || i.Flag == 0 || i.A != first.A || i.B != first.B || i.C != first.C || i.Y != first.Y {
			break
		}
		for c, ray := range k.P.Rays[i.X].Sets {
			if n > 0 && seen[c][0]&ray[0] != 0 {
				return n
			}
			seen[c] = ir.Bits{seen[c][0] | ray[0]}
		}
	}
	return n
}

// flipAll emits branch-free code that turns pieces over along several rays, up to a
// piece of the class that ends the ray.
func (k *keeper) flipAll(at int32, count int) {
	first := &k.P.Code[at]
	for _, name := range []string{"along", "end", "seen", "turned", "behind"} {
		k.saved[name] = "set"
	}
	k.Line("along, end, turned = m.s%d, m.s%d, 0", first.C, first.B)
	for n := range count {
		i := &k.P.Code[int(at)+n]
		k.tests.ray(i.X, k.cell(i.A), "along", true, func(x string) { k.Line("seen = %s", x) }, func() { k.temporary() })
		k.Line("behind = seen & end")
		k.Line("turned |= seen & along & set(int64(behind|-behind)>>63)")
	}
	k.turn(first)
	if k.versions {
		k.Line("m.touch()")
	}
}

// turn emits the update of the classes when a piece is put on the cells of the set
// turned, which were all in one class.
func (k *keeper) turn(in *ir.Instr) {
	for n, class := range k.P.Classes {
		gains, had := class>>in.Y&1 != 0, class&k.P.Classes[in.C]
		if !gains && had == 0 || gains && had == k.P.Classes[in.C] {
			continue // nothing changes
		}
		op := "or"
		if !gains {
			op = "andNot"
		}
		name := fmt.Sprintf("m.s%d", n)
		k.sets.assign(name, op, name, "turned")
	}
}
