package timed

import (
	"context"
	"errors"

	"ludex/internal/timedengine"
)

// compile is left out: pages without a server play no games in real time and have to be
// small.
func (g *Game) compile(context.Context) (*timedengine.Program, error) {
	return nil, errors.New("pages compute games in real time on the interpreter")
}

const hasFast = false

// isFast is false, so that compilers leave out what they can.
func (s State) isFast() bool { return false }
