package gdltorbg

import (
	"context"
	"fmt"
	"time"

	"ludex/internal/budget"
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
	if err := refuseLanguage(r); err != nil {
		return nil, err
	}
	opt.Progress("grounding " + r.Name())
	l, err := prove.Load(ctx, r)
	if err != nil {
		return nil, err
	}
	opt.Progress("translating " + r.Name())
	t, out, err := translate(ctx, l, opt.Seed)
	if err != nil {
		return nil, err
	}
	opt.Progress("comparing " + r.Name() + " with its translation")
	c := &comparison{game: r, loaded: l, turns: t, written: out, opt: opt}
	method, err := c.run(ctx)
	if err != nil {
		return nil, err
	}
	text := fmt.Sprintf("// %s, translated from GDL: the same game, %s.\n%s", r.Name(), method, out.text)
	return &Result{Text: text, Method: method, Moves: c.names().Moves}, nil
}

// translateTime is how much processor time writing a translation may take.
const translateTime = 60 * time.Second

// translate writes a boardgame that should be the same game.
func translate(ctx context.Context, l *prove.Loaded, seed uint64) (*turns, *written, error) {
	ctx, cancel := budget.WithSetup(ctx, "translating", translateTime)
	defer cancel()
	o := prove.Observe(ctx, l.System, seed)
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	sl := newSlots(l.System, o)
	t, err := findTurns(l.System, o, sl)
	if err != nil {
		return nil, nil, err
	}
	x := newTranslator(l.System, sl, t)
	moves, err := x.moves(ctx)
	if err != nil {
		return nil, nil, err
	}
	out, err := newWriter(x).write(moves)
	return t, out, err
}
