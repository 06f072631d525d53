package knowledge

import (
	"ludex/game"
	"ludex/internal/hashindex"
	"ludex/internal/statehash"
)

// A ViewID is the number of a role's view in a model. Two views of one role are
// equal if and only if their numbers are.
type ViewID int32

const (
	// blankView is the view of every role at step 1: nothing was done or perceived.
	blankView ViewID = 0
	// NoView stands for the view of a role that is not tracked.
	NoView ViewID = -1
)

// views interns all views that occurred. A view is the preceding view, the role's
// move and its percepts.
type views struct {
	nodes []viewNode
	index hashindex.Index
}

type viewNode struct {
	before ViewID
	move   game.Move
	signal int32
	steps  int32 // how many moves were made
}

func (v *views) init() { v.nodes = []viewNode{{before: NoView}} }

func (n viewNode) hash() uint64 {
	return statehash.Mix(statehash.Mix(uint64(n.before), uint64(n.move)), uint64(n.signal))
}

// extend returns the view after a move and percepts.
func (v *views) extend(before ViewID, move game.Move, signal int32) ViewID {
	n := viewNode{before, move, signal, v.nodes[before].steps + 1}
	hash := n.hash()
	id := v.index.Find(hash, func(id int32) bool { return v.nodes[id] == n })
	if id < 0 {
		id = int32(len(v.nodes))
		v.nodes = append(v.nodes, n)
		v.index.Insert(hash, id, func(id int32) uint64 { return v.nodes[id].hash() })
	}
	return ViewID(id)
}

// path returns the prefixes of a view, the shortest first, without the blank one.
func (v *views) path(id ViewID) []ViewID {
	out := make([]ViewID, v.nodes[id].steps)
	for i := len(out) - 1; i >= 0; i-- {
		out[i] = id
		id = v.nodes[id].before
	}
	return out
}
