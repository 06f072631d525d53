// Code generated from package w1 by internal/widths; DO NOT EDIT.

package wn

import (
	"context"
	"time"

	"ludex/game"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/internal/sleep"
)

// Playouts runs the playouts of one thread from a position, and sets res to the
// result.
func (m *Machine) Playouts(ctx context.Context, from *rbgplay.Position, opt game.PlayoutOptions, thread int, res *game.PlayoutResult) error {
	res.Clear(m.prog.Players)
	if err := m.Load(from); err != nil {
		return err
	}
	m.stop = ctx.Err
	if m.start == nil {
		m.start = m.newSnapshot()
	}
	m.saveSnapshot(m.start)
	count := (opt.Count + thread) / opt.Threads // of this thread
	began := time.Now()
	for k := 0; (opt.Count == 0 || k < count) && ctx.Err() == nil; k++ {
		sleep.Turn()
		m.restoreSnapshot(m.start)
		m.rand = *game.NewRand(opt.Seed + uint64(thread)<<32 + uint64(k))
		steps, over := m.playout(ctx, &opt, res)
		res.States += uint64(steps)
		if ctx.Err() != nil && !over && steps < opt.MaxSteps {
			break // its moves count, the playout does not
		}
		if m.err != nil {
			return m.err
		}
		m.tally(res, steps, over)
		if k == 0 {
			res.First = time.Since(began)
		}
	}
	res.Elapsed = time.Since(began)
	return nil
}

// playout plays at random until the play is over or cut off, and reports whether
// it is over.
func (m *Machine) playout(ctx context.Context, opt *game.PlayoutOptions, res *game.PlayoutResult) (steps int, over bool) {
	for {
		n := m.Count()
		if m.err != nil {
			return steps, false
		}
		if n == 0 {
			return steps, true
		}
		if steps >= opt.MaxSteps || steps&63 == 63 && ctx.Err() != nil {
			return steps, false
		}
		k := m.rand.Choose(n)
		if steps < opt.Trail && n > 1 {
			m.traceMove(k, res)
		}
		m.Pick(k)
		steps++
		if m.Keep() != nil {
			return steps, false
		}
	}
}

// tally counts a finished playout.
func (m *Machine) tally(res *game.PlayoutResult, steps int, over bool) {
	res.Playouts++
	res.Steps += uint64(steps)
	if !over {
		res.Cut++
		return
	}
	res.Finished++
	for role := range res.Goals {
		res.Goals[role] += uint64(rbgplay.Goal(m.vars[role], m.prog.Bounds[role]))
	}
}
