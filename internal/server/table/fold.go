package table

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"time"

	"ludex/game"
	"ludex/internal/players/levels"
	"ludex/internal/session"
	"ludex/player"
)

// A fold is the state of a table: what follows from its events. It depends on nothing else,
// not on the time and not on chance.
type fold struct {
	setup  Setup
	game   game.Game
	seats  []Seat // by role
	number int    // of the game, counted from 1
	events int    // number of events so far
	at     time.Time
	began  time.Time // of the game
	over   bool      // the table is closed
	offer  *offer
	chat   []Line
	clock  clock
	mark   roundMark
	undone int                 // how often a decision was taken back
	chosen map[roleStep]string // how moves of people are called
	play   *session.Session
}

// An offer waits for the answers of all people.
type offer struct {
	kind OfferKind
	swap bool
	role game.Role // of whoever made it
	yes  []string  // holders who agree
}

// A roundMark identifies a decision of a game.
type roundMark struct{ number, steps, undone int }

// A history identifies a play that only grew since.
type history struct{ number, undone int }

func (f *fold) history() history { return history{f.number, f.undone} }

// A roleStep is the part of a role in a step.
type roleStep struct {
	step int
	role game.Role
}

// moveName returns how the move of a person in a step was called.
func (f *fold) moveName(step int, r game.Role) (string, bool) {
	name, ok := f.chosen[roleStep{step, r}]
	return name, ok
}

// players returns the number of roles, without chance.
func (f *fold) players() int {
	if f.game.Random() >= 0 {
		return len(f.seats) - 1
	}
	return len(f.seats)
}

// maxChat is the number of lines of chat that are kept.
const maxChat = 100

// chanceName is the name of chance.
const chanceName = "chance"

// begin applies the first event. It needs the game and players, which are found by the setup.
func begin(ctx context.Context, setup Setup, at time.Time, p *prepared) (*fold, error) {
	f := &fold{setup: setup, game: p.game, seats: slices.Clone(setup.Seats), number: 1, events: 1, at: at, began: at, chosen: map[roleStep]string{}}
	if len(f.seats) != len(f.game.Roles()) {
		return nil, fmt.Errorf("%d seats for %d roles", len(f.seats), len(f.game.Roles()))
	}
	opt := session.Options{
		Config: p.config(), Title: p.entry.Title(), People: f.people(), Names: f.names(), PeopleNamed: true, Show: p.entry.Rules.Show,
		Opponent: func(r game.Role) player.Player { return p.maker(f.seats[r].Program)() }, Adviser: p.adviser,
		Held: true, Decided: p.decided, Chance: f.chance, Paced: f.paced(),
	}
	opt.PlayClock, opt.Nodes = time.Duration(setup.ClockMs)*time.Millisecond, setup.Nodes
	opt.Now = func() time.Time { return f.at }
	if setup.Asking != nil {
		opt.Asked = func(steps []session.Step) []bool { return setup.Asking.asked(perceived(p.game, steps), len(f.seats)) }
	}
	var err error
	if opt.Before, err = f.before(ctx); err != nil {
		return nil, err
	}
	if f.play, err = session.New(ctx, opt); err != nil {
		return nil, err
	}
	f.resetClock()
	f.newRound()
	return f, nil
}

// before returns the joint moves before the game begins.
func (f *fold) before(ctx context.Context) ([][]game.Move, error) {
	m := f.game.NewMachine()
	m.Bind(ctx)
	state := m.Initial(nil)
	var joints [][]game.Move
	for i, texts := range f.setup.Before {
		joint := make([]game.Move, len(f.game.Roles()))
		for r := range joint {
			legal := m.Legal(state, game.Role(r), nil)
			at := slices.IndexFunc(legal, func(move game.Move) bool { return r < len(texts) && f.game.MoveText(game.Role(r), move) == texts[r] })
			if at < 0 {
				return nil, fmt.Errorf("step %d before the game: a move is not legal", i+1)
			}
			joint[r] = legal[at]
		}
		state, joints = m.Next(state, joint, nil), append(joints, joint)
	}
	return joints, m.Err()
}

// paced reports whether steps wait, because their times must not tell who had a choice.
func (f *fold) paced() bool { return f.game.Hidden() }

// pace is how long a step takes at least, in a game with hidden information: as long as a
// program may think, and a little more. Where all people know the whole play, as in games of dice that
// everybody sees, it tells them nothing that they do not know.
func (f *fold) pace() time.Duration {
	if !f.paced() {
		return 0
	}
	full := time.Duration(f.setup.ClockMs)*time.Millisecond*11/10 + 100*time.Millisecond
	if f.peopleKnowAll() {
		return min(full, knownPace)
	}
	return full
}

