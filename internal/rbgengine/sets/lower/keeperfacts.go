package lower

import (
	"ludex/internal/rbgengine/sets/ir"
	"ludex/rbg"
)

// A keeperAnalysis finds out what is known of the branches of a choice before one
// of them is tried: which can be left out, which exclude each other, and whether a
// path behind them can fail. It also recognises idioms that are one instruction.
type keeperAnalysis struct {
	rules *rules
	board *board
	facts *facts
}

// live drops branches that obviously fail.
func live(branches []*node) []*node {
	var out []*node
	for _, w := range branches {
		if w.kind == nEnd || w.kind == nFree && w.x.isNever() || w.kind == nAlt && len(w.alts) == 0 {
			continue
		}
		out = append(out, w)
	}
	return out
}

// undecided returns the tests that are not known to hold because others have
// failed.
func (k *keeperAnalysis) undecided(tests, denied []*expr) []*expr {
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
func (k *keeperAnalysis) opposite(x, y *expr) bool {
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
		return k.rules.classes[x.class]^k.rules.classes[y.class] == 1<<len(k.rules.game.Pieces)-1
	}
	return false // both comparisons fail if a number has no value
}

// leadingTests returns the tests at the beginning of a branch, and the rest of
// its first node.
func (k *keeperAnalysis) leadingTests(n *node) (tests, rest []*expr) {
	if n.kind != nFree {
		return nil, nil
	}
	kids := []*expr{n.x}
	if n.x.kind == kCat {
		kids = n.x.kids
	}
	i := 0
	for i < len(kids) && k.isTest(kids[i]) {
		i++
	}
	return kids[:i], kids[i:]
}

// excluded reports whether branches must fail if all of some tests hold.
func (k *keeperAnalysis) excluded(tests []*expr, branches []*node) bool {
	for _, w := range branches {
		others, _ := k.leadingTests(w)
		if !contradict(tests, others, k.rules.classes) {
			return false
		}
	}
	return true
}

// contradict reports whether a test of one list contradicts a test of another.
func contradict(a, b []*expr, classes []uint64) bool {
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
				if incompatible(x.cmp, y.cmp) {
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

// incompatible reports whether two comparisons of the same number cannot both
// hold.
func incompatible(a, b *rbg.Expr) bool {
	if string(appendArith(nil, a.Left)) != string(appendArith(nil, b.Left)) {
		return false
	}
	x, y := int64(0), int64(0)
	if a.Right.Kind == rbg.Number && b.Right.Kind == rbg.Number {
		x, y = a.Right.Number, b.Right.Number
	} else if string(appendArith(nil, a.Right)) != string(appendArith(nil, b.Right)) {
		return false
	}
	// If both hold for some number, they hold for x, y or a number next to them.
	for _, v := range [...]int64{x - 1, x, x + 1, y - 1, y, y + 1} {
		if a.Op.Holds(v, x) && b.Op.Holds(v, y) {
			return false
		}
	}
	return true
}

// branchCannotFail reports whether a branch cannot fail behind its leading tests.
func (k *keeperAnalysis) branchCannotFail(n *node, rest []*expr) bool {
	for _, x := range rest {
		if !x.isAlways() {
			return false
		}
	}
	if n.kind == nFree {
		n = n.next
	}
	return k.cannotFail(n)
}

// cannotFailWithin reports whether the search cannot fail from a node on, as far
// as a limited number of steps shows.
func (k *keeperAnalysis) cannotFailWithin(n *node, steps *int) bool {
	for *steps--; *steps > 0; *steps-- {
		switch n.kind {
		case nSwitch:
			return true
		case nOff:
		case nFree:
			if _, ok := k.constantTarget(n.x); !ok {
				return false
			}
		case nAssign:
			if _, ok := k.rules.constantAssignment(n.src); !ok {
				return false
			}
		case nAlt, nStar:
			if f, ok := k.alwaysFlips(n); ok {
				n = f.next
				continue
			}
			if n.loopEnd && k.facts.regionOf(n).cyclic {
				return false
			}
			for _, w := range n.successors() {
				if k.cannotFailWithin(w, steps) {
					return true
				}
			}
			return k.exhaustive(live(n.successors()), steps)
		default:
			return false
		}
		n = n.next
	}
	return false
}

// cannotFail reports whether the search cannot fail from a node on, if that is
// easy to see.
func (k *keeperAnalysis) cannotFail(n *node) bool {
	steps := 100
	return k.cannotFailWithin(n, &steps)
}

// exhaustive reports whether one of two branches always succeeds, since they
// begin with opposite tests and cannot fail later.
func (k *keeperAnalysis) exhaustive(branches []*node, steps *int) bool {
	if len(branches) != 2 {
		return false
	}
	var tests []*expr
	for _, w := range branches {
		t, rest := k.leadingTests(w)
		if len(t) != 1 || len(rest) > 0 || !k.cannotFailWithin(w.next, steps) {
			return false
		}
		tests = append(tests, t[0])
	}
	return k.opposite(tests[0], tests[1])
}
