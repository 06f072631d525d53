package humanplay

import (
	"fmt"
	"math"

	"ludex/game"
	"ludex/internal/session"
)

// maxNotices is how many notices are shown.
const maxNotices = 20

// view returns what the person may see. All of it comes from what a session
// tells, which in a game that hides information depends on nothing else than what
// the person's role has done and perceived.
func (t *turnSession) view() View {
	s := t.play
	t.notices = append(t.notices, s.Notices()...)
	if n := len(t.notices); n > maxNotices {
		t.notices = t.notices[n-maxNotices:]
	}
	v := View{
		ID: t.id, Game: t.opt.Entry.About(), Number: t.number, Role: t.game.Roles()[s.Role()],
		Phase: phase(s.Phase()), Turn: s.TurnText(), Step: s.Steps(), Position: t.position, Grid: t.board.HasGrid(),
		Together: s.Together(), Evaluating: s.Evaluating(), ClockMs: s.Clock().Milliseconds(), Record: t.record,
		History: []string{}, Notices: append([]string{}, t.notices...), Moves: t.moves(), Seats: t.seats(),
		CanUndo: !t.game.Hidden() && s.Steps() > s.Given(), CanHint: s.Phase() == session.Yours, CanSwap: t.others() > 0,
	}
	if t.game.Hidden() {
		v.Game.Hidden = true
	}
	for i := range s.Steps() {
		v.History = append(v.History, s.StepText(i))
	}
	if n := len(s.Choices()); n > maxMoves {
		v.Notices = append(v.Notices, fmt.Sprintf("the first %d of %d moves are listed; the others can be made too", maxMoves, n))
	}
	v.Evaluation, v.Hint, v.Known, v.Result = t.evaluation(), t.hint(), t.known(), t.result()
	return v
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

// others returns how many other roles there are that players have.
func (t *turnSession) others() int {
	n := 0
	for r := range t.game.Roles() {
		if game.Role(r) != t.play.Role() && game.Role(r) != t.game.Random() {
			n++
		}
	}
	return n
}

// maxMoves is how many legal moves are listed. All of them can be made.
const maxMoves = 10_000

func (t *turnSession) moves() []Move {
	moves := []Move{}
	all := t.play.Choices()
	for _, c := range all[:min(len(all), maxMoves)] {
		text := t.game.MoveText(t.play.Role(), c.Move)
		moves = append(moves, Move{Number: c.Number, Text: c.Text, Cells: t.board.Target(text)})
	}
	return moves
}

func (t *turnSession) seats() []Seat {
	var seats []Seat
	for r, name := range t.game.Roles() {
		role := game.Role(r)
		seats = append(seats, Seat{
			Role: name, Player: t.play.PlayerName(role), You: role == t.play.Role(), Chance: role == t.game.Random(),
		})
	}
	return seats
}

func (t *turnSession) evaluation() *Evaluation {
	e, ok := t.play.Evaluation()
	if !ok || !t.play.Evaluating() {
		return nil
	}
	out := &Evaluation{Values: make([]float64, len(e.Values)), Exact: e.Exact, Step: e.Step}
	for i, v := range e.Values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil // it is not known
		}
		out.Values[i] = v
	}
	return out
}

func (t *turnSession) hint() *Hint {
	advice, asked := t.play.Asked()
	if !asked {
		return nil
	}
	h := &Hint{Thinking: t.play.Thinking()}
	if advice == nil {
		return h
	}
	if advice.Err != nil {
		h.Error = advice.Err.Error()
		return h
	}
	h.Lines = t.play.AdviceText(advice)
	if moves := advice.Analysis.Moves; len(moves) > 0 && advice.Role == t.play.Role() {
		for _, c := range t.play.Choices() {
			if c.Move == moves[0].Move {
				h.Move = c.Number
			}
		}
	}
	return h
}

func (t *turnSession) known() *Known {
	if !t.game.Hidden() {
		return nil
	}
	k, ok := t.play.Known()
	if !ok {
		return &Known{Facts: []string{}, Why: t.play.Unknown()}
	}
	out := &Known{States: k.States, Facts: []string{}}
	for _, f := range k.Facts {
		out.Facts = append(out.Facts, t.opt.Entry.Rules.Show(f))
	}
	return out
}

func (t *turnSession) result() *Result {
	r, over := t.play.Result()
	if !over {
		return nil
	}
	return &Result{
		Text: t.play.ResultText(), Goals: r.Goals, Scores: r.Scores, Resigned: r.Resigned,
		Verdict: verdict(r.Resigned, r.Goals, t.play.Role(), t.game.Random()),
	}
}

// verdict says in a word how the person did in comparison.
func verdict(resigned bool, goals []int, role, random game.Role) string {
	if resigned {
		return "loss"
	}
	if int(role) >= len(goals) {
		return "none"
	}
	best, alone := 0, true
	for r, g := range goals {
		if game.Role(r) != role && game.Role(r) != random {
			best, alone = max(best, g), false
		}
	}
	switch {
	case alone && goals[role] == 100, !alone && goals[role] > best:
		return "win"
	case alone && goals[role] == 0, !alone && goals[role] < best:
		return "loss"
	case alone:
		return "none"
	}
	return "draw"
}
