package lower

import (
	"slices"

	"ludex/rbg"
)

// substitute replaces variables by what they have got.
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

// constant returns the value of an expression without variables and counts.
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

// tests returns the tests of pieces that decide about a pattern.
func (l *lowerer) tests(p *pattern) []uint64 {
	if p.tests == nil {
		p.tests = slices.Compact(slices.Sorted(slices.Values(l.exprTests([]uint64{}, p.body))))
	}
	return p.tests
}

func (l *lowerer) exprTests(tests []uint64, x *expr) []uint64 {
	return l.countTests(l.onTests(tests, x), x)
}

// onTests appends the tests of what lies on a cell.
func (l *lowerer) onTests(tests []uint64, x *expr) []uint64 {
	switch x.kind {
	case kOn:
		tests = append(tests, l.normal.classes[x.class])
	case kPat:
		tests = l.onTests(tests, x.pat.body)
	}
	for _, k := range x.kids {
		tests = l.onTests(tests, k)
	}
	return tests
}

// countTests appends the pieces that are counted, as tests of pieces.
func (l *lowerer) countTests(tests []uint64, x *expr) []uint64 {
	switch x.kind {
	case kCmp:
		tests = arithTests(arithTests(tests, x.cmp.Left), x.cmp.Right)
	case kAssign:
		tests = arithTests(tests, x.src.Value)
	case kPat:
		tests = l.countTests(tests, x.pat.body)
	}
	for _, k := range x.kids {
		tests = l.countTests(tests, k)
	}
	return tests
}
