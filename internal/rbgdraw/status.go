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
	if values := s.values(0, len(s.game.Players)); values != "" {
		parts = append(parts, "scores: "+values)
	}
	if values := s.values(len(s.game.Players), len(s.game.Variables)); values != "" {
		parts = append(parts, "variables: "+values)
	}
	return parts
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
	return fmt.Sprintf("%s to move, from %s", who, s.cellText(int(s.position.Cell)))
}

// isFlag reports whether a variable only says yes or no: it is no score and at most 1.
func (s *scene) isFlag(v int) bool {
	return v >= len(s.game.Players) && s.game.Variables[v].Bound == 1
}

// values lists a range of variables; those that only say yes or no are named if they say yes.
func (s *scene) values(from, to int) string {
	var list []string
	for v := from; v < to && v < len(s.game.Variables); v++ {
		if s.isFlag(v) {
			if s.position.Values[v] == 1 {
				list = append(list, picture.Clean(s.game.Variables[v].Name))
			}
			continue
		}
		list = append(list, fmt.Sprintf("%s %d", picture.Clean(s.game.Variables[v].Name), s.position.Values[v]))
	}
	return strings.Join(list, ", ")
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
