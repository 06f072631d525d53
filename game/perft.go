package game

import (
	"cmp"
	"context"
	"fmt"
)

// PerftCount is what perft counts at one depth. Leaves are joint-move sequences
// of exactly that length, with multiplicity; plays that ended earlier add none.
type PerftCount struct {
	Depth    int
	Leaves   uint64
	Terminal uint64 // how many of the leaves are terminal
	States   uint64 // root, inner nodes, leaves and early ends, with multiplicity
}

// Perft counts the positions up to a depth, below a state or the initial one if
// it is nil. The counts of depth d are at index d. A role without a legal move in a
// state that is not terminal ends that line of play. It uses the game's own
// [PerftCounter] if there is one.
//
// Without terminal, the leaves of the last depth are counted but not computed, which is
// much faster: how many of them are terminal is then left at 0.
func Perft(ctx context.Context, g Game, from State, depth int, terminal bool) ([]PerftCount, error) {
	if c := CapabilitiesOf(g).Perft; c != nil {
		return c.Perft(ctx, from, depth, terminal)
	}
	return MachinePerft(ctx, g, from, depth, terminal)
}

// MachinePerft does what [Perft] does on a machine, state by state; leaves are looked at
// many at once if the machine is a [Batcher].
func MachinePerft(ctx context.Context, g Game, from State, depth int, terminal bool) ([]PerftCount, error) {
	p := &perft{machine: g.NewMachine(), terminal: terminal, counts: make([]PerftCount, depth+1), levels: make([]level, depth+1)}
	for d := range p.levels {
		p.counts[d].Depth = d
		p.levels[d].joint = make([]Move, len(g.Roles()))
		p.levels[d].moves = make([][]Move, len(g.Roles()))
	}
	p.machine.Bind(ctx)
	if b := MachineCapabilitiesOf(p.machine).Batch; b != nil && depth > 0 {
		p.leaves = &leafBatch{machine: b, roles: len(g.Roles())}
	}
	if from == nil {
		p.levels[0].state = p.machine.Initial(nil)
	} else {
		p.levels[0].state = append(State(nil), from...)
	}
	err := p.visit(ctx, 0)
	p.countLeaves()
	err = cmp.Or(err, p.machine.Err())
	for d := 1; d <= depth; d++ {
		p.counts[d].States += p.counts[d-1].States
	}
	return p.counts, err
}

type perft struct {
	machine  Machine
	terminal bool
	counts   []PerftCount
	levels   []level
	visited  uint64
	leaves   *leafBatch // nil if the machine looks at one state at a time
}

// A level is the scratch memory of one depth.
type level struct {
	state State
	joint []Move
	moves [][]Move
	// batched is the copy of the state in the batch of leaves, or nil.
	batched State
}

// visit counts the state at a level and everything below it.
func (p *perft) visit(ctx context.Context, d int) error {
	l := &p.levels[d]
	p.counts[d].Leaves++
	p.counts[d].States++
	if p.visited++; p.visited&1023 == 0 {
		if err := cmp.Or(ctx.Err(), p.machine.Err()); err != nil {
			return err
		}
	}
	last := len(p.levels) - 1
	if d == last && !p.terminal {
		return nil
	}
	if p.machine.Terminal(l.state) {
		p.counts[d].Terminal++
		return p.machine.Err()
	}
	if d == last {
		return p.machine.Err()
	}
	for r := range l.joint {
		l.moves[r] = p.machine.Legal(l.state, Role(r), l.moves[r][:0])
		if len(l.moves[r]) == 0 {
			return p.machine.Err()
		}
	}
	if err := CheckJointMoves(l.moves); err != nil {
		return err
	}
	if d+1 == last && !p.terminal {
		n := uint64(1)
		for _, moves := range l.moves {
			n *= uint64(len(moves))
		}
		p.counts[last].Leaves += n
		p.counts[last].States += n
		return p.machine.Err()
	}
	l.batched = nil
	return p.children(ctx, d, 0)
}

// children iterates over all joint moves, role by role.
func (p *perft) children(ctx context.Context, d, role int) error {
	l := &p.levels[d]
	if role == len(l.joint) {
		if p.leaves != nil && d+2 == len(p.levels) {
			return p.addLeaf(ctx, l)
		}
		next := &p.levels[d+1]
		next.state = p.machine.Next(l.state, l.joint, next.state[:0])
		return p.visit(ctx, d+1)
	}
	for _, m := range l.moves[role] {
		l.joint[role] = m
		if err := p.children(ctx, d, role+1); err != nil {
			return err
		}
	}
	return nil
}

// JointText returns the canonical text of a joint move: the moves in role order
// in parentheses.
func JointText(g Game, joint []Move) string {
	text := "("
	for r, m := range joint {
		if r > 0 {
			text += " "
		}
		text += g.MoveText(Role(r), m)
	}
	return text + ")"
}

// FindMove returns the legal move of a role with the given canonical text.
func FindMove(g Game, m Machine, s State, r Role, text string) (Move, error) {
	for _, move := range m.Legal(s, r, nil) {
		if g.MoveText(r, move) == text {
			return move, m.Err()
		}
	}
	return 0, cmp.Or(m.Err(), fmt.Errorf("%s is no legal move of %s", text, g.Roles()[r]))
}
