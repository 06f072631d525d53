package humanplay

import (
	"cmp"
	"context"
	"strings"
	"time"

	"ludex/game"
	"ludex/internal/board"
	"ludex/internal/movecells"
	"ludex/internal/session"
)

// maxMoves is the number of legal moves in a view. The others can be made too.
const maxMoves = 10_000

// maxIcons is the number of legal moves with an image of a piece.
const maxIcons = 64

// A decisionKey identifies a decision of the person.
type decisionKey struct {
	game, step int
	role       game.Role
	yours      bool
}

// moves returns the legal moves of the person.
func (s *turnSession) moves() []Move {
	key := decisionKey{s.number, s.play.Steps(), s.play.Role(), s.play.Phase() == session.Yours}
	if s.listed == nil || key != s.listedFor {
		s.listed, s.listedFor = s.list(), key
	}
	return s.listed
}

// list finds the cells and names of the legal moves. If the rules fail, the moves are
// listed without.
func (s *turnSession) list() []Move {
	moves := []Move{}
	all := s.play.Choices()
	all = all[:min(len(all), maxMoves)]
	legal := make([]game.Move, len(all))
	for i, c := range all {
		legal[i] = c.Move
	}
	if len(all) == 0 {
		return moves
	}
	found := s.find(movecells.Position{State: s.play.Position().State, Role: s.play.Role(), Joint: s.play.FirstJoint()}, legal)
	icons := 0
	for i, c := range all {
		f := &found[i]
		m := Move{Number: c.Number, Text: c.Text, Name: f.Name, Choice: f.Choice, Any: f.Any, Source: f.HasSource()}
		m.Cells, m.Also = f.Touched()
		if f.Piece != "" && icons < maxIcons {
			icons++
			m.Icon = s.board.PieceSVG(f.Piece)
		}
		moves = append(moves, m)
	}
	return moves
}

// nameOf returns the name of a legal move of the person.
func (s *turnSession) nameOf(c session.Choice) string {
	if list := s.moves(); c.Number <= len(list) {
		m := list[c.Number-1]
		if len(m.Cells) > 0 {
			return m.Name
		}
		return lower(m.Name)
	}
	return board.Words(c.Text)
}

// findTime is the time limit for finding the cells of moves. If the rules take longer, more
// cells have to be touched.
const findTime = 250 * time.Millisecond

// find finds the cells and names of moves. It has a machine and a time limit of its own, so
// that slow rules do not end the game.
func (s *turnSession) find(p movecells.Position, moves []game.Move) []movecells.Found {
	done := s.limitFinding()
	defer done()
	p.Machine = s.finding
	return s.cells.Find(p, moves)
}

// limitFinding gives the machine for the cells of moves its time, until done is called.
func (s *turnSession) limitFinding() (done context.CancelFunc) {
	if s.finding == nil || s.finding.Err() != nil {
		s.finding = s.game.NewMachine()
	}
	ctx, done := context.WithTimeout(s.ctx, findTime)
	s.finding.Bind(ctx)
	return done
}

// pastMoves returns what the person may know of the steps so far.
func (s *turnSession) pastMoves() []string {
	if s.pastGame != s.number || s.pastRole != s.play.Role() {
		s.past, s.pastGame, s.pastRole = nil, s.number, s.play.Role()
	}
	s.past = s.past[:min(len(s.past), s.play.Steps())]
	for i := len(s.past); i < s.play.Steps(); i++ {
		s.past = append(s.past, s.stepText(i, s.play.Seen(i)))
	}
	return s.past
}

// stepText writes a step: the moves of the roles, or what the person did and perceived.
func (s *turnSession) stepText(i int, step session.SeenStep) string {
	if step.Joint == nil {
		return s.experience(i, step)
	}
	done := s.limitFinding()
	defer done()
	return s.cells.StepText(s.finding, movecells.Step{
		State: step.Before, Joint: step.Joint, Choice: step.Choice, Role: s.roleName,
		Move: func(r game.Role, _ game.Move) (string, bool) {
			name, ok := s.chosen[i]
			return name, ok && r == s.play.Role()
		},
	})
}

// experience writes what the person did and perceived in a step.
func (s *turnSession) experience(i int, step session.SeenStep) string {
	var seen []string
	for _, p := range step.Percepts {
		seen = append(seen, lower(board.Words(s.game.PerceptText(p))))
	}
	text := strings.Join(seen, ", ")
	if !step.Chose {
		return cmp.Or(text, "no choice")
	}
	name, ok := s.chosen[i]
	if !ok {
		name = s.cells.MoveName(movecells.Position{Role: s.play.Role()}, step.Own)
	}
	own := "you " + name
	if text == "" {
		return own
	}
	return own + ": " + text
}

// lower writes the first letter of words in lower case.
func lower(words string) string {
	if words == "" {
		return ""
	}
	return strings.ToLower(words[:1]) + words[1:]
}

// roleName returns the name of a role, or "you" if the person has no opponents.
func (s *turnSession) roleName(r game.Role) string {
	if s.others() == 0 && r != s.game.Random() {
		return "you"
	}
	return s.game.Roles()[r]
}
