package humanplay

import (
	"strings"

	"ludex/internal/movecells"
	"ludex/internal/server/gamecache"
	"ludex/internal/session"
)

// A Phase is what a session waits for.
type Phase string

// The phases.
const (
	Ready   Phase = "ready"   // for the person to start the clock of a real-time game
	Waiting Phase = "waiting" // for somebody to take a free seat
	Yours   Phase = "yours"   // for the person to choose a move
	Others  Phase = "others"  // for the other players
	Live    Phase = "live"    // time is running; every role may move
	Over    Phase = "over"    // the game has ended
)

// A View is everything that the person may see of a session.
type View struct {
	ID       string          `json:"id"`
	Version  uint64          `json:"version"` // grows with every change
	Game     gamecache.About `json:"game"`
	Number   int             `json:"number"` // of the game in this session, counted from 1
	Role     string          `json:"role"`
	Seats    []Seat          `json:"seats"` // by role
	Phase    Phase           `json:"phase"`
	Turn     string          `json:"turn"` // a text: who is to move, or how the game ended
	Step     int             `json:"step"` // number of steps made
	Position uint64          `json:"position"`
	Grid     bool            `json:"grid"`     // there is a board, not only a list of facts
	Turned   bool            `json:"turned"`   // the person's pieces begin in the upper half of the board
	Moves    []Move          `json:"moves"`    // the legal moves of the person
	Together bool            `json:"together"` // other roles choose at the same time
	History  []string        `json:"history"`  // by step: what the person may know of it
	Notices  []string        `json:"notices"`

	Attacked []movecells.Attack `json:"attacked,omitempty"` // pieces that no move may leave attacked

	Evaluating bool        `json:"evaluating"`
	Evaluation *Evaluation `json:"evaluation,omitempty"`
	Hint       *Hint       `json:"hint,omitempty"`
	Known      *Known      `json:"known,omitempty"` // in games with hidden information
	Result     *Result     `json:"result,omitempty"`
	Time       *Time       `json:"time,omitempty"` // of a real-time game

	Watching  bool     `json:"watching,omitempty"`  // the client has no seat
	Roles     []string `json:"roles,omitempty"`     // all roles of the client
	Alone     bool     `json:"alone,omitempty"`     // no other people play
	Rated     bool     `json:"rated,omitempty"`     // the game changes the ratings of its players
	WatchLink bool     `json:"watchLink,omitempty"` // whoever has the address may look on
	Now       int64    `json:"now,omitempty"`       // the time of the server, in milliseconds
	Timing    *Timing  `json:"timing,omitempty"`    // clocks of people
	Offer     *Offer   `json:"offer,omitempty"`
	Chat      []Line   `json:"chat"` // null without a chat
	CanDraw   bool     `json:"canDraw,omitempty"`

	CanUndo bool   `json:"canUndo"`
	CanHint bool   `json:"canHint"`
	CanSwap bool   `json:"canSwap"`
	ClockMs int64  `json:"clockMs"`          // time of the players for a move
	Record  string `json:"record,omitempty"` // name of the saved match
}

// A Seat is a role with its player.
type Seat struct {
	Role   string `json:"role"`
	Player string `json:"player"`
	You    bool   `json:"you,omitempty"`
	Chance bool   `json:"chance,omitempty"`
	Note   string `json:"note,omitempty"`
	Color  string `json:"color"`          // of the pieces
	Word   string `json:"word,omitempty"` // instead, if it is the name of a colour
	Pieces int    `json:"pieces"`         // on the boards, if nothing is hidden
	Lost   int    `json:"lost"`           // pieces so far
	// Taken are these pieces, as people call them, where it is clear which they are.
	Taken []string `json:"taken,omitempty"`

	Person     bool       `json:"person,omitempty"`
	Open       bool       `json:"open,omitempty"`       // nobody has taken the seat yet
	Here       bool       `json:"here,omitempty"`       // the person is connected
	Invitation string     `json:"invitation,omitempty"` // where to take the seat, for people at the table
	Clock      *SeatClock `json:"clock,omitempty"`
	Account    *Account   `json:"account,omitempty"` // of a person who has signed in
}

// An Account is what is shown of a person who has signed in.
type Account struct {
	Name   string `json:"name"`
	URL    string `json:"url"`    // of the profile
	Rating Rating `json:"rating"` // in the game of the table
}

