package timed

// A Kind says what an event is.
type Kind string

// The kinds of events.
const (
	Start   Kind = "start"   // the initial state
	Joint   Kind = "update"  // moves of players, expiries, or both
	Chance  Kind = "chance"  // a move of random
	Refused Kind = "refused" // a move that changed nothing
	Fault   Kind = "fault"   // a role did not move in its turn and gets a random move
	Defect  Kind = "defect"  // this state shows an error in the rules
	End     Kind = "end"
)

// An Event is something that happens in a match.
type Event struct {
	Number int  `json:"n"` // counted from 0
	Time   Time `json:"t"`
	Kind   Kind `json:"kind"`

	// Moves are the moves of a Joint or Chance update, in the order of the roles.
	Moves []MadeMove `json:"moves,omitempty"`
	// Expired are the facts that expired in a Joint update.
	Expired []string `json:"expired,omitempty"`
	// Percepts are what the roles that learn of a Joint or Chance update see, in
	// games with hidden information.
	Percepts []Percepts `json:"sees,omitempty"`
	// Facts are the state from now on, after Start, Joint and Chance.
	Facts []Fact `json:"state,omitempty"`
	// State is that state itself; it is not in logs.
	State State `json:"-"`

	// Role and Move belong to Refused and Fault; At is when a refused move arrived.
	Role string `json:"role,omitempty"`
	Move string `json:"move,omitempty"`
	At   Time   `json:"at,omitzero"`
	// Reason belongs to Refused, Fault, Defect and, if the match failed, End.
	Reason string `json:"reason,omitempty"`

	// Ending is why the match ended; Goals are the goals of a terminal state, by role.
	Ending Reason  `json:"ending,omitempty"`
	Goals  [][]int `json:"goals,omitempty"`
}

// A MadeMove is a move that was made.
type MadeMove struct {
	Role string `json:"role"`
	Move string `json:"move"`
	At   Time   `json:"at"` // when it arrived
}

// Percepts are what a role sees at an update.
type Percepts struct {
	Role  string   `json:"role"`
	Sees  []string `json:"sees,omitempty"`
	Moved bool     `json:"moved,omitempty"` // whether it made one of the moves
}

// A Reason says why a match is over.
type Reason string

// The reasons.
const (
	Terminal Reason = "terminal" // the rules say so
	Stuck    Reason = "stuck"    // nothing will expire and no role can move, though the state is not terminal
	Idle     Reason = "idle"     // nothing will expire and no role wants to move
	TimeUp   Reason = "max-time"
	EventsUp Reason = "max-events"
	Stopped  Reason = "stopped" // from outside
	Failed   Reason = "failed"  // the state cannot be computed, or updates follow each other without end
)
