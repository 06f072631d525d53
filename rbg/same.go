package rbg

import (
	"errors"
	"fmt"
	"slices"
)

// SameGame returns nil if two games are equal except for positions in the text and the
// description of their boards. Otherwise the error says where they first differ.
func SameGame(a, b *Game) error {
	switch {
	case !slices.EqualFunc(a.Players, b.Players, sameVariable):
		return errors.New("the players differ")
	case !slices.EqualFunc(a.Variables, b.Variables, sameVariable):
		return errors.New("the variables differ")
	case !slices.EqualFunc(a.Pieces, b.Pieces, func(p, q Piece) bool { return p.Name == q.Name }):
		return errors.New("the pieces differ")
	}
	if err := sameBoard(a.Board, b.Board); err != nil {
		return err
	}
	if err := sameExpr(a.Rules, b.Rules); err != nil {
		return err
	}
	if len(a.Modifiers) != len(b.Modifiers) {
		return fmt.Errorf("%d modifiers, and %d", len(a.Modifiers), len(b.Modifiers))
	}
	return nil
}

func sameVariable(a, b Variable) bool { return a.Name == b.Name && a.Bound == b.Bound }

func sameBoard(a, b *Board) error {
	if !slices.Equal(a.Labels, b.Labels) {
		return fmt.Errorf("the labels are %v and %v", a.Labels, b.Labels)
	}
	if len(a.Cells) != len(b.Cells) {
		return fmt.Errorf("the boards have %d and %d cells", len(a.Cells), len(b.Cells))
	}
	for i := range a.Cells {
		if a.Cells[i].Name != b.Cells[i].Name || a.Cells[i].Piece != b.Cells[i].Piece {
			return fmt.Errorf("cells %s and %s differ", a.Cells[i].Name, b.Cells[i].Name)
		}
	}
	for i, label := range a.Labels {
		for c, to := range a.Edges[i] {
			if to != b.Edges[i][c] {
				return fmt.Errorf("the edges %s of cell %s differ", label, a.Cells[c].Name)
			}
		}
	}
	return nil
}

func sameExpr(a, b *Expr) error {
	if !sameAction(a, b) || len(a.Kids) != len(b.Kids) {
		return fmt.Errorf("the expressions with spans %v and %v differ", a.Span, b.Span)
	}
	for i := range a.Kids {
		if err := sameExpr(a.Kids[i], b.Kids[i]); err != nil {
			return err
		}
	}
	return nil
}

// sameAction compares everything except the kids.
func sameAction(a, b *Expr) bool {
	return a.Kind == b.Kind && a.Index == b.Index && a.Label == b.Label && a.Piece == b.Piece &&
		a.Variable == b.Variable && a.Op == b.Op && a.Negative == b.Negative && a.Player == b.Player &&
		slices.Equal(a.Pieces, b.Pieces) &&
		sameArith(a.Value, b.Value) && sameArith(a.Left, b.Left) && sameArith(a.Right, b.Right)
}

func sameArith(a, b *Arith) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Kind == b.Kind && a.Number == b.Number && a.Ref == b.Ref && slices.EqualFunc(a.Kids, b.Kids, sameArith)
}
