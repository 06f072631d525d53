package rbgengine

import (
	"context"
	"fmt"

	"ludex/internal/rbgengine/compiled"
	"ludex/rbg"
)

// busy is how much longer the toolchain may take than its processor time: it shares
// the machine with others.
const busy = 4

// openCompiled compiles a game. Where that is not possible, the sets engine plays
// it, which is what would have been compiled; the note says why.
func openCompiled(ctx context.Context, g *rbg.Game, opt Options) (*Opened, error) {
	c, err := compiled.New(ctx, g, compiled.Options{Time: opt.limit(), Build: busy * opt.Time, Memory: opt.Memory, Through: opt.Through})
	if err == nil {
		return &Opened{Game: c}, nil
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	o, setsErr := openSets(ctx, g, opt)
	if setsErr != nil {
		return nil, setsErr
	}
	o.Note = fmt.Sprintf("the game is not compiled: %v; using the sets engine, which is slower", err)
	return o, nil
}
