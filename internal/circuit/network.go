package circuit

// A network is a net prepared for evaluation of one state at a time, computing
// only what changes. It is immutable.
//
// A conjunction counts its false arguments; it is true when that is 0. A node that
// flips changes the counts of those that refer to it, and those whose count comes
// to 0, or leaves it, flip in turn. Nodes are numbered part by part, and so that a
// node depends on smaller ones only.
type network struct {
	layout      outputLayout
	bounds      [numParts + 1]int32 // by part: its first node, a multiple of 64
	nodes       []networkNode
	edges       []int32    // nodes that refer to a node
	outputs     [][]int32  // bits that show a node's value, where there are several
	states      []int32    // by state bit of the Spec: its node, or none
	moveAt      []int32    // by role: where its moves begin in setsAt
	setsAt      []int32    // by move: where its sets begin in sets
	sets        []int32    // nodes of sets of moves
	components  []fixpoint // nil if there are none
	componentOf []int32    // by node: the component that it stands for, or none
	trigger     [][]int32  // by node: the nodes that stand for the components that read it
	start       *evaluator
}

// A networkNode says where a node's edges are, first those to conjunctions of
// the node, then those to conjunctions of its negation. Most nodes have one
// output or none: output is that bit, or silent, or else -2 - k where outputs[k]
// lists several.
type networkNode struct {
	first, negated, end int32
	output              int32
}

// silent is the output of a node that is not an output.
const silent int32 = -1

// A fixpoint is a component in a network. It is evaluated from false, repeatedly, until
// nothing changes.
type fixpoint struct {
	nodes []int32 // fed back ones first, then conjunctions in the order of dependence
	args  [][]lit // by position in nodes: arguments, or what a fed back node becomes; over nodes
	vars  int     // how many are fed back
}

// maxArgs is the number of arguments that a count can hold.
const maxArgs = 1<<16 - 1

// An outputLayout says which bits show what. Each list begins with a word.
type outputLayout struct {
	terminal int32
	legal    []int32 // by role
	next     int32
	goals    int32
	percepts int32
	words    int
}

func newOutputLayout(s *Spec) outputLayout {
	var l outputLayout
	at := int32(0)
	take := func(n int) int32 {
		from := at
		at += int32(n+63) &^ 63
		return from
	}
	l.terminal = take(1)
	for _, moves := range s.Moves {
		l.legal = append(l.legal, take(len(moves)))
	}
	l.next = take(len(s.State))
	l.goals = take(len(s.Goals))
	l.percepts = take(len(s.Percepts))
	l.words = int(at) / 64
	return l
}
