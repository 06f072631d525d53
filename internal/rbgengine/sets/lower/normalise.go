package lower

import (
	"context"
	"fmt"

	"ludex/internal/rbgengine/sets/ir"
	"ludex/rbg"
)

// The rules are the normalised rules of a game.
type rules struct {
	game     *rbg.Game
	board    *board
	root     *expr
	classes  []uint64 // by number: the pieces of a class
	patterns []*pattern

	byPieces map[uint64]int
	byKey    map[string]*pattern
}

// A normaliser makes the normalised expressions of the rules.
type normaliser struct {
	*rules
	labels  []*mapping
	done    map[*rbg.Expr]*expr
	reduced map[string]*expr // by key: what a static expression does
	// maxRelation is the size of relations, in bits, up to which they are made.
	maxRelation  int
	ctx          context.Context
	depth        int
	visited      int
	patternDepth int
	err          error
}

// normalise numbers the cells of the board as bits, and replaces what depends only
// on the board by maps, relations and sets of cells.
func normalise(ctx context.Context, g *rbg.Game, avoid Forms) (*rules, error) {
	if len(g.Pieces) > maxPieces {
		return nil, fmt.Errorf("%d kinds of pieces are too many: the limit is %d", len(g.Pieces), maxPieces)
	}
	b, err := newBoard(g.Board)
	if err != nil {
		return nil, err
	}
	r := &rules{game: g, board: b, byPieces: map[uint64]int{}, byKey: map[string]*pattern{}}
	n := &normaliser{rules: r, ctx: ctx, done: map[*rbg.Expr]*expr{}, reduced: map[string]*expr{}, maxRelation: maxRelation}
	if avoid&Tables != 0 {
		n.maxRelation = 0
	}
	for _, edges := range g.Board.Edges {
		n.labels = append(n.labels, b.label(edges))
	}
	r.root = n.expr(g.Rules)
	return r, n.err
}

// class returns the number of a class of pieces.
func (r *rules) class(pieces uint64) int {
	c, ok := r.byPieces[pieces]
	if !ok {
		c = len(r.classes)
		r.byPieces[pieces] = c
		r.classes = append(r.classes, pieces)
	}
	return c
}

// expr normalises an expression.
func (n *normaliser) expr(e *rbg.Expr) *expr {
	if x, ok := n.done[e]; ok {
		return x
	}
	n.depth++
	defer func() { n.depth-- }()
	n.visited++
	switch {
	case n.err != nil:
	case n.depth > maxNesting || n.patternDepth > maxPatterns:
		n.err = fmt.Errorf("the rules are nested too deeply: the limits are %d, and %d for patterns", maxNesting, maxPatterns)
	case n.visited > maxNodes:
		n.err = tooLarge()
	case n.visited&255 == 0:
		n.err = n.ctx.Err()
	}
	if n.err != nil {
		return never()
	}
	x := n.make(e)
	if x.size > maxNodes && n.err == nil { // shared parts are counted every time they occur
		n.err = tooLarge()
	}
	if !x.mods {
		n.done[e] = x
	}
	return x
}

func tooLarge() error { return fmt.Errorf("the rules have more than %d parts", maxNodes) }

func (n *normaliser) make(e *rbg.Expr) *expr {
	switch e.Kind {
	case rbg.Shift:
		return n.shift(e.Label)
	case rbg.On:
		return n.on(e)
	case rbg.Compare:
		n.countedClasses(e)
		return &expr{kind: kCmp, cmp: e, size: 1}
	case rbg.Pattern:
		return n.pattern(e)
	case rbg.Off:
		return &expr{kind: kOff, src: e, mods: true, size: 1}
	case rbg.Assign:
		n.countedClasses(e)
		return &expr{kind: kAssign, src: e, mods: true, size: 1}
	case rbg.Switch:
		if n.patternDepth > 0 {
			return always()
		}
		return &expr{kind: kSwitch, src: e, mods: true, size: 1}
	case rbg.Sum:
		return n.sum(e)
	case rbg.Concat:
		return n.concat(e)
	case rbg.Star:
		return n.star(e)
	default: // a dot
		return always()
	}
}

// countedClasses creates the classes of pieces that an expression counts.
func (n *normaliser) countedClasses(e *rbg.Expr) {
	var visit func(a *rbg.Arith)
	visit = func(a *rbg.Arith) {
		if a == nil {
			return
		}
		if a.Kind == rbg.PieceCount {
			n.class(1 << a.Ref)
		}
		for _, k := range a.Kids {
			visit(k)
		}
	}
	visit(e.Left)
	visit(e.Right)
	visit(e.Value)
}

func always() *expr { return &expr{kind: kCat, static: true, plain: true} }
func never() *expr  { return &expr{kind: kSum, static: true, plain: true} }

// neutral returns a test that always holds. It is not a shift: it separates the
// shifts before and behind it, which matters to keepers.
func (n *normaliser) neutral() *expr {
	return &expr{kind: kMask, set: n.board.all, static: true, size: 1}
}

func (x *expr) isAlways() bool { return x.kind == kCat && len(x.kids) == 0 }
func (x *expr) isNever() bool  { return x.kind == kSum && len(x.kids) == 0 }

