package game

import "context"

// PerceivedOptions configures [PerceivedPlayouts].
type PerceivedOptions struct {
	From     []State // one playout starts in each
	Roles    []Role  // whose percepts are wanted
	Seed     uint64
	MaxSteps int // where playouts are cut off; 0 is the result of MaxSteps
}

// A PerceivedStep is one step of some of the playouts. It is valid until the
// visitor returns.
type PerceivedStep struct {
	Number   int      // how many joint moves had been made before
	Playouts []int    // the playouts that make it, as indices of From, ascending
	Joints   []Move   // their joint moves, one after the other
	Percepts Percepts // of each of them
	Next     []State  // the states that they reach
	// Drop is false for each of them. The visitor sets it to true to end a playout,
	// for example because its percepts do not match an observation.
	Drop []bool
}

// Joint returns the joint move of the k-th of the playouts.
func (s *PerceivedStep) Joint(k int) []Move {
	roles := len(s.Joints) / len(s.Playouts)
	return s.Joints[k*roles : (k+1)*roles]
}

// A PlayoutEnd says how a playout ended.
type PlayoutEnd uint8

// The ends.
const (
	Abandoned PlayoutEnd = iota // the context or the visitor ended all playouts
	Finished                    // in a terminal state
	CutOff                      // at the greatest length
	Stuck                       // a role had no legal move in a state that is not terminal
	Dropped                     // by the visitor
)

// NoGoal is the goal of a role that has no goal value, or several.
const NoGoal = -1

// A PerceivedResult is the outcome of each playout.
type PerceivedResult struct {
	Ends  []PlayoutEnd // by playout
	Steps []int        // by playout: how many joint moves were made
	Goals []int        // by playout and role: the goal value; NoGoal unless the playout has finished
}

// NewPerceivedResult returns a result in which every playout is abandoned.
func NewPerceivedResult(playouts, roles int) PerceivedResult {
	r := PerceivedResult{make([]PlayoutEnd, playouts), make([]int, playouts), make([]int, playouts*roles)}
	for i := range r.Goals {
		r.Goals[i] = NoGoal
	}
	return r
}

// PerceivedPlayouts plays a random playout from each of the given states, in which all
// roles choose uniformly among their legal moves. It calls visit for each step, with
// the joint move, the percepts and the next state. It uses the game's own
// [PerceivedPlayouter] if there is one.
//
// The steps of one playout come in order; steps of different playouts may be
// interleaved or come together. An error of the visitor ends all playouts and is
// returned. A cancelled context is not an error.
func PerceivedPlayouts(ctx context.Context, g Game, opt PerceivedOptions, visit func(*PerceivedStep) error) (PerceivedResult, error) {
	if p := CapabilitiesOf(g).Percepts; p != nil {
		return p.PerceivedPlayouts(ctx, opt, visit)
	}
	return ScalarPerceivedPlayouts(ctx, g, opt, visit)
}
