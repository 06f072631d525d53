package uct

import (
	"encoding/binary"
	"math"
	"slices"

	"ludex/game"
)

// A node is a position after a sequence of joint moves.
type node struct {
	state    game.State
	visits   float64
	values   []float64 // the goals, between 0 and 1, of a terminal position; else nil
	expanded bool
	joint    []game.Move // has the moves of roles without a choice
	deciders []decider
	children map[string]*node // by the numbers of the deciders' arms
}

// A decider is a role with a choice. Its arms are in random order; the first ones have
// been tried.
type decider struct {
	role  game.Role
	arms  []arm
	tried int
}

// An arm is a move, with the results of the simulations that made it.
type arm struct {
	move        game.Move
	visits, sum float64
}

// newNode returns the node of a state.
func (p *Player) newNode(s game.State) *node {
	n := &node{state: slices.Clone(s)}
	if p.machine.Terminal(n.state) {
		p.end(n)
	}
	p.bytes += n.bytes()
	return n
}

// end makes a node terminal. A role without exactly one goal gets 0.
func (p *Player) end(n *node) {
	n.values = make([]float64, len(p.values))
	for r := range n.values {
		if p.goals = p.machine.Goals(n.state, game.Role(r), p.goals[:0]); len(p.goals) == 1 {
			n.values[r] = float64(p.goals[0]) / 100
		}
	}
}

// expand adds the moves of a node. If a role has none, the position is terminal.
func (p *Player) expand(n *node) {
	before := n.bytes()
	defer func() { p.bytes += n.bytes() - before }()
	n.expanded, n.joint = true, make([]game.Move, len(p.values))
	for r := range n.joint {
		p.legal = p.machine.Legal(n.state, game.Role(r), p.legal[:0])
		switch len(p.legal) {
		case 0:
			p.end(n)
			return
		case 1:
			n.joint[r] = p.legal[0]
		default:
			n.deciders = append(n.deciders, p.newDecider(game.Role(r)))
		}
	}
	n.children = map[string]*node{}
}

// newDecider returns a decider with the moves in p.legal, shuffled.
func (p *Player) newDecider(r game.Role) decider {
	d := decider{role: r, arms: make([]arm, len(p.legal))}
	for i, m := range p.legal {
		k := p.rand.Choose(i + 1)
		d.arms[i] = d.arms[k]
		d.arms[k] = arm{move: m}
	}
	return d
}

// descend chooses the moves of a node and returns the child, which it adds. It returns
// nil if there is no memory for another node.
func (p *Player) descend(n *node) *node {
	p.key = p.key[:0]
	from := len(p.picks)
	for i := range n.deciders {
		pick := p.pick(n, &n.deciders[i])
		p.picks = append(p.picks, pick)
		p.key = binary.AppendUvarint(p.key, uint64(pick))
	}
	child := n.children[string(p.key)]
	if child == nil && p.bytes > maxBytes {
		p.picks = p.picks[:from]
		return nil
	}
	p.path = append(p.path, n)
	for i, pick := range p.picks[from:] {
		d := &n.deciders[i]
		n.joint[d.role] = d.arms[pick].move
	}
	if child == nil {
		p.next = p.machine.Next(n.state, n.joint, p.next[:0])
		child = p.newNode(p.next)
		n.children[string(p.key)] = child
	}
	return child
}

// pick returns the number of the arm with the highest upper confidence bound, or the
// first untried one. Chance chooses at random.
func (p *Player) pick(n *node, d *decider) int {
	if d.role == p.setup.Game.Random() {
		return p.rand.Choose(len(d.arms))
	}
	if d.tried < len(d.arms) {
		return d.tried
	}
	best, highest, log := 0, math.Inf(-1), math.Log(n.visits)
	for i := range d.arms {
		a := &d.arms[i]
		if bound := a.sum/a.visits + p.Exploration*math.Sqrt(log/a.visits); bound > highest {
			best, highest = i, bound
		}
	}
	return best
}

// after returns the node after a joint move, or nil if it is not in the tree.
func (n *node) after(joint []game.Move) *node {
	var key []byte
	for i := range n.deciders {
		d := &n.deciders[i]
		at := slices.IndexFunc(d.arms, func(a arm) bool { return a.move == joint[d.role] })
		key = binary.AppendUvarint(key, uint64(at))
	}
	return n.children[string(key)]
}

// bytes returns about how many bytes a node takes without its children.
func (n *node) bytes() int {
	const fixed, perArm, perChild = 200, 24, 80
	total := fixed + 8*(len(n.state)+len(n.joint))
	for i := range n.deciders {
		total += (perArm + perChild) * len(n.deciders[i].arms)
	}
	return total
}

// treeBytes returns about how many bytes a tree takes.
func (n *node) treeBytes() int {
	if n == nil {
		return 0
	}
	total := n.bytes()
	for _, child := range n.children {
		total += child.treeBytes()
	}
	return total
}
