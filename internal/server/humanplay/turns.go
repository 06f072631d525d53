package humanplay

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ludex/game"
	"ludex/internal/board"
	"ludex/internal/movecells"
	"ludex/internal/players/levels"
	"ludex/internal/roster"
	"ludex/internal/session"
	"ludex/player"
)

// startClock is the preparation time of players. It is short, since a person waits.
const startClock = time.Second

// turnSession is a session of a turn-based game. Its play belongs to its goroutine.
type turnSession struct {
	base
	game  game.Game
	cells *movecells.Finder
	play  *session.Session
	calls chan call
	// ladder has the levels of the game, for titles of players.
	ladder *levels.Ladder

	// The following fields belong to the goroutine.
	position   uint64 // grows when the image of the position changes
	drawn      string // identifies the position that was drawn last
	notices    []string
	savedState string // identifies the state of the game that was saved last

	finding   game.Machine // for the cells of moves; its failure does not end the game
	listed    []Move       // the legal moves of a decision
	listedFor decisionKey
	past      []string       // the steps of a game as texts
	chosen    map[int]string // the names of the person's moves, by step
	above     []bool         // by role: its pieces begin in the upper half
	reasons   []string       // the cells with the pieces that ended a game
	reasonFor decisionKey
	lost      [][]int // by step and role: pieces that are captured
	lostGame  int
	pastGame  int
	pastRole  game.Role
}

// A call is a function for the goroutine of a session to run.
type call struct {
	do    func() error
	quiet bool // the function changes nothing
	reply chan error
}

func newTurnSession(ctx context.Context, b base, g game.Game) (Session, error) {
	s := &turnSession{base: b, game: g, calls: make(chan call), chosen: map[int]string{}}
	opt, err := s.options(ctx)
	if err != nil {
		return nil, err
	}
	if s.ladder, err = levels.Find(b.opt.Entry.Rules.Fingerprint()); err != nil {
		return nil, err
	}
	if note := b.prepared.Note; note != "" {
		s.notices = append(s.notices, note)
	}
	if s.cells, err = b.opt.Entry.MoveCells(ctx); err != nil {
		return nil, &BadRequestError{err}
	}
	if s.play, err = beginSession(ctx, opt); err != nil {
		return nil, err
	}
	go s.run()
	return s, nil
}

// beginSession begins a session. It stops if the context ends before that is done.
func beginSession(ctx context.Context, opt session.Options) (*session.Session, error) {
	life, end := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, end)
	s, err := session.New(life, opt)
	if err != nil {
		end()
		return nil, &BadRequestError{err}
	}
	if !stop() {
		_ = s.Close() // no move has been made yet
		return nil, context.Cause(ctx)
	}
	return s, nil
}

// options returns the options of the play.
func (s *turnSession) options(ctx context.Context) (session.Options, error) {
	opt := session.Options{
		Config: s.config(), Title: s.opt.Entry.Title(), Role: s.role, Names: s.names, Show: s.opt.Entry.Rules.Show,
		Opponent: func(r game.Role) player.Player { return s.makers[r]().(player.Player) },
	}
	opt.PlayClock, opt.Seed = s.opt.Clock, s.opt.Seed
	var err error
	if opt.Adviser, err = roster.Analyst(s.game); err != nil {
		return opt, err
	}
	if s.opt.Moves != "" {
		if s.game.Hidden() {
			return opt, bad("a game that hides information begins at the beginning")
		}
		m := s.game.NewMachine()
		m.Bind(ctx)
		if _, opt.Before, err = s.opt.Entry.Rules.Replay(s.game, m, m.Initial(nil), s.opt.Moves); err != nil {
			return opt, &BadRequestError{fmt.Errorf("moves: %w", err)}
		}
	}
	return opt, nil
}

// run is the goroutine of the session.
func (s *turnSession) run() {
	defer close(s.done)
	s.serve()
	_ = s.guard(func() error {
		s.saveGame(s.ending())
		return nil
	})
	s.feed.Close()
	close(s.closed)
	_ = s.guard(s.play.Close) // a player that does not stop is abandoned
}

// serve handles updates and calls until the session is closed, or until a panic, after
// which the state of the game is unknown.
func (s *turnSession) serve() {
	err := s.limited(func() error {
		s.publish()
		return nil
	})
	for !errors.Is(err, errDefect) {
		select {
		case u := <-s.play.Updates():
			err = s.limited(func() error {
				if s.play.Apply(u) {
					s.publish()
				}
				return nil
			})
		case c := <-s.calls:
			err = s.limited(func() error { return s.answer(c) })
			c.reply <- err
		case <-s.ctx.Done():
			return
		}
	}
}

// ending returns why a game is aborted.
func (s *turnSession) ending() string {
	if s.ctx.Err() == nil {
		return errDefect.Error()
	}
	return s.reason()
}

