package seat

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"ludex/game"
	"ludex/player"
	"ludex/rules"
)

// An engine follows the match and runs a player, in a goroutine of its own.
type engine struct {
	seat     *Seat
	name     string
	opening  rules.Opening
	standby  bool          // it works only if no other engine does
	prepared chan struct{} // closed when it can be asked, or never will

	// Of its goroutine alone:
	follower *follower
	player   player.Player // nil if it has not started
	play     int
	steps    int            // of the play that were received
	lost     bool           // one of them could not be followed
	events   []player.Event // of those that could
	legal    []game.Move    // in the current state; nil if they are not known
	last     *game.Move     // the last answer, until it is known what was made of it

	// Guarded by the seat's mutex:
	hurry    context.CancelFunc // ends the player's preparing; nil if it does not prepare
	question *question          // that has not been taken yet
	taken    *question          // that has not been answered yet
	known    known
	dead     bool
}

// A known is what an engine knows about the match without searching.
type known struct {
	play, steps int
	move        string // a legal move; "" is none
}

// run works until the match ends, or the engine fails.
func (e *engine) run() {
	err := e.work()
	if err != nil && e.seat.ctx.Err() == nil && !errors.Is(err, errUnread) {
		e.seat.Log.Error("an engine is of no use in this match", "engine", e.name, "error", err)
	}
	e.fail(err)
}

// work opens the engine and does what there is to do. A panic becomes an error,
// since the match must continue.
func (e *engine) work() (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = panicked(r)
		}
	}()
	defer e.stopPlayer()
	if err := e.begin(); err != nil {
		return err
	}
	close(e.prepared)
	for {
		j, ok := e.next()
		if !ok {
			return nil
		}
		if err := e.do(j); err != nil {
			return err
		}
	}
}

func panicked(r any) error { return fmt.Errorf("panic: %v\n%s", r, debug.Stack()) }

// fail marks the engine as failed.
func (e *engine) fail(err error) {
	e.reply(answer{err: err})
	e.seat.mu.Lock()
	defer e.seat.mu.Unlock()
	e.dead = true
	if e.question != nil {
		e.question.answers <- answer{err: err}
	}
	if !e.isPrepared() {
		close(e.prepared)
	}
}

func (e *engine) isPrepared() bool {
	select {
	case <-e.prepared:
		return true
	default:
		return false
	}
}

// errUnread is returned if the rules cannot be played, which has been logged.
var errUnread = errors.New("the rules cannot be played")

// begin opens the game, and lets the player prepare unless the engine is on
// standby.
func (e *engine) begin() error {
	s := e.seat
	select {
	case <-s.read:
	case <-s.ctx.Done():
		return s.ctx.Err()
	}
	if s.unread != nil {
		return errUnread
	}
	began := time.Now()
	g, note, err := s.open(s.rules, s.ctx, e.opening)
	if err != nil {
		return err
	}
	s.Log.Debug("an engine is open", "engine", e.name, "took", time.Since(began), "note", note)
	if e.follower, err = newFollower(s.ctx, &s.match, s.rules, g); err != nil {
		return err
	}
	if err := e.look(); err != nil || e.standby {
		return err
	}
	return e.prepare()
}

// restart returns to the beginning for another play.
func (e *engine) restart(play int) error {
	e.stopPlayer()
	e.play, e.steps, e.lost, e.events, e.last = play, 0, false, nil, nil
	if err := e.follower.reset(e.seat.ctx); err != nil {
		return err
	}
	if err := e.look(); err != nil || e.standby {
		return err
	}
	return e.prepare()
}

// lateStart is how long a player may prepare when its match has already begun.
const lateStart = time.Second

// prepare starts the player, which prepares until the start clock ends or a move
// is asked for. If the clock has ended, or this is not the first play, it has a
// little time.
func (e *engine) prepare() error {
	s := e.seat
	if s.NewFor != nil {
		return e.startProgram()
	}
	ctx, cancel := s.thinking(s.match.Received, s.match.StartClock)
	defer cancel()
	if e.play > 0 || ctx.Err() != nil {
		ctx, cancel = context.WithTimeout(s.ctx, lateStart)
		defer cancel()
	}
	s.mu.Lock()
	e.hurry = cancel
	if e.question != nil || e.taken != nil {
		cancel()
	}
	s.mu.Unlock()
	err := e.start(ctx, s.NewPlayer())
	s.mu.Lock()
	defer s.mu.Unlock()
	e.hurry = nil
	return err
}

// startNow starts a player that has a question to answer. A part of the time is for
// preparing.
func (e *engine) startNow(q *question) error {
	if e.seat.NewFor != nil {
		return e.startProgram()
	}
	ctx, cancel := q.ctx, func() {}
	if until, ok := q.ctx.Deadline(); ok {
		ctx, cancel = context.WithTimeout(q.ctx, time.Until(until)/4)
	}
	defer cancel()
	return e.start(ctx, e.seat.NewPlayer())
}

