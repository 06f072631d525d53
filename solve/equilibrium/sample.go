package equilibrium

import (
	"context"

	"ludex/game"
)

// A sampler improves a profile by Monte Carlo counterfactual regret minimisation
// with external sampling. An iteration traverses the tree once per player: it tries
// all actions of that player, and samples chance and the others.
type sampler struct {
	tree    *Tree
	rand    *game.Rand
	regret  []float64 // by sequence
	average []float64 // by sequence: the sum of its probabilities whenever the set was visited
	stack   []float64 // choices and values of the player's sets on the path
	player  int32     // whose regrets are updated
	done    int
}

// newSampler returns a solver without iterations. The same seed gives the same
// results.
func newSampler(t *Tree, seed uint64) *sampler {
	return &sampler{tree: t, rand: game.NewRand(seed), regret: make([]float64, t.sequences), average: make([]float64, t.sequences)}
}

// Run makes a number of iterations, or fewer if the context ends.
func (s *sampler) Run(ctx context.Context, iterations int) {
	for range iterations {
		if ctx.Err() != nil {
			return
		}
		for s.player = 0; int(s.player) < s.tree.players; s.player++ {
			s.stack = s.stack[:0]
			s.visit(0, 1)
		}
		s.done++
	}
}

// Iterations returns the number of iterations made.
func (s *sampler) Iterations() int { return s.done }

// Profile returns the average strategy, which converges to an equilibrium.
func (s *sampler) Profile() Profile { return s.tree.normalised(s.average) }

// visit traverses the tree from a node that the player reaches with probability own
// by its own choices. It returns the player's value.
func (s *sampler) visit(node int32, own float64) float64 {
	t := s.tree
	for {
		number := t.set[node]
		switch {
		case number == isLeaf:
			return float64(t.payoff[int(t.first[node])*t.players+int(s.player)])
		case number == isChance:
			node = s.draw(node)
			continue
		}
		at := t.sets[number]
		if at.player == s.player {
			return s.decide(node, at, own)
		}
		node = t.first[node] + s.choose(at)
	}
}

// draw returns a child of a node of chance.
func (s *sampler) draw(node int32) int32 {
	t := s.tree
	child := t.first[node]
	left := int32(s.rand.Choose(int(t.total(int(node)))))
	for left >= t.draws[child] {
		left -= t.draws[child]
		child++
	}
	return child
}

// choose samples an action of another player. The strategy of the player that is
// updated next is added to the average.
func (s *sampler) choose(at set) int32 {
	from := s.push(at)
	choice := s.stack[from:]
	if int(at.player) == (int(s.player)+1)%s.tree.players {
		for a, p := range choice {
			s.average[int(at.first)+a] += p
		}
	}
	left := float64(s.rand.Uint64()>>11) / (1 << 53)
	action := 0
	for action < len(choice)-1 && left >= choice[action] {
		left -= choice[action]
		action++
	}
	s.stack = s.stack[:from]
	return int32(action)
}

// push puts the current strategy of a set on the stack and returns its index.
func (s *sampler) push(at set) int {
	from := len(s.stack)
	sum := 0.0
	for _, r := range s.regret[at.first : at.first+at.count] {
		s.stack = append(s.stack, max(0, r))
		sum += max(0, r)
	}
	choice := s.stack[from:]
	regretMatching(choice, sum, choice)
	return from
}

// decide tries all actions of the updated player.
func (s *sampler) decide(node int32, at set, own float64) float64 {
	choice := s.push(at)
	n := int(at.count)
	values := len(s.stack)
	for range n {
		s.stack = append(s.stack, 0)
	}
	value := 0.0
	for a := range n {
		p := s.stack[choice+a]
		if s.tree.players == 1 { // no other player adds it to the average
			s.average[int(at.first)+a] += own * p
		}
		v := s.visit(s.tree.first[node]+int32(a), own*p)
		s.stack[values+a] = v
		value += p * v
	}
	for a := range n {
		s.regret[int(at.first)+a] += s.stack[values+a] - value
	}
	s.stack = s.stack[:choice]
	return value
}
