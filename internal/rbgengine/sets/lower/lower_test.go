package lower

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/internal/rbgengine/sets/ir"
	"ludex/rbg"
)

// checkProgram checks that jumps lead to instructions, and that registers and
// constants exist.
func checkProgram(t *testing.T, p *ir.Program) {
	t.Helper()
	for at := range p.Code {
		i := &p.Code[at]
		if i.Op.Jumps() && (i.J < 0 || int(i.J) > len(p.Code)) {
			t.Errorf("%d: %s leads nowhere", at, i)
		}
		if r, ok := i.MakesSet(); ok && (int(r) < len(p.Classes) || int(r) >= p.Registers) {
			t.Errorf("%d: %s writes to r%d; there are %d, the first %d of which are classes", at, i, r, p.Registers, len(p.Classes))
		}
		switch i.Op {
		case ir.Load, ir.AndMask, ir.AndNotMask, ir.OrMasked, ir.Shift, ir.ShiftAnd, ir.ShiftOr, ir.ShiftLeaf, ir.InSet:
			if int(i.X) >= len(p.Masks) {
				t.Errorf("%d: %s has no mask", at, i)
			}
		case ir.Leaf, ir.Apply:
			if int(i.X) >= len(p.Applies) {
				t.Errorf("%d: %s has no acts", at, i)
			}
		}
	}
	for k := range p.Patterns {
		if q := &p.Patterns[k]; q.Decide < 0 && q.Walk < 0 && q.Code < 0 && q.Sub < 0 && q.Mask < 0 {
			t.Errorf("pattern %d cannot be computed", k)
		}
	}
}

// TestProgram lowers games with all options.
func TestProgram(t *testing.T) {
	for name, g := range games(t) {
		t.Run(name, func(t *testing.T) { lowerAll(t, g) })
	}
}

// TestPublic lowers the public games.
func TestPublic(t *testing.T) {
	for _, name := range rbgenginetest.Games(t) {
		t.Run(name, func(t *testing.T) { lowerAll(t, rbgenginetest.Read(t, name)) })
	}
}

func lowerAll(t *testing.T, g *rbg.Game) {
	for _, opt := range []Options{{}, {Budget: -1}, {Budget: 20}, {Avoid: Tables}, {Avoid: Decisions}, {Avoid: CellSets}, {Avoid: Connected}} {
		if len(g.Board.Cells) > 100 && opt != (Options{}) {
			continue
		}
		p, err := Program(context.Background(), g, opt)
		if err != nil {
			t.Errorf("%+v: %v", opt, err)
			continue
		}
		checkProgram(t, p)
	}
}

// TestRepeatable lowers a game twice and compares the programs.
func TestRepeatable(t *testing.T) {
	for name, g := range games(t) {
		var texts []string
		for range 2 {
			p, err := Program(context.Background(), g, Options{})
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, fmt.Sprintf("%+v", *p))
		}
		if texts[0] != texts[1] {
			t.Errorf("%s becomes another program when it is lowered again", name)
		}
	}
}

// TestLimits refuses what is too large, and says why.
func TestLimits(t *testing.T) {
	step := games(t)["step"]
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	pieces := *step
	pieces.Pieces = make([]rbg.Piece, maxPieces+1)
	board := *step
	board.Board = &rbg.Board{Cells: make([]rbg.Cell, maxCells+1)}
	for _, test := range []struct {
		ctx  context.Context
		game *rbg.Game
		opt  Options
		want string
	}{
		{context.Background(), &pieces, Options{}, "65 kinds of pieces are too many"},
		{context.Background(), &board, Options{}, "the board has 8193 cells"},
		{context.Background(), games(t)["wide"], Options{Memory: 1}, "memory"},
		{canceled, step, Options{}, "canceled"},
	} {
		if _, err := Program(test.ctx, test.game, test.opt); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("the error is %v, want one with %q", err, test.want)
		}
	}
}
