// Package ggp implements both sides of the General Game Playing protocol over HTTP:
// [Player] is the manager's proxy for a remote player, and [Server] lets a player
// of this program answer a manager.
//
// It is strict in what it sends and tolerant in what it accepts.
package ggp

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"ludex/internal/sexpr"
)

// A Kind is what a message asks for.
type Kind string

// The kinds of messages.
const (
	Info    Kind = "INFO"
	Ping    Kind = "PING"
	Preview Kind = "PREVIEW"
	Start   Kind = "START"
	Play    Kind = "PLAY"
	Stop    Kind = "STOP"
	Abort   Kind = "ABORT"
)

// The answers other than moves.
const (
	Ready     = "ready"
	Busy      = "busy"
	Done      = "done"
	Aborted   = "aborted"
	Available = "available"
	Nil       = "NIL"
)

// A Message is what a manager sends.
type Message struct {
	Kind  Kind
	Match string

	// Of START; PREVIEW has the rules, and its clock is the first one.
	Role                  string
	Rules                 string // clauses, without brackets around them
	StartClock, PlayClock int    // in seconds

	// Of PLAY and STOP. In the first PLAY nothing has happened yet.
	First bool
	// Seen is the joint move, or what the role perceives.
	Seen []string
	// Numbered is the newer form for games with hidden information, with the
	// turn, counted from 0, and the role's own move.
	Numbered bool
	Turn     int
	Own      string
}

// String returns the message as it is sent.
func (m Message) String() string {
	switch m.Kind {
	case Info, Ping:
		return fmt.Sprintf("( %s )", m.Kind)
	case Preview:
		return fmt.Sprintf("( PREVIEW (%s) %d )", m.Rules, m.StartClock)
	case Start:
		return fmt.Sprintf("( START %s %s (%s) %d %d )", m.Match, m.Role, m.Rules, m.StartClock, m.PlayClock)
	case Abort:
		return fmt.Sprintf("( ABORT %s )", m.Match)
	}
	seen, own := Nil, Nil
	if !m.First {
		seen, own = list(m.Seen), m.Own
	}
	if m.Numbered {
		return fmt.Sprintf("( %s %s %d %s %s )", m.Kind, m.Match, m.Turn, own, seen)
	}
	return fmt.Sprintf("( %s %s %s )", m.Kind, m.Match, seen)
}

func list(items []string) string {
	if len(items) == 0 {
		return "()"
	}
	return "( " + strings.Join(items, " ") + " )"
}

// ErrNoMessage is reported for a text that is not a message.
var ErrNoMessage = errors.New("not a message of the protocol")

// Parse reads a message.
func Parse(text string) (Message, error) {
	words, err := sexpr.Items(text)
	if err == nil && len(words) == 0 {
		err = errors.New("it is empty")
	}
	if err != nil {
		return Message{}, fmt.Errorf("%w: %w", ErrNoMessage, err)
	}
	m := Message{Kind: Kind(strings.ToUpper(words[0]))}
	if err := m.read(words[1:]); err != nil {
		return m, fmt.Errorf("%w: %s: %w", ErrNoMessage, m.Kind, err)
	}
	return m, nil
}

// read reads the arguments of a message.
func (m *Message) read(args []string) (err error) {
	count := func(least, most int) error {
		if len(args) < least || len(args) > most {
			return fmt.Errorf("it has %d arguments", len(args))
		}
		return nil
	}
	switch m.Kind {
	case Info, Ping: // some managers number them
		return nil
	case Preview:
		if err := count(2, 2); err != nil {
			return err
		}
		return m.rules(args[0], args[1])
	case Start:
		if err := count(5, len(args)); err != nil {
			return err
		}
		m.Match, m.Role = args[0], args[1]
		return m.rules(args[2], args[3], args[4])
	case Abort:
		if err := count(1, 1); err != nil {
			return err
		}
		m.Match = args[0]
		return nil
	case Play, Stop:
		if err := count(2, 4); err != nil {
			return err
		}
		m.Match = args[0]
		return m.happened(args[1:])
	}
	return errors.New("there is no such message")
}

// maxClock is how long clocks may be, in seconds: a day.
const maxClock = 24 * 3600

// rules reads the rules and the clocks after them.
func (m *Message) rules(text string, clocks ...string) error {
	if len(text) < 2 || text[0] != '(' {
		return errors.New("the rules are no list")
	}
	m.Rules = strings.TrimSpace(text[1 : len(text)-1])
	for i, clock := range clocks {
		n, err := strconv.Atoi(clock)
		if err != nil || n < i || n > maxClock { // there is no time for a move of 0 seconds
			return fmt.Errorf("%.20q is no clock: it has whole seconds, up to %d", clock, maxClock)
		}
		if i == 0 {
			m.StartClock = n
		} else {
			m.PlayClock = n
		}
	}
	return nil
}

// happened reads what happened in the previous step.
func (m *Message) happened(args []string) (err error) {
	if len(args) == 2 {
		return errors.New("it has 3 arguments")
	}
	if len(args) == 3 {
		m.Numbered = true
		if m.Turn, err = strconv.Atoi(args[0]); err != nil || m.Turn < 0 {
			return fmt.Errorf("%.20q is no turn", args[0])
		}
		m.Own = args[1]
		args = args[2:]
		m.First = m.Turn == 0 && strings.EqualFold(m.Own, Nil)
	}
	if strings.EqualFold(args[0], Nil) {
		m.First = m.First || !m.Numbered
		return nil
	}
	m.Seen, err = sexpr.Items(args[0])
	return err
}
