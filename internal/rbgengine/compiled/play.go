package compiled

import (
	"context"
	"encoding/binary"
	"time"

	"ludex/game"
	"ludex/internal/rbgengine/compiled/gogen"
	"ludex/internal/rbgengine/rbgplay"
)

// start returns the position of a state, or the initial one.
func (g *Game) start(ctx context.Context, from game.State) (*rbgplay.Position, error) {
	p := new(rbgplay.Position)
	if from != nil {
		g.Position(from, p)
		return p, nil
	}
	r := g.sets.NewReasoner()
	r.Bind(ctx)
	return p, r.Start(p)
}

// appendPlayouts writes the parameters of playouts from n positions, which follow.
func appendPlayouts(b []byte, opt *game.PlayoutOptions, n int) []byte {
	b = binary.LittleEndian.AppendUint64(b, opt.Seed)
	b = binary.LittleEndian.AppendUint64(b, uint64(max(opt.Count, 0)))
	b = binary.LittleEndian.AppendUint64(b, uint64(max(opt.Time, 0)))
	b = binary.LittleEndian.AppendUint32(b, uint32(min(max(opt.MaxSteps, 0), 1<<31-1)))
	b = binary.LittleEndian.AppendUint32(b, uint32(max(opt.Threads, 1)))
	b = binary.LittleEndian.AppendUint32(b, uint32(min(max(opt.Trail, 0), 1<<31-1)))
	return binary.LittleEndian.AppendUint32(b, uint32(n))
}

// Playouts implements [game.Playouter]. The choice is uniform among distinct moves;
// equal seeds give the playouts of the sets engine.
func (g *Game) Playouts(ctx context.Context, opt game.PlayoutOptions) (game.PlayoutResult, error) {
	if opt.MaxSteps == 0 {
		opt.MaxSteps = game.MaxSteps(g)
	}
	res := game.PlayoutResult{Goals: make([]uint64, len(g.Roles()))}
	from, err := g.start(ctx, opt.From)
	if ctx.Err() != nil {
		return res, nil
	}
	if err != nil {
		return res, err
	}
	began := time.Now()
	data := appendPosition(appendPlayouts(nil, &opt, 1), from)
	if err := g.ask(ctx, gogen.OpPlayouts, data, func(r *reader) { r.result(&res) }); err != nil {
		return res, err
	}
	if res.Playouts > 0 {
		res.First = time.Since(began) / time.Duration(res.Playouts)
	}
	return res, nil
}

// Perft implements [game.PerftCounter]. The moves of the last ply are counted, not
// made.
func (g *Game) Perft(ctx context.Context, from game.State, depth int, terminal bool) ([]game.PerftCount, error) {
	p, err := g.start(ctx, from)
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	data := binary.LittleEndian.AppendUint32(nil, uint32(depth))
	flag := uint32(0)
	if terminal {
		flag = 1
	}
	data = appendPosition(binary.LittleEndian.AppendUint32(data, flag), p)
	counts := make([]game.PerftCount, depth+1)
	err = g.ask(ctx, gogen.OpPerft, data, func(r *reader) {
		states := uint64(0)
		for d := range counts {
			leaves := r.uint64()
			states += leaves
			counts[d] = game.PerftCount{Depth: d, Leaves: leaves, States: states, Terminal: r.uint64()}
		}
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return counts, err
}

// A runner runs playouts repeatedly.
type runner struct {
	game     *Game
	position rbgplay.Position
	data     []byte
}

// NewRunner implements [game.RunnerMaker].
func (g *Game) NewRunner() game.Runner { return &runner{game: g} }

// Width implements [game.Runner]. Positions are played one after the other, but a
// request has a fixed cost of about ten short playouts, so that a few positions together
// are cheaper.
func (*runner) Width(count int) int { return max(1, 32/max(count, 1)) }

// Traces implements [game.Tracer].
func (*runner) Traces() bool { return true }

// Run implements [game.Runner].
func (r *runner) Run(ctx context.Context, from []game.State, opt game.PlayoutOptions, results []game.PlayoutResult) error {
	opt.Threads = 1
	if opt.MaxSteps == 0 {
		opt.MaxSteps = game.MaxSteps(r.game)
	}
	for i := range results {
		results[i].Clear(len(r.game.Roles()))
	}
	if ctx.Err() != nil || len(from) == 0 {
		return nil
	}
	r.data = appendPlayouts(r.data[:0], &opt, len(from))
	for _, s := range from {
		r.game.Position(s, &r.position)
		r.data = appendPosition(r.data, &r.position)
	}
	return r.game.ask(ctx, gogen.OpPlayouts, r.data, func(a *reader) {
		for i := range from {
			a.result(&results[i])
		}
	})
}
