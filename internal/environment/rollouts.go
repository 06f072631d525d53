package environment

import (
	"context"
	"errors"
)

// Rollouts plays on at random from the current state of every row, a number of times to the end,
// and returns the mean rewards by row and role, and by row how many of the plays came to their end:
// the others were cut off, and do not count. The plays of the vector stay where they are. The
// rollout k of row i has the seed seed + i + k·n of n rows.
func (v *Vector) Rollouts(ctx context.Context, times int, seed uint64) (means []float64, ended []int, err error) {
	if v.ahead == nil {
		opt := v.opt
		opt.History = 0
		if v.ahead, err = NewVector(v.game, opt, func(bytes int) ([]byte, error) { return make([]byte, bytes), nil }); err != nil {
			return nil, nil, err
		}
	}
	n := v.opt.Count
	means, ended = make([]float64, n*v.roles), make([]int, n)
	for k := range times {
		if err := v.ahead.follow(v, seed+uint64(k*n)); err != nil {
			return nil, nil, err
		}
		if err := v.ahead.finish(ctx, means, ended); err != nil {
			return nil, nil, err
		}
	}
	for i := range means {
		if e := ended[i/v.roles]; e > 0 {
			means[i] /= float64(e)
		}
	}
	return means, ended, nil
}

// follow makes the rows those of another vector of the same game, with a seed for what comes.
func (v *Vector) follow(other *Vector, seed uint64) error {
	if err := v.Reset(seed); err != nil {
		return err
	}
	v.rows.follow(other.rows)
	copy(v.memory.steps, other.memory.steps)
	return v.rows.look()
}

// finish plays at random until every row has come to an end once, and adds up the rewards.
func (v *Vector) finish(ctx context.Context, rewards []float64, ended []int) error {
	over := make([]bool, v.opt.Count)
	for left := v.opt.Count; left > 0; {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := v.StepRandom(1); err != nil {
			return err
		}
		for i := range over {
			if over[i] || v.memory.done[i]|v.memory.truncated[i] == 0 {
				continue
			}
			over[i] = true
			left--
			if v.memory.truncated[i] == 1 {
				continue
			}
			ended[i]++
			for r := range v.roles {
				rewards[i*v.roles+r] += float64(v.memory.rewards[i*v.roles+r])
			}
		}
	}
	return nil
}

// follow implements rows.
func (l *laneRows) follow(other rows) {
	o := other.(*laneRows)
	copy(l.rows.States, o.rows.States)
	for r := range l.rows.Legal {
		copy(l.rows.Legal[r], o.rows.Legal[r])
	}
}

// follow implements rows.
func (m *machineRows) follow(other rows) {
	for i, s := range other.(*machineRows).states {
		m.states[i] = append(m.states[i][:0], s...)
	}
}

// rollouts answers a question for rollouts of a vector.
func (s *Server) rollouts(ctx context.Context, q *question) (any, error) {
	v := s.vectors[q.ID]
	if v == nil {
		return nil, errors.New("there are no such plays")
	}
	means, ended, err := v.Rollouts(ctx, max(q.Count, 1), q.Seed)
	if err != nil {
		return nil, err
	}
	return map[string]any{"means": means, "ended": ended}, nil
}
