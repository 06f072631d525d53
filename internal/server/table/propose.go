package table

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"ludex/game"
	"ludex/internal/gdlmoves"
	"ludex/internal/server/humanplay"
	"ludex/internal/session"
)

// Actions of people besides those of [humanplay].
const (
	DoDraw    humanplay.Kind = "draw"
	DoAccept  humanplay.Kind = "accept"
	DoDecline humanplay.Kind = "decline"
	DoChat    humanplay.Kind = "chat"
	DoLeave   humanplay.Kind = "leave"
	DoClose   humanplay.Kind = "close"
)

// The longest name of a person, and the longest line of chat, in characters.
const (
	MaxName = 40
	MaxLine = 300
)

func refused(format string, args ...any) error {
	return fmt.Errorf("%w: %w", humanplay.ErrRule, fmt.Errorf(format, args...))
}

func bad(format string, args ...any) error {
	return &humanplay.BadRequestError{Err: fmt.Errorf(format, args...)}
}

// propose checks an action of a person against the state of the table, and returns the event
// that it means. The time is that of the server.
func (f *fold) propose(holder string, a humanplay.Action, now time.Time) (Event, error) {
	roles := f.roles(holder)
	switch {
	case f.over:
		return Event{}, humanplay.ErrClosed
	case len(roles) == 0:
		return Event{}, refused("you have no seat at this table")
	case a.Step != nil && *a.Step != f.play.Steps():
		return Event{}, fmt.Errorf("step %d is over: %w", *a.Step, humanplay.ErrStale)
	}
	switch a.Kind {
	case humanplay.DoMove:
		return f.proposeMove(f.acting(roles), a, now)
	case humanplay.DoUndo:
		return f.proposeUndo(holder, roles)
	case humanplay.DoResign:
		if f.play.Over() {
			return Event{}, refused("the game is over")
		}
		return Event{Kind: resigned, Role: f.acting(roles)}, nil
	case humanplay.DoRematch:
		return f.proposeRematch(holder, roles[0], a.Swap)
	case DoDraw:
		return f.proposeDraw(holder, roles[0])
	case DoAccept, DoDecline:
		return f.proposeAnswer(holder, roles[0], a)
	case DoChat:
		return f.proposeLine(roles[0], a.Text)
	case DoLeave:
		return Event{Kind: left, Role: roles[0]}, f.canLeave(holder)
	case DoClose:
		if f.others(holder) {
			return Event{Kind: left, Role: roles[0]}, nil
		}
		return Event{Kind: closed}, nil
	}
	return Event{}, bad("a game in turns has no %q", a.Kind)
}

// acting returns the role with which someone acts who has several: the first that has to
// decide.
func (f *fold) acting(roles []game.Role) game.Role {
	for _, r := range roles {
		if f.play.Open(r) {
			return r
		}
	}
	return roles[0]
}

func (f *fold) proposeMove(r game.Role, a humanplay.Action, now time.Time) (Event, error) {
	if len(f.open()) > 0 {
		return Event{}, refused("a seat is still free")
	}
	choices := f.play.Seat(r).Choices()
	plain := gdlmoves.Canonical(a.Move)
	for _, c := range choices {
		if c.Number == a.Number && a.Move == "" || a.Move != "" && (c.Text == a.Move || f.game.MoveText(r, c.Move) == plain) {
			if f.ticks(r) && now.After(f.clock.since.Add(f.clock.left[r])) {
				return Event{Kind: flagged, Role: r}, nil
			}
			return Event{Kind: moved, Role: r, Move: f.game.MoveText(r, c.Move)}, nil
		}
	}
	switch {
	case f.play.Over():
		return Event{}, refused("the game is over")
	case choices == nil:
		return Event{}, refused("it is not your turn")
	case a.Move == "":
		return Event{}, refused("there is no move %d", a.Number)
	}
	return Event{}, refused("%q is not legal here", shorten(a.Move))
}

// shorten shortens a text of a client for messages.
func shorten(text string) string {
	const most = 60
	if utf8.RuneCountInString(text) > most {
		return string([]rune(text)[:most]) + "…"
	}
	return text
}

func (f *fold) proposeUndo(holder string, roles []game.Role) (Event, error) {
	r := f.undoer(roles)
	if err := f.canUndo(r); err != nil {
		return Event{}, refused("%w", err)
	}
	if !f.others(holder) {
		return Event{Kind: undone, Role: r}, nil
	}
	if f.play.Over() {
		return Event{}, refused("the game is over")
	}
	return f.proposeOffer(holder, Event{Kind: offered, Role: r, Offer: OfferUndo})
}

