package table

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"ludex/game"
	"ludex/internal/board"
	"ludex/internal/server/feed"
	"ludex/internal/server/humanplay"
	"ludex/internal/session"
)

// An eye is what clients see that have the same roles. Those without a role look on.
type eye struct {
	roles   []game.Role
	holder  string
	feed    *feed.Feed
	readers int
	shown   []byte // the part of what was published last that follows its version and time
	version uint64
}

// eye returns what somebody sees.
func (t *Table) eye(holder string) *eye {
	roles := t.fold.roles(holder)
	if len(roles) == 0 {
		holder = ""
	}
	e := t.eyes[holder]
	if e == nil {
		e = &eye{holder: holder, feed: feed.New(1, t.manager.log())} // a view replaces the previous one
		t.eyes[holder] = e
	}
	e.roles = roles
	return e
}

// lensOf returns the lens of the role that somebody acts with. Somebody with several roles
// sees with the eyes of the one that has to decide.
func (t *Table) lensOf(e *eye) *lens {
	if len(e.roles) == 0 {
		return t.lens(game.NoRole)
	}
	return t.lens(t.fold.acting(e.roles))
}

// blind reports whether somebody who looks on sees nothing yet.
func (t *Table) blind(e *eye) bool {
	return len(e.roles) == 0 && t.fold.game.Hidden() && !t.fold.play.Over()
}

// publishAll publishes the views that have changed, for those who listen.
func (t *Table) publishAll() {
	for _, e := range t.eyes {
		if e.readers > 0 {
			e.roles = t.fold.roles(e.holder) // people may have changed sides
			t.publish(e)
		}
	}
	t.published = true
	t.summarise()
}

// position returns a number that identifies the image of the position that somebody sees,
// also on another server.
func (t *Table) position(e *eye) uint64 {
	if t.blind(e) {
		return 0
	}
	l := t.lensOf(e)
	known, _ := l.seat.Known()
	over := 0
	if t.fold.play.Over() {
		over = 1
	}
	h := fnv.New64a()
	for _, n := range [...]int{t.fold.mark.number, t.fold.mark.steps, t.fold.mark.undone, over, known.States} {
		_, _ = h.Write(binary.AppendVarint(make([]byte, 0, binary.MaxVarintLen64), int64(n))) // it never fails
	}
	return h.Sum64() >> 12 // JavaScript knows 53 bits
}

// publish publishes a view if it differs from the one before, so that the times of messages
// tell nothing that the messages do not tell.
func (t *Table) publish(e *eye) {
	buffer := views.Get().(*bytes.Buffer)
	defer views.Put(buffer)
	shown := t.encode(e, buffer)
	if shown == nil || bytes.Equal(shown, e.shown) {
		return
	}
	e.version = t.version(e) + 1
	data := e.feed.PublishJSON("view", t.stamp(e.version), shown).Data
	e.shown = data[max(0, len(data)-len(shown)):]
}

// views are buffers for views, most of which are the same as before or are copied.
var views = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// encode writes what somebody may see into a buffer. It returns the part that follows the
// version and time, which may be used as long as the buffer, or nil if it cannot be written.
func (t *Table) encode(e *eye, buffer *bytes.Buffer) []byte {
	v := t.view(e)
	v.Version, v.Now = 0, 0
	buffer.Reset()
	if err := json.NewEncoder(buffer).Encode(&v); err != nil {
		t.manager.log().Error("a view cannot be written", "table", t.id, "err", err)
		return nil
	}
	_, shown, _ := bytes.Cut(buffer.Bytes(), noVersion)
	return bytes.TrimSuffix(shown, []byte("\n"))
}

// encoded returns what somebody may see, as it was published if there is nothing new.
func (t *Table) encoded(e *eye) []byte {
	shown := e.shown
	if !t.published || e.readers == 0 || len(shown) == 0 {
		buffer := views.Get().(*bytes.Buffer)
		defer views.Put(buffer)
		if shown = t.encode(e, buffer); shown == nil {
			return nil
		}
	}
	return slices.Concat(t.stamp(t.version(e)), shown)
}

