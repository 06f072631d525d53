package game

import (
	"cmp"
	"context"
)

// leafBatchSize is how many leaves are looked at together.
const leafBatchSize = 512

// A leafBatch collects leaves, as joint moves in the states above them, so that a
// machine can tell of many at once whether they are terminal.
type leafBatch struct {
	machine Batcher
	roles   int
	parents []State // copies of the states above the leaves, each once
	states  []State // by leaf: one of the parents
	joints  []Move
	ended   []bool
}

// addLeaf adds the leaf below the joint move of a level.
func (p *perft) addLeaf(ctx context.Context, l *level) error {
	b := p.leaves
	if l.batched == nil {
		b.parents = Extend(b.parents, 1)
		last := &b.parents[len(b.parents)-1]
		*last = append((*last)[:0], l.state...)
		l.batched = *last
	}
	b.states = append(b.states, l.batched)
	b.joints = append(b.joints, l.joint...)
	if len(b.states) < leafBatchSize {
		return nil
	}
	p.countLeaves()
	l.batched = nil // what comes next is in a new batch
	return cmp.Or(ctx.Err(), p.machine.Err())
}

// countLeaves counts the collected leaves.
func (p *perft) countLeaves() {
	b := p.leaves
	if b == nil || len(b.states) == 0 {
		return
	}
	b.ended = b.machine.EndingAll(b.states, b.joints, b.ended[:0])
	c := &p.counts[len(p.counts)-1]
	c.Leaves += uint64(len(b.states))
	c.States += uint64(len(b.states))
	for _, over := range b.ended {
		if over {
			c.Terminal++
		}
	}
	b.parents, b.states, b.joints = b.parents[:0], b.states[:0], b.joints[:0]
}
