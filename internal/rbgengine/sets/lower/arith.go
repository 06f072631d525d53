package lower

import (
	"slices"

	"ludex/rbg"
)

// substitute replaces variables by the values that were assigned to them.
func substitute(a *rbg.Arith, vars map[int]*rbg.Arith) *rbg.Arith {
	if a.Kind == rbg.Value {
		if v, ok := vars[a.Ref]; ok {
			return v
		}
		return a
	}
	if len(a.Kids) == 0 {
		return a
	}
	c := *a
	c.Kids = nil
	for _, k := range a.Kids {
		c.Kids = append(c.Kids, substitute(k, vars))
	}
	if v, ok := constant(&c); ok && v >= 0 {
		return &rbg.Arith{Kind: rbg.Number, Origin: a.Origin, Number: v}
	}
	return &c
}

// constant returns the value of an expression that has neither variables nor
// counts.
func constant(a *rbg.Arith) (int64, bool) {
	switch a.Kind {
	case rbg.Number:
		return a.Number, fits(a.Number)
	case rbg.Value, rbg.PieceCount:
		return 0, false
	}
	v, ok := constant(a.Kids[0])
	for _, k := range a.Kids[1:] {
		w, known := constant(k)
		if !ok || !known || a.Kind == rbg.Div && w == 0 {
			return 0, false
		}
		switch a.Kind {
		case rbg.Add:
			v += w
		case rbg.Sub:
			v -= w
		case rbg.Mul:
			v *= w
		default:
			v /= w
		}
		ok = fits(v)
	}
	return v, ok
}

// constantAssignment returns the value of an assignment of a number within the bound
// of its variable. It reports false for other assignments.
func (r *rules) constantAssignment(e *rbg.Expr) (int32, bool) {
	v := e.Value
	if v.Kind != rbg.Number || v.Number > int64(r.game.Bound(e.Variable)) {
		return 0, false
	}
	return int32(v.Number), true
}

func fits(v int64) bool { return v == int64(int32(v)) }

// arithTests appends the pieces that an expression counts, as tests of pieces.
func arithTests(tests []uint64, a *rbg.Arith) []uint64 {
	if a.Kind == rbg.PieceCount {
		tests = append(tests, 1<<a.Ref)
	}
	for _, k := range a.Kids {
		tests = arithTests(tests, k)
	}
	return tests
}

// distinct returns sorted tests without duplicates; it never returns nil.
func distinct(tests []uint64) []uint64 {
	return slices.Compact(append([]uint64{}, slices.Sorted(slices.Values(tests))...))
}

// tests returns the tests of pieces on which a pattern depends.
func (r *rules) tests(p *pattern) []uint64 {
	if p.tests == nil {
		p.on, p.counted = r.exprTests(p.body, nil, nil)
		p.tests = distinct(append(slices.Clip(p.on), p.counted...))
	}
	return p.tests
}

// exprTests appends the tests of the pieces on cells to on, and the pieces that
// are counted, also as tests, to counted.
func (r *rules) exprTests(x *expr, on, counted []uint64) ([]uint64, []uint64) {
	switch x.kind {
	case kOn:
		on = append(on, r.classes[x.class])
	case kCmp:
		counted = arithTests(arithTests(counted, x.cmp.Left), x.cmp.Right)
	case kAssign:
		counted = arithTests(counted, x.src.Value)
	case kPat:
		r.tests(x.pat)
		on, counted = append(on, x.pat.on...), append(counted, x.pat.counted...)
	}
	for _, k := range x.kids {
		on, counted = r.exprTests(k, on, counted)
	}
	return distinct(on), distinct(counted)
}
