package rbgdraw

import (
	"fmt"
	"strings"

	"ludex/internal/picture"
	"ludex/rbg"
)

// status returns who is to move, the scores, and the other variables, each part
// as a text of its own.
func (s *scene) status() []string {
	parts := []string{s.mover()}
	if values := s.values(0, len(s.game.Players)); values != "" && !(s.options.NoResults && s.results()) {
		parts = append(parts, "scores: "+values)
	}
	if values := s.values(len(s.game.Players), len(s.game.Variables)); values != "" {
		parts = append(parts, s.valuesTitle()+values)
	}
	return parts
}

// percent is the greatest score in games whose scores are results.
const percent = 100

// results reports whether scores say only how the play would end now: they go up to 100.
func (s *scene) results() bool {
	for v := range s.game.Players {
		if v != s.game.Random() && s.game.Variables[v].Bound != percent {
			return false
		}
	}
	return !s.options.Over
}

// valuesTitle stands before the variables, unless they have names for people.
func (s *scene) valuesTitle() string {
	if len(s.options.Variables) > 0 {
		return ""
	}
	return "variables: "
}

// mover says who is to move.
func (s *scene) mover() string {
	if s.options.Over {
		return "the play is over"
	}
	who := "keeper"
	if m := s.game.Mover(int(s.position.Switch)); m != rbg.Keeper {
		who = picture.Clean(s.game.Players[m].Name)
	}
	if len(s.board.Cells) == 0 || s.options.NoCell {
		return who + " to move"
	}
	from := s.nameOf(int(s.position.Cell))
	if from == "" {
		return who + " to move"
	}
	return fmt.Sprintf("%s to move, from %s", who, from)
}

// isFlag reports whether a variable only says yes or no: it is no score and at most 1.
func (s *scene) isFlag(v int) bool {
	return v >= len(s.game.Players) && s.game.Variables[v].Bound == 1
}

// values lists a range of variables; those that only say yes or no are named if they say yes.
func (s *scene) values(from, to int) string {
	var list []string
	for v := from; v < to && v < len(s.game.Variables); v++ {
		if v == s.game.Random() {
			continue // chance has no score
		}
		name := s.variableName(v)
		switch {
		case name == "" || s.isFlag(v) && s.position.Values[v] == 0:
		case s.isFlag(v):
			list = append(list, name)
		default:
			list = append(list, fmt.Sprintf("%s %d", name, s.position.Values[v]))
		}
	}
	return strings.Join(list, ", ")
}

// variableName returns what a variable is called, or nothing if it is left out.
func (s *scene) variableName(v int) string {
	name := s.game.Variables[v].Name
	if label, ok := s.options.Variables[name]; ok {
		return label
	}
	return picture.Clean(name)
}

// legend returns the pieces on the board whose symbols are not their names.
func (s *scene) legend() []int {
	var pieces []int
	for _, piece := range s.shown() {
		if s.symbols[piece] != s.game.Pieces[piece].Name {
			pieces = append(pieces, piece)
		}
	}
	return pieces
}

func (s *Board) cellText(cell int) string { return picture.Clean(s.board.CellText(cell)) }

func (s *Board) pieceName(piece int) string { return picture.Clean(s.game.Pieces[piece].Name) }
