package bestfirst

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"ludex/game"
	"ludex/internal/spinlock"
	"ludex/player"
)

// errSimultaneous is returned for games in which several roles decide at once.
var errSimultaneous = errors.New("roles move simultaneously, which best-first search does not support")

// A search is a best-first minimax search from a root.
type search struct {
	workers []*worker
	random  game.Role
	roles   int
	limit   int // bytes

	mu    spinlock.RWMutex // guards what follows
	root  *node
	used  int // bytes
	stats stats
	err   error
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
	elapsed  time.Duration
}

func newSearch(g game.Game, eval func(thread int) evaluator, from game.State, threads, limit int) *search {
	s := &search{random: g.Random(), roles: len(g.Roles()), limit: limit}
	for i := range threads {
		s.workers = append(s.workers, newWorker(g, eval(i)))
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
		if slices.Equal(s.root.state, state) {
			return
		}
		for i := range s.root.children {
			if c := s.root.children[i].node; c != nil && slices.Equal(c.state, state) {
				s.root = c
				return
			}
		}
	}
	s.root = newNode(slices.Clone(state), s.roles)
}

// run searches until the context ends, so many states have been valued, the root is
// solved, or the memory is used up. The end of the context is not an error.
func (s *search) run(ctx context.Context, states int) error {
	began := time.Now()
	defer func() { s.stats.elapsed += time.Since(began) }()
	var all sync.WaitGroup
	for _, w := range s.workers[1:] {
		all.Go(func() { s.work(ctx, w, states) })
	}
	s.work(ctx, s.workers[0], states)
	all.Wait()
	return s.err
}

// work is the part of one thread of a run.
func (s *search) work(ctx context.Context, w *worker, states int) {
	w.machine.Bind(ctx)
	defer w.machine.Bind(context.Background())
	deadline := player.NewDeadline(ctx)
	for deadline.Allows() && s.descend(ctx, w, states) {
	}
}

// descend follows the best moves to a position whose children are unknown, computes them,
// and corrects the values on the way back. It returns false if there is nothing left to
// do.
func (s *search) descend(ctx context.Context, w *worker, states int) bool {
	s.mu.Lock()
	if s.err != nil || s.root.solved || s.used >= s.limit || states > 0 && s.stats.states >= uint64(states) {
		s.mu.Unlock()
		return false
	}
	leaf := s.follow(w)
	s.mu.Unlock()
	n, err := w.open(ctx, leaf, s.roles)
	s.mu.Lock()
	defer s.mu.Unlock()
	if err != nil {
		s.abandon(w)
		if !game.Ended(ctx, err) {
			s.err = fmt.Errorf("search: %w", err)
		}
		return false
	}
	s.attach(w, n)
	return true
}

// follow goes down along the best moves. It returns the root if its children are unknown,
// and nil if the path of the worker leads to an unknown child.
func (s *search) follow(w *worker) (root *node) {
	w.path = w.path[:0]
	n := s.root
	if n.role == nobody {
		return n
	}
	for n != nil {
		i := n.next(s.random)
		w.path = append(w.path, step{n, i})
		n.children[i].visits++
		n = n.children[i].node
	}
	if len(s.workers) > 1 {
		s.assumeLoss(w)
	}
	return nil
}

// assumeLoss gives the end of a path the lowest value until the real one is known, so
// that other threads look elsewhere (virtual loss).
func (s *search) assumeLoss(w *worker) {
	last := w.path[len(w.path)-1]
	value := &last.node.of(last.child)[last.node.role]
	w.assumed, *value = *value, 0
	last.node.update(s.random)
	s.propagate(w.path[:len(w.path)-1], last.node)
}

// abandon takes back a descent that was interrupted: its visits, and the loss that was
// assumed unless another thread has found the real value.
func (s *search) abandon(w *worker) {
	for _, at := range w.path {
		at.node.children[at.child].visits--
	}
	if len(w.path) == 0 || len(s.workers) == 1 {
		return
	}
	last := w.path[len(w.path)-1]
	if last.node.children[last.child].node != nil {
		return
	}
	last.node.of(last.child)[last.node.role] = w.assumed
	last.node.update(s.random)
	s.propagate(w.path[:len(w.path)-1], last.node)
}

// attach adds a new node to the tree. If another thread was faster, nothing is added.
func (s *search) attach(w *worker, n *node) {
	s.stats.descents++
	s.stats.states += uint64(len(n.children))
	s.used += n.bytes()
	if len(w.path) == 0 {
		if s.root.role == nobody {
			s.root = n
		}
		return
	}
	last := w.path[len(w.path)-1]
	if c := &last.node.children[last.child]; c.node == nil {
		c.node = n
	} else {
		n = c.node
	}
	s.propagate(w.path, n)
}

// propagate corrects the values on a path to a node.
func (s *search) propagate(path []step, n *node) {
	for i := len(path) - 1; i >= 0; i-- {
		at := path[i]
		at.node.children[at.child].solved = n.solved
		copy(at.node.of(at.child), n.own)
		at.node.update(s.random)
		n = at.node
	}
}
