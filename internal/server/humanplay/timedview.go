package humanplay

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"ludex/game"
	"ludex/internal/board"
	"ludex/player/realtime"
	"ludex/timed"
)

// A Clocked session has a running clock: it plays a real-time game.
type Clocked interface {
	// Now returns the game time, in units, and whether the clock is running.
	Now() (now float64, running bool)
}

// maxHistory is the number of past events in a view of a real-time game.
const maxHistory = 500

// view returns what the person may see.
func (s *timedSession) view() View {
	v := View{
		ID: s.id, Game: s.opt.Entry.About(), Number: s.number, Role: s.game.Roles()[s.role], Phase: s.phase,
		Position: s.position, Grid: s.board.HasGrid(), Step: len(s.history), Moves: []Move{}, Together: true,
		History: append([]string{}, s.history...), Notices: append([]string{}, s.notices...), Result: s.ended, Record: s.record,
		Time:    &Time{Now: s.now(), Unit: s.opt.Unit.Seconds(), Running: s.phase == Live},
		CanSwap: s.next() != s.role,
	}
	v.Game.Hidden = s.game.Hidden()
	for r, name := range s.game.Roles() {
		seat := Seat{Role: name, Player: s.names[r], You: game.Role(r) == s.role, Color: s.colors[r].Color, Word: s.colors[r].Word}
		switch {
		case seat.You:
			seat.Player = "you"
		case game.Role(r) == s.game.Random():
			seat.Player, seat.Chance = "chance", true
		}
		v.Seats = append(v.Seats, seat)
	}
	for i, text := range s.legal {
		cells := s.board.MoveCells(text, nil)
		m := Move{Number: i + 1, Text: s.opt.Entry.Rules.Show(text), Name: s.board.MoveName(text, cells, nil, true), Any: cells.Any, Source: cells.HasSource()}
		m.Cells, m.Also = cells.Touched()
		v.Moves = append(v.Moves, m)
	}
	switch s.phase {
	case Ready:
		v.Turn = "press start when you are ready"
	case Live:
		if v.Turn = "time runs"; len(s.legal) == 0 {
			v.Turn = "time runs; you cannot move now"
		}
	case Over:
		v.Turn = s.ended.Text
	}
	if s.phase == Live && !s.game.Hidden() {
		if due := s.state.Expiry(); due != timed.Forever {
			v.Time.Due = units(due)
		}
	}
	return v
}

// notify records a notice to the person.
func (s *timedSession) notify(p *timedMatch, n timed.Notice) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n.To != s.role || s.match != p {
		return
	}
	s.history = append(s.history, s.noticeText(n))
	if extra := len(s.history) - maxHistory; extra > 0 {
		s.history = slices.Delete(s.history, 0, extra)
	}
	s.last = nil
	for _, m := range n.Moves {
		s.last = append(s.last, m.Text)
	}
	s.tell()
}

// noticeText writes a notice for people.
func (s *timedSession) noticeText(n timed.Notice) string {
	show := s.opt.Entry.Rules.Show
	var parts []string
	switch n.Kind {
	case timed.Refused:
		parts = append(parts, "your move came to nothing: "+n.Reason)
	case timed.End:
		parts = append(parts, "the end: "+string(n.Ending))
	default:
		for _, m := range n.Moves {
			parts = append(parts, s.game.Roles()[m.Role]+" "+show(m.Text))
		}
		for _, text := range n.Percepts {
			parts = append(parts, "you see "+show(text))
		}
		if len(parts) == 0 {
			parts = append(parts, "something ran out")
		}
	}
	return fmt.Sprintf("%.2f  %s", units(n.Time), strings.Join(parts, ", "))
}

// A person is the player of the person's role. It never moves by itself: the moves come
// through the inbox of the match.
type person struct {
	session *timedSession
	match   *timedMatch
}

// Start keeps the connection to the match, which takes the person's moves.
func (p *person) Start(_ context.Context, setup realtime.Setup) error {
	p.session.mu.Lock()
	defer p.session.mu.Unlock()
	p.match.live = setup.Live
	return nil
}

// Stop implements [realtime.Player].
func (p *person) Stop() {}

// Next records the legal moves of the person, and the state if the game has no hidden
// information.
func (p *person) Next(v *timed.View) (timed.Plan, bool) {
	s := p.session
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.match != p.match || s.phase != Live {
		return timed.Plan{}, false
	}
	changed := !slices.Equal(s.legal, v.Legal)
	s.legal = slices.Clone(v.Legal)
	if !s.game.Hidden() {
		if facts := board.TimedFacts(v.State); !slices.Equal(facts, s.facts) {
			s.before, s.facts = s.facts, facts
			s.position++
			changed = true
		}
		s.state = v.State
	}
	if changed {
		s.tell()
	}
	return timed.Plan{}, false
}
