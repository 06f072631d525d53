// Package lockstep compares what a circuit game computes bit-sliced with what its
// machines compute, one state at a time.
//
// Machines and lanes evaluate different circuits in different ways. They share the
// translation of the rules, for which [enginecompare.Comparison] compares machines with the
// interpreter. Everything that runs in lanes is compared: playouts from several states
// over several refills of each lane, observed step by step and lane by lane; the same
// playouts without an observer; playouts that are drained; runners; playouts with
// percepts; steps of many positions; expansions. The means of playouts of any length must
// also agree with playouts on a machine.
package lockstep

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"ludex/game"
	"ludex/internal/circuit"
	"ludex/internal/circuit/bitslice"
	"ludex/internal/enginecompare"
)

// A Comparison says how much is compared.
type Comparison struct {
	Playouts int // that are followed on each kernel; 0 is DefaultPlayouts
	MaxSteps int // where they are cut off; 0 is DefaultMaxSteps
	Seed     uint64
}

const (
	// DefaultPlayouts is how many playouts are followed unless told otherwise: on
	// average three in each lane.
	DefaultPlayouts = 3 * bitslice.Count
	// DefaultMaxSteps is where playouts are cut off unless told otherwise, so that
	// lanes start again after a while in long games, too.
	DefaultMaxSteps = 20
)

// A Count is the amount compared on each kernel.
type Count struct {
	Playouts uint64 // that were observed
	Moves    uint64 // their joint moves
}

// Run compares on each of some kernels. The error is a [*enginecompare.Difference] where
// something differs, or the context's error.
func (c Comparison) Run(ctx context.Context, g *circuit.Game, kernels []bitslice.Kernel) (Count, error) {
	if c.Playouts == 0 {
		c.Playouts = DefaultPlayouts
	}
	if c.MaxSteps == 0 {
		c.MaxSteps = DefaultMaxSteps
	}
	means, err := enginecompare.MeasureMeans(ctx, g, game.PlayoutOptions{Count: meanPlayouts, Seed: c.Seed}, meanMoves)
	if err != nil {
		return Count{}, err
	}
	var n Count
	j, err := newJudge(g)
	if err != nil {
		return n, err
	}
	for _, k := range kernels {
		on, err := g.On(k)
		if err != nil {
			return n, err
		}
		r := &round{Comparison: c, judge: j, means: means, game: on, kernel: k}
		if err := r.run(ctx); err != nil {
			return n, err
		}
		n = r.count
	}
	return n, nil
}

// Emulate compares the code for GPUs, run by its interpreter, with machines: playouts from the
// initial state and from others, followed step by step.
func (c Comparison) Emulate(ctx context.Context, g *circuit.Game) (Count, error) {
	c.Playouts, c.MaxSteps = cmp.Or(c.Playouts, DefaultPlayouts), cmp.Or(c.MaxSteps, DefaultMaxSteps)
	j, err := newJudge(g)
	if err != nil {
		return Count{}, err
	}
	r := &round{Comparison: c, judge: j, game: g.Emulated(), kernel: "gpu"}
	starts := []*position{j.met[0]}
	for i := 0; i < len(starts); i++ {
		opt := game.PlayoutOptions{From: starts[i].state, Count: r.Playouts, Seed: r.Seed, MaxSteps: r.MaxSteps}
		f := newFollower(r, opt.MaxSteps, starts[i])
		res, err := f.play(ctx, opt)
		if err == nil {
			err = f.counts(0, &res)
		}
		if err != nil {
			return r.count, err
		}
		if i == 0 {
			starts = append(starts, r.some(3)[1:]...)
		}
	}
	return r.count, nil
}

// A round compares on one kernel.
type round struct {
	Comparison
	judge  *judge
	means  *enginecompare.Means
	game   *circuit.Game
	kernel bitslice.Kernel
	count  Count
}