// knownPace is how long a step takes at least whose circumstances everybody knows, so that people can
// follow.
const knownPace = 400 * time.Millisecond

// peopleKnowAll reports whether all people know the whole play so far. Each of them then knows that of
// the others, so that what depends on it tells nothing.
func (f *fold) peopleKnowAll() bool {
	for r := range f.seats {
		if role := game.Role(r); f.isPerson(role) {
			if known, ok := f.play.Seat(role).Known(); !ok || !known.All {
				return false
			}
		}
	}
	return true
}

// chance chooses one of n moves of chance. It depends on the number of the event, so that
// chance decides again after a move was taken back.
func (f *fold) chance(step, n int) int {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s chance %d %d %d", f.setup.Secret, f.number, f.events, step))
	return int(binary.LittleEndian.Uint64(sum[:]) % uint64(n))
}

// invitation returns the key that takes an open seat. It changes with each person who takes
// the seat.
func (f *fold) invitation(r game.Role) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s invitation %d %d", f.setup.Secret, r, f.seats[r].Joins))
	return hex.EncodeToString(sum[:16])
}

// people returns which roles people play.
func (f *fold) people() []bool {
	list := make([]bool, len(f.seats))
	for r := range f.seats {
		list[r] = f.isPerson(game.Role(r))
	}
	return list
}

// isPerson reports whether a person plays a role.
func (f *fold) isPerson(r game.Role) bool { return f.seats[r].Program == "" && r != f.game.Random() }

// names returns the names of players and people.
func (f *fold) names() []string {
	list := make([]string, len(f.seats))
	for r, s := range f.seats {
		switch {
		case game.Role(r) == f.game.Random():
			list[r] = chanceName
		case s.Program != "":
			list[r] = s.Program
		default:
			list[r] = s.Name
		}
	}
	return list
}

// holders returns who has seats, each once.
func (f *fold) holders() []string {
	var list []string
	for _, s := range f.seats {
		if s.Holder != "" && !slices.Contains(list, s.Holder) {
			list = append(list, s.Holder)
		}
	}
	return list
}

// roles returns the roles of a holder.
func (f *fold) roles(holder string) []game.Role {
	var list []game.Role
	for r, s := range f.seats {
		if holder != "" && s.Holder == holder {
			list = append(list, game.Role(r))
		}
	}
	return list
}

// others reports whether people besides a holder have seats, or are waited for.
func (f *fold) others(holder string) bool {
	for r := range f.seats {
		if f.seats[r].Holder != holder && f.isPerson(game.Role(r)) {
			return true
		}
	}
	return false
}

// hasPrograms reports whether programs have seats.
func (f *fold) hasPrograms() bool {
	return slices.ContainsFunc(f.seats, func(s Seat) bool { return s.Program != "" })
}

// open returns the roles whose seats nobody has taken.
func (f *fold) open() []game.Role {
	var list []game.Role
	for r := range f.seats {
		if f.seats[r].Holder == "" && f.isPerson(game.Role(r)) {
			list = append(list, game.Role(r))
		}
	}
	return list
}

// running reports whether the game goes on: all seats are taken, and it is not over.
func (f *fold) running() bool { return !f.over && !f.play.Over() && len(f.open()) == 0 }

var errLog = errors.New("the log of the table does not fit the rules")

// apply applies the next event.
func (f *fold) apply(e Event, at time.Time) error {
	f.events++
	if at.After(f.at) {
		f.at = at
	}
	if f.over {
		return nil
	}
	if e.Role < 0 || int(e.Role) >= len(f.seats) {
		return fmt.Errorf("%w: event %d is of no role", errLog, f.events)
	}
	waited := len(f.open()) > 0
	if err := f.change(e); err != nil {
		return fmt.Errorf("%w: event %d: %w", errLog, f.events, err)
	}
	if f.play.Over() && f.offer != nil && f.offer.kind != OfferRematch {
		f.offer = nil
	}
	if now := f.roundNow(); now != f.mark || waited && len(f.open()) == 0 {
		f.newRound()
	}
	return nil
}

func (f *fold) roundNow() roundMark {
	return roundMark{f.number, f.play.Steps(), f.undone}
}

// newRound begins a decision: offers lapse, except that of another game, and clocks run.
func (f *fold) newRound() {
	if f.mark = f.roundNow(); f.offer != nil && f.offer.kind != OfferRematch {
		f.offer = nil
	}
	f.beginClock()
}