// noVersion is what a view has that was encoded without its version. It comes after the name of
// the table, and before anything that a client has written.
var noVersion = []byte(`"version":0,`)

// stamp returns the beginning of a view: the name of the table, the version and the time.
func (t *Table) stamp(version uint64) []byte {
	head := append(make([]byte, 0, len(t.id)+64), `{"id":`...)
	head = append(strconv.AppendQuote(head, t.id), `,"version":`...)
	head = append(strconv.AppendUint(head, version, 10), `,"now":`...)
	return append(strconv.AppendInt(head, t.manager.now().UnixMilli(), 10), ',')
}

// version returns a number that grows with what is published, also from one server to the
// next.
func (t *Table) version(e *eye) uint64 { return max(e.version, uint64(t.fold.at.UnixMilli())<<8) }

// view returns what somebody may see. All of it comes from a seat, which in a game with
// hidden information tells only what follows from the actions and percepts of its role, and
// from what is said and agreed at the table.
func (t *Table) view(e *eye) humanplay.View {
	f, l := t.fold, t.lensOf(e)
	v := humanplay.View{
		ID: t.id, Version: t.version(e), Now: t.manager.now().UnixMilli(), Game: t.prepared.entry.About(), Number: f.number,
		Watching: len(e.roles) == 0, Phase: t.phase(l), Grid: t.prepared.board.HasGrid(), Turned: l.above,
		ClockMs: f.setup.ClockMs, History: []string{}, Notices: append([]string{}, t.notices...), Moves: []humanplay.Move{},
		Timing: t.timing(e), Seats: t.seats(e), Chat: t.chat(e), Offer: t.offer(e), WatchLink: f.setup.Watch, Rated: t.rated(),
	}
	if f.game.Hidden() {
		v.Game.Hidden = true
	}
	for _, r := range e.roles {
		v.Roles = append(v.Roles, f.game.Roles()[r])
	}
	if t.blind(e) {
		v.Turn, v.Notices = "the game is being played; you see it when it is over", []string{}
		return v
	}
	v.Turn, v.Step, v.Position = t.turn(l), f.play.Steps(), t.position(e)
	v.Attacked = t.counts().attacked
	v.Together, v.Record, v.Moves = l.seat.Together(), t.record, l.moves()
	v.History = append(v.History, l.pastMoves()...)
	v.Known, v.Result = l.known(), l.result()
	if l.role < 0 {
		return v
	}
	v.Role, v.Evaluating = f.game.Roles()[l.role], l.seat.Adviser().Evaluating()
	v.Evaluation, v.Hint = l.evaluation(), l.hint()
	v.CanUndo = f.canUndo(f.undoer(e.roles)) == nil && (!f.others(e.holder) || f.running())
	v.CanHint, v.CanSwap, v.CanDraw = l.seat.Phase() == session.Yours && f.running() && !f.others(e.holder), f.players() > 1, f.canDraw(e.holder)
	v.Alone = !f.others(e.holder)
	if n := len(l.seat.Choices()); n > maxMoves {
		v.Notices = append(v.Notices, fmt.Sprintf("the first %d of %d moves are listed; the others can be made too", maxMoves, n))
	}
	return v
}

// phase returns what the table waits for.
func (t *Table) phase(l *lens) humanplay.Phase {
	switch {
	case t.fold.play.Over():
		return humanplay.Over
	case len(t.fold.open()) > 0:
		return humanplay.Waiting
	case l.seat.Phase() == session.Yours:
		return humanplay.Yours
	}
	return humanplay.Others
}

// turn says whose turn it is.
func (t *Table) turn(l *lens) string {
	if open := t.fold.open(); len(open) > 0 && !t.fold.play.Over() {
		var names []string
		for _, r := range open {
			names = append(names, t.fold.game.Roles()[r])
		}
		return "waiting for somebody to play " + strings.Join(names, " and ")
	}
	if l.seat.Phase() == session.Yours && t.fold.game.Hidden() && len(l.seat.Choices()) == 1 {
		return "you have no choice, which the others do not know: go on when you like"
	}
	return l.seat.Text().Turn()
}

