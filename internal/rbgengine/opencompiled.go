//go:build !js && !small

package rbgengine

import (
	"context"
	"fmt"

	"ludex/game"
	"ludex/internal/rbgengine/compiled"
	"ludex/internal/rbgengine/sets"
	"ludex/rbg"
)

// busy is the factor by which the toolchain's elapsed time may exceed its processor
// time: it shares the machine.
const busy = 4

// openCompiled compiles a game. Where that is not possible, the sets engine plays
// it instead; the note says why.
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

// compiledBeside prepares the compiled program with the moves of a sets game.
func compiledBeside(ctx context.Context, first *sets.Game, opt Options) (game.Game, error) {
	program, err := compiled.New(ctx, first.Rules(), compiled.Options{Time: opt.Time, Build: busy * opt.Time, Memory: opt.Memory, Background: true})
	if err != nil {
		return nil, err
	}
	program.ShareMoves(first.Game)
	return program, nil
}
