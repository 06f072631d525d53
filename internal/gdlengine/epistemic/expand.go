package epistemic

import (
	"encoding/binary"
	"fmt"
	"slices"

	"ludex/game"
)

// maxSteps is how many joint moves are made at once in the worlds of a model.
const maxSteps = 1 << 20

// An expansion computes what follows the worlds of a model. Its memory serves for one model
// after the other.
type expansion struct {
	game    *Game
	machine game.Machine
	from    *model
	sequels []sequel // by world, what is found

	world  []int32      // by successor: the world before
	states []game.State // before
	joint  []int        // indices of legal moves
	joints []game.Move
	after  []game.State
	seen   game.Percepts

	classes [][]int32        // by player and successor
	part    []int32          // by successor: another one of the same part, or itself (union-find)
	numbers map[string]int32 // of what a player has observed
	first   []int32          // by that number: a successor
	key     []byte
	members [][]int32 // by the successor that stands for a part
}

// expand computes what follows the worlds of a model.
func (x *expansion) expand(from *model) ([]sequel, error) {
	x.from, x.sequels = from, make([]sequel, len(from.states))
	if err := x.moves(); err != nil {
		return nil, err
	}
	x.seen.Roles = x.game.players
	x.after = game.StepAll(x.machine, x.states, x.joints, x.after[:0], &x.seen)
	if err := x.machine.Err(); err != nil {
		return nil, err
	}
	x.observe()
	return x.sequels, x.divide()
}

// moves lists the joint moves that are legal in the worlds.
func (x *expansion) moves() error {
	roles := len(x.game.Roles())
	x.world, x.states, x.joints = x.world[:0], x.states[:0], x.joints[:0]
	for w, s := range x.from.states {
		q := &x.sequels[w]
		if q.over = x.machine.Terminal(s); q.over {
			continue
		}
		legal := x.legal(s, roles)
		if err := x.machine.Err(); err != nil {
			return err
		}
		q.addLegal(legal)
		x.joint = append(x.joint[:0], make([]int, roles)...)
		for more := legal != nil; more; more = next(x.joint, legal) {
			if len(x.world) == maxSteps {
				return fmt.Errorf("%s: the roles consider more than %d continuations possible", x.game.Name(), maxSteps)
			}
			x.world = append(x.world, int32(w))
			x.states = append(x.states, s)
			for r, i := range x.joint {
				x.joints = append(x.joints, legal[r][i])
			}
		}
	}
	return nil
}

// legal returns the legal moves of all roles, or nil if one of them has none.
func (x *expansion) legal(s game.State, roles int) [][]game.Move {
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
	x.part = x.part[:0]
	for i := range x.world {
		x.part = append(x.part, int32(i))
	}
	for p, r := range x.game.players {
		x.classes[p] = x.observedBy(p, r, x.classes[p][:0])
	}
}

// observedBy numbers what a player, given by its index and role, may observe. It connects
// the successors where that is the same.
func (x *expansion) observedBy(p int, r game.Role, dst []int32) []int32 {
	roles := len(x.game.Roles())
	clear(x.numbers)
	x.first = x.first[:0]
	for i, w := range x.world {
		key := binary.AppendVarint(x.key[:0], int64(x.from.classes[p][w]))
		key = binary.AppendVarint(key, int64(x.joints[i*roles+int(r)]))
		for _, percept := range x.seen.Of(i, p) {
			key = binary.AppendVarint(key, int64(percept))
		}
		x.key = key
		n, ok := x.numbers[string(key)]
		if !ok {
			n = int32(len(x.first))
			x.numbers[string(key)] = n
			x.first = append(x.first, int32(i))
		}
		dst = append(dst, n)
		x.connect(x.first[n], int32(i))
	}
	return dst
}

func (x *expansion) root(i int32) int32 {
	for x.part[i] != i {
		x.part[i] = x.part[x.part[i]]
		i = x.part[i]
	}
	return i
}

func (x *expansion) connect(i, j int32) { x.part[x.root(j)] = x.root(i) }

// divide cuts the successors into connected parts.
func (x *expansion) divide() error {
	for len(x.members) < len(x.world) {
		x.members = append(x.members, nil)
	}
	members := x.members[:len(x.world)]
	for i := range members {
		members[i] = members[i][:0]
	}
	for i := range members {
		root := x.root(int32(i))
		members[root] = append(members[root], int32(i))
	}
	targets := make([]target, len(members))
	for _, successors := range members {
		if len(successors) == 0 {
			continue
		}
		p, err := x.makePart(successors)
		if err != nil {
			return err
		}
		for k, i := range successors {
			targets[i] = target{p, int32(k)}
		}
	}
	for i, first := 0, 0; i < len(targets); i = first {
		for first = i; first < len(targets) && x.world[first] == x.world[i]; first++ {
		}
		x.sequels[x.world[i]].targets = targets[i:first:first]
	}
	return nil
}

// makePart makes a part of some successors. Its model is settled when somebody asks for it.
func (x *expansion) makePart(successors []int32) (*part, error) {
	m := &model{states: make([]game.State, len(successors)), classes: make([][]int32, len(x.classes))}
	for p := range m.classes {
		m.classes[p] = make([]int32, len(successors))
	}
	for k, i := range successors {
		m.states[k] = slices.Clone(x.after[i])
		for p, classes := range x.classes {
			m.classes[p][k] = classes[i]
		}
	}
	return &part{unsettled: m}, x.game.grow(m.size())
}
