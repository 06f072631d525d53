package mcts

import (
	"math"
	"math/bits"

	"ludex/game"
)

// A joint holds the statistics of a simultaneous-move node.
type joint struct {
	deciders []decider
	// children are the nodes after joint moves, by key. It is nil if keys would
	// overflow; the transposition table finds the nodes then.
	children map[uint64]*node
	product  uint64 // how many joint moves there are; 0 if that is too large
	// mixed says that strategies are mixed, by regret matching.
	mixed bool
}

// A decider is a role with a choice.
type decider struct {
	role   game.Role
	moves  []game.Move
	arms   []arm
	stride uint64 // of its choice in keys
	fresh  int    // arms never tried, which are at the end of order
	order  []int32
}

// An arm is a move of a decider.
type arm struct {
	visits   int32
	inFlight int32
	sum      float64
	regret   float64 // never negative
	share    float64 // how much the strategies of all visits played it, in sum
}

// newJoint returns the statistics of a node with the legal moves of all roles.
func (g *graph) newJoint(legal [][]game.Move) *joint {
	j := &joint{product: 1}
	players := 0
	for r, moves := range legal {
		if len(moves) == 1 {
			continue
		}
		j.deciders = append(j.deciders, newDecider(game.Role(r), moves, j.product))
		hi, lo := bits.Mul64(j.product, uint64(len(moves)))
		if j.product = lo; hi != 0 {
			j.product = 0 // and so it stays
		}
		if game.Role(r) != g.random {
			players++
		}
	}
	if j.product != 0 {
		j.children = map[uint64]*node{}
	}
	// Against chance alone there is nothing to hide.
	j.mixed = players > 1 && g.opt.Simultaneous == Regret && j.children != nil
	return j
}

func newDecider(r game.Role, moves []game.Move, stride uint64) decider {
	d := decider{role: r, moves: append([]game.Move(nil), moves...), arms: make([]arm, len(moves)), stride: stride, fresh: len(moves)}
	d.order = make([]int32, len(moves))
	for i := range d.order {
		d.order[i] = int32(i)
	}
	return d
}

// pickJoint chooses an arm for every decider.
func (s *selector) pickJoint(n *node, picks []int32) []int32 {
	j := n.expansion.joint
	for i := range j.deciders {
		d := &j.deciders[i]
		var pick int
		switch {
		case d.role == s.random:
			pick = s.rand.Choose(len(d.moves))
		case j.mixed:
			pick = s.sampleRegretMatching(d)
		default:
			pick = s.pickArm(n, d)
		}
		d.arms[pick].inFlight++
		picks = append(picks, int32(pick))
	}
	return picks
}

// jointDeviation is the deviation of values assumed at simultaneous moves, whose
// values depend on the unknown moves of the others.
const jointDeviation = 0.8

// pickArm chooses by confidence bounds for one decider alone (decoupled UCT).
// Untried arms come first, in random order.
func (s *selector) pickArm(n *node, d *decider) int {
	if d.fresh > 0 {
		i, last := s.rand.Choose(d.fresh), d.fresh-1
		d.order[i], d.order[last] = d.order[last], d.order[i]
		d.fresh--
		return int(d.order[last])
	}
	c := s.opt.Explore * jointDeviation * math.Sqrt(math.Log(float64(n.visits+n.inFlight.Load())))
	best, highest := 0, math.Inf(-1)
	for i := range d.arms {
		a := &d.arms[i]
		mean := 0.5
		if a.visits > 0 {
			mean = a.sum / float64(a.visits)
		}
		if bound := mean + c/math.Sqrt(float64(a.visits+a.inFlight)); bound > highest {
			best, highest = i, bound
		}
	}
	return best
}

// key returns the key of a choice of arms.
func (j *joint) key(picks []int32) uint64 {
	key := uint64(0)
	for i, p := range picks {
		key += uint64(p) * j.deciders[i].stride
	}
	return key
}

// child returns the live node with a key, or nil.
func (j *joint) child(key uint64) *node {
	n := j.children[key]
	if n != nil && n.evicted {
		delete(j.children, key)
		return nil
	}
	return n
}

// jointChild returns the node after a choice of arms.
func (g *graph) jointChild(n *node, picks []int32) *node {
	in := n.expansion
	j := in.joint
	if j.children != nil {
		if child := j.child(j.key(picks)); child != nil {
			return child
		}
	}
	for i, p := range picks {
		in.base[j.deciders[i].role] = j.deciders[i].moves[p]
	}
	child := g.step(n, in.base)
	if j.children != nil {
		j.children[j.key(picks)] = child
		g.used += edgeBytes
	}
	return child
}

// guaranteeingArm returns an arm by which a decider guarantees a value, or -1 if
// none is known.
func (j *joint) guaranteeingArm(d *decider, value int32) int {
	if uint64(len(j.children)) < j.product || j.product == 0 || j.product > maxProof {
		return -1
	}
	for arm := range d.arms {
		if j.worstCase(d, arm) >= value {
			return arm
		}
	}
	return -1
}

// add adds the result of a choice of arms.
func (j *joint) add(picks []int32, child *node, values []float64) {
	for i := range j.deciders {
		d := &j.deciders[i]
		a := &d.arms[picks[i]]
		a.visits++
		a.sum += values[d.role]
		if j.mixed {
			j.regret(d, picks, i, child)
		}
	}
}
