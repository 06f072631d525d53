package solve

import (
	"math/big"
	"time"

	"ludex/game"
)

// An Outcome says whether a game was decided.
type Outcome string

// The outcomes.
const (
	Solved    Outcome = "solved"
	Undecided Outcome = "undecided"
)

// A Reason says why a game was not decided.
type Reason string

// The reasons.
const (
	// NodesSpent means that as many states were computed as the options allow.
	NodesSpent Reason = "nodes"
	// MemoryFull means that the states do not fit into the memory that the
	// options allow.
	MemoryFull Reason = "memory"
	// TimeUp means that the context ended.
	TimeUp Reason = "time"
	// Endless means that plays can go on for ever in a game for which this has
	// no value.
	Endless Reason = "endless"
	// NoSingleValue means that roles who choose at once and are no rivals have
	// no single best way to play.
	NoSingleValue Reason = "no single value"
)

// A Method is a way to solve games.
type Method string

// The methods. Auto looks at the game.
const (
	Auto               Method = ""
	AlphaBeta          Method = "alpha-beta"
	ProofNumber        Method = "proof-number"
	Retrograde         Method = "retrograde"
	BreadthFirst       Method = "breadth-first"
	IterativeDeepening Method = "iterative-deepening"
	NestedMonteCarlo   Method = "nested-monte-carlo"
	Induction          Method = "backward-induction"
)

// Methods lists the methods that can be asked for.
var Methods = []Method{AlphaBeta, ProofNumber, Retrograde, BreadthFirst, IterativeDeepening, NestedMonteCarlo, Induction}

// Bounds are what is known of a role's goal, both inclusive. They are equal if it
// is known exactly.
type Bounds struct {
	Low  *big.Rat `json:"low"`
	High *big.Rat `json:"high"`
}

// Exact reports whether the goal is known.
func (b Bounds) Exact() bool { return b.Low.Cmp(b.High) == 0 }

// String returns the goal, as in "50" or "100/3", or its bounds, as in "25..100".
func (b Bounds) String() string {
	if b.Exact() {
		return b.Low.RatString()
	}
	return b.Low.RatString() + ".." + b.High.RatString()
}

// A Lot is a move that a role makes with some probability.
type Lot struct {
	Move        game.Move `json:"move"`
	Probability *big.Rat  `json:"probability"`
}

// A Result is what was found out about a game.
type Result struct {
	Outcome Outcome `json:"outcome"`
	Reason  Reason  `json:"reason,omitempty"` // why it is undecided
	// Method is the one that decided the game, or the last one that was tried.
	// It is empty if the play was over before it began.
	Method Method `json:"method,omitempty"`
	// Goals are the goals of all roles under best play. Those of chance mean
	// nothing.
	Goals []Bounds `json:"goals"`
	// Line has the joint moves of a line of best play. It leads to the state
	// Final, and to the end of the play if it is Complete.
	Line     [][]game.Move `json:"line"`
	Final    game.State    `json:"-"`
	Complete bool          `json:"complete"`
	// Shortest says that no shorter line of a single player has this goal.
	Shortest bool `json:"shortest,omitempty"`
	// Lots are, by role, the moves of a best strategy in the first state where
	// roles choose at once and have to draw lots; nil if they need not.
	Lots    [][]Lot       `json:"lots,omitempty"`
	Nodes   uint64        `json:"nodes"` // states computed
	Elapsed time.Duration `json:"elapsed"`
	Notes   []string      `json:"notes,omitempty"` // what else a reader should know
}