func (r *round) run(ctx context.Context) error {
	for _, compare := range []func(context.Context) error{
		r.playouts, r.elsewhere, r.drained, r.runner, r.perceived, r.batch, r.expansions, r.statistics,
	} {
		if err := compare(ctx); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// short is the length limit for playouts from states other than the initial one.
func (r *round) short() int { return (r.MaxSteps + 1) / 2 }

// some returns up to n different positions, spread evenly over those that were met.
func (r *round) some(n int) []*position {
	met := r.judge.met
	var out []*position
	for i := range n {
		if p := met[i*(len(met)-1)/max(n-1, 1)]; !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	return out
}

// playouts follows playouts from the initial state.
func (r *round) playouts(ctx context.Context) error {
	return r.follow(ctx, r.judge.met[0], game.PlayoutOptions{Count: r.Playouts, Seed: r.Seed, MaxSteps: r.MaxSteps})
}

// elsewhere follows playouts from other states, some of them two in a lane.
func (r *round) elsewhere(ctx context.Context) error {
	for _, p := range r.some(4)[1:] {
		opt := game.PlayoutOptions{From: p.state, Count: bitslice.Count + 100, Seed: r.Seed, MaxSteps: r.short()}
		if err := r.follow(ctx, p, opt); err != nil {
			return err
		}
	}
	return nil
}

// follow follows playouts from a position, and runs the same ones again unobserved.
func (r *round) follow(ctx context.Context, start *position, opt game.PlayoutOptions) error {
	f := newFollower(r, opt.MaxSteps, start)
	res, err := f.play(ctx, opt)
	if err != nil {
		return err
	}
	if err := f.counts(0, &res); err != nil {
		return err
	}
	res, err = r.game.Playouts(ctx, opt)
	if err != nil || ctx.Err() != nil {
		return cmp.Or(err, ctx.Err())
	}
	return f.counts(0, &res)
}

// drained follows playouts that are running when the time is up.
func (r *round) drained(ctx context.Context) error {
	f := newFollower(r, r.short(), r.judge.met[0])
	res, err := f.play(ctx, game.PlayoutOptions{Time: 1, Seed: r.Seed + 1, MaxSteps: r.short()})
	if err != nil {
		return err
	}
	return f.counts(0, &res)
}

// runner follows the playouts of a runner, first from a few positions, many from each, then
// from many, one from each. In both cases lanes are used again. Everything is run twice.
func (r *round) runner(ctx context.Context) error {
	var f *follower
	runner := r.game.Observed(func(s *bitslice.Step) { f.step(s) }).NewRunner()
	for _, c := range []struct{ positions, playouts int }{{5, 200}, {bitslice.Count + 100, 1}} {
		from := r.some(c.positions)
		var states []game.State
		for _, p := range from {
			states = append(states, p.state)
		}
		opt := game.PlayoutOptions{Count: c.playouts, Seed: r.Seed + 2, MaxSteps: r.short()}
		results := make([]game.PlayoutResult, len(from))
		for range 2 {
			f = newFollower(r, opt.MaxSteps, from...)
			if err := f.run(ctx, runner, states, opt, results); err != nil {
				return err
			}
		}
	}
	return nil
}

// How much is played on a machine to estimate the means.
const (
	meanPlayouts = 2000
	meanMoves    = 50_000
)

// statistics compares the means of many playouts.
func (r *round) statistics(ctx context.Context) error {
	res, err := r.game.Playouts(ctx, game.PlayoutOptions{Count: 4 * r.means.Playouts(), Seed: r.Seed + 6})
	if err != nil || ctx.Err() != nil {
		return cmp.Or(err, ctx.Err())
	}
	return r.means.Compare(r.names()[1], &res)
}

// names returns what machines and lanes are called in messages.
func (r *round) names() [2]string {
	return [2]string{r.game.Engine(), "lanes on " + string(r.kernel)}
}

// counted reports a difference in the counts.
func (r *round) counted(what, want, got string) error {
	names := r.names()
	return &enginecompare.Difference{What: what, A: names[0] + " has " + want, B: names[1] + " has " + got}
}

// path returns the texts of consecutive joint moves.
func (r *round) path(made []game.Move) []string {
	var out []string
	for joint := range slices.Chunk(made, len(r.game.Roles())) {
		out = append(out, game.JointText(r.game, joint))
	}
	return out
}

// led returns an error with the joint moves that led to it, if it is a difference.
func (r *round) led(err error, made []game.Move) error {
	var d *enginecompare.Difference
	if errors.As(err, &d) {
		d.Moves = r.path(made)
	}
	return err
}
