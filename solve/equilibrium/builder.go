package equilibrium

import (
	"errors"
	"fmt"
	"math"
)

var (
	// errTree is returned for a malformed tree.
	errTree = errors.New("no game tree")
	// errImperfectRecall is returned if a player does not have perfect recall.
	errImperfectRecall = errors.New("a player forgets")
)

// A LimitError says that a game is larger than the limits allow.
type LimitError struct {
	What  string // "nodes"
	Limit int
}

// Error names the limit that was exceeded.
func (e *LimitError) Error() string {
	return fmt.Sprintf("the game has more than %d %s, which is the limit", e.Limit, e.What)
}

// A builder builds trees. The root is node 0; every node has to be defined once.
type builder struct {
	tree  *Tree
	limit int
	err   error
}

// newBuilder returns a builder for a number of players. A positive limit bounds the
// number of nodes.
func newBuilder(players, limit int) *builder {
	b := &builder{tree: &Tree{players: players}, limit: limit}
	if players < 1 {
		b.fail(fmt.Errorf("%w: it has no players", errTree))
	}
	if limit <= 0 || limit > math.MaxInt32 {
		b.limit = math.MaxInt32
	}
	b.grow(1)
	return b
}

// Err returns the first error, or nil.
func (b *builder) Err() error { return b.err }

func (b *builder) fail(err error) {
	if b.err == nil {
		b.err = err
	}
}

// grow adds nodes and returns the first.
func (b *builder) grow(n int) int {
	t := b.tree
	from := len(t.set)
	if from+n > b.limit {
		b.fail(&LimitError{"nodes", b.limit})
		return 0
	}
	for range n {
		t.set = append(t.set, undefined)
		t.first = append(t.first, 0)
		t.count = append(t.count, 0)
		t.draws = append(t.draws, 1)
	}
	return from
}

// define checks that a node can be defined.
func (b *builder) define(node int) bool {
	if b.err == nil && (node < 0 || node >= len(b.tree.set) || b.tree.set[node] != undefined) {
		b.fail(fmt.Errorf("%w: node %d does not exist or was defined before", errTree, node))
	}
	return b.err == nil
}

// Set returns a new information set, in which a player has a number of actions.
func (b *builder) Set(player, actions int) int {
	if player < 0 || player >= b.tree.players || actions < 1 {
		b.fail(fmt.Errorf("%w: player %d has a choice of %d", errTree, player, actions))
	}
	b.tree.sets = append(b.tree.sets, set{player: int32(player), count: int32(actions), parent: undefined})
	return len(b.tree.sets) - 1
}

// Decide makes a node a decision node, and returns the first of its children, which
// are in the order of the actions.
func (b *builder) Decide(node, set int) int {
	if b.err == nil && (set < 0 || set >= len(b.tree.sets)) {
		b.fail(fmt.Errorf("%w: there is no set %d", errTree, set))
	}
	if !b.define(node) {
		return 0
	}
	n := int(b.tree.sets[set].count)
	first := b.grow(n)
	b.tree.set[node], b.tree.first[node], b.tree.count[node] = int32(set), int32(first), int32(n)
	return first
}

// Chance makes a node a chance node, and returns the first of its children. The
// probability of a child is its share of the draws.
func (b *builder) Chance(node int, draws []int32) int {
	for _, d := range draws {
		if d <= 0 {
			b.fail(fmt.Errorf("%w: something happens in %d of the draws", errTree, d))
		}
	}
	if len(draws) == 0 {
		b.fail(fmt.Errorf("%w: chance has nothing to draw from", errTree))
	}
	if !b.define(node) {
		return 0
	}
	first := b.grow(len(draws))
	if b.err != nil {
		return 0
	}
	b.tree.set[node], b.tree.first[node], b.tree.count[node] = isChance, int32(first), int32(len(draws))
	copy(b.tree.draws[first:], draws)
	return first
}

// Leaf makes a node a leaf, with the payoff of each player.
func (b *builder) Leaf(node int, payoffs []int32) {
	if len(payoffs) != b.tree.players {
		b.fail(fmt.Errorf("%w: %d payoffs for %d players", errTree, len(payoffs), b.tree.players))
	}
	if !b.define(node) {
		return
	}
	b.tree.set[node], b.tree.first[node] = isLeaf, int32(b.tree.Leaves())
	b.tree.payoff = append(b.tree.payoff, payoffs...)
}

// Finish returns the tree, and the number of each set in it. The builder must not be
// used afterwards.
func (b *builder) Finish() (*Tree, []int, error) {
	if b.err != nil {
		return nil, nil, b.err
	}
	t := b.tree
	for n, s := range t.set {
		if s == undefined {
			return nil, nil, fmt.Errorf("%w: node %d was not defined", errTree, n)
		}
	}
	l := newSequenceLayout(t)
	if err := l.walk(); err != nil {
		return nil, nil, err
	}
	return t, l.number, nil
}
