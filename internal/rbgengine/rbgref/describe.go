package rbgref

import (
	"fmt"
	"strings"

	"ludex/rbg"
)

// Text says in words what a step does, or why it fails.
func (s *Step) Text(g *rbg.Game) string {
	from := g.Board.CellText(s.From)
	switch s.Expr.Kind {
	case rbg.On:
		return s.onText(g, from)
	case rbg.Off:
		return fmt.Sprintf("puts %s on %s", g.Pieces[s.Expr.Piece].Name, from)
	case rbg.Assign:
		return s.assignText(g)
	case rbg.Compare:
		return s.compareText()
	case rbg.Pattern:
		return s.patternText(from)
	case rbg.Switch:
		if s.Expr.Player == rbg.Keeper {
			return fmt.Sprintf("hands over to the keeper on %s", from)
		}
		return fmt.Sprintf("hands over to %s on %s", g.Players[s.Expr.Player].Name, from)
	default:
		return s.shiftText(g, from)
	}
}

func (s *Step) shiftText(g *rbg.Game, from string) string {
	if s.Passed {
		return fmt.Sprintf("goes from %s to %s", from, g.Board.CellText(s.To))
	}
	if s.Expr.Kind == rbg.Shift {
		return fmt.Sprintf("cannot go %s from %s", g.Board.Labels[s.Expr.Label], from)
	}
	return fmt.Sprintf("cannot go anywhere from %s", from)
}

func (s *Step) onText(g *rbg.Game, from string) string {
	found := g.Pieces[s.Found].Name
	if s.Passed {
		return fmt.Sprintf("finds %s on %s", found, from)
	}
	names := make([]string, len(s.Expr.Pieces))
	for i, p := range s.Expr.Pieces {
		names[i] = g.Pieces[p].Name
	}
	if len(names) == 0 {
		return "comes to a dead end"
	}
	return fmt.Sprintf("finds %s on %s, not %s", found, from, strings.Join(names, " or "))
}

func (s *Step) assignText(g *rbg.Game) string {
	v := &g.Variables[s.Expr.Variable]
	switch {
	case s.Passed:
		return fmt.Sprintf("sets %s to %d", v.Name, s.Right)
	case !s.Defined:
		return fmt.Sprintf("cannot set %s: the value divides by zero or is too large", v.Name)
	default:
		return fmt.Sprintf("cannot set %s to %d: its values are from 0 to %d", v.Name, s.Right, v.Bound)
	}
}

func (s *Step) compareText() string {
	switch {
	case !s.Defined:
		return "cannot compare: a value divides by zero or is too large"
	case s.Passed:
		return fmt.Sprintf("compares: %d %s %d", s.Left, s.Expr.Op, s.Right)
	default:
		return fmt.Sprintf("compares: not %d %s %d", s.Left, s.Expr.Op, s.Right)
	}
}

func (s *Step) patternText(from string) string {
	switch {
	case s.Passed != s.Expr.Negative && s.Expr.Negative:
		return fmt.Sprintf("finds from %s what must not be there", from)
	case s.Passed != s.Expr.Negative:
		return fmt.Sprintf("finds from %s what must be there", from)
	case s.Expr.Negative:
		return fmt.Sprintf("does not find from %s what must not be there", from)
	default:
		return fmt.Sprintf("does not find from %s what must be there", from)
	}
}
