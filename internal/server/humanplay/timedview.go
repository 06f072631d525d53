package humanplay

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"ludex/game"
	"ludex/internal/server/gamecache"
	"ludex/player/realtime"
	"ludex/timed"
)

// A Timekeeper is a table whose time runs by itself.
type Clocked interface {
	// Now returns the time of the game, in units, and whether it runs.
	Now() (now float64, running bool)
}

// maxHistory is how much of what happened is shown of a game in real time.
const maxHistory = 500

// view returns what the person may see.
func (t *timedSession) view() View {
	v := View{
		ID: t.id, Game: t.opt.Entry.About(), Number: t.number, Role: t.game.Roles()[t.role], Phase: t.phase,
		Position: t.position, Grid: t.board.HasGrid(), Step: len(t.history), Moves: []Move{}, Together: true,
		History: append([]string{}, t.history...), Notices: append([]string{}, t.notices...), Result: t.ended, Record: t.record,
		Time:    &Time{Now: t.now(), Unit: t.opt.Unit.Seconds(), Running: t.phase == Live},
		CanSwap: t.next() != t.role,
	}
	v.Game.Hidden = t.game.Hidden()
	for r, name := range t.game.Roles() {
		seat := Seat{Role: name, Player: t.names[r], You: game.Role(r) == t.role}
		switch {
		case seat.You:
			seat.Player = "you"
		case game.Role(r) == t.game.Random():
			seat.Player, seat.Chance = "chance", true
		}
		v.Seats = append(v.Seats, seat)
	}
	for i, text := range t.legal {
		v.Moves = append(v.Moves, Move{Number: i + 1, Text: t.opt.Entry.Rules.Show(text), Cells: t.board.Target(text)})
	}
	switch t.phase {
	case Ready:
		v.Turn = "press start when you are ready"
	case Live:
		if v.Turn = "time runs"; len(t.legal) == 0 {
			v.Turn = "time runs; you cannot move now"
		}
	case Over:
		v.Turn = t.ended.Text
	}
	if t.phase == Live && !t.game.Hidden() {
		if due := t.state.Expiry(); due != timed.Forever {
			v.Time.Due = units(due)
		}
	}
	return v
}

// hear notes what the person is told.
func (t *timedSession) notify(p *timedMatch, n timed.Notice) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if n.To != t.role || t.match != p {
		return
	}
	t.history = append(t.history, t.noticeText(n))
	if extra := len(t.history) - maxHistory; extra > 0 {
		t.history = slices.Delete(t.history, 0, extra)
	}
	t.last = nil
	for _, m := range n.Moves {
		t.last = append(t.last, m.Text)
	}
	t.tell()
}

// noticeText says what a person is told.
func (t *timedSession) noticeText(n timed.Notice) string {
	show := t.opt.Entry.Rules.Show
	var parts []string
	switch n.Kind {
	case timed.Refused:
		parts = append(parts, "your move came to nothing: "+n.Reason)
	case timed.End:
		parts = append(parts, "the end: "+string(n.Ending))
	default:
		for _, m := range n.Moves {
			parts = append(parts, t.game.Roles()[m.Role]+" "+show(m.Text))
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

// A person sits at the table: what the match asks for is shown, and moves come
// through the inbox.
type person struct {
	session *timedSession
	match  *timedMatch
}

// Start implements [realtime.Player].
func (p *person) Start(context.Context, realtime.Setup) error { return nil }

// Stop implements [realtime.Player].
func (p *person) Stop() {}

// Next notes what the person can do, and in a game that hides nothing how it
// stands.
func (p *person) Next(v *timed.View) (timed.Plan, bool) {
	t := p.session
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.match != p.match || t.phase != Live {
		return timed.Plan{}, false
	}
	changed := !slices.Equal(t.legal, v.Legal)
	t.legal = slices.Clone(v.Legal)
	if !t.game.Hidden() {
		if facts := gamecache.TimedFacts(v.State); !slices.Equal(facts, t.facts) {
			t.before, t.facts = t.facts, facts
			t.position++
			changed = true
		}
		t.state = v.State
	}
	if changed {
		t.tell()
	}
	return timed.Plan{}, false
}
