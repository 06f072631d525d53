package bestfirst

import "ludex/game"

// nobody is the role of a position whose children have not been computed.
const nobody = -1

// A node is a position whose children have been valued.
type node struct {
	state    game.State
	role     game.Role // who decides
	moves    []game.Move
	children []child
	values   []float32 // of the children, by child and role
	own      []float32 // of the position, by role
	solved   bool      // own is exact
}

// newNode returns a node whose children are unknown.
func newNode(state game.State, roles int) *node {
	return &node{state: state, role: nobody, own: make([]float32, roles)}
}

// A child is a position after a move.
type child struct {
	node   *node // nil until its children are needed
	visits int32 // descents through it
	solved bool
}

// of returns the values of a child, by role.
func (n *node) of(i int) []float32 { return n.values[i*len(n.own) : (i+1)*len(n.own)] }

// bytes is about the memory of a node.
func (n *node) bytes() int {
	const fixed, perChild = 160, 20
	return fixed + 8*cap(n.state) + len(n.moves)*(perChild+4*len(n.own))
}

// size is about the memory of a node and all below it.
func (n *node) size() int {
	sum := n.bytes()
	for i := range n.children {
		if c := n.children[i].node; c != nil {
			sum += c.size()
		}
	}
	return sum
}

// best returns the child with the highest value for the role that decides. Of equal ones
// it takes the one visited most often.
func (n *node) best() int {
	best := 0
	for i := 1; i < len(n.children); i++ {
		a, b := n.of(i)[n.role], n.of(best)[n.role]
		if a > b || a == b && n.children[i].visits > n.children[best].visits {
			best = i
		}
	}
	return best
}

// next returns the child to look at: the best of those that are not solved; for chance,
// the one visited least often. There is one, since the node is not solved.
func (n *node) next(random game.Role) int {
	found := -1
	for i := range n.children {
		switch {
		case n.children[i].solved:
		case found < 0:
			found = i
		case n.role == random && n.children[i].visits < n.children[found].visits,
			n.role != random && n.of(i)[n.role] > n.of(found)[n.role]:
			found = i
		}
	}
	return found
}

// update computes the values of a node from its children.
func (n *node) update(random game.Role) {
	all := true
	for i := range n.children {
		all = all && n.children[i].solved
	}
	if n.role == random {
		n.average()
		n.solved = all
		return
	}
	best := n.best()
	copy(n.own, n.of(best))
	n.solved = all || n.children[best].solved && n.own[n.role] >= 1
}

// average computes the values of a move of chance.
func (n *node) average() {
	clear(n.own)
	for i := range n.children {
		for r, v := range n.of(i) {
			n.own[r] += v / float32(len(n.children))
		}
	}
}

// decide returns the child to play: one that is solved and at least as good as the one
// visited most often, or the latter.
func (n *node) decide() int {
	best := n.best()
	if n.solved || n.children[best].solved {
		return best
	}
	most := -1
	for i := range n.children {
		if c := &n.children[i]; !c.solved && (most < 0 || c.visits > n.children[most].visits) {
			most = i
		}
	}
	for i := range n.children {
		if n.children[i].solved && n.of(i)[n.role] >= n.of(most)[n.role] {
			most = i
		}
	}
	return most
}
