// Package seat plays one role of a match of a remote manager, and always answers in
// time.
//
// Two engines are prepared at once. The interpreter is there within milliseconds
// for almost every description; the fast engine may take longer than the start
// clock, and is used as soon as it has caught up with the match. Each works in a
// goroutine of its own, and an answer waits for them no longer than the clock
// allows. Otherwise it is a legal move of the last known state, and if none is
// known, a move that the text of the rules suggests.
//
// A program that plays is run by one engine, which begins on the interpreter itself
// and becomes faster during the match; the other one only knows what is legal, unless
// the first fails.
package seat

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"ludex/game"
	"ludex/player"
	"ludex/rules"
)

// Options say which player plays, and how.
type Options struct {
	NewPlayer player.Maker
	// NewFor makes the player in place of NewPlayer, if it is set: for players that are
	// told the rules themselves, such as programs.
	NewFor func(*rules.Rules) player.Player
	// Margin is how long before the end of a clock the answer is sent, to allow for
	// latency. It is at least the time for answering, and at most a third of the
	// clock. It changes with what is observed: see adaptiveMargin.
	Margin time.Duration
	Log    *slog.Logger // nil is none
}

// A Match is what a manager says when a match starts.
type Match struct {
	// Rules reads the rules. With an error, they are the readable part, or nil.
	Rules func(context.Context) (*rules.Rules, error)
	// Role is the role to play; if it is "", Number is its number, counted from 1.
	Role   string
	Number int
	From   []string // the facts with which the match begins; nil is the initial state

	Received              time.Time     // when the start clock began to run
	StartClock, PlayClock time.Duration // 0 is no clock, or one that is not known yet
	Nodes                 int           // see [player.Setup]
	Seed                  uint64

	// Listed says that the manager lists the legal moves with every question.
	Listed bool
	// Text writes a move in the form of the protocol; nil is the game's own text.
	Text func(g game.Game, r game.Role, m game.Move) string
	// Guess is what is answered if nothing is known, not even a readable rule.
	Guess string
}

// A Step is what a manager reports about a step. Which fields it has depends on
// the protocol.
type Step struct {
	Joint []string // the moves of all roles
	Mover string   // the move of the only role that could choose
	// Of games that hide information: the own move, or "" for what was answered,
	// and what the role perceives.
	Own      string
	Percepts []string

	// Number counts the steps from 1, in protocols that do. A repeated one is
	// ignored.
	Number int
	gap    bool // steps before this one are missing
}

// A Seat is a role in a match. Its methods may be called at the same time.
type Seat struct {
	Options
	match  Match
	open   opener
	ctx    context.Context // of the match
	cancel context.CancelFunc
	group  sync.WaitGroup // of the goroutines

	read    chan struct{} // closed when the rules have been read
	rules   *rules.Rules
	unread  error      // why they cannot be played
	engines [2]*engine // the fast one, and the interpreter

	mu    sync.Mutex
	wake  chan struct{} // closed when there is something new for the engines
	play  int           // number of plays before this one
	steps []Step        // of this play
	said  string        // the last answer
	asked *question     // the last question

	margin *adaptiveMargin
}

// New returns a seat and starts to prepare its engines and player. The match ends
// with the context, or with Stop.
func New(ctx context.Context, m Match, opt Options) *Seat {
	return newSeat(ctx, m, opt, (*rules.Rules).Open)
}

// An opener opens rules as games, as [rules.Rules.Open] does.
type opener func(r *rules.Rules, ctx context.Context, o rules.Opening) (game.Game, string, error)

func newSeat(ctx context.Context, m Match, opt Options, open opener) *Seat {
	if opt.Log == nil {
		opt.Log = slog.New(slog.DiscardHandler)
	}
	s := &Seat{Options: opt, match: m, open: open, margin: newMargin(opt.Margin), read: make(chan struct{}), wake: make(chan struct{})}
	s.ctx, s.cancel = context.WithCancel(ctx)
	s.engines = [2]*engine{
		{seat: s, name: "fast", opening: rules.Opening{Time: max(openTime, m.StartClock/2), Early: opt.NewFor != nil}, prepared: make(chan struct{})},
		{seat: s, name: "interpreter", opening: rules.Opening{Engine: "reference"}, standby: true, prepared: make(chan struct{})},
	}
	s.group.Go(s.readRules)
	for _, e := range s.engines {
		s.group.Go(e.run)
	}
	return s
}

// openTime is the minimal time limit for preparing the fast engine. The match
// continues meanwhile.
const openTime = 20 * time.Second

// readRules reads the rules.
func (s *Seat) readRules() {
	defer close(s.read)
	defer func() {
		if r := recover(); r != nil {
			s.unread = panicked(r)
		}
		if s.unread != nil {
			s.Log.Error("the rules cannot be played; moves will be guessed", "error", s.unread)
		}
	}()
	s.rules, s.unread = s.match.Rules(s.ctx)
}

// fast returns the fast engine.
func (s *Seat) fast() *engine { return s.engines[0] }

// Await waits until the player is prepared, or until the start clock demands an
// answer.
func (s *Seat) Await(ctx context.Context) {
	alarm, stop := s.alarm(s.match.Received, s.match.StartClock)
	defer stop()
	for _, e := range s.engines {
		select {
		case <-e.prepared:
			if !s.dead(e) {
				return
			}
		case <-alarm:
			s.Log.Warn("the start clock was too short to prepare everything")
			return
		case <-ctx.Done():
			return
		case <-s.ctx.Done():
			return
		}
	}
}

func (s *Seat) dead(e *engine) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return e.dead
}

// Observe records a step.
func (s *Seat) Observe(step Step) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if step.Number > 0 && step.Number <= len(s.steps) {
		return
	}
	step.gap = step.Number > len(s.steps)+1
	if step.Own == "" {
		step.Own = s.said
	}
	s.steps = append(s.steps, step)
	s.announce()
}

// Again begins another play of the same game.
func (s *Seat) Again() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.play++
	s.steps, s.said = nil, ""
	s.announce()
}

// announce wakes the engines.
func (s *Seat) announce() {
	close(s.wake)
	s.wake = make(chan struct{})
}

// stopTime is how long the goroutines of a match are waited for.
const stopTime = time.Second

// Stop ends the match, and any question in it.
func (s *Seat) Stop() {
	s.cancel()
	done := make(chan struct{})
	go func() {
		s.group.Wait()
		close(done)
	}()
	timer := time.NewTimer(stopTime)
	defer timer.Stop()
	select {
	case <-done:
	case <-timer.C:
		s.Log.Warn("an engine or a player does not stop")
	}
}

// Reserve returns how long before the end of a clock thinking ends at first.
func (o *Options) Reserve(clock time.Duration) time.Duration { return newMargin(o.Margin).of(clock) }

// thinking returns a context for thinking within a clock, 0 is none, that began to
// run at a time.
func (s *Seat) thinking(began time.Time, clock time.Duration) (context.Context, context.CancelFunc) {
	if clock <= 0 {
		return context.WithCancel(s.ctx)
	}
	return context.WithDeadline(s.ctx, began.Add(clock-s.margin.of(clock)))
}

// alarm returns a channel that fires when an answer has to be sent, or nil if there
// is no clock, and the function that stops it. That is later than the end of
// thinking, so that a player's last answer counts.
func (s *Seat) alarm(began time.Time, clock time.Duration) (<-chan time.Time, func() bool) {
	if clock <= 0 {
		return nil, func() bool { return true }
	}
	timer := time.NewTimer(time.Until(began.Add(clock - s.margin.of(clock)/2)))
	return timer.C, timer.Stop
}
