// Code generated from package w1 by internal/widths; DO NOT EDIT.

package wn

import (
	"context"

	"ludex/game"
)

// Perft counts the positions below the state, as [game.PerftCounter] says.
func (m *Machine) Perft(ctx context.Context, depth int, terminal bool) ([]game.PerftCount, error) {
	m.stop = ctx.Err
	p := &perft{Machine: m, counts: make([]game.PerftCount, depth+1), terminal: terminal, levels: make([]level, depth+1)}
	for d := range p.levels {
		p.levels[d].state = m.newSnapshot()
	}
	p.visit(0)
	for d := range p.counts {
		p.counts[d].Depth = d
		p.counts[d].States = p.counts[d].Leaves
		if d > 0 {
			p.counts[d].States += p.counts[d-1].States
		}
	}
	if m.err == nil {
		m.err = ctx.Err()
	}
	return p.counts, m.err
}

// A perft is a count in progress.
type perft struct {
	*Machine
	counts   []game.PerftCount
	levels   []level
	terminal bool
	visited  uint64
}

// A level is the memory of one depth: the state, and its moves.
type level struct {
	state  *snapshot
	log    []entry
	prefix []prefix
}

// visit counts the state and all states below it.
func (p *perft) visit(d int) {
	p.counts[d].Leaves++
	if p.visited++; p.visited&255 == 0 && p.stop() != nil {
		p.fail(p.stop())
	}
	last := len(p.counts) - 1
	switch {
	case p.err != nil:
	case d == last && p.terminal:
		if !p.HasMove() {
			p.counts[d].Terminal++
		}
	case d == last:
	case d == last-1 && !p.terminal:
		n := p.CountOnly()
		p.counts[d+1].Leaves += uint64(n)
		if n == 0 {
			p.counts[d].Terminal++
		}
	default:
		p.children(d)
	}
}

// children makes each move in turn.
func (p *perft) children(d int) {
	l := &p.levels[d]
	p.log, l.log = l.log, p.log
	p.prefix, l.prefix = l.prefix, p.prefix
	n := p.Count()
	bytes := p.movesBytes(0)
	p.log, l.log = l.log, p.log
	p.prefix, l.prefix = l.prefix, p.prefix
	if n == 0 {
		p.counts[d].Terminal++
		return
	}
	p.held += bytes
	p.saveSnapshot(l.state)
	for k := 0; k < n && p.err == nil; k++ {
		if k > 0 {
			p.restoreSnapshot(l.state)
		}
		p.log, l.log = l.log, p.log
		p.prefix, l.prefix = l.prefix, p.prefix
		p.Pick(k)
		p.log, l.log = l.log, p.log
		p.prefix, l.prefix = l.prefix, p.prefix
		if err := p.Keep(); err != nil {
			p.fail(err)
			return
		}
		p.visit(d + 1)
	}
	p.held -= bytes
	p.restoreSnapshot(l.state)
}
