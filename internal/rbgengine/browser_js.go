package rbgengine

import (
	"context"
	"errors"

	"ludex/game"
	"ludex/rbg"
)

// errBrowser is returned for engines that are not in pages, which are to be small: programs
// are not compiled there, and lanes would be prepared in the only thread there is.
var errBrowser = errors.New("this engine does not run in a browser: use sets or reference")

// openTiered opens a game on the sets engine, with no other to come.
func openTiered(ctx context.Context, g *rbg.Game, opt Options) (*Opened, error) {
	return openSets(ctx, g, opt)
}

func openLanes(context.Context, *rbg.Game, Options, game.Game) (*Opened, error) {
	return nil, errBrowser
}
func openGPU(context.Context, *rbg.Game, Options) (*Opened, error)      { return nil, errBrowser }
func openCompiled(context.Context, *rbg.Game, Options) (*Opened, error) { return nil, errBrowser }
