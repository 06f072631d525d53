package humanplay

import (
	"cmp"
	"context"
	"fmt"
	"math"
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
		m.Key = s.keys[text]
		v.Moves = append(v.Moves, m)
	}
	switch s.phase {
	case Ready:
		if v.Turn = "press start when you are ready"; s.past != nil {
			v.Turn = "the game was interrupted; press start to go on"
		}
	case Live:
		if v.Turn = "time runs"; len(s.legal) == 0 {
			v.Turn = "time runs; you cannot move now"
		}
	case Over:
		v.Turn = s.ended.Text
	}
	v.Time.Clocks, v.Time.Seen = s.clocks, s.seen
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
	if n.To != s.role || s.match != p || p.behind || p.lost != nil {
		return
	}
	s.hear(n)
	s.tell()
}

// hear remembers a notice to the person.
func (s *timedSession) hear(n timed.Notice) {
	if n.To != s.role {
		return
	}
	if text := s.noticeText(n); text != "" {
		s.history = append(s.history, text)
	}
	if extra := len(s.history) - maxHistory; extra > 0 {
		s.history = slices.Delete(s.history, 0, extra)
	}
	s.last = nil
	for _, m := range n.Moves {
		s.last = append(s.last, m.Text)
	}
	for _, text := range n.Percepts {
		s.seen = slices.Insert(s.seen, 0, Seen{units(n.Time), board.Words(text)})
	}
	s.seen = s.seen[:min(len(s.seen), maxSeen)]
}

// maxSeen is the number of percepts in a view.
const maxSeen = 6

// maxClocks is the number of clocks in a view.
const maxClocks = 8

// split returns the facts of the state that are drawn, and sets the clocks: the facts whose
// time runs out, the next one first. How long a fact lasts is known from when it was seen
// first.
func (s *timedSession) split() (drawn []string) {
	before := s.clocks
	drawn, clocks := s.board.SplitTimed(s.state.Facts())
	s.clocks = nil
	for _, f := range clocks {
		c := Clock{Name: board.Words(f.Fact), Until: units(s.state.Now() + f.Lifetime), Total: units(f.Lifetime)}
		for _, b := range before {
			if b.Name == c.Name && math.Abs(b.Until-c.Until) < 1e-6 {
				c.Total = b.Total
			}
		}
		s.clocks = append(s.clocks, c)
	}
	slices.SortStableFunc(s.clocks, func(a, b Clock) int { return cmp.Compare(a.Until, b.Until) })
	s.clocks = s.clocks[:min(len(s.clocks), maxClocks)]
	return drawn
}

// noticeText writes a notice for people, or "" if there is nothing to say.
func (s *timedSession) noticeText(n timed.Notice) string {
	var parts []string
	switch n.Kind {
	case timed.Refused:
		parts = append(parts, "your move came to nothing: "+n.Reason)
	case timed.End:
		if parts = append(parts, "the end"); n.Ending != timed.Terminal {
			parts[0] += ": " + string(n.Ending)
		}
	default:
		for _, m := range n.Moves {
			parts = append(parts, s.game.Roles()[m.Role]+" "+Lower(board.Words(m.Text)))
		}
		for _, text := range n.Percepts {
			parts = append(parts, "you see "+Lower(board.Words(text)))
		}
		if n.Moved && n.Moves == nil { // other moves are not seen
			parts = append(parts, "you "+Lower(board.Words(n.Own)))
		}
		if len(parts) == 0 {
			text := s.ranOut(n.Time)
			if text == "" {
				return ""
			}
			parts = append(parts, text)
		}
	}
	return fmt.Sprintf("%.1f s  %s", units(n.Time)*s.opt.Unit.Seconds(), strings.Join(parts, ", "))
}

// ranOut says which time is over at an instant, or "".
func (s *timedSession) ranOut(at timed.Time) string {
	var names []string
	for _, c := range s.clocks {
		if math.Abs(c.Until-units(at)) < 1e-6 {
			names = append(names, Lower(c.Name))
		}
	}
	switch {
	case names == nil && s.game.Hidden():
		return "something ran out"
	case names == nil:
		return "" // it was a piece, which the board shows
	}
	return "time is over for " + strings.Join(names, ", ")
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
	if s.match != p.match || s.phase != Live || p.match.lost != nil {
		return timed.Plan{}, false
	}
	changed := !slices.Equal(s.legal, v.Legal)
	s.legal = slices.Clone(v.Legal)
	s.keys = s.board.Keys(s.legal, s.keys)
	if !s.game.Hidden() {
		clocks := s.clocks
		s.state = v.State
		if facts := s.split(); !slices.Equal(facts, s.facts) {
			s.before, s.facts = s.facts, facts
			s.position++
			changed = true
		}
		changed = changed || !slices.Equal(clocks, s.clocks)
	}
	if changed {
		s.tell()
	}
	return timed.Plan{}, false
}
