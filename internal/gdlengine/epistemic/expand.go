package epistemic

import (
	"encoding/binary"
	"fmt"
	"slices"

	"ludex/game"
)

// maxSteps is how many joint moves are made at once in the worlds of a model.
const maxSteps = 1 << 20

// An expansion computes what follows the worlds of a model.
type expansion struct {
	game    *Game
	machine game.Machine
	from    *model
	step    *step

	world  []int32      // by successor: the world before
	states []game.State // before
	joints []game.Move
	after  []game.State
	seen   game.Percepts

	classes [][]int32 // by player and successor
	part    []int32   // by successor: another one of the same part, or itself (union-find)
}

// expand computes what follows the worlds of a model.
func expand(g *Game, machine game.Machine, from *model) (*step, error) {
	x := &expansion{game: g, machine: machine, from: from, step: &step{}}
	if err := x.moves(); err != nil {
		return nil, err
	}
	x.seen.Roles = g.players
	x.after = game.StepAll(machine, x.states, x.joints, nil, &x.seen)
	if err := machine.Err(); err != nil {
		return nil, err
	}
	x.observe()
	return x.step, x.divide()
}

// moves lists the joint moves that are legal in the worlds.
func (x *expansion) moves() error {
	roles := len(x.game.Roles())
	for w, s := range x.from.states {
		legal := x.legal(s, roles)
		if err := x.machine.Err(); err != nil {
			return err
		}
		x.step.legal = append(x.step.legal, legal)
		joint := make([]int, roles) // indices
		for more := legal != nil; more; more = next(joint, legal) {
			if len(x.world) == maxSteps {
				return fmt.Errorf("%s: the roles consider more than %d continuations possible", x.game.Name(), maxSteps)
			}
			x.world = append(x.world, int32(w))
			x.states = append(x.states, s)
			for r, i := range joint {
				x.joints = append(x.joints, legal[r][i])
			}
		}
	}
	return nil
}

// legal returns the legal moves of all roles, or nil where the play ends.
func (x *expansion) legal(s game.State, roles int) [][]game.Move {
	if x.machine.Terminal(s) {
		return nil
	}
	legal := make([][]game.Move, roles)
	for r := range legal {
		if legal[r] = x.machine.Legal(s, game.Role(r), nil); len(legal[r]) == 0 {
			return nil
		}
	}
	return legal
}

// next counts to the next joint move, the last role first.
func next(joint []int, legal [][]game.Move) bool {
	for r := len(joint) - 1; r >= 0; r-- {
		if joint[r]++; joint[r] < len(legal[r]) {
			return true
		}
		joint[r] = 0
	}
	return false
}

// observe finds out which successors look the same to a player: those where it could not
// tell the worlds before apart, made the same move and perceived the same.
func (x *expansion) observe() {
	x.part = make([]int32, len(x.world))
	for i := range x.part {
		x.part[i] = int32(i)
	}
	roles := len(x.game.Roles())
	var key []byte
	for p, r := range x.game.players {
		numbers := map[string]int32{}
		var first []int32 // by class: a successor
		classes := make([]int32, len(x.world))
		for i, w := range x.world {
			key = binary.AppendVarint(key[:0], int64(x.from.classes[p][w]))
			key = binary.AppendVarint(key, int64(x.joints[i*roles+int(r)]))
			for _, percept := range x.seen.Of(i, p) {
				key = binary.AppendVarint(key, int64(percept))
			}
			n, ok := numbers[string(key)]
			if !ok {
				n = int32(len(first))
				numbers[string(key)] = n
				first = append(first, int32(i))
			}
			classes[i] = n
			x.connect(first[n], int32(i))
		}
		x.classes = append(x.classes, classes)
	}
}

func (x *expansion) root(i int32) int32 {
	for x.part[i] != i {
		x.part[i] = x.part[x.part[i]]
		i = x.part[i]
	}
	return i
}

func (x *expansion) connect(i, j int32) { x.part[x.root(j)] = x.root(i) }

// divide makes a model of each connected part.
func (x *expansion) divide() error {
	parts := map[int32][]int32{}
	var order []int32
	for i := range x.world {
		root := x.root(int32(i))
		if parts[root] == nil {
			order = append(order, root)
		}
		parts[root] = append(parts[root], int32(i))
	}
	targets := make([]target, len(x.world))
	for _, root := range order {
		m, worlds, err := x.model(parts[root])
		if err != nil {
			return err
		}
		for k, i := range parts[root] {
			targets[i] = target{m, worlds[k]}
		}
	}
	x.step.targets = make([][]target, len(x.from.states))
	for i, w := range x.world {
		x.step.targets[w] = append(x.step.targets[w], targets[i])
	}
	return nil
}

// model makes a model of some successors. It returns the world of each of them.
func (x *expansion) model(successors []int32) (*model, []int32, error) {
	m := &model{classes: make([][]int32, len(x.classes))}
	worlds := make([]int32, len(successors))
	known := map[string]int32{}
	var key []byte
	for k, i := range successors {
		key = key[:0]
		for _, classes := range x.classes {
			key = binary.LittleEndian.AppendUint32(key, uint32(classes[i]))
		}
		for _, word := range x.after[i] {
			key = binary.LittleEndian.AppendUint64(key, word)
		}
		w, ok := known[string(key)]
		if !ok {
			w = int32(len(m.states))
			known[string(key)] = w
			m.states = append(m.states, slices.Clone(x.after[i]))
			for p, classes := range x.classes {
				m.classes[p] = append(m.classes[p], classes[i])
			}
		}
		worlds[k] = w
	}
	return x.game.settle(m, worlds, x.machine)
}

// settle computes what is known in a model and remembers it. If models are shared, the
// model returned has the same content with fewer worlds, and the worlds are changed to
// those that they are in it.
func (g *Game) settle(m *model, worlds []int32, machine game.Machine) (*model, []int32, error) {
	var key [32]byte
	if g.options.Share {
		var to []int32
		m, to = contract(m)
		for k, w := range worlds {
			worlds[k] = to[w]
		}
		key = m.hash()
		if old := g.find(key); old != nil {
			return old, worlds, nil
		}
	}
	if err := m.know(g, machine); err != nil {
		return nil, nil, err
	}
	m, err := g.keep(m, key)
	return m, worlds, err
}
