package tablelines

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"ludex/internal/printable"
	"ludex/internal/server/humanplay"
	"ludex/internal/server/tableclient"
	"ludex/internal/sleep"
)

// A Program chooses moves in place of a person.
type Program interface {
	// Choose returns a move for what a view shows, as the rules write it. It is called by
	// one goroutine at a time.
	Choose(ctx context.Context, v humanplay.View) (move string, err error)
}

// An asked identifies a decision. One that was taken back is another one.
type asked struct {
	number, step int
	role         string
	position     uint64
}

// A chosen is what came of a move of the program.
type chosen struct {
	view humanplay.View
	err  error
}

// attend lets the program do what there is to do: choose a move, answer an offer, or leave
// after the last game.
func (f *front) attend(ctx context.Context) {
	v := f.view
	if o := v.Offer; o != nil && !o.Mine && !o.Agreed && !v.Watching {
		f.answer(ctx, o)
		v = f.view
	}
	now := asked{v.Number, v.Step, v.Role, v.Position}
	switch {
	case v.Phase == humanplay.Over && f.opt.Games > 0 && v.Number >= f.opt.Games, v.Watching:
		f.left = true
	case v.Phase != humanplay.Yours:
		f.stopProgram()
		f.asked = asked{}
	case now != f.asked:
		f.stopProgram()
		f.ask(ctx, now)
	}
}

// answer answers an offer: a program likes to play, and does not mind if a move is taken back.
func (f *front) answer(ctx context.Context, o *humanplay.Offer) {
	kind := humanplay.Kind("accept")
	if o.Kind == "draw" || o.Kind == "rematch" && f.opt.Games > 0 && f.view.Number >= f.opt.Games {
		kind = "decline"
	}
	if err := f.act(ctx, kind, tableclient.Act{}); err != nil {
		f.printf("%s\n", printable.Line(err.Error()))
	}
}

// ask lets the program think and move.
func (f *front) ask(ctx context.Context, about asked) {
	thinking, cancel := context.WithCancel(ctx)
	f.asked, f.thinking, f.thought = about, cancel, make(chan struct{})
	view, done := *f.view, f.thought
	go func() {
		defer close(done)
		next, err := f.think(thinking, view)
		select {
		case f.chosen <- chosen{next, err}:
		case <-thinking.Done():
		}
	}()
}

// think chooses a move and makes it, again if the server cannot be reached.
func (f *front) think(ctx context.Context, v humanplay.View) (next humanplay.View, err error) {
	for wait := 500 * time.Millisecond; ; wait = min(2*wait, actTime) {
		var move string
		if move, err = f.opt.Program.Choose(ctx, v); err == nil {
			next, err = f.opt.Client.Do(ctx, f.opt.Table, humanplay.DoMove, tableclient.Act{Step: &v.Step, Move: move})
		}
		if err == nil || tableclient.IsFinal(err) || sleep.For(ctx, wait) != nil {
			return next, err
		}
	}
}

// stopProgram ends what the program thinks about.
func (f *front) stopProgram() {
	if f.thinking != nil {
		f.thinking()
		<-f.thought
		f.thinking = nil
	}
}

// moved shows what came of a move of the program. One that was too late does no harm: the
// next view says what there is to do.
func (f *front) moved(ctx context.Context, c chosen) error {
	f.stopProgram()
	var p *tableclient.Problem
	switch {
	case c.err == nil:
		f.show(ctx, c.view)
		return nil
	case ctx.Err() != nil, errors.As(c.err, &p) && p.Status == http.StatusConflict:
		return nil
	}
	return fmt.Errorf("the player: %w", c.err)
}
