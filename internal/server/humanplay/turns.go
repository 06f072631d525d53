package humanplay

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ludex/game"
	"ludex/internal/board"
	"ludex/internal/session"
	"ludex/player"
)

// startClock is how long players have to prepare: a person waits meanwhile.
const startClock = time.Second

// turnSession is a table of a game in turns. The session belongs to its goroutine.
type turnSession struct {
	base
	game    game.Game
	board   *board.Board
	play *session.Session
	calls   chan call

	// Of the goroutine.
	position uint64 // grows when the picture changes
	drawn    string // what the picture depends on
	notices  []string
	savedState     string // the last state of the record that was kept
}

// A call is something to be done by the goroutine of a table.
type call struct {
	do    func() error
	quiet bool // it changes nothing
	reply chan error
}

func newTurnSession(ctx context.Context, b base) (*turnSession, error) {
	g, note, err := b.opt.Entry.Game(ctx)
	if err != nil {
		return nil, &BadRequestError{err}
	}
	t := &turnSession{base: b, game: g, calls: make(chan call)}
	if t.board, err = b.opt.Entry.Board(ctx); err != nil {
		return nil, &BadRequestError{err}
	}
	opt, err := t.options(ctx)
	if err != nil {
		return nil, err
	}
	if note != "" {
		t.notices = append(t.notices, note)
	}
	if t.play, err = beginSession(ctx, opt); err != nil {
		return nil, err
	}
	go t.run()
	return t, nil
}

// beginSession begins a session. Who asks for it may leave as long as it has not begun.
func beginSession(ctx context.Context, opt session.Options) (*session.Session, error) {
	life, end := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, end)
	s, err := session.New(life, opt)
	if err != nil {
		end()
		return nil, &BadRequestError{err}
	}
	if !stop() {
		_ = s.Close() // nobody has played yet
		return nil, context.Cause(ctx)
	}
	return s, nil
}

// options returns what the session is told.
func (t *turnSession) options(ctx context.Context) (session.Options, error) {
	roles := t.game.Roles()
	opt := session.Options{
		Title: t.opt.Entry.Title(), Game: t.game, Clock: t.opt.Clock, StartClock: startClock, Nodes: t.opt.Nodes,
		Seed: t.opt.Seed, Show: t.opt.Entry.Rules.Show,
	}
	var err error
	if opt.Role, err = t.opt.role(roles, t.game.Random()); err != nil {
		return opt, err
	}
	if opt.Names, err = t.opt.opponents(roles); err != nil {
		return opt, err
	}
	makers := make([]player.Maker, len(roles))
	for r, name := range opt.Names {
		if makers[r], err = PlayerNamed(name); err != nil {
			return opt, err
		}
	}
	opt.Opponent = func(r game.Role) player.Player { return makers[r]() }
	if opt.Adviser, err = PlayerNamed("auto"); err != nil {
		return opt, err
	}
	if t.opt.Moves != "" {
		if t.game.Hidden() {
			return opt, bad("a game that hides information begins at the beginning")
		}
		m := t.game.NewMachine()
		m.Bind(ctx)
		if _, opt.Before, err = t.opt.Entry.Rules.Replay(t.game, m, m.Initial(nil), t.opt.Moves); err != nil {
			return opt, &BadRequestError{fmt.Errorf("moves: %w", err)}
		}
	}
	return opt, nil
}

// run is the goroutine of the table.
func (t *turnSession) run() {
	defer close(t.done)
	t.serve()
	_ = t.guard(func() error {
		t.saveGame(t.ending())
		return nil
	})
	t.feed.Close()
	close(t.closed)
	_ = t.guard(t.play.Close) // a player that does not stop is left behind
}

// serve does what comes up until the table is to be closed, or until a defect, after
// which nobody knows how the game stands.
func (t *turnSession) serve() {
	err := t.limited(func() error {
		t.publish()
		return nil
	})
	for !errors.Is(err, errDefect) {
		select {
		case u := <-t.play.Updates():
			err = t.limited(func() error {
				if t.play.Apply(u) {
					t.publish()
				}
				return nil
			})
		case c := <-t.calls:
			err = t.limited(func() error { return t.answer(c) })
			c.reply <- err
		case <-t.ctx.Done():
			return
		}
	}
}

// ending returns why a game is broken off.
func (t *turnSession) ending() string {
	if t.ctx.Err() == nil {
		return errDefect.Error()
	}
	return t.reason()
}