// startProgram starts a player that has to say itself that it is ready. No question
// interrupts it, since a program that did not answer has to be started anew: questions
// that come meanwhile are answered without it.
func (e *engine) startProgram() error {
	p := e.seat.NewFor(e.seat.rules)
	clock := e.seat.match.StartClock
	if clock <= 0 {
		return e.start(e.seat.ctx, p)
	}
	limit := max(clock, lateStart)
	if s, ok := p.(player.Starter); ok {
		limit += s.StartUpTime()
	}
	ctx, cancel := context.WithTimeout(e.seat.ctx, limit)
	defer cancel()
	return e.start(ctx, p)
}

// start starts a player and tells it what has happened.
func (e *engine) start(ctx context.Context, p player.Player) error {
	f, m := e.follower, &e.seat.match
	e.player = p
	err := e.player.Start(ctx, player.Setup{
		Game: f.game, Role: f.role, From: f.from, StartClock: e.clockOf(m.StartClock), PlayClock: e.clockOf(m.PlayClock),
		Nodes: m.Nodes, Seed: m.Seed + uint64(e.play),
	}.Reproducible())
	if err != nil {
		return fmt.Errorf("starting the player: %w", err)
	}
	for _, event := range e.events {
		if err := e.tell(event); err != nil {
			return err
		}
	}
	return nil
}

// clockOf returns the clock that the player is told. One that keeps the time itself is
// told when its answer is needed here, which is earlier than at the manager.
func (e *engine) clockOf(clock time.Duration) time.Duration {
	if _, remote := e.player.(player.Remote); remote && clock > 0 {
		clock -= e.seat.margin.of(clock)
	}
	return clock
}

func (e *engine) tell(event player.Event) error {
	if err := e.player.Observe(e.seat.ctx, event); err != nil {
		return fmt.Errorf("telling the player: %w", err)
	}
	return nil
}

// stopPlayer stops the player, if there is one.
func (e *engine) stopPlayer() {
	if e.player != nil {
		e.player.Stop()
		e.player = nil
	}
}

// follow processes a step. One that cannot be followed leaves the engine in the
// last state that it knows.
func (e *engine) follow(step Step) error {
	e.steps++
	if e.lost {
		return nil
	}
	event, err := e.follower.observe(e.seat.ctx, step)
	if err != nil {
		if failed := errors.Join(e.follower.err(), e.seat.ctx.Err()); failed != nil {
			return failed
		}
		e.lost = true
		e.seat.Log.Error("a step cannot be followed; from now on moves are legal in the state before it",
			"engine", e.name, "step", e.steps, "error", err)
		return nil
	}
	e.events = append(e.events, event)
	e.compare(event.Own)
	if e.player == nil {
		return nil
	}
	return e.tell(event)
}

// compare learns from a step whether the last answer came in time: otherwise the manager
// made another move in its place.
func (e *engine) compare(made game.Move) {
	if e.last == nil {
		return
	}
	if m := e.seat.margin; made == *e.last {
		m.inTime()
	} else {
		m.late(e.seat.match.PlayClock)
		e.seat.Log.Warn("an answer came too late, or was refused; answers will be sent earlier", "step", e.steps)
	}
	e.last = nil
}

// look computes the legal moves, for answers without a search.
func (e *engine) look() error {
	k := known{play: e.play, steps: len(e.events)}
	if f := e.follower; !e.seat.match.Listed {
		if e.legal = nil; !f.over() {
			e.legal = f.legal()
		}
		if err := f.err(); err != nil {
			return err
		}
		if len(e.legal) > 0 {
			k.move = f.text(e.legal[0])
		}
	}
	e.seat.mu.Lock()
	defer e.seat.mu.Unlock()
	e.known = k
	return nil
}

var (
	errLost    = errors.New("the state of the match is not known")
	errIllegal = errors.New("the player chose a move that is not legal")
)

// choose lets the player choose a move.
func (e *engine) choose(q *question) (string, error) {
	switch {
	case e.lost:
		return "", errLost
	case e.seat.NewFor != nil && q.ctx.Err() != nil:
		return "", q.ctx.Err() // a program would owe the answer
	}
	legal, texts := e.legal, q.legal
	if texts != nil {
		var err error
		if legal, texts, err = e.follower.listed(texts); err != nil {
			return "", err
		}
	}
	if len(legal) == 0 {
		return "", game.ErrStuck
	}
	move, err := e.player.Choose(q.ctx, legal)
	i := slices.Index(legal, move)
	switch {
	case err != nil:
		return "", err
	case i < 0:
		return "", errIllegal
	case texts != nil:
		return texts[i], nil
	}
	if len(legal) > 1 {
		e.last = &move
	}
	return e.follower.text(move), nil
}
