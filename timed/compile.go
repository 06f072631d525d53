//go:build !js

package timed

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"ludex/internal/gdlengine/ground"
	"ludex/internal/timedengine"
)

// The limits of compiling: a game starts at once, on the interpreter if need be.
const (
	compileTime     = 5 * time.Second
	compileLiterals = 4_000_000
)

// compile grounds the rules.
func (g *Game) compile(ctx context.Context) (*timedengine.Program, error) {
	limit := cmp.Or(g.opt.SetupTime, compileTime)
	if deadline, ok := ctx.Deadline(); ok {
		limit = min(limit, time.Until(deadline)/2) // the interpreter is ready already
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	p, err := timedengine.Compile(ctx, g.program, timedengine.Options{ForceHidden: g.opt.ForceHidden,
		Limits: ground.Limits{Literals: compileLiterals, Memory: g.opt.Memory}})
	if err != nil {
		return nil, err
	}
	if !slices.Equal(p.Roles(), g.roles) || p.Random() != int(g.random) || p.Hidden() != g.hidden {
		return nil, errors.New("the engines disagree about the roles")
	}
	return p, nil
}

// hasFast says that there is an engine on ground rules.
const hasFast = true

// isFast reports whether the state belongs to the engine on ground rules.
func (s State) isFast() bool { return s.fast.Node != nil }
