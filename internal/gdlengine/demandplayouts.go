package gdlengine

import (
	"context"
	"slices"
	"time"

	"ludex/game"
)

// demandBatch is how many playouts the circuit runs at once.
const demandBatch = 512

// PerceivedPlayouts implements [game.PerceivedPlayouter]. The circuit plays, and the
// percepts of each step or the goals of the last states are filled in.
func (g *demandGame) PerceivedPlayouts(ctx context.Context, opt game.PerceivedOptions, visit func(*game.PerceivedStep) error) (game.PerceivedResult, error) {
	m := g.machine()
	m.Bind(ctx)
	return g.perceived(ctx, m, opt, visit)
}

func (g *demandGame) perceived(ctx context.Context, m *demandMachine, opt game.PerceivedOptions, visit func(*game.PerceivedStep) error) (game.PerceivedResult, error) {
	last := make([]game.State, len(opt.From))
	for i, s := range opt.From {
		last[i] = slices.Clone(s)
	}
	res, err := g.circuit.PerceivedPlayouts(ctx, opt, func(s *game.PerceivedStep) error {
		if visit != nil && g.parts.percepts {
			s.Percepts.Reset()
			for i, k := range s.Playouts {
				s.Percepts.Add(m, last[k], s.Joint(i))
			}
			if err := m.Err(); err != nil {
				return err
			}
		}
		for i, k := range s.Playouts {
			last[k] = append(last[k][:0], s.Next[i]...)
		}
		if visit == nil {
			return nil
		}
		return visit(s)
	})
	if m.Err() != nil && game.Ended(ctx, m.Err()) {
		if g.parts.goals {
			abandon(&res, 0, len(g.Roles()))
		}
		return res, nil
	}
	if err != nil || !g.parts.goals {
		return res, err
	}
	return res, g.fillGoals(ctx, m, last, &res)
}

// fillGoals computes the goals of the playouts that have finished in their last states.
func (g *demandGame) fillGoals(ctx context.Context, m *demandMachine, last []game.State, res *game.PerceivedResult) error {
	roles := len(g.Roles())
	var goals []int
	for k, end := range res.Ends {
		if end != game.Finished {
			continue
		}
		for r := range roles {
			if goals = m.Goals(last[k], game.Role(r), goals[:0]); len(goals) == 1 {
				res.Goals[k*roles+r] = goals[0]
			}
		}
		if m.Err() != nil && game.Ended(ctx, m.Err()) {
			abandon(res, k, roles)
			return nil
		}
		if m.Err() != nil {
			return m.Err()
		}
	}
	return nil
}

// abandon takes back the ends of playouts from a number on, whose goals are not known.
func abandon(res *game.PerceivedResult, from, roles int) {
	for k := from; k < len(res.Ends); k++ {
		res.Ends[k] = game.Abandoned
		for r := range roles {
			res.Goals[k*roles+r] = game.NoGoal
		}
	}
}

// Playouts implements [game.Playouter]. They need no percepts.
func (g *demandGame) Playouts(ctx context.Context, opt game.PlayoutOptions) (game.PlayoutResult, error) {
	if !g.parts.goals {
		return g.circuit.Playouts(ctx, opt)
	}
	opt.Threads = max(opt.Threads, 1)
	return game.PlayThreads(ctx, opt, func(ctx context.Context, t int) (game.PlayoutResult, error) { return g.playThread(ctx, opt, t) })
}

// playThread runs one thread's share of the playouts, batch by batch.
func (g *demandGame) playThread(ctx context.Context, opt game.PlayoutOptions, thread int) (game.PlayoutResult, error) {
	start, roles := time.Now(), len(g.Roles())
	m := g.machine()
	m.Bind(ctx)
	from := opt.From
	if from == nil {
		from = m.Initial(nil)
	}
	left := opt.Count / opt.Threads
	if thread < opt.Count%opt.Threads {
		left++
	}
	out := game.PlayoutResult{Goals: make([]uint64, roles)}
	for seed := opt.Seed + uint64(thread)<<32; (opt.Count == 0 || left > 0) && ctx.Err() == nil; seed++ {
		n := demandBatch
		if opt.Count > 0 {
			n = min(n, left)
		}
		left -= n
		batch := game.PerceivedOptions{From: slices.Repeat([]game.State{from}, n), Seed: seed, MaxSteps: opt.MaxSteps}
		res, err := g.perceived(ctx, m, batch, nil)
		if err != nil {
			return out, err
		}
		g.count(&out, &res)
		if out.First == 0 && out.Playouts > 0 {
			out.First = time.Since(start)
		}
	}
	out.Elapsed = time.Since(start)
	return out, nil
}

// count adds the playouts of a batch.
func (g *demandGame) count(out *game.PlayoutResult, res *game.PerceivedResult) {
	roles := len(g.Roles())
	for k, end := range res.Ends {
		steps := uint64(res.Steps[k])
		out.States += steps
		if end == game.Abandoned {
			out.Abandoned++
			continue
		}
		out.Playouts++
		out.Steps += steps
		switch end {
		case game.CutOff:
			out.Cut++
		case game.Stuck:
			out.Stuck++
		default:
			out.Finished++
			g.addGoals(out, res.Goals[k*roles:(k+1)*roles])
		}
	}
}

// addGoals adds the goals of a finished playout.
func (g *demandGame) addGoals(out *game.PlayoutResult, goals []int) {
	bad := false
	for r, v := range goals {
		out.Goals[r] += uint64(max(v, 0))
		bad = bad || v == game.NoGoal && game.Role(r) != g.Random()
	}
	if bad {
		out.BadGoals++
	}
}
