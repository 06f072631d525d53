package table

import (
	"cmp"
	"context"
	"strings"
	"sync"

	"ludex/game"
	"ludex/internal/board"
	"ludex/internal/movecells"
	"ludex/internal/server/humanplay"
	"ludex/internal/session"
)

// maxMoves is the number of legal moves in a view. The others can be made too.
const maxMoves = 10_000

// maxIcons is the number of legal moves with an image of a piece.
const maxIcons = 64

// A lens is what somebody sees who has a role, or looks on.
type lens struct {
	table *Table
	seat  *session.Seat
	role  game.Role

	listed    []humanplay.Move // the legal moves of a decision
	listedFor decisionKey
	past      []string // the steps of a game as texts
	pastOf    history
	reasons   []string // the cells with the pieces that ended a game
	reasonFor decisionKey
	above     bool // the pieces of the role begin in the upper half
}

// A decisionKey identifies a decision of a person.
type decisionKey struct {
	mark  roundMark
	yours bool
}

// lens returns the lens of a role.
func (t *Table) lens(r game.Role) *lens {
	l := t.lenses[r]
	if l == nil {
		l = &lens{table: t, role: r, above: t.isAbove(r)}
		t.lenses[r] = l
	}
	l.seat = t.fold.play.Seat(r)
	return l
}

// isAbove reports whether the pieces of a role begin in the upper half of the board. The
// initial position is part of the rules, so that everybody may know it.
func (t *Table) isAbove(r game.Role) bool {
	if r < 0 {
		return false
	}
	done := t.limitFinding()
	defer done()
	initial := t.finding.Initial(nil)
	return t.finding.Err() == nil && t.prepared.board.IsAbove(board.Position{Facts: t.fold.game.Facts(initial)}, int(r))
}

// moves returns the legal moves of the person.
func (l *lens) moves() []humanplay.Move {
	key := decisionKey{l.table.fold.mark, l.seat.Phase() == session.Yours && l.table.fold.running()}
	if l.listed == nil || key != l.listedFor {
		l.listed, l.listedFor = l.list(), key
	}
	return l.listed
}

// list finds the cells and names of the legal moves. If the rules fail, the moves are
// listed without.
func (l *lens) list() []humanplay.Move {
	all := l.seat.Choices()
	if all = all[:min(len(all), maxMoves)]; len(all) == 0 || !l.table.fold.running() {
		return []humanplay.Move{}
	}
	legal := make([]game.Move, len(all))
	for i, c := range all {
		legal[i] = c.Move
	}
	answer := answers.Get().(*[]movecells.Found)
	defer answers.Put(answer)
	*answer = l.table.find(movecells.Position{State: l.seat.State(), Role: l.role, Joint: l.seat.FirstJoint()}, legal, *answer)
	found := *answer
	if len(all) == 1 && l.table.fold.game.Hidden() {
		return []humanplay.Move{{Number: all[0].Number, Text: all[0].Text, Name: "Go on"}}
	}
	moves, icons := make([]humanplay.Move, 0, len(all)), 0
	for i, c := range all {
		f := &found[i]
		m := humanplay.Move{Number: c.Number, Text: c.Text, Name: f.Name, Choice: f.Choice, Any: f.Any, Source: f.HasSource()}
		m.Cells, m.Also = f.Touched()
		if f.Piece != "" && icons < maxIcons {
			icons++
			m.Icon = l.table.prepared.board.PieceSVG(f.Piece)
		}
		moves = append(moves, m)
	}
	return moves
}

// nameMove adds to the event of a move how it is called among the legal moves.
func (t *Table) nameMove(e *Event) {
	l := t.lens(e.Role)
	for _, c := range l.seat.Choices() {
		if t.fold.game.MoveText(e.Role, c.Move) == e.Move {
			e.Name = l.nameOf(c)
		}
	}
}

// nameOf returns the name of a legal move of the person.
func (l *lens) nameOf(c session.Choice) string {
	if list := l.moves(); c.Number <= len(list) {
		m := list[c.Number-1]
		if len(m.Cells) > 0 {
			return m.Name
		}
		return humanplay.Lower(m.Name)
	}
	return board.Words(c.Text)
}

// find finds the cells and names of moves. It has a machine and a time limit of its own, so
// that slow rules do not end the game.
func (t *Table) find(p movecells.Position, moves []game.Move, found []movecells.Found) []movecells.Found {
	done := t.limitFinding()
	defer done()
	p.Machine = t.finding
	return t.prepared.cells.FindInto(p, moves, found)
}

// answers are lists of found moves, which are needed for a moment only.
var answers = sync.Pool{New: func() any { return new([]movecells.Found) }}

// limitFinding gives the machine for the cells of moves its time, until done is called.
func (t *Table) limitFinding() (done context.CancelFunc) {
	t.refreshFinding()
	ctx, done := context.WithTimeout(t.ctx, movecells.Time)
	t.finding.Bind(ctx)
	return done
}

// refreshFinding makes the machine for the cells of moves, again if it has failed.
func (t *Table) refreshFinding() {
	if t.finding == nil || t.finding.Err() != nil {
		t.finding = t.fold.game.NewMachine()
	}
}

// pastMoves returns what the person may know of the steps so far.
func (l *lens) pastMoves() []string {
	if of := l.table.fold.history(); l.pastOf != of {
		l.past, l.pastOf = nil, of
	}
	for i := len(l.past); i < l.seat.Steps(); i++ {
		l.past = append(l.past, l.stepText(i, l.seat.Seen(i)))
	}
	return l.past
}

// stepText writes a step: the moves of the roles, or what the person did and perceived.
func (l *lens) stepText(i int, step session.SeenStep) string {
	if step.Joint == nil {
		return l.experience(i, step)
	}
	var done context.CancelFunc // if the rules are needed
	defer func() {
		if done != nil {
			done()
		}
	}()
	l.table.refreshFinding()
	return l.table.prepared.cells.StepText(l.table.finding, movecells.Step{
		State: step.Before, Joint: step.Joint, Choice: step.Choice, Role: l.roleName,
		Move: func(r game.Role, _ game.Move) (string, bool) {
			name, ok := l.table.fold.moveName(i, r)
			if !ok && done == nil {
				done = l.table.limitFinding()
			}
			return name, ok
		},
	})
}

// experience writes what the person did and perceived in a step.
func (l *lens) experience(i int, step session.SeenStep) string {
	var seen []string
	for _, p := range step.Percepts {
		seen = append(seen, humanplay.Lower(board.Words(l.table.fold.game.PerceptText(p))))
	}
	text := strings.Join(seen, ", ")
	if !step.Chose {
		return cmp.Or(text, "no choice")
	}
	name, ok := l.table.fold.moveName(i, l.role)
	if !ok {
		name = l.table.prepared.cells.MoveName(movecells.Position{Role: l.role}, step.Own)
	}
	own := "you " + name
	if text == "" {
		return own
	}
	return own + ": " + text
}

// roleName returns the name of a role, or "you" if the person has no opponents.
func (l *lens) roleName(r game.Role) string {
	if l.role >= 0 && l.table.fold.players() == 1 && r != l.table.fold.game.Random() {
		return "you"
	}
	return l.table.fold.game.Roles()[r]
}
