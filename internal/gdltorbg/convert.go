package gdltorbg

import (
	"context"
	"errors"
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
	for i, times := range efforts {
		opt.Progress("translating " + r.Name())
		t, out, err := translate(ctx, l, opt.Seed, times)
		if err != nil {
			return nil, err
		}
		opt.Progress("comparing " + r.Name() + " with its translation")
		c := &comparison{game: r, loaded: l, turns: t, written: out, opt: opt}
		method, err := c.run(ctx, i < len(efforts)-1)
		if errors.Is(err, errWrongGuess) {
			continue
		}
		if err != nil {
			return nil, err
		}
		text := fmt.Sprintf("// %s, translated from GDL: the same game, %s.\n%s", r.Name(), method, out.text)
		return &Result{Text: text, Method: method, Moves: c.names().Moves}, nil
	}
	return nil, errWrongGuess // not reached: the last effort has another error
}

// efforts are how long plays are watched before something is guessed from them: longer where
// a guess was wrong.
var efforts = []int{1, 8}

// translateTime is how much processor time writing a translation may take.
const translateTime = 60 * time.Second

// translate writes a boardgame that should be the same game.
func translate(ctx context.Context, l *prove.Loaded, seed uint64, times int) (*turns, *written, error) {
	ctx, cancel := budget.WithSetup(ctx, "translating", translateTime)
	defer cancel()
	o := prove.Observe(ctx, l.System, seed, times)
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
