package mcts

import (
	"math/bits"
	"slices"

	"ludex/game"
)

// A table finds nodes by their states.
type table map[uint64]*node

// find returns the node of a state, or nil. If there are several, it is the one
// that was visited most.
func (t table) find(s game.State, hash uint64) *node {
	var found *node
	for n := t[hash]; n != nil; n = n.chain {
		if slices.Equal(n.state, s) && (found == nil || n.visits > found.visits) {
			found = n
		}
	}
	return found
}

// insert adds a node that is not there yet.
func (t table) insert(n *node) {
	n.chain = t[n.hash]
	t[n.hash] = n
}

// hashState mixes the words of a state.
func hashState(s game.State) uint64 {
	const a, b = 0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93
	h := uint64(len(s)) * a
	for _, w := range s {
		hi, lo := bits.Mul64(h^w^a, b)
		h = hi ^ lo + a
	}
	return h ^ h>>32
}
