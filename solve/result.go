package solve

import (
	"math/big"
	"time"

	"ludex/game"
)

// An Outcome says whether a game was solved.
type Outcome string

// The outcomes.
const (
	Solved    Outcome = "solved"
	Undecided Outcome = "undecided"
)

// A Reason says why a game was not solved.
type Reason string

// The reasons.
const (
	// NodesSpent means that the limit of states was reached.
	NodesSpent Reason = "nodes"
	// MemoryFull means that the states do not fit into the memory limit.
	MemoryFull Reason = "memory"
	// TimeUp means that the context ended.
	TimeUp Reason = "time"
	// Endless means that plays can go on forever in a game for which this has no
	// value.
	Endless Reason = "endless"
	// NoSingleValue means that simultaneous moves of a game without constant sum
	// have no unique solution.
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
	BestFirst          Method = "best-first"
	IterativeDeepening Method = "iterative-deepening"
	NestedMonteCarlo   Method = "nested-monte-carlo"
	Induction          Method = "backward-induction"
)

// Methods lists the methods that can be requested.
var Methods = []Method{AlphaBeta, ProofNumber, Retrograde, BreadthFirst, BestFirst, IterativeDeepening, NestedMonteCarlo, Induction}

// Bounds are inclusive bounds of a role's goal. They are equal if the goal is known
// exactly.
type Bounds struct {
	Low  *big.Rat `json:"low"`
	High *big.Rat `json:"high"`
}

// Exact reports whether the goal is known exactly.
func (b Bounds) Exact() bool { return b.Low.Cmp(b.High) == 0 }

// String returns the goal, as in "50" or "100/3", or its bounds, as in "25..100".
func (b Bounds) String() string {
	if b.Exact() {
		return b.Low.RatString()
	}
	return b.Low.RatString() + ".." + b.High.RatString()
}

// A MixedMove is a move of a mixed strategy with its probability.
type MixedMove struct {
	Move        game.Move `json:"move"`
	Probability *big.Rat  `json:"probability"`
}

// A Result is the solution of a game, as far as it was found.
type Result struct {
	Outcome Outcome `json:"outcome"`
	Reason  Reason  `json:"reason,omitempty"` // why it is undecided
	// Method is the method that solved the game, or the last one that was tried. It
	// is empty if the play was over from the beginning.
	Method Method `json:"method,omitempty"`
	// Goals are the goals of all roles under best play. Those of chance have no
	// meaning.
	Goals []Bounds `json:"goals"`
	// Line is a line of best play as joint moves. It leads to the state Final, and
	// to the end of the play if it is Complete.
	Line     [][]game.Move `json:"line"`
	Final    game.State    `json:"-"`
	Complete bool          `json:"complete"`
	// Shortest says that no shorter line of a single player has this goal.
	Shortest bool `json:"shortest,omitempty"`
	// Mixed are, by role, the moves of an optimal mixed strategy in the first state
	// of the line that requires one; nil if none does.
	Mixed [][]MixedMove `json:"lots,omitempty"`
	Nodes uint64        `json:"nodes"` // states computed
	// Stored is how many states the graph or the tables of the last method had in the
	// end. A state and its images under the symmetries of the rules, whose number is
	// Symmetries, are stored once.
	Stored     uint64        `json:"stored"`
	Symmetries int           `json:"symmetries"`
	Elapsed    time.Duration `json:"elapsed"`
	Notes      []string      `json:"notes,omitempty"` // what else a reader should know
}

// goOnFrom adds the effort of an earlier search of the same state, and what it proved. If that is
// more for a role, the line that shows it is taken over.
func (r *Result) goOnFrom(first *Result) {
	r.Nodes += first.Nodes
	r.Elapsed += first.Elapsed
	if r.Outcome != Solved && first.provesMore(r) {
		r.Line, r.Final, r.Complete, r.Shortest = first.Line, first.Final, first.Complete, first.Shortest
	}
	for role := range r.Goals {
		r.Goals[role].narrow(first.Goals[role].Low, first.Goals[role].High)
	}
}

// provesMore reports whether a role is sure of more than another result says.
func (r *Result) provesMore(than *Result) bool {
	for role := range r.Goals {
		if r.Goals[role].Low.Cmp(than.Goals[role].Low) > 0 {
			return true
		}
	}
	return false
}

// narrow takes over bounds that are narrower.
func (b *Bounds) narrow(low, high *big.Rat) {
	if low.Cmp(b.Low) > 0 {
		b.Low = new(big.Rat).Set(low)
	}
	if high.Cmp(b.High) < 0 {
		b.High = new(big.Rat).Set(high)
	}
}
