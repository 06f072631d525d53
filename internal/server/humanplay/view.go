package humanplay

import "ludex/internal/server/gamecache"

// A Phase is what a table waits for.
type Phase string

// The phases.
const (
	Ready  Phase = "ready"  // the person is to start the clock of a game in real time
	Yours  Phase = "yours"  // the person is to choose a move
	Others Phase = "others" // the other players think
	Live   Phase = "live"   // time runs: everybody may move
	Over   Phase = "over"   // the game is
)

// A View is all that the person at a table may see.
type View struct {
	ID       string          `json:"id"`
	Version  uint64          `json:"version"` // grows with every change
	Game     gamecache.About `json:"game"`
	Number   int             `json:"number"` // of the game at this table, counted from 1
	Role     string          `json:"role"`
	Seats    []Seat          `json:"seats"` // by role
	Phase    Phase           `json:"phase"`
	Turn     string          `json:"turn"` // who is to move, or how it ended, for people
	Step     int             `json:"step"` // how many steps were made
	Position uint64          `json:"position"`
	Grid     bool            `json:"grid"`     // there is a board, and not just a list of facts
	Moves    []Move          `json:"moves"`    // among which the person is to choose
	Together bool            `json:"together"` // the others choose at the same time
	History  []string        `json:"history"`  // what the person was told of each step
	Notices  []string        `json:"notices"`

	Evaluating bool        `json:"evaluating"`
	Evaluation *Evaluation `json:"evaluation,omitempty"`
	Hint       *Hint       `json:"hint,omitempty"`
	Known      *Known      `json:"known,omitempty"` // where information is hidden
	Result     *Result     `json:"result,omitempty"`
	Time       *Time       `json:"time,omitempty"` // of a game in real time

	CanUndo bool   `json:"canUndo"`
	CanHint bool   `json:"canHint"`
	CanSwap bool   `json:"canSwap"`
	ClockMs int64  `json:"clockMs"`          // that the players have for a move
	Record  string `json:"record,omitempty"` // the name of the match that was kept
}

// A Seat is a role with who plays it.
type Seat struct {
	Role   string `json:"role"`
	Player string `json:"player"`
	You    bool   `json:"you,omitempty"`
	Chance bool   `json:"chance,omitempty"`
	Note   string `json:"note,omitempty"`
}

// A Move is a legal move of the person's.
type Move struct {
	Number int      `json:"number"` // counted from 1
	Text   string   `json:"text"`
	Cells  []string `json:"cells,omitempty"` // that a hand touches on the board, in this order
}

// An Evaluation is what the roles are expected to get.
type Evaluation struct {
	Values []float64 `json:"values"` // by role, between 0 and 100
	Exact  []bool    `json:"exact"`
	Step   int       `json:"step"`
}

// A Hint is what the adviser says.
type Hint struct {
	Thinking bool     `json:"thinking"`
	Move     int      `json:"move,omitempty"` // its number among the moves
	Lines    []string `json:"lines,omitempty"`
	Error    string   `json:"error,omitempty"`
}

// Known is what the person knows for certain.
type Known struct {
	States int      `json:"states"` // that are possible; 0 if that is not known
	Facts  []string `json:"facts"`
	Why    string   `json:"why,omitempty"` // it was not worked out
}

// A Result is how a game ended.
type Result struct {
	Text     string `json:"text"`
	Verdict  string `json:"verdict"` // win, loss, draw, none
	Goals    []int  `json:"goals,omitempty"`
	Scores   []int  `json:"scores,omitempty"`
	Resigned bool   `json:"resigned,omitempty"`
}

// Time is how the clock of a game in real time stands.
type Time struct {
	Now     float64 `json:"now"`  // in units of game time
	Unit    float64 `json:"unit"` // in seconds
	Running bool    `json:"running"`
	Due     float64 `json:"due,omitempty"` // when the next lifetime runs out that the person knows of; 0 if none does
}