func (n *normaliser) on(e *rbg.Expr) *expr {
	var pieces uint64
	for _, p := range e.Pieces {
		pieces |= 1 << p
	}
	switch pieces {
	case 0:
		return &expr{kind: kSum, static: true}
	case 1<<len(n.game.Pieces) - 1:
		return n.neutral()
	}
	return &expr{kind: kOn, class: n.class(pieces), size: 1}
}

func (n *normaliser) sum(e *rbg.Expr) *expr {
	x := &expr{kind: kSum}
	plain := true
	for _, k := range e.Kids {
		k := n.expr(k)
		plain = plain && k.plain
		if k.kind == kSum {
			x.kids = append(x.kids, k.kids...)
		} else {
			x.kids = append(x.kids, k)
		}
	}
	y := measure(x)
	if y.plain && !plain { // a kid that always fails was dropped
		x.plain = false
		y = x
	}
	return n.reduce(y)
}

// measure computes the attributes of an inner expression from its kids.
func measure(x *expr) *expr {
	x.static, x.plain, x.size = true, true, 1
	for _, k := range x.kids {
		x.static = x.static && k.static
		x.plain = x.plain && k.plain
		x.mods = x.mods || k.mods
		x.size += k.size
	}
	if len(x.kids) == 1 && x.kind != kStar {
		return x.kids[0]
	}
	return x
}

func (n *normaliser) star(e *rbg.Expr) *expr {
	body := n.expr(e.Kids[0])
	if body.isNever() || body.isAlways() {
		if !body.plain {
			return n.neutral()
		}
		return always()
	}
	return n.reduce(measure(&expr{kind: kStar, kids: []*expr{body}}))
}

func (n *normaliser) concat(e *rbg.Expr) *expr {
	var kids []*expr
	for _, k := range e.Kids {
		k := n.expr(k)
		if k.kind == kCat {
			kids = append(kids, k.kids...)
		} else {
			kids = append(kids, k)
		}
	}
	return n.sequence(kids)
}

// sequence replaces runs of static kids by relations. Runs of shifts are replaced
// first, since keepers try their cells in order.
func (n *normaliser) sequence(kids []*expr) *expr {
	kids = n.mergeRuns(kids, func(k *expr) bool { return k.plain })
	kids = n.mergeRuns(kids, func(k *expr) bool { return k.static })
	return measure(&expr{kind: kCat, kids: kids})
}

// mergeRuns replaces each run of kids that satisfy a condition by one expression.
func (n *normaliser) mergeRuns(kids []*expr, sort func(*expr) bool) []*expr {
	var out []*expr
	for i := 0; i < len(kids); {
		j := i
		for j < len(kids) && sort(kids[j]) {
			j++
		}
		switch {
		case j == i:
			out = append(out, kids[i])
			j++
		case j == i+1:
			out = append(out, kids[i])
		default:
			x := n.reduce(measure(&expr{kind: kCat, kids: kids[i:j:j]}))
			if x.kind == kCat {
				out = append(out, x.kids...)
			} else {
				out = append(out, x)
			}
		}
		i = j
	}
	return out
}

// pattern normalises {? …} and {! …}. A static pattern becomes a mask.
func (n *normaliser) pattern(e *rbg.Expr) *expr {
	n.patternDepth++
	body := n.expr(e.Kids[0])
	n.patternDepth--
	switch {
	case body.isAlways() && e.Negative || body.isNever() && !e.Negative:
		return never()
	case body.isAlways() || body.isNever():
		return n.neutral()
	}
	if body.static {
		if rows := n.relation(body); rows != nil {
			set := n.board.newBits()
			for i, r := range rows {
				if n.board.cellOf[i] >= 0 && r.Empty() == e.Negative {
					set.Set(i)
				}
			}
			return maskExpr(set)
		}
	}
	return &expr{kind: kPat, pat: n.intern(body), neg: e.Negative, size: 1 + body.size}
}

// maskExpr returns the test that a cell is in a set.
func maskExpr(set ir.Bits) *expr {
	if set.Empty() {
		return never()
	}
	return &expr{kind: kMask, set: set, static: true, size: 1}
}

// intern returns the only pattern with a body.
func (r *rules) intern(body *expr) *pattern {
	key := string(appendKey(nil, body))
	if p, ok := r.byKey[key]; ok {
		return p
	}
	p := &pattern{id: len(r.patterns), body: body, ir: -1}
	p.vars = map[int]bool{}
	p.reads(body)
	r.patterns = append(r.patterns, p)
	r.byKey[key] = p
	return p
}

// reads records what the value of an expression depends on.
func (p *pattern) reads(x *expr) {
	var arith func(a *rbg.Arith)
	arith = func(a *rbg.Arith) {
		switch a.Kind {
		case rbg.Value:
			p.vars[a.Ref] = true
		case rbg.PieceCount:
			p.counts = true
		}
		for _, k := range a.Kids {
			arith(k)
		}
	}
	switch x.kind {
	case kCmp:
		arith(x.cmp.Left)
		arith(x.cmp.Right)
	case kOff:
		p.mods = true
	case kAssign:
		p.mods = true
		arith(x.src.Value)
	case kPat:
		p.mods, p.counts = p.mods || x.pat.mods, p.counts || x.pat.counts
		for v := range x.pat.vars {
			p.vars[v] = true
		}
	}
	for _, k := range x.kids {
		p.reads(k)
	}
}
