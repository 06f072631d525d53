// Package playerprotocol is Ludex's own protocol between a manager and players:
// JSON objects, one per line. Messages carry the rules, the legal moves of every
// step and, in games without hidden information, the state, so that a simple player
// can be written in any language in an afternoon.
//
// A [Conn] is the transport: package subprocess has pipes to a program, and package
// live WebSockets. [Player] and [TimedPlayer] are the manager's proxies for a
// player at the other end, and [Serve] lets a player of this program answer a
// manager.
package playerprotocol

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"ludex/timed"
)

// Protocol is the name and the version of the protocol.
const Protocol = "ludex/1"

// The types of messages. The manager sends Start, Play, Event and Stop; the player
// answers Start with Ready and Play with Move. A player that has nothing to add
// does not answer the others. In games in real time there are Notices in place of
// Play and Event, and the player sends a Move whenever it wants to.
const (
	Start  = "start"
	Ready  = "ready"
	Play   = "play"
	Move   = "move"
	Event  = "event"
	Notice = "notice"
	Stop   = "stop"
	Error  = "error" // an error of the other side, for people
)

// Begin is the kind of the first notice of a match: the time runs from now on. The
// other kinds are defined in package timed.
const Begin = "start"

// A Message is one message; its type determines the fields that it has. Readers
// ignore unknown fields and types.
type Message struct {
	Type string `json:"type"`

	// Of Start.
	Protocol   string   `json:"protocol,omitempty"`
	Match      string   `json:"match,omitempty"` // optional in messages of the player
	Game       string   `json:"game,omitempty"`
	Language   string   `json:"language,omitempty"` // gdl, gdl-ii, rtgdl, rtgdl-ii or rbg
	Rules      string   `json:"rules,omitempty"`
	Role       string   `json:"role,omitempty"`
	Roles      []string `json:"roles,omitempty"`
	StartClock int64    `json:"startClockMs,omitempty"` // 0 is no clock
	PlayClock  int64    `json:"playClockMs,omitempty"`
	Seed       uint64   `json:"seed,omitempty,string"`
	Nodes      int      `json:"nodes,omitempty"` // how much to think, if there is no clock

	// Of Start in real time: that it is, the real time of a unit of game time,
	// and when moves take effect.
	Timed     bool    `json:"timed,omitempty"`
	UnitMs    float64 `json:"unitMs,omitempty"`
	Execution string  `json:"execution,omitempty"`

	// Of Start, Play, Event and Notice, where nothing is hidden: the facts that
	// hold, at the beginning, now, or after the step. In real time they have
	// their lifetimes before them.
	State []string `json:"state,omitempty"`

	// Of Play, Move and Event, counted from 0.
	Step int `json:"step"`
	// Of Play, and of the last of several Notices at once: what the role can do.
	Legal []string `json:"legal,omitzero"`
	// Of Move, and of Error: the answer.
	Move string `json:"move,omitempty"`
	// Of Event: the role's move, and the joint move or the role's percepts.
	Own      string   `json:"own,omitempty"`
	Joint    []string `json:"joint,omitempty"`
	Percepts []string `json:"percepts,omitempty"`

	// Of Notice: its number, counted from 1, and the instant that it tells of.
	N    int         `json:"n,omitempty"`
	T    *timed.Time `json:"t,omitempty"`
	Kind string      `json:"kind,omitempty"`
	// Of Notice: all moves of the update, where nothing is hidden.
	Moves []MadeMove `json:"moves,omitempty"`
	// Of Notice: that the role itself moved, and when that move arrived.
	Moved    bool        `json:"moved,omitempty"`
	Received *timed.Time `json:"received,omitempty"`
	// Of Notice: why the match is over.
	Ending string `json:"ending,omitempty"`
	// Of Notice: the game time when it was sent, and the manager's clock then,
	// in microseconds since 1970.
	Now   *timed.Time `json:"now,omitempty"`
	Clock int64       `json:"clock,omitempty"`
	// Of Move in real time: the player's own number for it, which Notices about
	// the move repeat.
	ID uint64 `json:"id,omitempty"`

	// Of Stop and Notice, where nothing is hidden and the play is over.
	Goals []int `json:"goals,omitempty"`
	// Of Stop, Error and Notice.
	Reason string `json:"reason,omitempty"`
}

// A MadeMove is a move in an update of a game in real time.
type MadeMove struct {
	Role string `json:"role"`
	Move string `json:"move"`
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
		return m, fmt.Errorf("%w: %.60q, which is not the JSON of the protocol; a program that plays writes other texts to its standard error", ErrNoMessage, line)
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

// A Clocked connection knows the offset between the clocks of its ends. It is a
// capability that a Conn of a player may have.
type Clocked interface {
	// Offset returns how far the other end's clock is ahead, the best round-trip
	// time, and whether this is known.
	Offset() (ahead, way time.Duration, known bool)
}

// A Dropper is a connection that outlives a match. Close ends the match, and Drop
// ends the connection of a player that must not come back. It is a capability that
// a Conn of a manager may have.
type Dropper interface {
	Drop() error
	// Fresh reports whether the connection was made for this match. If it breaks
	// at once, another one would do the same.
	Fresh() bool
}

// A Speaker is a connection to a player that also says something outside the
// protocol, such as a program on its standard error. It is a capability that a Conn of
// a manager may have.
type Speaker interface {
	// Said returns the last lines, or "".
	Said() string
}
