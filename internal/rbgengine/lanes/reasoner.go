package lanes

import (
	"context"
	"encoding/binary"
	"slices"

	"ludex/game"
	"ludex/internal/circuit"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/internal/rbgengine/rbgref"
	"ludex/rbg"
)

// A finder finds moves by their actions. A shape says which actions of a move happen on
// the cell where it begins.
type finder struct {
	moves  []map[string]*move // by role
	shapes [][]string         // by role: which actions are where the move begins
}

func newFinder(d *encoding) finder {
	f := finder{make([]map[string]*move, len(d.moveOf)), make([][]string, len(d.moveOf))}
	for r, list := range d.moveOf {
		f.moves[r] = map[string]*move{}
		seen := map[string]bool{}
		for _, m := range movesOf(list) {
			shape := make([]byte, len(m.actions))
			for i, a := range m.actions {
				if a.Cell == here {
					shape[i] = 1
				}
			}
			if !seen[string(shape)] {
				seen[string(shape)] = true
				f.shapes[r] = append(f.shapes[r], string(shape))
			}
			f.moves[r][string(appendKey(nil, m.actions, string(shape)))] = m
		}
	}
	return f
}

// movesOf returns the moves of circuit moves.
func movesOf(list []*circuitMove) []*move {
	var all []*move
	for _, b := range list {
		all = append(all, b.moves...)
	}
	return all
}

// in returns the move that a circuit move stands for in a position where it is legal.
func (b *circuitMove) in(p *rbgplay.Position) *move {
	for _, m := range b.moves[1:] {
		if m.when.holds(p) {
			return m
		}
	}
	return b.moves[0]
}

func appendKey(key []byte, actions []rbgplay.Action, shape string) []byte {
	for i, a := range actions {
		cell := a.Cell
		if shape[i] == 1 {
			cell = here
		}
		key = binary.LittleEndian.AppendUint32(key, uint32(cell))
		key = binary.LittleEndian.AppendUint32(key, uint32(a.Index))
	}
	return key
}

// find returns the move of a role with some actions, or nil.
func (f *finder) find(role int, actions []rbgplay.Action, at int32, key []byte) *move {
shapes:
	for _, shape := range f.shapes[role] {
		if len(shape) != len(actions) {
			continue
		}
		for i := range actions {
			if shape[i] == 1 && actions[i].Cell != at {
				continue shapes
			}
		}
		if m := f.moves[role][string(appendKey(key[:0], actions, shape))]; m != nil {
			return m
		}
	}
	return nil
}

// A reasoner computes with positions by means of the circuit. It implements
// [rbgplay.Reasoner]. It leaves unreachable positions to the reference interpreter.
type reasoner struct {
	game    *Game
	machine *circuit.Machine
	slow    *rbgref.Reasoner
	ctx     context.Context
	state   game.State
	after   game.State
	legal   []game.Move
	seen    []game.Percept
	joint   []game.Move
	action  []rbgplay.Action
	key     []byte
}

func newReasoner(g *Game) *reasoner {
	r := &reasoner{game: g, machine: g.circuit.NewMachine().(*circuit.Machine), ctx: context.Background()}
	for role := range g.encoding.moveOf {
		r.joint = append(r.joint, game.Move(len(g.encoding.moveOf[role]))) // the last move is to do nothing
	}
	return r
}

// Bind implements [rbgplay.Reasoner]. The circuit needs no context.
func (r *reasoner) Bind(ctx context.Context) { r.ctx = ctx }

// interpreter returns the reference interpreter.
func (r *reasoner) interpreter() (*rbgref.Reasoner, error) {
	if r.slow == nil {
		slow, err := rbgref.NewReasoner(r.game.Rules(), rbgref.Options{Memory: r.game.memory})
		if err != nil {
			return nil, err
		}
		r.slow = slow
	}
	r.slow.Bind(r.ctx)
	return r.slow, nil
}

// load loads a position into the circuit and returns the role to move.
func (r *reasoner) load(p *rbgplay.Position) (role int, ok bool) {
	r.state, ok = r.game.loader.load(r.game.Rules(), p, r.state)
	return r.game.Rules().Mover(int(p.Switch)), ok
}

// Start implements [rbgplay.Reasoner].
func (r *reasoner) Start(p *rbgplay.Position) error {
	p.Copy(&r.game.encoding.first)
	return nil
}

