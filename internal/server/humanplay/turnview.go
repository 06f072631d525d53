package humanplay

import (
	"fmt"
	"math"
	"strings"

	"ludex/game"
	"ludex/internal/board"
	"ludex/internal/session"
)

// maxNotices is the number of notices in a view.
const maxNotices = 20

// view returns what the person may see. All of it comes from the play, which in a game
// with hidden information tells only what follows from the actions and percepts of the
// person's role.
func (s *turnSession) view() View {
	play := s.play
	s.notices = append(s.notices, play.Notices()...)
	if n := len(s.notices); n > maxNotices {
		s.notices = s.notices[n-maxNotices:]
	}
	v := View{
		ID: s.id, Game: s.opt.Entry.About(), Number: s.number, Role: s.game.Roles()[play.Role()],
		Phase: phase(play.Phase()), Turn: play.Text().Turn(), Step: play.Steps(), Position: s.position, Grid: s.board.HasGrid(), Turned: s.turned(),
		Together: play.Together(), Evaluating: play.Adviser().Evaluating(), ClockMs: play.Clock().Milliseconds(), Record: s.record,
		History: []string{}, Notices: append([]string{}, s.notices...), Moves: s.moves(), Seats: s.seats(),
		CanUndo: !s.game.Hidden() && play.Steps() > play.Given(), CanHint: play.Phase() == session.Yours, CanSwap: s.others() > 0,
	}
	if s.game.Hidden() {
		v.Game.Hidden = true
	}
	v.History = append(v.History, s.pastMoves()...)
	if n := len(play.Choices()); n > maxMoves {
		v.Notices = append(v.Notices, fmt.Sprintf("the first %d of %d moves are listed; the others can be made too", maxMoves, n))
	}
	v.Evaluation, v.Hint, v.Known, v.Result = s.evaluation(), s.hint(), s.known(), s.result()
	return v
}

// turned reports whether the person's pieces begin in the upper half of the board. The
// initial position is part of the rules, so that everybody may know it.
func (s *turnSession) turned() bool {
	if s.above == nil {
		s.above = make([]bool, len(s.game.Roles()))
		m := s.game.NewMachine()
		m.Bind(s.ctx)
		initial := m.Initial(nil)
		if m.Err() != nil {
			return false
		}
		for r := range s.above {
			s.above[r] = s.board.IsAbove(board.Position{Facts: s.game.Facts(initial)}, r)
		}
	}
	return s.above[s.play.Role()]
}

func phase(p session.Phase) Phase {
	switch p {
	case session.Yours:
		return Yours
	case session.Others:
		return Others
	}
	return Over
}

// others returns the number of other roles, without chance.
func (s *turnSession) others() int {
	n := 0
	for r := range s.game.Roles() {
		if game.Role(r) != s.play.Role() && game.Role(r) != s.game.Random() {
			n++
		}
	}
	return n
}

func (s *turnSession) seats() []Seat {
	var seats []Seat
	pieces, lost := s.counts()
	for r, name := range s.game.Roles() {
		role := game.Role(r)
		seats = append(seats, Seat{
			Role: name, Player: s.ladder.Shown(s.play.PlayerName(role)), You: role == s.play.Role(), Chance: role == s.game.Random(),
			Color: s.colors[r].Color, Word: s.colors[r].Word, Pieces: pieces[r], Lost: lost[r],
		})
	}
	return seats
}

func (s *turnSession) evaluation() *Evaluation {
	e, ok := s.play.Adviser().Evaluation()
	if !ok || !s.play.Adviser().Evaluating() {
		return nil
	}
	out := &Evaluation{Values: make([]*float64, len(e.Values)), Exact: e.Exact, Step: e.Step}
	for i, v := range e.Values {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			out.Values[i] = &v
		}
	}
	return out
}

func (s *turnSession) hint() *Hint {
	advice, asked := s.play.Adviser().Asked()
	if !asked {
		return nil
	}
	h := &Hint{Thinking: s.play.Adviser().Thinking()}
	if advice == nil {
		return h
	}
	if advice.Err != nil {
		h.Error = advice.Err.Error()
		return h
	}
	h.Lines = s.advice(advice)
	if moves := advice.Analysis.Moves; len(moves) > 0 && advice.Role == s.play.Role() {
		for _, c := range s.play.Choices() {
			if c.Move == moves[0].Move {
				h.Move = c.Number
			}
		}
	}
	return h
}

// mostAdvised is the number of moves that a hint names.
const mostAdvised = 4

// advice writes a hint in up to two lines: the best move, or the moves that should be mixed,
// and then others.
func (s *turnSession) advice(a *session.Advice) []string {
	best := a.Analysis.Moves
	if len(best) == 0 || a.Role != s.play.Role() {
		return s.play.Text().Advice(a)
	}
	names := map[game.Move]string{}
	for i, c := range s.play.Choices() {
		if list := s.moves(); i < len(list) {
			names[c.Move] = list[i].Name
		}
	}
	var parts []string
	mixed := best[0].Share > 0 && best[0].Share < 0.95
	for i, c := range best[:min(mostAdvised, len(best))] {
		name := names[c.Move]
		switch {
		case name == "":
		case mixed:
			parts = append(parts, fmt.Sprintf("%s (%.0f %% of the time)", name, 100*c.Share))
		case i == 0 && c.Exact:
			parts = append(parts, fmt.Sprintf("%s, %.0f %% (proved)", name, c.Value))
		case i == 0 || c.Visits > 0:
			parts = append(parts, fmt.Sprintf("%s, %.0f %%", name, c.Value))
		}
	}
	switch {
	case len(parts) == 0:
		return s.play.Text().Advice(a)
	case mixed:
		return []string{"Mix: " + strings.Join(parts, ", ")}
	case len(parts) == 1:
		return []string{"Best: " + parts[0]}
	}
	return []string{"Best: " + parts[0], "Then: " + strings.Join(parts[1:], "; ")}
}

func (s *turnSession) known() *Known {
	if !s.game.Hidden() {
		return nil
	}
	k, ok := s.play.Known()
	if !ok {
		return &Known{Facts: []string{}, Why: s.play.Unknown()}
	}
	out := &Known{States: k.States, Facts: []string{}}
	for _, f := range k.Facts {
		out.Facts = append(out.Facts, s.opt.Entry.Rules.Show(f))
	}
	return out
}

func (s *turnSession) result() *Result {
	r, over := s.play.Result()
	if !over {
		return nil
	}
	return &Result{
		Text: s.play.Text().Result(), Cells: s.endCells(r), Goals: r.Goals, Scores: r.Scores, Resigned: r.Resigned,
		Verdict: verdict(r.Resigned, r.Goals, s.play.Role(), s.game.Random()),
	}
}

// endCells returns the cells with the pieces that ended the play. It is computed once.
func (s *turnSession) endCells(r session.Result) []string {
	n := s.play.Steps()
	if r.Resigned || r.Goals == nil || n == 0 {
		return nil
	}
	if key := (decisionKey{s.number, n, s.play.Role(), false}); s.reasonFor != key {
		step := s.play.Seen(n - 1)
		if s.reasonFor, s.reasons = key, nil; step.Before != nil {
			done := s.limitFinding()
			s.reasons = s.cells.Reason(s.finding, step.Before, step.Joint)
			done()
		}
	}
	return s.reasons
}

// verdict is [session.NewVerdict] for a game that may have been resigned.
func verdict(resigned bool, goals []int, role, random game.Role) session.Verdict {
	if resigned {
		return session.Loss
	}
	return session.NewVerdict(goals, role, random)
}
