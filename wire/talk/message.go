// Package talk is the protocol of our own between a manager and players: messages
// as JSON objects, one a line. It says everything in plain words, so that a player
// can be written in an afternoon in any language: the rules, the legal moves in
// every step, and, where nothing is hidden, the state.
//
// How messages travel is up to a [Conn]: packages above have them go to a program
// and over a WebSocket. [Player] is the manager's stand-in for a player at the
// other end, and [Serve] has a player of ours answer a manager.
package talk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
)

// Protocol is the name and the version of the protocol.
const Protocol = "ludex/1"

// The types of messages. The manager sends Start, Play, Event and Stop; the player
// answers Start with Ready and Play with Move. A player that has nothing to add
// does not answer the others.
const (
	Start = "start"
	Ready = "ready"
	Play  = "play"
	Move  = "move"
	Event = "event"
	Stop  = "stop"
	Error = "error" // what the other side did wrong, for people
)

// A Message is one message; which fields it has depends on its type. Whoever reads
// it ignores fields and types that it does not know.
type Message struct {
	Type string `json:"type"`

	// Of Start.
	Protocol   string   `json:"protocol,omitempty"`
	Match      string   `json:"match,omitempty"`
	Game       string   `json:"game,omitempty"`
	Language   string   `json:"language,omitempty"` // gdl, gdl-ii, rtgdl, rtgdl-ii or rbg
	Rules      string   `json:"rules,omitempty"`
	Role       string   `json:"role,omitempty"`
	Roles      []string `json:"roles,omitempty"`
	StartClock int64    `json:"startClockMs,omitempty"` // 0 is no clock
	PlayClock  int64    `json:"playClockMs,omitempty"`
	Seed       uint64   `json:"seed,omitempty,string"`
	Nodes      int      `json:"nodes,omitempty"` // how much to think, if there is no clock

	// Of Start, Play and Event, where nothing is hidden: the facts that hold, at
	// the beginning, now, or after the step.
	State []string `json:"state,omitempty"`

	// Of Play, Move and Event, counted from 0.
	Step int `json:"step"`
	// Of Play: what the role can do.
	Legal []string `json:"legal,omitempty"`
	// Of Move, and of Error: the answer.
	Move string `json:"move,omitempty"`
	// Of Event: what the role did, and what everybody did or the role perceives.
	Own      string   `json:"own,omitempty"`
	Joint    []string `json:"joint,omitempty"`
	Percepts []string `json:"percepts,omitempty"`

	// Of Stop, where nothing is hidden and the play is over.
	Goals []int `json:"goals,omitempty"`
	// Of Stop and Error.
	Reason string `json:"reason,omitempty"`
}

// MaxMessage is how long a message may be.
const MaxMessage = 16 << 20

var (
	// ErrTooLong is reported for a message longer than MaxMessage.
	ErrTooLong = errors.New("a message is too long")
	// ErrNoMessage is reported for a line that is not a message. The next line
	// may be one.
	ErrNoMessage = errors.New("not a message")
)

// Encode returns a message as a line, without its end.
func Encode(m Message) ([]byte, error) { return json.Marshal(m) }

// Decode reads a line.
func Decode(line []byte) (Message, error) {
	var m Message
	if len(line) > MaxMessage {
		return m, ErrTooLong
	}
	if err := json.Unmarshal(line, &m); err != nil {
		return m, fmt.Errorf("%w: %.60q: %w", ErrNoMessage, line, err)
	}
	if m.Type == "" {
		return m, fmt.Errorf("%w: %.60q has no type", ErrNoMessage, line)
	}
	return m, nil
}

// A Conn carries messages. Send and Receive may be called at the same time, but
// neither twice at once.
type Conn interface {
	Send(ctx context.Context, m Message) error
	// Receive waits for a message. After ErrNoMessage, and after the end of the
	// context, it can be called again.
	Receive(ctx context.Context) (Message, error)
	Close() error
}