// Moves implements [rbgplay.Reasoner].
func (r *reasoner) Moves(p *rbgplay.Position, dst *rbgplay.Moves) error {
	role, ok := r.load(p)
	if role == rbg.Keeper {
		return nil
	}
	if !ok {
		slow, err := r.interpreter()
		if err != nil {
			return err
		}
		return slow.Moves(p, dst)
	}
	r.legal = r.machine.Legal(r.state, game.Role(role), r.legal[:0])
	list := r.game.encoding.moveOf[role]
	for _, m := range r.legal {
		if int(m) == len(list) || !r.passes(role, m) {
			continue
		}
		r.action = r.action[:0]
		for _, a := range list[m].in(p).actions {
			if a.Cell == here {
				a.Cell = p.Cell
			}
			r.action = append(r.action, a)
		}
		dst.Add(r.action)
	}
	return nil
}

// HasMove implements [rbgplay.Reasoner].
func (r *reasoner) HasMove(p *rbgplay.Position) (bool, error) {
	role, ok := r.load(p)
	if !ok || role == rbg.Keeper {
		slow, err := r.interpreter()
		if err != nil {
			return false, err
		}
		return slow.HasMove(p)
	}
	r.legal = r.machine.Legal(r.state, game.Role(role), r.legal[:0])
	return slices.ContainsFunc(r.legal, func(m game.Move) bool { return r.passes(role, m) }), nil
}

// passes reports whether a move of the circuit passes its deferred test in the loaded
// state. It computes the state behind the move.
func (r *reasoner) passes(role int, m game.Move) bool {
	bit := r.game.encoding.spec.Uncounted - 1
	if bit < 0 {
		return true
	}
	noop := r.joint[role]
	r.joint[role] = m
	r.after = r.machine.Next(r.state, r.joint, r.after[:0])
	r.joint[role] = noop
	return r.after[bit>>6]>>(bit&63)&1 == 0
}

// Apply implements [rbgplay.Reasoner].
func (r *reasoner) Apply(p *rbgplay.Position, actions []rbgplay.Action) error {
	role, ok := r.load(p)
	var m *move
	if ok && role != rbg.Keeper {
		m = r.game.finder.find(role, actions, p.Cell, r.key)
	}
	if m == nil || !r.passes(role, game.Move(m.circuitMove.number)) {
		slow, err := r.interpreter()
		if err != nil {
			return err
		}
		return slow.Apply(p, actions)
	}
	noop := r.joint[role]
	r.joint[role] = game.Move(m.circuitMove.number)
	r.after = r.machine.Next(r.state, r.joint, r.after[:0])
	r.seen = r.machine.Percepts(r.state, r.joint, 0, r.seen[:0])
	r.joint[role] = noop
	r.store(p)
	return nil
}

// store makes p the position after a move.
func (r *reasoner) store(p *rbgplay.Position) {
	d := r.game.encoding
	for c := range p.Pieces {
		d.reset(p, int32(c))
	}
	for v := range p.Values {
		d.reset(p, d.slotOf(v))
	}
	for i := range d.bits[:d.live] {
		if b := &d.bits[i]; b.kind == bitSlot && r.after[i>>6]>>(i&63)&1 == 1 {
			d.put(p, b)
		}
	}
	dead := len(d.bits) - d.live
	for _, seen := range r.seen {
		if int(seen) < dead {
			d.put(p, &d.bits[d.live+int(seen)])
		} else {
			d.put(p, &d.observed[int(seen)-dead])
		}
	}
}

// reset sets a slot to the value that has no bit.
func (d *encoding) reset(p *rbgplay.Position, slot int32) {
	v := &d.all[d.base.version.slots[slot]]
	n := v.n
	if v.kind == valueGroup {
		n = int32(d.groups[v.group].hidden)
	}
	if int(slot) < d.cells {
		p.Pieces[slot] = uint16(n)
	} else {
		p.Values[int(slot)-d.cells] = n
	}
}

// put sets in a position what a bit says.
func (d *encoding) put(p *rbgplay.Position, b *bit) {
	switch b.kind {
	case bitSlot:
		if int(b.slot) < d.cells {
			p.Pieces[b.slot] = uint16(b.n)
		} else {
			p.Values[int(b.slot)-d.cells] = b.n
		}
	case bitAt:
		p.Cell = b.n
	case bitSwitch:
		p.Switch = b.n
	}
}
