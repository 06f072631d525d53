package mcts

import (
	"slices"

	"ludex/game"
	"ludex/internal/statehash"
)

// A graph holds the positions of a search. Transpositions share a node, unless the
// options say otherwise.
type graph struct {
	machine  game.Machine
	roles    int
	random   game.Role
	opt      *Options
	splitter game.MoveSplitter // nil if moves are not split
	lister   game.MoveLister   // nil if legal moves come sorted
	solver   solver
	numbers  moveNumbers

	symmetries []game.StateSymmetry
	sought     bool // symmetries were looked for

	table table
	root  *node
	used  int    // bytes, about
	gcAt  int    // garbage is collected from this many bytes on
	epoch uint64 // number of the current traversal

	// Scratch memory.
	after      game.State
	image      game.State // by a symmetry
	legal      [][]game.Move
	goals      []int
	groupOf    map[uint64]int32
	groupIDs   []int32
	groupSizes []int
}

func newGraph(g game.Game, opt *Options) graph {
	x := graph{
		machine: g.NewMachine(), roles: len(g.Roles()), random: g.Random(), opt: opt,
		solver: solver{enabled: opt.Solver, random: g.Random(), constantSum: newConstantSum(g)},
		table:  table{}, legal: make([][]game.Move, len(g.Roles())), groupOf: map[uint64]int32{},
	}
	x.splitter = game.CapabilitiesOf(g).MoveParts
	x.lister = game.MachineCapabilitiesOf(x.machine).Moves
	return x
}

// A table is the transposition table: it finds nodes by the hashes of their states.
type table map[uint64]*node

// find returns the node of a state, or nil. If there are several, it is the most
// visited one.
func (t table) find(s game.State, hash uint64) *node {
	var found *node
	for n := t[hash]; n != nil; n = n.chain {
		if slices.Equal(n.state, s) && (found == nil || n.visits > found.visits) {
			found = n
		}
	}
	return found
}

// insert adds a node that is not in the table yet.
func (t table) insert(n *node) {
	n.chain = t[n.hash]
	t[n.hash] = n
}

// nodeAfter returns the node of a state that a step leads to.
func (g *graph) nodeAfter(state game.State) *node {
	if g.opt.Graph {
		return g.findOrAdd(state)
	}
	return g.add(state, statehash.Of(state))
}

// reached is nodeAfter if it is known whether the state is terminal.
func (g *graph) reached(state game.State, over bool) *node {
	hash := statehash.Of(state)
	if g.opt.Graph {
		if n := g.table.find(state, hash); n != nil {
			return n
		}
	}
	n := g.newNode(state, hash)
	if over {
		g.end(n)
	}
	return n
}

// clear removes all nodes.
func (g *graph) clear() {
	clear(g.table)
	g.used, g.root = 0, nil
}

// restart removes all nodes but the root, which loses its statistics.
func (g *graph) restart() {
	state := g.root.state
	g.clear()
	g.root = g.findOrAdd(state)
}

// discard is restart without a call of the machine.
func (g *graph) discard() {
	state := g.root.state
	g.clear()
	g.root = g.newNode(state, statehash.Of(state))
}

// findOrAdd returns the node of a state.
func (g *graph) findOrAdd(state game.State) *node {
	hash := statehash.Of(state)
	if n := g.table.find(state, hash); n != nil {
		return n
	}
	return g.add(state, hash)
}

// add adds the node of a state.
func (g *graph) add(state game.State, hash uint64) *node {
	n := g.newNode(state, hash)
	if g.machine.Terminal(n.state) {
		g.end(n)
	}
	return n
}

// newNode adds a node without statistics.
func (g *graph) newNode(state game.State, hash uint64) *node {
	n := &node{state: append(game.State(nil), state...), hash: hash}
	if n.tallies = n.few[:min(g.roles, fewRoles)]; g.roles > fewRoles {
		n.tallies, n.many = make([]tally, g.roles), true
	}
	n.few[1].high = top // also if there is one role: nothing is proved about the second
	for r := range n.tallies {
		n.tallies[r].high = top
	}
	g.table.insert(n)
	g.used += n.bytes()
	return n
}

// end makes a node terminal, with the goals of its state. A role without exactly
// one goal gets 0.
func (g *graph) end(n *node) {
	n.over = true
	sum := 0
	for r := range n.tallies {
		goal := 0
		if g.goals = g.machine.Goals(n.state, game.Role(r), g.goals[:0]); len(g.goals) == 1 {
			goal = max(0, min(g.goals[0], 100))
		}
		n.tallies[r] = tally{low: int32(goal) * point, high: int32(goal) * point}
		if game.Role(r) != g.random {
			sum += goal
		}
	}
	g.solver.prove(n)
	g.solver.constantSum.checkTerminal(uint64(sum))
}
