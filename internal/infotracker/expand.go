package infotracker

import (
	"context"

	"ludex/game"
	"ludex/knowledge"
)

// batchSize is the number of positions stepped at once.
const batchSize = 4096

// A setExpansion makes joint moves in the members of a weighted set, in batches.
type setExpansion struct {
	game    game.Game
	machine game.Machine
	random  game.Role
	policy  MovePolicy

	// own is the role that makes one move only, or NoRole.
	own  game.Role
	move game.Move

	// each is called with every joint move: the member it is made in, its
	// probability, the percepts and the next state.
	each func(e *edge) error

	work, maxWork int
	maxJoints     int // of one member; beyond it, a sample of this size is drawn. 0 is no limit
	rand          *game.Rand

	legal         [][]game.Move
	probabilities [][]float64
	joint         []game.Move
	at            []int

	from    []game.State
	joints  []game.Move
	parents []int32
	chances []float64
	next    []game.State
	seen    game.Percepts
}

// An edge is a joint move of an expansion.
type edge struct {
	parent int
	joint  []game.Move
	chance float64
	next   game.State

	expansion *setExpansion
	number    int // in the batch
}

func newSetExpansion(g game.Game, m game.Machine) *setExpansion {
	n := len(g.Roles())
	x := &setExpansion{game: g, machine: m, random: g.Random(), own: game.NoRole,
		legal: make([][]game.Move, n), probabilities: make([][]float64, n), joint: make([]game.Move, n), at: make([]int, n)}
	for r := range n {
		x.seen.Roles = append(x.seen.Roles, game.Role(r))
	}
	return x
}

// extend returns the view of a role after the edge.
func (e *edge) extend(v ViewKey, r game.Role) ViewKey {
	switch x := e.expansion; {
	case r == x.random:
		return v
	case !x.game.Hidden():
		return Extend(v, e.joint[r], e.joint)
	default:
		return Extend(v, e.joint[r], x.seen.Of(e.number, int(r)))
	}
}

// run expands all members of a set.
func (x *setExpansion) run(ctx context.Context, c *weightedSet) error {
	for i := range c.states {
		if i&63 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if err := x.member(c, i); err != nil {
			return err
		}
	}
	if err := x.flush(); err != nil {
		return err
	}
	return x.machine.Err()
}

// member queues the joint moves of one member.
func (x *setExpansion) member(c *weightedSet, i int) error {
	s := c.states[i]
	if x.machine.Terminal(s) {
		return nil
	}
	joints := 1
	for r := range x.legal {
		x.legal[r] = x.machine.Legal(s, game.Role(r), x.legal[r][:0])
		if game.Role(r) == x.own {
			x.legal[r] = onlyMove(x.legal[r], x.move)
		}
		if len(x.legal[r]) == 0 {
			return nil
		}
		x.probabilities[r] = x.moveProbabilities(game.Role(r), c.viewsOf(i)[r], x.probabilities[r][:0])
		if joints *= len(x.legal[r]); joints > 1<<30 {
			joints = 1 << 30
		}
	}
	if x.maxJoints > 0 && joints > x.maxJoints {
		return x.sampleJoints(s, i)
	}
	if x.work += joints; x.work > x.maxWork {
		return &knowledge.LimitError{What: "joint moves", Limit: x.maxWork}
	}
	return x.enumerate(s, i)
}

func onlyMove(legal []game.Move, move game.Move) []game.Move {
	for _, m := range legal {
		if m == move {
			return append(legal[:0], move)
		}
	}
	return legal[:0]
}

// moveProbabilities returns the probabilities of a role's legal moves. The moves of
// the own role are given.
func (x *setExpansion) moveProbabilities(r game.Role, v ViewKey, dst []float64) []float64 {
	legal := x.legal[r]
	if r != x.own && r != x.random && x.policy != nil && len(legal) > 1 {
		if dst = x.policy(r, v, legal, dst); len(dst) == len(legal) {
			return dst
		}
		dst = dst[:0]
	}
	for range legal {
		dst = append(dst, 1/float64(len(legal)))
	}
	return dst
}

// enumerate queues all joint moves of a state.
func (x *setExpansion) enumerate(s game.State, parent int) error {
	clear(x.at)
	for {
		chance := 1.0
		for r, k := range x.at {
			x.joint[r] = x.legal[r][k]
			chance *= x.probabilities[r][k]
		}
		if err := x.queue(s, parent, chance); err != nil {
			return err
		}
		r := len(x.at) - 1
		for ; r >= 0; r-- {
			if x.at[r]++; x.at[r] < len(x.legal[r]) {
				break
			}
			x.at[r] = 0
		}
		if r < 0 {
			return nil
		}
	}
}

// sampleJoints queues joint moves that are sampled, with equal weights.
func (x *setExpansion) sampleJoints(s game.State, parent int) error {
	if x.work += x.maxJoints; x.work > x.maxWork {
		return &knowledge.LimitError{What: "joint moves", Limit: x.maxWork}
	}
	for range x.maxJoints {
		for r := range x.joint {
			x.joint[r] = x.legal[r][sampleIndex(x.probabilities[r], x.rand)]
		}
		if err := x.queue(s, parent, 1/float64(x.maxJoints)); err != nil {
			return err
		}
	}
	return nil
}

// sampleIndex draws an index from a probability distribution.
func sampleIndex(shares []float64, rand *game.Rand) int {
	at := float64(rand.Uint64()>>11) / (1 << 53)
	for k, p := range shares {
		if at -= p; at < 0 {
			return k
		}
	}
	return len(shares) - 1
}

// queue adds a joint move to the batch, and flushes a full batch.
func (x *setExpansion) queue(s game.State, parent int, chance float64) error {
	if chance == 0 {
		return nil
	}
	x.from = append(x.from, s)
	x.joints = append(x.joints, x.joint...)
	x.parents = append(x.parents, int32(parent))
	x.chances = append(x.chances, chance)
	if len(x.from) < batchSize {
		return nil
	}
	return x.flush()
}

// flush makes the queued joint moves.
func (x *setExpansion) flush() error {
	seen := &x.seen
	if !x.game.Hidden() {
		seen = nil
	}
	x.next = game.StepAll(x.machine, x.from, x.joints, x.next[:0], seen)
	n := len(x.joint)
	e := edge{expansion: x}
	for k, parent := range x.parents {
		e.number, e.parent, e.chance = k, int(parent), x.chances[k]
		e.joint, e.next = x.joints[k*n:(k+1)*n], x.next[k]
		if err := x.each(&e); err != nil {
			return err
		}
	}
	x.from, x.joints, x.parents, x.chances = x.from[:0], x.joints[:0], x.parents[:0], x.chances[:0]
	return nil
}
