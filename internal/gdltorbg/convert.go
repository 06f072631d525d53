package gdltorbg

import (
	"context"
	"fmt"
	"time"

	"ludex/internal/prove"
	"ludex/rules"
)

// Options bound a translation.
type Options struct {
	Time      time.Duration // of the processor, for the proof
	MaxStates int           // that are looked at where there is no proof
	Seed      uint64
	Progress  func(doing string)
}

// A Result is a boardgame that is the same game.
type Result struct {
	Text   string
	Method string // how that was shown
	// Moves has the text of each move in the boardgame, by role and text in GDL.
	Moves map[string]map[string]string
}

// Convert returns a game in GDL as a regular boardgame. The error is a [*RefusedError] if the
// game is none that a boardgame can be, or if it is not shown that the boardgame is the same.
func Convert(ctx context.Context, r *rules.Rules, opt Options) (*Result, error) {
	opt.Progress("grounding " + r.Name())
	l, err := prove.Load(ctx, r)
	if err != nil {
		return nil, err
	}
	opt.Progress("translating " + r.Name())
	o := prove.Observe(ctx, l.System, opt.Seed)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	sl := newSlots(l.System, o)
	t, err := findTurns(l.System, o, sl)
	if err != nil {
		return nil, err
	}
	x := newTranslator(l.System, sl, t)
	moves, err := x.moves(ctx)
	if err != nil {
		return nil, err
	}
	out, err := newWriter(x).write(moves)
	if err != nil {
		return nil, err
	}
	opt.Progress("comparing " + r.Name() + " with its translation")
	Last = out.text
	c := &comparison{game: r, loaded: l, turns: t, written: out, opt: opt}
	method, err := c.run(ctx)
	if err != nil {
		return nil, err
	}
	return &Result{Text: out.text, Method: method, Moves: c.names().Moves}, nil
}

// internalError says that a translation cannot be read, which is an error of this package.
func internalError(err error) error { return fmt.Errorf("the translation cannot be read: %w", err) }

var Last string
