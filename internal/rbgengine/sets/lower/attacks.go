package lower

import (
	"slices"

	"ludex/internal/rbgengine/sets/ir"
)

// maxAttacks bounds the directions of a pattern.
const maxAttacks = 64

// An attack is one direction in which a pattern looks for pieces of a class: the
// cells of a table's row, or a line.
type attack struct {
	class int
	rows  []ir.Bits // or nil
	line  line
}

// attacks recognises patterns that look from a cell in some directions, like the
// attack tables of chess programs: each path goes to certain cells, or along a line
// as far as cells are of a class, and tests the pieces there. It returns nil for
// other patterns.
func (c *chooser) attacks(p *pattern) []attack {
	paths, ok := distribute(p.body)
	if !ok || len(paths) < 3 { // a decision table is as fast then
		return nil
	}
	var rays, tables []attack
	for _, kids := range paths {
		last := len(kids) - 1
		if last < 1 || kids[last].kind != kOn {
			return nil
		}
		class := kids[last].class
		if ln, ok := lineAt(kids[:last]); ok && ln.kids == last && !ln.start && ln.m.hasRays() {
			rays = append(rays, attack{class: class, line: ln})
			continue
		}
		if last != 1 || kids[0].kind != kMap && kids[0].kind != kRel {
			return nil
		}
		rows := kids[0].rows
		if kids[0].kind == kMap {
			rows = c.board.rowsOf(kids[0].m)
		}
		tables = c.addRows(tables, class, rows)
	}
	return append(tables, rays...)
}

// addRows adds rows to the table of a class.
func (c *chooser) addRows(tables []attack, class int, rows []ir.Bits) []attack {
	at := slices.IndexFunc(tables, func(a attack) bool { return a.class == class })
	if at < 0 {
		at = len(tables)
		t := attack{class: class, rows: make([]ir.Bits, c.board.words*64)}
		for i := range t.rows {
			t.rows[i] = c.board.newBits()
		}
		tables = append(tables, t)
	}
	for i, r := range rows {
		join(tables[at].rows[i], r)
	}
	return tables
}

// distribute returns the alternatives of an expression as sequences without sums.
func distribute(x *expr) ([][]*expr, bool) {
	switch x.kind {
	case kSum:
		var all [][]*expr
		for _, k := range x.kids {
			paths, ok := distribute(k)
			if all = append(all, paths...); !ok || len(all) > maxAttacks {
				return nil, false
			}
		}
		return all, true
	case kCat:
		all := [][]*expr{nil}
		for _, k := range x.kids {
			paths, ok := distribute(k)
			if !ok || len(all)*len(paths) > maxAttacks {
				return nil, false
			}
			var next [][]*expr
			for _, a := range all {
				for _, w := range paths {
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
