package lower

import (
	"context"
	"strings"

	"ludex/internal/rbgengine/sets/ir"
)

// A form is how a pattern is computed: the output of the pass that chooses forms.
type form struct {
	kind, over ir.PatternKind
	// remote patterns do not depend on the current cell.
	remote bool
	// value says that all cells that satisfy the pattern can be found at once; up
	// to few cells are tested one by one.
	value bool
	few   int

	decision *ir.Decide // or nil
	lines    *ir.Lines  // ByLines
	attacks  []attack   // ByAttacks
	seek     *seek      // over is BySeek
}

// A seek is a pattern that holds if a cell of a class within a set satisfies
// another pattern.
type seek struct {
	set   ir.Bits
	class int
	sub   *pattern // or nil
}

// A chooser chooses the forms of patterns. It does so on demand, since many
// patterns of the rules are never tested on their own.
type chooser struct {
	ctx   context.Context
	rules *rules
	board *board
	avoid Forms
	forms map[*pattern]*form
}

func newChooser(ctx context.Context, r *rules, avoid Forms) *chooser {
	return &chooser{ctx: ctx, rules: r, board: r.board, avoid: avoid, forms: map[*pattern]*form{}}
}

// narrowWords is the number of words up to which looking at whole sets from a single
// cell is faster than going from cell to cell.
const narrowWords = 4

// form returns the form of a pattern.
func (c *chooser) form(p *pattern) *form {
	f, ok := c.forms[p]
	if !ok {
		switch {
		case p.mods:
			f = &form{kind: ir.ByMoves, remote: remoteSearch(p.body)}
		case startsWithJump(p.body):
			f = c.remote(p)
		default:
			f = c.local(p)
		}
		c.forms[p] = f
	}
	return f
}

// local chooses the form of a pattern that begins at the current cell: a decision
// table if it is small enough, else a search; and in addition whatever is faster.
func (c *chooser) local(p *pattern) *form {
	f := &form{kind: ir.ByWalk, decision: c.decide(p)}
	if f.decision != nil {
		f.kind = ir.ByDecide
	}
	f.over = f.kind
	f.value = reversible(p.body)
	if f.value {
		f.few = 2 + p.body.size*c.board.words/10
	}
	if c.board.words > narrowWords || c.avoid&CellSets != 0 {
		if f.kind == ir.ByWalk && c.isReach(p.body) {
			f.kind, f.over = ir.ByReach, ir.ByReach
		}
		return f
	}
	if f.attacks = c.attacks(p); f.attacks != nil {
		f.kind = ir.ByAttacks
	} else if f.lines = c.lines(p); f.lines != nil {
		f.kind = ir.ByLines
	} else if f.kind == ir.ByWalk && f.value {
		f.kind = ir.FromCell
	}
	if f.over == ir.ByWalk && c.isReach(p.body) {
		f.over = ir.ByReach
	}
	return f
}

// remote chooses the form of a pattern that does not depend on the cell. A few
// pieces are looked at one by one, many together.
func (c *chooser) remote(p *pattern) *form {
	f := &form{kind: ir.ByCode, over: ir.ByWalk, remote: true}
	k := p.body.kids
	if p.body.kind != kCat || len(k) < 2 || k[1].kind != kOn {
		return f
	}
	f.over = ir.BySeek
	f.seek = &seek{set: k[0].set, class: k[1].class}
	if len(k) > 2 {
		f.seek.sub = c.rules.intern(measure(&expr{kind: kCat, kids: k[2:]}))
	}
	const few = 2
	if c.rules.initialCount(c.rules.classes[f.seek.class]) <= few {
		f.kind = ir.BySeek
	}
	return f
}

// startsWithJump reports whether the paths of an expression do not depend on the
// current cell, since it begins with a jump.
func startsWithJump(b *expr) bool {
	return b.kind == kJump || b.kind == kCat && b.kids[0].kind == kJump
}

// remoteSearch reports whether a pattern with modifiers does not depend on the
// cell: it begins with a jump, or with an assignment before it.
func remoteSearch(x *expr) bool {
	if x.kind != kCat {
		return x.kind == kJump
	}
	for _, k := range x.kids {
		switch k.kind {
		case kJump:
			return true
		case kAssign, kCmp:
		default:
			return false
		}
	}
	return false
}

// isReach recognises (s {a})* s {b}, with a symmetric relation s.
func (c *chooser) isReach(x *expr) bool {
	k := x.kids
	if c.avoid&Connected != 0 || x.kind != kCat || len(k) != 3 || k[0].kind != kStar || k[1].kind != kRel || k[2].kind != kOn {
		return false
	}
	body := k[0].kids[0]
	if body.kind != kCat || len(body.kids) != 2 || body.kids[0].kind != kRel || body.kids[1].kind != kOn {
		return false
	}
	for i, r := range k[1].rows {
		if !equal(r, body.kids[0].rows[i]) {
			return false
		}
		for j := range c.board.bits {
			if r.Has(j) != k[1].rows[j].Has(i) {
				return false
			}
		}
	}
	return true
}

// starFree reports whether an expression has neither stars nor patterns.
func starFree(x *expr) bool {
	if x.kind == kStar || x.kind == kPat {
		return false
	}
	for _, k := range x.kids {
		if !starFree(k) {
			return false
		}
	}
	return x.kind != kRel || starFree(x.whole)
}

// String returns the form as text.
func (f *form) String() string {
	parts := []string{f.kind.Name()}
	if f.over != f.kind && f.kind != ir.ByMoves {
		parts = append(parts, "with overlay: "+f.over.Name())
	}
	if f.remote {
		parts = append(parts, "independent of the cell")
	}
	if f.value {
		parts = append(parts, "all cells at once")
	}
	return strings.Join(parts, ", ")
}