// undoer returns the role whose decision is taken back: of several the last that decided.
func (f *fold) undoer(roles []game.Role) game.Role {
	return slices.MaxFunc(roles, func(a, b game.Role) int { return f.play.Seat(a).LastDecision() - f.play.Seat(b).LastDecision() })
}

// canUndo returns why nothing can be taken back, or nil. Moves before the game cannot.
func (f *fold) canUndo(r game.Role) error {
	seat := f.play.Seat(r)
	if err := seat.CanUndo(); err != nil {
		return err
	}
	result, over := seat.Result()
	switch kind := result.Ending.Kind; {
	case over && kind == session.Resignation, seat.Waits():
		return nil
	case over && kind != session.ByRules:
		return errors.New("the game is over")
	case seat.LastDecision() < f.play.Given():
		return errors.New("there is nothing to take back: you have not chosen a move yet")
	}
	return nil
}

func (f *fold) proposeRematch(holder string, r game.Role, swap bool) (Event, error) {
	if !f.others(holder) {
		return Event{Kind: restarted, Swap: swap}, nil
	}
	if !f.play.Over() {
		return Event{}, refused("the game is not over")
	}
	return f.proposeOffer(holder, Event{Kind: offered, Role: r, Offer: OfferRematch, Swap: swap})
}

func (f *fold) proposeDraw(holder string, r game.Role) (Event, error) {
	switch {
	case f.play.Over():
		return Event{}, refused("the game is over")
	case !f.canDraw(holder):
		return Event{}, refused("a draw can be agreed between people only")
	}
	return f.proposeOffer(holder, Event{Kind: offered, Role: r, Offer: OfferDraw})
}

// canDraw reports whether a draw can be offered: nobody but people play, and more than one.
func (f *fold) canDraw(holder string) bool {
	return f.others(holder) && len(f.open()) == 0 && !f.hasPrograms()
}

// proposeOffer makes an offer, or accepts the same offer of somebody else.
func (f *fold) proposeOffer(holder string, e Event) (Event, error) {
	switch {
	case len(f.open()) > 0:
		return Event{}, refused("a seat is still free")
	case f.offer == nil:
		return e, nil
	case slices.Contains(f.offer.yes, holder):
		return Event{}, refused("the others have not answered yet")
	case f.offer.kind == e.Offer && f.offer.swap == e.Swap && e.Offer != OfferUndo:
		return Event{Kind: accepted, Role: f.roles(holder)[0]}, nil
	}
	return Event{}, refused("answer the offer first")
}

func (f *fold) proposeAnswer(holder string, r game.Role, a humanplay.Action) (Event, error) {
	switch {
	case f.offer == nil:
		return Event{}, refused("there is no offer")
	case a.Kind == DoDecline:
		return Event{Kind: declined, Role: r}, nil
	case slices.Contains(f.offer.yes, holder):
		return Event{}, refused("you have agreed already")
	}
	return Event{Kind: accepted, Role: r}, nil
}

func (f *fold) proposeLine(r game.Role, text string) (Event, error) {
	text = clean(text, MaxLine)
	switch {
	case !f.setup.Chat:
		return Event{}, refused("there is no chat at this table")
	case text == "":
		return Event{}, bad("there is nothing to say")
	}
	return Event{Kind: chatted, Role: r, Text: text}, nil
}

// canLeave returns why a seat cannot be given up, or nil.
func (f *fold) canLeave(holder string) error {
	if !f.others(holder) {
		return refused("nobody else is at the table")
	}
	return nil
}

// clean returns a text of a client without control characters, on one line, and at most so
// many characters long.
func clean(text string, most int) string {
	var out []rune
	for _, c := range strings.Join(strings.Fields(text), " ") {
		if c < ' ' || c == 0x7f || c == utf8.RuneError || c >= 0x202a && c <= 0x202e || c >= 0x2066 && c <= 0x2069 { // no control, no change of direction
			continue
		}
		if len(out) == most {
			break
		}
		out = append(out, c)
	}
	return strings.TrimSpace(string(out))
}

// proposeJoin returns the event with which somebody takes an open seat.
func (f *fold) proposeJoin(r game.Role, key, holder, name string) (Event, error) {
	switch {
	case f.over:
		return Event{}, humanplay.ErrClosed
	case r < 0 || int(r) >= len(f.seats) || !slices.Contains(f.open(), r) || f.invitation(r) != key:
		return Event{}, ErrTaken
	case f.game.Hidden() && len(f.roles(holder)) > 0:
		return Event{}, refused("you have a seat already, and would know what the other role must not")
	}
	return Event{Kind: joined, Role: r, Holder: holder, Name: clean(name, MaxName)}, nil
}

// ErrTaken is returned for an invitation that is not valid, or not any more.
var ErrTaken = errors.New("this invitation has been used, or never was one")
