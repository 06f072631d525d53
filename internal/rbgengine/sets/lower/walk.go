package lower

import "ludex/internal/rbgengine/sets/ir"

// walk adds the search of a pattern from cell to cell.
func (e *emitter) walk(p *pattern) int32 {
	w := &walker{emitter: e, pattern: p}
	end := w.add(ir.State{Kind: ir.Accept})
	w.moveToFront(w.build(p.body, end))
	e.pool.grow(4 * w.walk.Marked * e.board.bits)
	e.prog.Walks = append(e.prog.Walks, w.walk)
	return int32(len(e.prog.Walks) - 1)
}

// A walker builds the states of a walk from the last to the first.
type walker struct {
	*emitter
	pattern *pattern
	walk    ir.Walk
}

func (w *walker) add(s ir.State) int32 {
	s.Mark = -1
	w.walk.States = append(w.walk.States, s)
	return int32(len(w.walk.States) - 1)
}

// moveToFront makes a state the first.
func (w *walker) moveToFront(first int32) {
	s := w.walk.States
	swap := func(k int32) int32 {
		switch k {
		case 0:
			return first
		case first:
			return 0
		}
		return k
	}
	s[0], s[first] = s[first], s[0]
	for i := range s {
		s[i].To, s[i].Else = swap(s[i].To), swap(s[i].Else)
	}
}

// build adds the states of an expression that is followed by a state.
func (w *walker) build(x *expr, to int32) int32 {
	switch x.kind {
	case kMap:
		return w.add(ir.State{Kind: ir.Follow, To: to, Map: x.m.to, Pieces: ^uint64(0)})
	case kRel, kJump:
		return w.add(ir.State{Kind: ir.FanOut, To: to, Targets: w.pool.targets(x), Pieces: ^uint64(0)})
	case kOn:
		return w.add(ir.State{Kind: ir.OnPiece, To: to, Pieces: w.rules.classes[x.class]})
	case kMask:
		return w.add(ir.State{Kind: ir.InMask, To: to, Mask: x.set})
	case kCmp:
		return w.add(ir.State{Kind: ir.Holds, To: to, Ref: w.pool.compareID(x.cmp)})
	case kPat:
		return w.add(ir.State{Kind: ir.Matches, To: to, Ref: w.inner(x.pat), Negative: x.neg})
	case kSum:
		return w.sum(x.kids, to)
	case kCat:
		return w.sequence(x.kids, to)
	default:
		if k := x.kids[0].kids; x.kids[0].kind == kCat && len(k) == 2 && k[0].kind == kRel && k[1].kind == kOn {
			w.walk.Marked++
			at := w.add(ir.State{Kind: ir.Closure, To: to, Targets: w.pool.targets(k[0]), Pieces: w.rules.classes[k[1].class]})
			w.walk.States[at].Mark = int32(w.walk.Marked - 1)
			return at
		}
		head := w.add(ir.State{Kind: ir.Fork, Else: to})
		w.walk.States[head].Mark = int32(w.walk.Marked)
		w.walk.Marked++
		body := w.build(x.kids[0], head)
		// Leaving the star is tried first, since that may end the search.
		w.walk.States[head].To, w.walk.States[head].Else = to, body
		return head
	}
}

// sequence merges steps with the test of the cell that they reach.
func (w *walker) sequence(kids []*expr, to int32) int32 {
	for i := len(kids) - 1; i >= 0; i-- {
		if i > 0 && kids[i].kind == kOn && (kids[i-1].kind == kMap || kids[i-1].kind == kRel || kids[i-1].kind == kJump) {
			to = w.build(kids[i-1], to)
			w.walk.States[to].Pieces = w.rules.classes[kids[i].class]
			i--
			continue
		}
		to = w.build(kids[i], to)
	}
	return to
}

func (w *walker) sum(kids []*expr, to int32) int32 {
	if len(kids) == 0 {
		return w.add(ir.State{Kind: ir.InMask, Mask: w.board.newBits()})
	}
	if s := &w.walk.States[to]; len(kids) > 1 && s.Kind != ir.Accept && s.Mark < 0 {
		// Several paths lead here; each cell is visited once.
		s.Mark = int32(w.walk.Marked)
		w.walk.Marked++
	}
	at := w.build(w.connected(kids[len(kids)-1], to), to)
	for i := len(kids) - 2; i >= 0; i-- {
		first := w.build(w.connected(kids[i], to), to)
		at = w.add(ir.State{Kind: ir.Fork, To: first, Else: at})
	}
	return at
}

// connected returns an alternative at the end of a walk as an inner pattern if that is
// memoised for connected cells, and else as it is.
func (w *walker) connected(x *expr, to int32) *expr {
	if w.walk.States[to].Kind != ir.Accept || !w.forms.isReach(x) {
		return x
	}
	return &expr{kind: kPat, pat: w.rules.intern(x)}
}

// inner lowers an inner pattern.
func (w *walker) inner(p *pattern) int32 {
	id := w.emitter.pattern(p, nil)
	w.pattern.runs(p.functions...)
	return id
}
