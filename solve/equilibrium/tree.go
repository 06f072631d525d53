package equilibrium

import (
	"math/big"
	"sort"
)

// The kinds of nodes without an information set.
const (
	isLeaf    = -1
	isChance  = -2
	undefined = -3
)

// A Tree is a game in extensive form. It is immutable and safe for concurrent use.
//
// Nodes are numbered from the root, 0, so that children come after their parents;
// the children of a node are consecutive. Sequences are numbered, too: number p is
// the empty sequence of player p, followed by those that end with a choice, by
// player and information set. The sets and the sequences of a player are
// consecutive, in an order compatible with the order of play.
type Tree struct {
	players int

	set    []int32 // by node: its information set, or its kind
	first  []int32 // by node: the first child; of a leaf: its number among the leaves
	count  []int32 // by node: how many children
	draws  []int32 // by node: how many of the equally likely draws of its parent lead to it; 1 if that is not a chance node
	payoff []int32 // by leaf and player

	sets      []set
	setRange  []int // by player: the first set; and the end
	sequences int

	ends leafTable
}

// A set is an information set.
type set struct {
	player int32
	first  int32 // the sequence of its first action
	count  int32 // how many actions
	parent int32 // the sequence of the player that leads to it
}

// Players returns the number of players, without chance.
func (t *Tree) Players() int { return t.players }

// Nodes returns the number of nodes.
func (t *Tree) Nodes() int { return len(t.set) }

// Leaves returns the number of leaves.
func (t *Tree) Leaves() int { return len(t.payoff) / t.players }

// Sets returns the number of information sets of a player.
func (t *Tree) Sets(player int) int { return t.setRange[player+1] - t.setRange[player] }

// Sequences returns the total number of sequences of all players, including the
// empty ones.
func (t *Tree) Sequences() int { return t.sequences }

// isConstantSum returns the sum of the payoffs, if it is the same at every leaf.
func (t *Tree) isConstantSum() (sum int, ok bool) {
	for i := 0; i < len(t.payoff); i += t.players {
		s := 0
		for _, p := range t.payoff[i : i+t.players] {
			s += int(p)
		}
		if i == 0 {
			sum = s
		} else if s != sum {
			return 0, false
		}
	}
	return sum, true
}

// TwoPlayerConstantSum returns the sum of the payoffs, if there are two players and
// it is the same at every leaf.
func (t *Tree) TwoPlayerConstantSum() (sum int, ok bool) {
	if t.players != 2 {
		return 0, false
	}
	return t.isConstantSum()
}

// setsOf returns the sets of a player.
func (t *Tree) setsOf(player int) []set {
	return t.sets[t.setRange[player]:t.setRange[player+1]]
}

// Parent returns the choice of a player that leads to one of its sets: the number of
// an earlier set, and an action in it. It returns false if the player did not choose
// before.
func (t *Tree) Parent(player, number int) (earlier, action int, ok bool) {
	own := t.setsOf(player)
	came := own[number].parent
	if int(came) == player {
		return 0, 0, false
	}
	earlier = sort.Search(len(own), func(i int) bool { return own[i].first > came }) - 1
	return earlier, int(came - own[earlier].first), true
}

// total returns the number of draws of a chance node.
func (t *Tree) total(node int) int64 {
	sum := int64(0)
	for _, d := range t.draws[t.first[node] : t.first[node]+t.count[node]] {
		sum += int64(d)
	}
	return sum
}

// A leafTable lists the leaves by sequences. Consecutive leaves with the same
// sequences are merged.
type leafTable struct {
	seq    [][]int32   // by player and entry: the player's sequence
	weight [][]float64 // by player and entry: chance times payoff
}

// walk visits all nodes, parents first, with the sequences of the players and the
// chance probability. The visitor must not keep them.
func (t *Tree) walk(visit func(node int, seq []int32, chance *big.Rat)) {
	type frame struct {
		node   int
		seq    []int32
		chance *big.Rat
	}
	root := frame{0, make([]int32, t.players), big.NewRat(1, 1)}
	for p := range root.seq {
		root.seq[p] = int32(p)
	}
	stack := []frame{root}
	for len(stack) > 0 {
		f := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		visit(f.node, f.seq, f.chance)
		total := int64(1)
		if t.set[f.node] == isChance {
			total = t.total(f.node)
		}
		for a := int(t.count[f.node]) - 1; a >= 0; a-- {
			child := frame{int(t.first[f.node]) + a, f.seq, f.chance}
			switch s := t.set[f.node]; {
			case s == isChance:
				child.chance = new(big.Rat).Mul(f.chance, big.NewRat(int64(t.draws[child.node]), total))
			case s >= 0:
				child.seq = append([]int32(nil), f.seq...)
				child.seq[t.sets[s].player] = t.sets[s].first + int32(a)
			}
			stack = append(stack, child)
		}
	}
}