// limited runs f with the time limit for one answer of the rules.
func (s *turnSession) limited(f func() error) error {
	ctx, cancel := context.WithTimeoutCause(s.ctx, s.opt.Time, fmt.Errorf("the rules take longer than %v to answer a move", s.opt.Time))
	defer cancel()
	s.play.Bind(ctx)
	return s.guard(f)
}

// answer runs a call, and publishes the view if the call may have changed it.
func (s *turnSession) answer(c call) error {
	err := c.do()
	if err == nil && !c.quiet {
		s.publish()
	}
	return err
}

// call runs do in the goroutine of the session, and waits for it. If the context ends
// first, the caller must not use what do changes.
func (s *turnSession) call(ctx context.Context, quiet bool, do func() error) error {
	s.touch()
	c := call{do: do, quiet: quiet, reply: make(chan error, 1)}
	select {
	case s.calls <- c:
	case <-s.closed:
		return ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case err := <-c.reply:
		return err
	case <-s.closed:
		select {
		case err := <-c.reply: // what closed the session
			return err
		default:
		}
		return ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	}
}

// View implements [Session].
func (s *turnSession) View(ctx context.Context) (View, error) {
	v := new(View)
	err := s.call(ctx, true, func() error {
		*v = s.view()
		v.Version = s.feed.Last()
		return nil
	})
	if err != nil {
		return View{}, err
	}
	return *v, nil
}

// Position implements [Session].
func (s *turnSession) Position(ctx context.Context) (board.Position, uint64, error) {
	seen, number := new(board.Position), new(uint64)
	err := s.call(ctx, true, func() error {
		*seen, *number = s.seen(), s.position
		return nil
	})
	if err != nil {
		return board.Position{}, 0, err
	}
	return *seen, *number, nil
}

// seen returns what the person may see of the position.
func (s *turnSession) seen() board.Position {
	p := s.play.Position()
	seen := board.Position{Facts: p.Facts, Over: p.Over, Hidden: p.Hidden}
	if p.Before != nil {
		seen.Before = s.game.Facts(p.Before)
		for r, m := range p.Joint {
			seen.Last = append(seen.Last, s.game.MoveText(game.Role(r), m))
		}
	}
	return seen
}

// Do implements [Session].
func (s *turnSession) Do(ctx context.Context, a Action) (View, error) {
	if err := s.call(ctx, false, func() error { return s.act(a) }); err != nil {
		return View{}, err
	}
	return s.View(ctx)
}

func (s *turnSession) act(a Action) error {
	play := s.play
	if a.Step != nil && *a.Step != play.Steps() {
		return fmt.Errorf("step %d is over: %w", *a.Step, ErrStale)
	}
	switch a.Kind {
	case DoMove:
		return s.choose(a)
	case DoUndo:
		return refused(play.Undo())
	case DoHint:
		return refused(play.Adviser().Ask())
	case DoEvaluate:
		return refused(play.Adviser().SetEvaluating(a.On))
	case DoResign:
		return refused(play.Resign())
	case DoRematch:
		return s.rematch(a.Swap)
	}
	return bad("a game in turns has no %q", a.Kind)
}

func refused(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w: %w", ErrRule, err)
}

// choose makes the person's move, given by its number or its text.
func (s *turnSession) choose(a Action) error {
	for _, c := range s.play.Choices() {
		if c.Number == a.Number && a.Move == "" || a.Move != "" && c.Text == a.Move {
			s.chosen[s.play.Steps()] = s.nameOf(c)
			return refused(s.play.Choose(c.Move))
		}
	}
	if s.play.Phase() != session.Yours {
		return refused(errors.New("it is not your turn"))
	}
	if a.Move == "" {
		return refused(fmt.Errorf("there is no move %d", a.Number))
	}
	return refused(fmt.Errorf("%q is not legal here", shorten(a.Move)))
}

// rematch begins another game, on request with another role.
func (s *turnSession) rematch(swap bool) error {
	s.saveGame("a new game was begun")
	if swap {
		if err := s.play.Swap(); err != nil {
			return refused(err)
		}
	}
	s.play.Restart()
	s.number++
	s.beginMatch()
	s.notices, s.savedState = nil, ""
	clear(s.chosen)
	return nil
}

// publish publishes the current view, and saves a game that has ended.
func (s *turnSession) publish() {
	if drawn := s.fingerprint(); drawn != s.drawn {
		s.drawn = drawn
		s.position++
	}
	if s.play.Phase() == session.Over {
		s.saveGame("")
	}
	v := s.view()
	v.Version = s.feed.Last() + 1
	s.feed.Publish("view", v)
}

// fingerprint identifies the image of the position.
func (s *turnSession) fingerprint() string {
	known, has := s.play.Known()
	return fmt.Sprint(s.number, s.play.Steps(), s.play.Phase() == session.Over, has, known.States, s.play.Role())
}

var _ Session = (*turnSession)(nil)
