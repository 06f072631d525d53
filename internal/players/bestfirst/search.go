package bestfirst

import (
	"context"
	"errors"
	"fmt"

	"ludex/game"
	"ludex/player"
)

// errSimultaneous is returned for games in which several roles decide at once.
var errSimultaneous = errors.New("roles move simultaneously, which best-first search does not support")

// A search is a best-first minimax search from a root. It belongs to one goroutine.
type search struct {
	game    game.Game
	machine game.Machine
	random  game.Role
	eval    evaluator
	root    *node
	used    int // bytes
	limit   int // bytes
	stats   stats
	err     error

	expander game.Expander
	ending   game.TerminalFinder
	ends     []bool
	legal    [][]game.Move
	joint    []game.Move
	joints   []game.Move
	states   []game.State
	goals    []int
	path     []step
}

// A step is one step on the way down.
type step struct {
	node  *node
	child int
}

// stats count the work since the root was set.
type stats struct {
	descents uint64
	states   uint64
}

func newSearch(g game.Game, eval evaluator, from game.State, limit int) *search {
	m := g.NewMachine()
	c := game.MachineCapabilitiesOf(m)
	s := &search{
		game: g, machine: m, random: g.Random(), eval: eval, limit: limit, expander: c.Expand, ending: c.Ending,
		legal: make([][]game.Move, len(g.Roles())), joint: make([]game.Move, len(g.Roles())),
	}
	s.setRoot(from)
	return s
}

// setRoot makes a state the root. What is known about it is kept if it is a child of the
// root, or the root itself.
func (s *search) setRoot(state game.State) {
	s.stats = stats{}
	defer func() { s.used = s.root.size() }()
	if s.root != nil {
		if equal(s.root.state, state) {
			return
		}
		for i := range s.root.children {
			if c := s.root.children[i].node; c != nil && equal(c.state, state) {
				s.root = c
				return
			}
		}
	}
	s.root = &node{state: append(game.State(nil), state...), role: nobody, own: make([]float32, len(s.legal))}
}

func equal(a, b game.State) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// run searches until the context ends, so many states have been valued, the root is
// solved, or the memory is used up. The end of the context is not an error.
func (s *search) run(ctx context.Context, states int) error {
	s.machine.Bind(ctx)
	defer s.machine.Bind(context.Background())
	deadline := player.NewDeadline(ctx)
	start := s.stats.states
	for s.err == nil && !s.root.solved && s.used < s.limit && deadline.Allows() {
		if states > 0 && s.stats.states-start >= uint64(states) {
			break
		}
		if err := s.descend(ctx); err != nil {
			if !game.Ended(ctx, err) {
				s.err = fmt.Errorf("search: %w", err)
			}
			break
		}
	}
	return s.err
}

// descend follows the best moves to a position whose children are unknown, computes them,
// and corrects the values on the way back.
func (s *search) descend(ctx context.Context) error {
	s.path = s.path[:0]
	n := s.root
	for n.role != nobody {
		i := n.next(s.random)
		s.path = append(s.path, step{n, i})
		if n.children[i].node == nil {
			child, err := s.childOf(n, i)
			if err != nil {
				return err
			}
			n.children[i].node = child
		}
		n = n.children[i].node
	}
	if err := s.expand(ctx, n); err != nil {
		n.role, n.children, n.moves, n.values = nobody, nil, nil, nil
		return err
	}
	s.used += n.bytes()
	s.stats.descents++
	s.propagate(n)
	return nil
}

// propagate corrects the values on the path to a node.
func (s *search) propagate(n *node) {
	for i := len(s.path) - 1; i >= 0; i-- {
		at := s.path[i]
		c := &at.node.children[at.child]
		c.visits++
		c.solved = n.solved
		copy(at.node.of(at.child), n.own)
		at.node.update(s.random)
		n = at.node
	}
}

// childOf makes the node of a child.
func (s *search) childOf(n *node, i int) (*node, error) {
	for r := range s.joint {
		s.legal[r] = s.machine.Legal(n.state, game.Role(r), s.legal[r][:0])
		if s.machine.Err() != nil {
			break
		}
		s.joint[r] = s.legal[r][0]
	}
	s.joint[n.role] = n.moves[i]
	state := s.machine.Next(n.state, s.joint, nil)
	return &node{state: state, role: nobody, own: make([]float32, len(s.joint))}, s.machine.Err()
}
