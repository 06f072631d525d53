package bestfirst

import (
	"context"
	"fmt"
	"slices"

	"ludex/game"
)

// A worker computes the children of positions. It belongs to one goroutine.
type worker struct {
	game     game.Game
	machine  game.Machine
	random   game.Role
	eval     evaluator
	expander game.Expander       // may be nil
	ending   game.TerminalFinder // may be nil
	path     []step              // to the position
	assumed  float32             // the value at its end before a loss was assumed

	// scratch memory
	ends   []bool
	legal  [][]game.Move
	joint  []game.Move
	joints []game.Move
	states []game.State
	goals  []int
}

func newWorker(g game.Game, eval evaluator) *worker {
	m := g.NewMachine()
	c := game.MachineCapabilitiesOf(m)
	return &worker{
		game: g, machine: m, random: g.Random(), eval: eval, expander: c.Expand, ending: c.Ending,
		legal: make([][]game.Move, len(g.Roles())), joint: make([]game.Move, len(g.Roles())),
	}
}

// open returns a node with its children: of the root, or of the position at the end of
// the path if root is nil.
func (w *worker) open(ctx context.Context, root *node, roles int) (*node, error) {
	n := root
	if n != nil {
		n = newNode(root.state, roles)
	} else {
		last := w.path[len(w.path)-1]
		state, err := w.childOf(last.node, last.child)
		if err != nil {
			return nil, err
		}
		n = newNode(state, roles)
	}
	return n, w.expand(ctx, n)
}

// childOf computes the state of a child. Other threads change neither the state nor the
// moves of a node.
func (w *worker) childOf(n *node, i int) (game.State, error) {
	for r := range w.joint {
		w.legal[r] = w.machine.Legal(n.state, game.Role(r), w.legal[r][:0])
		if err := w.machine.Err(); err != nil {
			return nil, err
		}
		w.joint[r] = w.legal[r][0]
	}
	w.joint[n.role] = n.moves[i]
	return w.machine.Next(n.state, w.joint, nil), w.machine.Err()
}

// expand computes the children of a node and their values.
func (w *worker) expand(ctx context.Context, n *node) error {
	if w.machine.Terminal(n.state) { // the root
		n.solved = true
		return w.end(n.state, n.own)
	}
	if err := w.findRole(n); err != nil {
		return err
	}
	if err := w.step(n); err != nil {
		return err
	}
	n.children = make([]child, len(n.moves))
	n.values = make([]float32, len(n.moves)*len(n.own))
	for i := range n.children {
		if w.ends[i] {
			n.children[i].solved = true
			if err := w.end(w.states[i], n.of(i)); err != nil {
				return err
			}
		}
	}
	if err := w.eval.value(ctx, n, w.states); err != nil {
		return err
	}
	n.update(w.random)
	return w.machine.Err()
}

// findRole finds out who decides, and lists the moves. If nobody has a choice, the first
// role decides.
func (w *worker) findRole(n *node) error {
	role := game.Role(nobody)
	for r := range w.legal {
		w.legal[r] = w.machine.Legal(n.state, game.Role(r), w.legal[r][:0])
		switch {
		case w.machine.Err() != nil:
			return w.machine.Err()
		case len(w.legal[r]) == 0:
			return fmt.Errorf("%s has no legal move", w.game.Roles()[r])
		case len(w.legal[r]) == 1:
		case role != nobody:
			return errSimultaneous
		default:
			role = game.Role(r)
		}
	}
	n.role = max(role, 0)
	n.moves = slices.Clone(w.legal[n.role])
	return nil
}

// step computes the states after the moves, and which of them are terminal.
func (w *worker) step(n *node) error {
	w.joints = w.joints[:0]
	for _, m := range n.moves {
		at := len(w.joints)
		for r := range w.legal {
			w.joints = append(w.joints, w.legal[r][0])
		}
		w.joints[at+int(n.role)] = m
	}
	w.states = w.states[:0]
	if w.expander != nil {
		w.states = w.expander.Expand(n.state, w.joints, w.states)
	} else {
		roles := len(w.legal)
		for i := range n.moves {
			w.states = game.Extend(w.states, 1)
			w.states[i] = w.machine.Next(n.state, w.joints[i*roles:(i+1)*roles], w.states[i])
		}
	}
	w.ends = w.ends[:0]
	if w.ending != nil {
		w.ends = w.ending.Ending(n.state, w.joints, w.ends)
		return w.machine.Err()
	}
	for _, state := range w.states {
		w.ends = append(w.ends, w.machine.Terminal(state))
	}
	return w.machine.Err()
}

// end computes the values of a terminal state.
func (w *worker) end(state game.State, values []float32) error {
	for r := range values {
		if game.Role(r) == w.random {
			continue
		}
		w.goals = w.machine.Goals(state, game.Role(r), w.goals[:0])
		if w.machine.Err() == nil && len(w.goals) != 1 {
			return fmt.Errorf("%s has %d goal values at the end of a play", w.game.Roles()[r], len(w.goals))
		}
		if len(w.goals) == 1 {
			values[r] = float32(w.goals[0]) / 100
		}
	}
	return w.machine.Err()
}
