package timedmatch

import (
	"fmt"
	"slices"
	"strings"

	"ludex/game"
	"ludex/timed"
)

// An Offer is a move that a player sends.
type Offer struct {
	At   timed.Time // when it arrives
	Role game.Role
	Move string
	ID   uint64 // the sender's own number for it, which notices repeat
}

// A Refusal says why a move changes nothing.
type Refusal struct {
	Offer
	Name   string // of the role
	Reason string
}

// Error returns the move and the reason.
func (r *Refusal) Error() string {
	return fmt.Sprintf("%s at %v: %s is refused: %s", r.Name, r.At, r.Move, r.Reason)
}

// Reasons for refusals.
const (
	reasonOver    = "the game is over"
	reasonPast    = "that time is past"
	reasonClosed  = "the update of this instant has been made"
	reasonSecond  = "the role moves at this instant already"
	reasonSlower  = "the role has an earlier move for this boundary"
	reasonRandom  = "random moves by itself"
	reasonUnknown = "there is no such role"
)

// Offer gives the match a move. Whatever happens before the move arrives
// happens first. The move takes effect when the match advances to its instant, or
// to the next boundary in the model Interval.
//
// The error is a [*Refusal] if the move changes nothing; the match goes on. In
// the model Interval a move can still be refused at the boundary.
func (m *Match) Offer(o Offer) error {
	if m.ending != nil {
		return m.refuse(o, reasonOver)
	}
	switch {
	case o.Role < 0 || int(o.Role) >= len(m.game.Roles()):
		return m.refuse(o, reasonUnknown)
	case o.Role == m.game.Random():
		return m.refuse(o, reasonRandom)
	case o.At < m.time:
		return m.refuse(o, reasonPast)
	}
	if err := m.Advance(o.At - timed.Moment); err != nil {
		return err
	}
	effect := o.At
	if m.interval > 0 {
		effect = boundary(o.At, m.interval)
	}
	switch {
	case m.ending != nil:
		return m.refuse(o, reasonOver)
	case effect <= m.closed:
		return m.refuse(o, reasonClosed)
	}
	m.time = o.At
	if m.interval > 0 {
		m.waiting = append(m.waiting, o)
		return nil
	}
	return m.admit(o, reasonSecond)
}

// admit judges a move in the state as it is and keeps it for the next update, or
// refuses it. An illegal move is refused as illegal, whatever other moves arrived.
func (m *Match) admit(o Offer, second string) error {
	move, reason, err := m.judge(o)
	if err != nil {
		return m.fail(err)
	}
	if reason == "" && slices.ContainsFunc(m.pending, func(p Offer) bool { return p.Role == o.Role }) {
		reason = second
	}
	if reason != "" {
		return m.refuse(o, reason)
	}
	o.Move = move
	m.pending = append(m.pending, o)
	return nil
}

// judge returns the canonical text of a legal move, or why it is not legal.
func (m *Match) judge(o Offer) (move, reason string, err error) {
	legal, err := m.game.Legal(m.state, o.Role)
	if err != nil {
		return "", "", err
	}
	if slices.Contains(legal, o.Move) {
		return o.Move, "", nil
	}
	move, err = m.game.MoveText(o.Move)
	switch {
	case err != nil:
		return "", err.Error(), nil
	case slices.Contains(legal, move):
		return move, "", nil
	case len(legal) == 0:
		return "", "it is not legal: the role has no legal move", nil
	}
	const few = 8
	list := strings.Join(legal[:min(len(legal), few)], " ")
	if len(legal) > few {
		list += " …"
	}
	return "", "it is not legal: legal are " + list, nil
}

// refuse remembers a refusal, which is recorded at the end of the instant, after
// the update that the other moves of the instant make.
func (m *Match) refuse(o Offer, reason string) error {
	r := &Refusal{Offer: o, Name: m.roleName(o.Role), Reason: reason}
	if m.ending == nil {
		m.refused = append(m.refused, r)
	}
	return r
}

func (m *Match) roleName(r game.Role) string {
	if r < 0 || int(r) >= len(m.game.Roles()) {
		return fmt.Sprintf("role %d", r)
	}
	return m.game.Roles()[r]
}

// boundary returns the first boundary that is not before an instant.
func boundary(at, interval timed.Time) timed.Time {
	if rest := at % interval; rest != 0 {
		return at + interval - rest
	}
	return at
}
