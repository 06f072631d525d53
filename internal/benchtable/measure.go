package benchtable

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ludex/game"
	"ludex/internal/benchmark"
)

// A Perft is a measurement by counting the game tree.
type Perft struct {
	Depth   int    `json:"depth"`
	Leaves  uint64 `json:"leaves"` // at that depth
	States  uint64 `json:"states"` // root, inner nodes, leaves and early ends
	Repeats int    `json:"repeats"`
	benchmark.Spent
	Rate float64 `json:"states_per_second"` // of CPU time
}

// A Flat is a measurement by random playouts.
type Flat struct {
	Playouts uint64 `json:"playouts"` // that ended, or were cut off
	States   uint64 `json:"states"`   // moves applied, including unfinished playouts
	Cut      uint64 `json:"cut,omitempty"`
	benchmark.Spent
	Rate float64 `json:"states_per_second"` // of CPU time
}

// doubts returns why the speed may differ from that of whole playouts.
func (f *Flat) doubts() []string {
	switch {
	case f == nil:
		return nil
	case f.Playouts == 0:
		return []string{"flat Monte Carlo: no playout has ended in the time, so that the speed is that of how plays begin"}
	case f.Cut > 0:
		return []string{fmt.Sprintf("flat Monte Carlo: of %d playouts, %d were cut off at the greatest length", f.Playouts, f.Cut)}
	}
	return nil
}

// A stopwatch measures games, one after the other.
type stopwatch struct {
	time     time.Duration // about how long a measurement takes
	seed     uint64
	maxSteps int
	// watch runs something and says what time it took: [benchmark.Measure], except in tests.
	watch func(g game.Game, run func() error) (benchmark.Spent, error)
}

const (
	// maxDepth bounds the depth of perft, in games with hardly any choice.
	maxDepth = 100
	// maxCountFactor is the time limit of one count, in measurements, and minCountTime
	// its minimum.
	maxCountFactor = 4
	minCountTime   = 5 * time.Second
)

// errTooSlow is returned if not even the first depth could be counted.
var errTooSlow = errors.New("a count to depth 1 takes too long")

// perft counts the game tree to the depth that takes about as long as a measurement,
// repeatedly if that is short.
func (m *stopwatch) perft(ctx context.Context, g game.Game) (*Perft, error) {
	last, err := m.count(ctx, g, 0, 1)
	if err != nil {
		return nil, m.slow(ctx, err)
	}
	idle := last.CPU // the overhead of a count
	for last.Depth < maxDepth {
		p, err := m.count(ctx, g, last.Depth+1, 1)
		if err != nil && (last.Depth == 0 || m.slow(ctx, err) != errTooSlow) {
			return nil, m.slow(ctx, err)
		}
		if err != nil || p.Leaves == 0 {
			break // deeper is too slow, or the whole tree was counted before
		}
		growth := float64(p.Leaves) / float64(last.Leaves)
		last = p
		if max(p.CPU-idle, 0)*growth > 1.5*m.time.Seconds() {
			break
		}
	}
	if repeats := m.time.Seconds() / max(last.CPU-idle, 1e-6); repeats >= 2 {
		return m.count(ctx, g, last.Depth, int(repeats))
	}
	return last, nil
}

// slow returns the error of a count: errTooSlow if it exceeded its own time limit.
func (m *stopwatch) slow(ctx context.Context, err error) error {
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return errTooSlow
	}
	return err
}

// count counts the game tree to a depth, a number of times. A single count, whose
// duration is unknown, has a time limit; otherwise the limit only prevents further
// counts.
func (m *stopwatch) count(ctx context.Context, g game.Game, depth, repeats int) (*Perft, error) {
	limit := max(maxCountFactor*m.time, minCountTime)
	if repeats == 1 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	p := &Perft{Depth: depth}
	var err error
	p.Spent, err = m.watch(g, func() error {
		for start := time.Now(); p.Repeats == 0 || p.Repeats < repeats && time.Since(start) < maxCountFactor*m.time; p.Repeats++ {
			c, err := tree(ctx, g, depth)
			if err != nil {
				return err
			}
			p.Leaves, p.States = c.Leaves, c.States
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	p.Rate = p.Per(p.States * uint64(p.Repeats))
	return p, nil
}

// tree counts the game tree once. It does not check which of the leaves are
// terminal.
func tree(ctx context.Context, g game.Game, depth int) (game.PerftCount, error) {
	var counts []game.PerftCount
	var err error
	if c := game.CapabilitiesOf(g).Perft; c != nil {
		counts, err = c.Perft(ctx, nil, depth, false)
	} else {
		counts, err = game.MachinePerft(ctx, g, nil, depth, true)
	}
	if err != nil {
		return game.PerftCount{}, err
	}
	if ctx.Err() != nil {
		return game.PerftCount{}, ctx.Err()
	}
	if len(counts) <= depth {
		return game.PerftCount{}, fmt.Errorf("the engine counted to depth %d only", len(counts)-1)
	}
	return counts[depth], nil
}

// flat runs random playouts: more of them on a busy machine, on which this process
// gets less than half of the time.
func (m *stopwatch) flat(ctx context.Context, g game.Game) (*Flat, error) {
	f := new(Flat)
	for round := uint64(0); round == 0 || f.CPU < m.time.Seconds()/2 && f.Wall < maxCountFactor*m.time.Seconds(); round++ {
		opt := game.PlayoutOptions{Time: m.time, Seed: m.seed + round<<40, Threads: 1, MaxSteps: m.maxSteps}
		var res game.PlayoutResult
		spent, err := m.watch(g, func() (err error) {
			res, err = game.Playouts(ctx, g, opt)
			return err
		})
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		f.Playouts += res.Playouts
		f.States += res.States
		f.Cut += res.Cut
		f.CPU += spent.CPU
		f.Wall += spent.Wall
	}
	f.Rate = f.Per(f.States)
	return f, nil
}

// warmUp prepares what an engine prepares on first use, by a playout of one move.
func (m *stopwatch) warmUp(ctx context.Context, g game.Game) error {
	_, err := game.Playouts(ctx, g, game.PlayoutOptions{Time: m.time, Count: 1, Seed: m.seed, MaxSteps: 1})
	return err
}
