package lower

import "ludex/internal/rbgengine/sets/ir"

const maxGlances = 64 // of a pattern

// sight recognises patterns that look from a cell in some directions: each way
// goes to certain cells, or along a line as far as cells are of a class, and asks
// for pieces there.
func (l *lowerer) sight(p *pattern) (ir.Sight, bool) {
	ways, ok := distribute(p.body)
	if !ok || len(ways) < 3 { // a decision is as quick then
		return nil, false
	}
	var s ir.Sight
	near := map[int][]ir.Bits{} // by class
	var order []int
	for _, kids := range ways {
		last := len(kids) - 1
		if last < 1 || kids[last].kind != kOn {
			return nil, false
		}
		class := kids[last].class
		if ln, ok := l.lineAt(kids[:last]); ok && ln.kids == last && !ln.start && l.ray(ln.m) >= 0 {
			s = append(s, ir.Glance{Class: uint16(class), Ray: l.ray(ln.m), Within: uint16(ln.class), Last: ln.last})
			continue
		}
		if last != 1 || kids[0].kind != kMap && kids[0].kind != kRel {
			return nil, false
		}
		if near[class] == nil {
			order = append(order, class)
			near[class] = make([]ir.Bits, l.board.words*64)
			for i := range near[class] {
				near[class][i] = l.board.newBits()
			}
		}
		rows := kids[0].rows
		if kids[0].kind == kMap {
			rows = l.rowsOf(kids[0].m)
		}
		for i, r := range rows {
			join(near[class][i], r)
		}
	}
	var first ir.Sight
	for _, class := range order {
		first = append(first, ir.Glance{Class: uint16(class), Ray: -1, Table: l.table(near[class])})
	}
	return append(first, s...), true
}

// distribute returns the ways of an expression as sequences without sums.
func distribute(x *expr) ([][]*expr, bool) {
	switch x.kind {
	case kSum:
		var all [][]*expr
		for _, k := range x.kids {
			ways, ok := distribute(k)
			if all = append(all, ways...); !ok || len(all) > maxGlances {
				return nil, false
			}
		}
		return all, true
	case kCat:
		all := [][]*expr{nil}
		for _, k := range x.kids {
			ways, ok := distribute(k)
			if !ok || len(all)*len(ways) > maxGlances {
				return nil, false
			}
			var next [][]*expr
			for _, a := range all {
				for _, w := range ways {
					next = append(next, append(a[:len(a):len(a)], w...))
				}
			}
			all = next
		}
		return all, true
	default:
		return [][]*expr{{x}}, true
	}
}
