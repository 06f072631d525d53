//go:build js || small

package rbgengine

import (
	"context"
	"errors"

	"ludex/game"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/rbg"
)

// errSmall is returned for engines that are neither in pages nor in programs that were built
// with the tag small. In a browser nothing can be compiled, and lanes would be prepared in the
// only thread there is; with the tag a first game is built in less time.
var errSmall = errors.New("this engine does not run in a browser or in a program built with the tag small: use sets or reference")

// openTiered opens a game on the sets engine, with no other to come.
func openTiered(ctx context.Context, g *rbg.Game, opt Options) (*Opened, error) {
	return openSets(ctx, g, opt)
}

func openLanes(context.Context, *rbg.Game, Options, game.Game) (*Opened, error) {
	return nil, errSmall
}
func openGPU(context.Context, *rbg.Game, Options) (*Opened, error)      { return nil, errSmall }
func openCompiled(context.Context, *rbg.Game, Options) (*Opened, error) { return nil, errSmall }

// symmetryProver returns nil: symmetries are proved in circuits.
func symmetryProver(*rbg.Game, Options) rbgplay.SymmetryProver { return nil }
