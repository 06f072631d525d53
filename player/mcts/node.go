package mcts

import "ludex/game"

// Bounds count in ten-thousandths of a goal point, so that means of goals at
// positions of chance keep their fractions.
const (
	point = 10_000
	top   = 100 * point
)

// A node is a position of the graph.
type node struct {
	state     game.State
	hash      uint64
	chain     *node // the next one in the table with the same hash
	tallies   []tally
	expansion *expansion // what is known of its moves; nil until somebody goes on from here
	visits    int32      // evaluations of it and below it; 0 until its own is there
	weight    int32      // those that its value is the mean of
	inFlight  int32      // evaluations under way
	markedAt  uint64     // the last walk that came through
	proved    uint32     // when it was solved, counted in solved positions; 0 if it is not
	over      bool       // the play has ended
	partial   bool       // it is a move that is decided in part, see split.go
	evicted   bool       // forgotten
}

// A tally is what is known of one role's goal at a node.
type tally struct {
	sum       float64 // of evaluations, each between 0 and 1
	low, high int32   // bounds of what the role gets if all play well
	floor     float32 // what it expects of a move about which nothing is left to find out
}

// An inner is what a node has if somebody goes on from it.
type expansion struct {
	base []game.Move // a joint move, in which those without a choice have theirs

	// In turns, and for chance. The moves that were tried come first, each with
	// its edge.
	mover game.Role
	moves []game.Move
	edges []edge
	// groups are the moves that begin like each of the moves, if those are not
	// whole ones; nil if all are.
	groups [][]game.Move
	// shares are what each edge adds to the node's sums for a visit, by edge
	// and role. They are the values of the child when it was last visited.
	shares []float32

	joint *joint // at the same time; nil else

	keys []uint64 // of the moves, once they are needed; 0 is not known yet
	amaf *amaf    // what was seen of moves from here on; nil if nothing is collected
}

// An edge is a move that was tried.
type edge struct {
	child    *node // nil if it was forgotten
	visits   int32
	inFlight int32
	excluded bool // the mover would never go this way, so its visits do not count
}

// value returns what a role is expected to get, between 0 and 1. The node must
// have been visited or solved.
func (n *node) value(r game.Role) float64 {
	t := &n.tallies[r]
	low, high := float64(t.low)/top, float64(t.high)/top
	if n.visits == 0 || t.low == t.high {
		return low
	}
	return min(max(t.sum/float64(n.weight), low, float64(t.floor)), high)
}

// known reports whether there is a value.
func (n *node) known() bool { return n.visits > 0 || n.proved > 0 }

// exact reports whether the value of a role is proved.
func (n *node) exact(r game.Role) bool { return n.tallies[r].low == n.tallies[r].high }

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
func (in *expansion) share(edge, roles int) []float32 { return in.shares[edge*roles : (edge+1)*roles] }

// live returns the child of an edge, if it was not forgotten.
func (e *edge) live() *node {
	if e.child != nil && e.child.evicted {
		e.child = nil
	}
	return e.child
}
