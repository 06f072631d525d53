package compiled

import (
	"context"

	"ludex/internal/rbgengine/compiled/gogen"
	"ludex/internal/rbgengine/rbgplay"
)

// A remote computes single positions by a process; it implements [rbgplay.Reasoner].
type remote struct {
	game *Game
	ctx  context.Context
	data []byte
}

func (g *Game) newRemote() rbgplay.Reasoner { return &remote{game: g, ctx: context.Background()} }

// Bind implements [rbgplay.Reasoner].
func (r *remote) Bind(ctx context.Context) { r.ctx = ctx }

// ask sends a request. A response that was cut short because the context ended is
// dropped.
func (r *remote) ask(op gogen.Op, data []byte, read func(*reader)) error {
	err := r.game.ask(r.ctx, op, data, read)
	if r.ctx.Err() != nil {
		return context.Cause(r.ctx)
	}
	return err
}

// Start implements [rbgplay.Reasoner].
func (r *remote) Start(p *rbgplay.Position) error {
	return r.ask(gogen.OpStart, nil, func(a *reader) { r.read(a, p) })
}

// read reads a position.
func (r *remote) read(a *reader, p *rbgplay.Position) {
	rules := r.game.Rules()
	a.position(p, len(rules.Board.Cells), len(rules.Variables))
}

// Moves implements [rbgplay.Reasoner].
func (r *remote) Moves(p *rbgplay.Position, dst *rbgplay.Moves) error {
	r.data = appendPosition(r.data[:0], p)
	if err := r.ask(gogen.OpMoves, r.data, func(a *reader) { a.moves(dst) }); err != nil {
		return err
	}
	return dst.Full()
}

// HasMove implements [rbgplay.Reasoner].
func (r *remote) HasMove(p *rbgplay.Position) (has bool, err error) {
	r.data = appendPosition(r.data[:0], p)
	err = r.ask(gogen.OpHasMove, r.data, func(a *reader) {
		b := a.bytes(1)
		has = len(b) == 1 && b[0] != 0
	})
	return has, err
}

// Apply implements [rbgplay.Reasoner].
func (r *remote) Apply(p *rbgplay.Position, move []rbgplay.Action) error {
	r.data = appendActions(appendPosition(r.data[:0], p), move)
	return r.ask(gogen.OpApply, r.data, func(a *reader) { r.read(a, p) })
}
