package table

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"ludex/game"
	"ludex/internal/server/humanplay"
	"ludex/internal/server/tablelog"
)

// A Kind is a kind of event.
type Kind string

// The kinds of events.
const (
	opened    Kind = "opened"
	joined    Kind = "joined"
	left      Kind = "left"
	moved     Kind = "moved"
	stepped   Kind = "stepped" // a paced step without a decision
	undone    Kind = "undone"
	offered   Kind = "offered"
	accepted  Kind = "accepted"
	declined  Kind = "declined"
	resigned  Kind = "resigned"
	flagged   Kind = "flagged" // the time of a role is over
	restarted Kind = "restarted"
	chatted   Kind = "chatted"
	resumed   Kind = "resumed" // clocks go on after no server was there
	closed    Kind = "closed"

	realTime Kind = humanplay.JournalKind // the table is another one, in real time
)

// An Event is something that happened at a table. Which fields are set depends on its kind.
type Event struct {
	Kind   Kind      `json:"kind"`
	Key    string    `json:"key,omitempty"` // tells it from every other event
	Setup  *Setup    `json:"setup,omitempty"`
	Role   game.Role `json:"role"`
	Holder string    `json:"holder,omitempty"` // the hash of a secret
	Name   string    `json:"name,omitempty"`
	Move   string    `json:"move,omitempty"` // as the rules write it
	Fault  string    `json:"fault,omitempty"`
	Offer  OfferKind `json:"offer,omitempty"`
	Swap   bool      `json:"swap,omitempty"`
	Text   string    `json:"text,omitempty"`
	Away   int64     `json:"away,omitempty"` // milliseconds
}

// A Setup says what is played at a table, and by whom.
type Setup struct {
	Game    string `json:"game"`            // its name
	Text    string `json:"text"`            // its rules, which may change in the library
	Board   string `json:"board,omitempty"` // its presentation, if it is not in the library
	Record  string `json:"record"`
	Seats   []Seat `json:"seats"` // by role
	ClockMs int64  `json:"clockMs"`
	Nodes   int    `json:"nodes"`
	Timing  Timing `json:"timing"`
	Chat    bool   `json:"chat"`
	Watch   bool   `json:"watch"`
	Rated   bool   `json:"rated,omitempty"` // if all people have accounts
	// Before are the joint moves before the game begins, as the rules write them.
	Before [][]string `json:"before,omitempty"`
	// Asking says who is asked for a move in a game with hidden information between people.
	Asking *asking `json:"asking,omitempty"`
	// Secret decides what chance does, and is part of invitations. No client gets it.
	Secret string `json:"secret"`
}

// A Seat is who plays a role.
type Seat struct {
	Program string `json:"program,omitempty"` // the name of a player; "" is a person
	Holder  string `json:"holder,omitempty"`  // the hash of the person's secret; "" is nobody yet
	Name    string `json:"name,omitempty"`    // the person's
	Joins   int    `json:"joins,omitempty"`   // how often somebody has taken the seat
}

// A Timing is a kind of clock for people.
type Timing struct {
	Kind        TimingKind `json:"kind"`
	InitialMs   int64      `json:"initialMs,omitempty"`   // for a move, or for the game
	IncrementMs int64      `json:"incrementMs,omitempty"` // added after each move
}

// A TimingKind is a kind of clock.
type TimingKind string

// The kinds of clocks.
const (
	NoClock TimingKind = "none"
	PerMove TimingKind = "move"
	Fischer TimingKind = "fischer"
)

// Limits of clocks.
const (
	minTime = time.Second
	maxTime = 30 * 24 * time.Hour
)

// check returns an error if the clock makes no sense.
func (t Timing) check() error {
	initial, increment := time.Duration(t.InitialMs)*time.Millisecond, time.Duration(t.IncrementMs)*time.Millisecond
	switch {
	case t.Kind == NoClock && t.InitialMs == 0 && t.IncrementMs == 0:
		return nil
	case t.Kind != PerMove && t.Kind != Fischer:
		return fmt.Errorf("a clock is %q, %q or %q", NoClock, PerMove, Fischer)
	case initial < minTime || initial > maxTime:
		return fmt.Errorf("a clock begins with %v to %v", minTime, maxTime)
	case increment < 0 || increment > maxTime, t.Kind == PerMove && increment != 0:
		return errors.New("the increment of the clock makes no sense")
	}
	return nil
}

// An OfferKind is what is offered to all people at a table.
type OfferKind string

// The kinds of offers.
const (
	OfferDraw    OfferKind = "draw"
	OfferUndo    OfferKind = "undo"
	OfferRematch OfferKind = "rematch"
)

// A Line is something that a person said.
type Line struct {
	Role game.Role
	Name string
	Text string
	At   time.Time
}

func decodeEvent(e tablelog.Event) (Event, error) {
	var out Event
	if err := json.Unmarshal(e.Body, &out); err != nil {
		return out, fmt.Errorf("event %d of table %s: %w", e.Number, e.Table, err)
	}
	return out, nil
}