// seats returns who plays. In a game with hidden information nobody sees the clocks of
// others, which tell that somebody has a choice.
func (t *Table) seats(e *eye) []humanplay.Seat {
	f := t.fold
	var seats []humanplay.Seat
	counts := t.counts()
	people := f.people()
	for r, name := range f.game.Roles() {
		role := game.Role(r)
		s := humanplay.Seat{
			Role: name, Player: f.shownName(role, t.prepared.ladder), You: slices.Contains(e.roles, role), Chance: role == f.game.Random(), Person: people[r],
			Color: t.prepared.colors[r].Color, Word: t.prepared.colors[r].Word, Pieces: counts.pieces[r], Lost: counts.lost[r], Taken: counts.taken[r],
		}
		if s.Person {
			s.Open = f.seats[r].Holder == ""
			s.Account = t.account(role)
			s.Here = !s.Open && t.isHere(f.seats[r].Holder)
			if s.Open && len(e.roles) > 0 {
				s.Invitation = "/join/" + t.id + "/" + f.invitation(role) + "?role=" + url.QueryEscape(name)
			}
			if f.hasClock() && (s.You || !f.game.Hidden()) {
				s.Clock = &humanplay.SeatClock{LeftMs: f.clock.left[r].Milliseconds(), Running: f.ticks(role)}
			}
		}
		seats = append(seats, s)
	}
	return seats
}

// timing returns the clocks of people, or nil.
func (t *Table) timing(e *eye) *humanplay.Timing {
	f := t.fold
	if !f.hasClock() {
		return nil
	}
	out := &humanplay.Timing{Kind: string(f.setup.Timing.Kind), InitialMs: f.setup.Timing.InitialMs, IncrementMs: f.setup.Timing.IncrementMs}
	if !f.game.Hidden() || slices.ContainsFunc(e.roles, f.ticks) {
		out.Since = f.clock.since.UnixMilli()
	}
	return out
}

// chat returns what was said, or nil if there is no chat. Those who look on at a game with
// hidden information hear nothing before the end.
func (t *Table) chat(e *eye) []humanplay.Line {
	if !t.fold.setup.Chat || t.blind(e) {
		return nil
	}
	lines := []humanplay.Line{}
	for _, l := range t.fold.chat {
		lines = append(lines, humanplay.Line{Role: t.fold.game.Roles()[l.Role], Name: l.Name, Text: l.Text, At: l.At.UTC().Format(time.RFC3339)})
	}
	return lines
}

// offer returns the offer that waits for answers, or nil.
func (t *Table) offer(e *eye) *humanplay.Offer {
	o := t.fold.offer
	if o == nil {
		return nil
	}
	return &humanplay.Offer{
		Kind: string(o.kind), Swap: o.swap, Role: t.fold.game.Roles()[o.role], Name: t.fold.seats[o.role].Name,
		Mine: slices.Contains(e.roles, o.role), Agreed: len(e.roles) > 0 && slices.Contains(o.yes, e.holder),
	}
}

// seen returns what somebody may see of the position.
func (t *Table) seen(e *eye) board.Position {
	if t.blind(e) {
		return board.Position{Hidden: true}
	}
	p := t.lensOf(e).seat.Position()
	seen := board.Position{Facts: p.Facts, Possible: p.Possible, Over: p.Over, Hidden: p.Hidden}
	if p.Before != nil {
		seen.Before = t.fold.game.Facts(p.Before)
		for r, m := range p.Joint {
			seen.Last = append(seen.Last, t.fold.game.MoveText(game.Role(r), m))
		}
	}
	return seen
}

// advise asks for a hint or switches the evaluation on or off. It is for those who play
// against programs only.
func (t *Table) advise(holder string, a humanplay.Action) error {
	roles := t.fold.roles(holder)
	switch {
	case len(roles) == 0:
		return refused("you have no seat at this table")
	case t.fold.others(holder):
		return refused("there are no hints against people")
	case a.Step != nil && *a.Step != t.fold.play.Steps():
		return fmt.Errorf("step %d is over: %w", *a.Step, humanplay.ErrStale)
	}
	adviser := t.lens(t.fold.acting(roles)).seat.Adviser()
	var err error
	if a.Kind == humanplay.DoHint {
		err = adviser.Ask()
	} else {
		err = adviser.SetEvaluating(a.On)
	}
	if err != nil {
		return refused("%w", err)
	}
	return nil
}

