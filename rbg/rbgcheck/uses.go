package rbgcheck

import "ludex/rbg"

// uses says how names occur in a description, whether or not a play ever reaches
// them.
type uses struct {
	tested   []bool       // pieces: in a test or a count
	put      []bool       // pieces: put by an action, patterns included
	initial  []bool       // pieces: on the board at the beginning
	read     []bool       // variables: in a comparison, or to compute another one
	assigned []*rbg.Expr  // variables: the first assignment outside of patterns
	inside   []bool       // variables: assigned inside a pattern
	labels   []bool       // labels: in a shift
	reader   []*rbg.Arith // variables: where it is first read
	tester   []rbg.Origin // pieces: where it is first tested
}

func newUses(g *rbg.Game) *uses {
	u := &uses{
		tested: make([]bool, len(g.Pieces)), put: make([]bool, len(g.Pieces)), initial: make([]bool, len(g.Pieces)),
		read: make([]bool, len(g.Variables)), assigned: make([]*rbg.Expr, len(g.Variables)),
		inside: make([]bool, len(g.Variables)), labels: make([]bool, len(g.Board.Labels)),
		reader: make([]*rbg.Arith, len(g.Variables)), tester: make([]rbg.Origin, len(g.Pieces)),
	}
	for i := range g.Board.Cells {
		u.initial[g.Board.Cells[i].Piece] = true
	}
	seen := map[*rbg.Expr]bool{}
	g.Rules.Each(func(e *rbg.Expr) bool {
		if seen[e] {
			return false
		}
		seen[e] = true
		u.add(e)
		return true
	})
	return u
}

func (u *uses) add(e *rbg.Expr) {
	switch e.Kind {
	case rbg.Shift:
		u.labels[e.Label] = true
	case rbg.On:
		for _, piece := range e.Pieces {
			u.test(piece, e.Origin)
		}
	case rbg.Off:
		u.put[e.Piece] = true
	case rbg.Compare:
		u.compute(e.Left, -1)
		u.compute(e.Right, -1)
	case rbg.Assign:
		u.compute(e.Value, e.Variable)
		if e.Index == 0 {
			u.inside[e.Variable] = true
		} else if u.assigned[e.Variable] == nil {
			u.assigned[e.Variable] = e
		}
	}
}

func (u *uses) test(piece int, at rbg.Origin) {
	if !u.tested[piece] {
		u.tested[piece], u.tester[piece] = true, at
	}
}

// compute records what an arithmetic expression reads. A variable that is read
// only to compute its own next value is not counted.
func (u *uses) compute(a *rbg.Arith, target int) {
	switch a.Kind {
	case rbg.Value:
		if a.Ref != target && !u.read[a.Ref] {
			u.read[a.Ref], u.reader[a.Ref] = true, a
		}
	case rbg.PieceCount:
		u.test(a.Ref, a.Origin)
	}
	for _, k := range a.Kids {
		u.compute(k, target)
	}
}

// onBoard reports whether a piece is on the board at the beginning or is ever put there.
func (u *uses) onBoard(piece int) bool { return u.put[piece] || u.initial[piece] }