// A Rating is a strength by Glicko-2.
type Rating struct {
	Value       int  `json:"value"`
	Deviation   int  `json:"deviation"`
	Low         int  `json:"low"` // the bounds of the interval of 95 per cent
	High        int  `json:"high"`
	Games       int  `json:"games"`
	Provisional bool `json:"provisional,omitempty"` // the deviation is still large
}

// A SeatClock is the clock of a person.
type SeatClock struct {
	LeftMs  int64 `json:"leftMs"` // when the present decision began
	Running bool  `json:"running"`
}

// A Timing says how the clocks of people go.
type Timing struct {
	Kind        string `json:"kind"` // "move" or "fischer"
	InitialMs   int64  `json:"initialMs"`
	IncrementMs int64  `json:"incrementMs"`
	Since       int64  `json:"since"` // when the present decision began, in milliseconds
}

// An Offer waits for the answers of all people at a table.
type Offer struct {
	Kind   string `json:"kind"` // "draw", "undo" or "rematch"
	Swap   bool   `json:"swap,omitempty"`
	Role   string `json:"role"` // of whoever made it
	Name   string `json:"name"`
	Mine   bool   `json:"mine"`
	Agreed bool   `json:"agreed"` // the client has said yes
}

// A Line is something that a person at a table said.
type Line struct {
	Role string `json:"role"`
	Name string `json:"name"`
	Text string `json:"text"`
	At   string `json:"at"`
}

// A Move is a legal move of the person.
type Move struct {
	Number int      `json:"number"` // counted from 1
	Text   string   `json:"text"`   // as the rules write it
	Name   string   `json:"name"`   // as people write it
	Cells  []string `json:"cells,omitempty"`
	Source bool     `json:"source,omitempty"` // the first of the cells is where a piece is taken from
	Any    bool     `json:"any,omitempty"`    // each of the cells alone means the move
	Also   []string `json:"also,omitempty"`   // other cells of the move, which need not be touched
	Choice string   `json:"choice,omitempty"` // a short text that tells moves with the same cells apart
	Icon   string   `json:"icon,omitempty"`   // an SVG image of the piece that tells them apart
	Key    string   `json:"key,omitempty"`    // on the keyboard, in a real-time game
}

// An Evaluation is the expected goal value of each role.
type Evaluation struct {
	Values []*float64 `json:"values"` // by role, between 0 and 100; null is unknown
	Exact  []bool     `json:"exact"`
	Step   int        `json:"step"`
}

// A Hint is the advice for a move.
type Hint struct {
	Thinking bool     `json:"thinking"`
	Move     int      `json:"move,omitempty"` // its number among the moves
	Lines    []string `json:"lines,omitempty"`
	Error    string   `json:"error,omitempty"`
}

// Known is what the person knows for certain.
type Known struct {
	States int      `json:"states"` // number of possible states; 0 if unknown
	Facts  []string `json:"facts"`
	Words  []string `json:"words"`         // the facts that no board shows, as people write them
	Why    string   `json:"why,omitempty"` // the reason why this is not known
}

// A Result says how a game ended.
type Result struct {
	Text     string          `json:"text"`
	Verdict  session.Verdict `json:"verdict"`
	Goals    []*int          `json:"goals,omitempty"` // by role; nil for chance
	Scores   []*int          `json:"scores,omitempty"`
	Resigned bool            `json:"resigned,omitempty"`
	Ending   string          `json:"ending,omitempty"` // "resignation", "time", "draw" or "left", if not by the rules
	Cells    []string        `json:"cells,omitempty"`  // with the pieces that ended the play
}

// Time is the clock of a real-time game.
type Time struct {
	Now     float64 `json:"now"`  // in units of game time
	Unit    float64 `json:"unit"` // in seconds
	Running bool    `json:"running"`
	Due     float64 `json:"due,omitempty"` // when the next fact expires, if the person may know; else 0
	// Clocks are the facts whose time runs out, the next one first, if the person may know.
	Clocks []Clock `json:"clocks,omitempty"`
	// Seen is what the person perceived lately, the newest first, if information is hidden.
	Seen []Seen `json:"seen,omitempty"`
}

// A Clock is a fact that is true for some time.
type Clock struct {
	Name  string  `json:"name"`  // the fact, for people
	Until float64 `json:"until"` // the game time at which it ends, in units
	Total float64 `json:"total"` // how long it lasts, in units
}

// Seen is what the person perceived at an instant.
type Seen struct {
	At   float64 `json:"at"` // game time in units
	Text string  `json:"text"`
}

// Lower writes the first letter of words in lower case.
func Lower(words string) string {
	if words == "" {
		return ""
	}
	return strings.ToLower(words[:1]) + words[1:]
}