// limited calls something that asks the rules, which have so much time for it.
func (t *turnSession) limited(f func() error) error {
	ctx, cancel := context.WithTimeoutCause(t.ctx, t.opt.Time, fmt.Errorf("the rules take longer than %v to answer a move", t.opt.Time))
	defer cancel()
	t.play.Bind(ctx)
	return t.guard(f)
}

// answer does what somebody called for.
func (t *turnSession) answer(c call) error {
	err := c.do()
	if err == nil && !c.quiet {
		t.publish()
	}
	return err
}

// call has the goroutine do something and waits for it. The caller may leave before it
// is done, and must not look at what it changes then.
func (t *turnSession) call(ctx context.Context, quiet bool, do func() error) error {
	t.touch()
	c := call{do: do, quiet: quiet, reply: make(chan error, 1)}
	select {
	case t.calls <- c:
	case <-t.closed:
		return ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case err := <-c.reply:
		return err
	case <-t.closed:
		return ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	}
}

// View implements [Session].
func (t *turnSession) View(ctx context.Context) (View, error) {
	v := new(View)
	err := t.call(ctx, true, func() error {
		*v = t.view()
		v.Version = t.feed.Last()
		return nil
	})
	if err != nil {
		return View{}, err
	}
	return *v, nil
}

// Position implements [Session].
func (t *turnSession) Position(ctx context.Context) (board.Position, uint64, error) {
	seen, number := new(board.Position), new(uint64)
	err := t.call(ctx, true, func() error {
		*seen, *number = t.seen(), t.position
		return nil
	})
	if err != nil {
		return board.Position{}, 0, err
	}
	return *seen, *number, nil
}

// seen returns what the person may see of the position.
func (t *turnSession) seen() board.Position {
	p := t.play.Position()
	seen := board.Position{Facts: p.Facts, Over: p.Over, Hidden: p.Hidden}
	if p.Before != nil {
		seen.Before = t.game.Facts(p.Before)
		for r, m := range p.Joint {
			seen.Last = append(seen.Last, t.game.MoveText(game.Role(r), m))
		}
	}
	return seen
}

// Do implements [Session].
func (t *turnSession) Do(ctx context.Context, a Action) (View, error) {
	if err := t.call(ctx, false, func() error { return t.act(a) }); err != nil {
		return View{}, err
	}
	return t.View(ctx)
}

func (t *turnSession) act(a Action) error {
	s := t.play
	if a.Step != nil && *a.Step != s.Steps() {
		return fmt.Errorf("step %d is over: %w", *a.Step, ErrStale)
	}
	switch a.Kind {
	case DoMove:
		return t.choose(a)
	case DoUndo:
		return refused(s.Undo())
	case DoHint:
		return refused(s.Ask())
	case DoEvaluate:
		return refused(s.SetEvaluating(a.On))
	case DoResign:
		return refused(s.Resign())
	case DoRematch:
		return t.rematch(a.Swap)
	}
	return bad("a game in turns has no %q", a.Kind)
}

func refused(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w: %w", ErrRule, err)
}

// choose makes the person's move, which is given by its number or its text.
func (t *turnSession) choose(a Action) error {
	for _, c := range t.play.Choices() {
		if c.Number == a.Number && a.Move == "" || a.Move != "" && c.Text == a.Move {
			return refused(t.play.Choose(c.Move))
		}
	}
	if t.play.Phase() != session.Yours {
		return refused(errors.New("it is not your turn"))
	}
	if a.Move == "" {
		return refused(fmt.Errorf("there is no move %d", a.Number))
	}
	return refused(fmt.Errorf("%q is not legal here", clip(a.Move)))
}

// rematch begins another game, with the other role if that is wanted.
func (t *turnSession) rematch(swap bool) error {
	t.saveGame("a new game was begun")
	if swap {
		if err := t.play.Swap(); err != nil {
			return refused(err)
		}
	}
	t.play.Restart()
	t.number++
	t.began, t.record, t.notices, t.savedState = time.Now(), "", nil, ""
	return nil
}

// publish tells what is new.
func (t *turnSession) publish() {
	if drawn := t.fingerprint(); drawn != t.drawn {
		t.drawn = drawn
		t.position++
	}
	if t.play.Phase() == session.Over {
		t.saveGame("")
	}
	v := t.view()
	v.Version = t.feed.Last() + 1
	t.feed.Publish("view", v)
}

// fingerprint tells pictures apart.
func (t *turnSession) fingerprint() string {
	known, has := t.play.Known()
	return fmt.Sprint(t.number, t.play.Steps(), t.play.Phase() == session.Over, has, known.States, t.play.Role())
}

var _ Session = (*turnSession)(nil)