func (f *fold) change(e Event) error {
	switch e.Kind {
	case joined:
		s := &f.seats[e.Role]
		s.Holder, s.Name = e.Holder, e.Name
		s.Joins++
		f.play.Rename(f.names())
	case left:
		s := &f.seats[e.Role]
		s.Holder, s.Name, f.offer = "", "", nil
		f.play.Rename(f.names())
	case moved:
		return f.move(e)
	case stepped:
		return f.play.Advance()
	case undone:
		return f.undo(e.Role)
	case offered:
		f.offer = &offer{kind: e.Offer, swap: e.Swap, role: e.Role, yes: []string{f.seats[e.Role].Holder}}
	case accepted:
		return f.accept(f.seats[e.Role].Holder)
	case declined:
		f.offer = nil
	case resigned:
		return f.play.End(session.Ending{Kind: session.Resignation, Role: e.Role})
	case flagged:
		f.stopClock(e.Role)
		return f.play.End(session.Ending{Kind: session.OutOfTime, Role: e.Role})
	case restarted:
		f.restart(e.Swap)
	case chatted:
		f.chat = append(f.chat, Line{e.Role, f.seats[e.Role].Name, e.Text, f.at})
		f.chat = f.chat[max(0, len(f.chat)-maxChat):]
	case resumed:
		f.clock.since = f.clock.since.Add(time.Duration(e.Away) * time.Millisecond)
	case closed:
		if f.over = true; !f.play.Over() {
			return f.play.End(session.Ending{Kind: session.Left, Role: game.NoRole})
		}
	default:
		return fmt.Errorf("a kind %q", e.Kind)
	}
	return nil
}

func (f *fold) move(e Event) error {
	m, ok := f.play.Legal(e.Role, e.Move)
	if !ok {
		return fmt.Errorf("%s cannot make the move %s", f.game.Roles()[e.Role], e.Move)
	}
	d := session.Decision{Role: e.Role, Move: m, Took: f.at.Sub(f.clock.since)}
	if e.Fault != "" {
		d.Fault, d.Took = &player.Fault{Step: f.play.Steps(), Role: e.Role, Kind: player.Failed, Err: errors.New(e.Fault)}, 0
	}
	if delete(f.chosen, roleStep{f.play.Steps(), e.Role}); e.Name != "" {
		f.chosen[roleStep{f.play.Steps(), e.Role}] = e.Name
	}
	f.chargeClock(e.Role)
	return f.play.Answer(d)
}

// undo takes back the last decision of a role.
func (f *fold) undo(r game.Role) error {
	f.undone++
	return f.play.Seat(r).Undo()
}

// accept records that a holder agrees. What all agree on is done.
func (f *fold) accept(holder string) error {
	if f.offer == nil {
		return errors.New("there is no offer")
	}
	f.offer.yes = append(f.offer.yes, holder)
	for _, other := range f.holders() {
		if !slices.Contains(f.offer.yes, other) {
			return nil
		}
	}
	o := f.offer
	f.offer = nil
	switch o.kind {
	case OfferDraw:
		return f.play.End(session.Ending{Kind: session.AgreedDraw, Role: game.NoRole})
	case OfferUndo:
		if f.canUndo(o.role) != nil {
			return nil // there is nothing left to take back
		}
		return f.undo(o.role)
	}
	f.restart(o.swap)
	return nil
}

// restart begins another game. Swapping gives everybody the next role.
func (f *fold) restart(swap bool) {
	if swap {
		var roles []int
		for r := range f.seats {
			if game.Role(r) != f.game.Random() {
				roles = append(roles, r)
			}
		}
		seats := slices.Clone(f.seats)
		for i, r := range roles {
			joins := f.seats[r].Joins
			f.seats[r] = seats[roles[(i+len(roles)-1)%len(roles)]]
			f.seats[r].Joins = max(f.seats[r].Joins, joins)
		}
	}
	f.number++
	f.offer, f.began = nil, f.at
	clear(f.chosen)
	f.resetClock()
	f.play.Reseat(f.people(), f.names())
}

// recordID returns the name of the record of the game.
func (f *fold) recordID() string {
	if f.number == 1 {
		return f.setup.Record
	}
	return fmt.Sprintf("%s.%d", f.setup.Record, f.number)
}

// shownName returns how a seat is called.
func (f *fold) shownName(r game.Role, ladder *levels.Ladder) string {
	switch s := f.seats[r]; {
	case r == f.game.Random():
		return chanceName
	case s.Program != "":
		return ladder.Shown(s.Program)
	default:
		return s.Name
	}
}
