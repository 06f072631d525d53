package mcts

import (
	"sync/atomic"

	"ludex/game"
)

// Bounds count in ten-thousandths of a goal point, so that means of goals at
// positions of chance keep their fractions.
const (
	point = 10_000
	top   = 100 * point
)

// A node is a position of the graph. What a selection looks at comes first, so that
// it takes one cache line: the size is a multiple of theirs, so that Go aligns nodes to them.
type node struct {
	few     [fewRoles]tally // the memory of the tallies if there are few
	visits  int32           // evaluations of the node and below it; 0 until its own is done
	weight  int32           // visits that count in its mean
	proved  uint32          // the number of its proof; 0 if it is not solved
	over    bool            // terminal
	partial bool            // a partially decided move, see split.go
	evicted bool
	many    bool // there are more than fewRoles

	expansion *expansion // nil until the node is expanded
	tallies   []tally
	inFlight  atomic.Int32 // evaluations in flight
	deferred  atomic.Bool  // its moves are being computed, see deferred.go
	markedAt  uint64       // the epoch of the last traversal that visited it
	state     game.State
	hash      uint64
	chain     *node // the next one in the table with the same hash
	_         [40]byte
}

// fewRoles is the number of roles up to which tallies are part of a node.
const fewRoles = 2

// A tally holds the value estimate and the bounds of one role at a node.
type tally struct {
	sum       float64 // of evaluations, each between 0 and 1
	low, high int32   // bounds of what the role gets if all play well
	floor     float32 // the best value of a settled move
}

// An expansion holds the moves of a node that was expanded.
type expansion struct {
	base []game.Move // a joint move that holds the moves of roles without a choice

	// In turns, and for chance. The tried moves come first, each with its edge.
	mover game.Role
	moves []game.Move
	edges []edge
	// groups are the moves that each entry of moves stands for, where moves are
	// split; nil if all are complete.
	groups [][]game.Move
	// shares are the contributions of each edge to the node's sums per visit, by
	// edge and role: the values of the child at its last visit.
	shares []float32
	// images are the moves that are not among moves, since a symmetry maps others to
	// them: by move, the one whose image it is. Nil if there are none.
	images map[game.Move]game.Move

	joint *joint // simultaneous moves; nil in turns

	ids      []moveID // cached numbers of the moves; 0 if not computed yet
	numbered bool     // all of them are, see grave.go
	amaf     *amaf    // nil if nothing is collected
}

// An edge is a move that was tried.
type edge struct {
	child    *node // nil if it was evicted
	visits   int32
	inFlight atomic.Int32
	excluded bool // refuted, so its visits do not count
	deferred bool // the child is not known yet, see deferred.go
}

// tally returns the tally of a role. It is faster than tallies, which lie in another cache line.
func (n *node) tally(r game.Role) *tally {
	if n.many {
		return &n.tallies[r]
	}
	return &n.few[r]
}

// value returns the expected value of a role, between 0 and 1. The node must have
// been visited or solved.
func (n *node) value(r game.Role) float64 {
	t := n.tally(r)
	low, high := float64(t.low)/top, float64(t.high)/top
	if n.visits == 0 || t.low == t.high {
		return low
	}
	return min(max(t.sum/float64(n.weight), low, float64(t.floor)), high)
}

// awaited reports whether the node has to be evaluated.
func (n *node) awaited() bool { return n.proved == 0 && n.visits == 0 && !n.partial }

// known reports whether the node has a value.
func (n *node) known() bool { return n.visits > 0 || n.proved > 0 }

// exact reports whether the value of a role is proved.
func (n *node) exact(r game.Role) bool {
	t := n.tally(r)
	return t.low == t.high
}

// bounded reports whether anything is proved about the node.
func (n *node) bounded() bool {
	for i := range n.tallies {
		if n.tallies[i].low > 0 || n.tallies[i].high < top {
			return true
		}
	}
	return false
}

// share returns the part of shares that belongs to an edge.
func (in *expansion) share(edge int) []float32 {
	roles := len(in.base)
	return in.shares[edge*roles : (edge+1)*roles]
}

// awaitsEvaluation reports whether the first evaluation of the child is in flight.
func (e *edge) awaitsEvaluation(child *node) bool {
	return e.visits == 0 && e.inFlight.Load() > 0 && (child == nil || !child.known() && !child.partial && child.inFlight.Load() > 0)
}
