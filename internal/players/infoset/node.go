package infoset

import (
	"slices"

	"ludex/game"
)

// A node holds the statistics of an information set: a view of a role that has to
// choose, or a state in a determinized search.
type node struct {
	moves  []game.Move
	arms   []arm
	visits int
	primed bool // its arms have the values of a prior
}

// An arm is a move of a node.
type arm struct {
	visits    int
	available int     // how often the move was legal
	weight    float64 // of the simulations that made it
	sum       float64 // of their values, by weight
	regret    float64
	share     float64 // sum of its probabilities in the strategies
	virtual   float64 // simulations that its prior value counts as
}

// mean returns the mean value of the arm, or otherwise if it was never chosen.
func (a *arm) mean(otherwise float64) float64 {
	if a.weight == 0 {
		return otherwise
	}
	return a.sum / a.weight
}

// mean returns the mean value of the node, or otherwise if it has none.
func (n *node) mean(otherwise float64) float64 {
	weight, sum := 0.0, 0.0
	for i := range n.arms {
		weight += n.arms[i].weight
		sum += n.arms[i].sum
	}
	if weight == 0 {
		return otherwise
	}
	return sum / weight
}

// legalArms appends the indices of the arms of legal moves. In a well-formed game a
// view determines the legal moves; in others, arms are added as needed.
func (n *node) legalArms(legal []game.Move, dst []int) []int {
	if slices.Equal(n.moves, legal) {
		for i := range legal {
			dst = append(dst, i)
		}
		return dst
	}
	for _, m := range legal {
		i := slices.Index(n.moves, m)
		if i < 0 {
			i = len(n.moves)
			n.moves, n.arms = append(n.moves, m), append(n.arms, arm{})
		}
		dst = append(dst, i)
	}
	return dst
}

// strategy appends the probability of each of the given arms: the average strategy
// if mixed is set, else the visit frequency.
func (n *node) strategy(open []int, mixed bool, dst []float64) []float64 {
	start, total := len(dst), 0.0
	for _, i := range open {
		share := float64(n.arms[i].visits)
		if mixed {
			share = n.arms[i].share
		}
		dst = append(dst, share)
		total += share
	}
	for k := range dst[start:] {
		if total > 0 {
			dst[start+k] /= total
		} else {
			dst[start+k] = 1 / float64(len(open))
		}
	}
	return dst
}

// Approximate sizes of a node and an arm in bytes.
const (
	nodeBytes = 168
	armBytes  = 64
)

// A forest holds the trees of all roles. Nodes are found by the keys of views, which
// differ between roles.
type forest struct {
	nodes map[uint64]*node
	bytes int
	limit int
}

func newForest(memory int) *forest {
	return &forest{nodes: map[uint64]*node{}, limit: memory << 20}
}

// find returns a node, or nil.
func (f *forest) find(key uint64) *node { return f.nodes[key] }

// add adds a node, unless the memory limit is reached.
func (f *forest) add(key uint64, legal []game.Move) *node {
	if f.bytes > f.limit {
		return nil
	}
	n := &node{moves: slices.Clone(legal), arms: make([]arm, len(legal))}
	f.nodes[key] = n
	f.bytes += nodeBytes + armBytes*len(legal)
	return n
}

// trim removes all nodes if more than half of the memory is used. Most of them
// belong to earlier positions.
func (f *forest) trim() {
	if 2*f.bytes > f.limit {
		clear(f.nodes)
		f.bytes = 0
	}
}