func (l *lens) evaluation() *humanplay.Evaluation {
	e, ok := l.seat.Adviser().Evaluation()
	if !ok || !l.seat.Adviser().Evaluating() {
		return nil
	}
	out := &humanplay.Evaluation{Values: make([]*float64, len(e.Values)), Exact: e.Exact, Step: e.Step}
	for i, v := range e.Values {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			out.Values[i] = &v
		}
	}
	return out
}

func (l *lens) hint() *humanplay.Hint {
	advice, asked := l.seat.Adviser().Asked()
	if !asked {
		return nil
	}
	h := &humanplay.Hint{Thinking: l.seat.Adviser().Thinking()}
	if advice == nil {
		return h
	}
	if advice.Err != nil {
		h.Error = advice.Err.Error()
		return h
	}
	h.Lines = l.advice(advice)
	if moves := advice.Analysis.Moves; len(moves) > 0 && advice.Role == l.seat.Role() {
		for _, c := range l.seat.Choices() {
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
func (l *lens) advice(a *session.Advice) []string {
	best := a.Analysis.Moves
	if len(best) == 0 || a.Role != l.seat.Role() {
		return l.seat.Text().Advice(a)
	}
	names := map[game.Move]string{}
	for i, c := range l.seat.Choices() {
		if list := l.moves(); i < len(list) {
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
		return l.seat.Text().Advice(a)
	case mixed:
		return []string{"Mix: " + strings.Join(parts, ", ")}
	case len(parts) == 1:
		return []string{"Best: " + parts[0]}
	}
	return []string{"Best: " + parts[0], "Then: " + strings.Join(parts[1:], "; ")}
}

func (l *lens) known() *humanplay.Known {
	if !l.table.fold.game.Hidden() {
		return nil
	}
	k, ok := l.seat.Known()
	if !ok {
		return &humanplay.Known{Facts: []string{}, Words: []string{}, Why: l.seat.Unknown()}
	}
	out := &humanplay.Known{States: k.States, Facts: []string{}, Words: []string{}}
	for _, f := range k.Facts {
		if words, ok := l.table.prepared.board.FactWords(f); ok {
			out.Words = append(out.Words, words)
		}
		out.Facts = append(out.Facts, l.table.prepared.entry.Rules.Show(f))
	}
	return out
}

func (l *lens) result() *humanplay.Result {
	r, over := l.seat.Result()
	if !over {
		return nil
	}
	random := l.table.fold.game.Random()
	return &humanplay.Result{
		Text: l.seat.Text().Result(), Cells: l.endCells(r), Resigned: r.Ending.Kind == session.Resignation, Ending: string(r.Ending.Kind),
		Goals: session.WithoutChance(r.Goals, random), Scores: session.WithoutChance(r.Scores, random),
		Verdict: verdict(l.table.fold.game, r, l.role),
	}
}

// endCells returns the cells with the pieces that ended the play. It is computed once.
func (l *lens) endCells(r session.Result) []string {
	n := l.seat.Steps()
	if r.Goals == nil || n == 0 {
		return nil
	}
	if key := (decisionKey{l.table.fold.mark, false}); l.reasonFor != key {
		step := l.seat.Seen(n - 1)
		if l.reasonFor, l.reasons = key, nil; step.Before != nil {
			done := l.table.limitFinding()
			l.reasons = l.table.prepared.cells.Reason(l.table.finding, step.Before, step.Joint)
			done()
		}
	}
	return l.reasons
}

// verdict is how a role did in a game that may not have ended by its rules.
func verdict(g game.Game, r session.Result, role game.Role) session.Verdict {
	if r.Ending.Kind != session.ByRules {
		return r.Ending.Verdict(g, role)
	}
	return session.NewVerdict(r.Goals, role, g.Random())
}
