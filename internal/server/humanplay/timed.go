package humanplay

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"ludex/game"
	"ludex/internal/board"
	"ludex/internal/movekeys"
	"ludex/internal/session"
	"ludex/internal/timedmatch"
	"ludex/match"
	"ludex/player/realtime"
	"ludex/timed"
)

// timedSession is a session of a real-time game.
type timedSession struct {
	base
	game *timed.Game

	mu       sync.Mutex // protects what follows, and the role and match of the base
	phase    Phase
	match    *timedMatch // the current match; nil before the first
	position uint64
	legal    []string
	state    timed.State
	before   []string // facts
	facts    []string
	last     []string // moves of the last update
	history  []string
	notices  []string
	keys     map[string]string // of moves
	clocks   []Clock
	seen     []Seen
	stopped  timed.Time // the game time when the match ended, or was interrupted
	past     *past      // of a match that was interrupted; else nil
	left     bool       // the person has left
	ended    *Result
	matches  sync.WaitGroup
}

// A timedMatch is one match of a session of a real-time game.
type timedMatch struct {
	number   int
	live     *realtime.Live // nil until the match begins
	cancel   context.CancelFunc
	offers   uint64
	resigned bool // the person has resigned

	past   *past // of a match that goes on; else nil
	behind bool  // what happens now has happened before
	paused bool  // it was interrupted
	lost   error // why it could not be kept
	kept   int   // lines of its log that are in the journal; belongs to the match
}

// now returns the time of the match.
func (m *timedMatch) now() timed.Time {
	if m.live == nil {
		return 0
	}
	return m.live.Clock.Now()
}

func newTimedSession(b base, g *timed.Game) (*timedSession, error) {
	if b.opt.Moves != "" {
		return nil, bad("a game in real time begins at the beginning")
	}
	if b.opt.Unit == 0 {
		b.opt.Unit = timedmatch.UnitForPeople(g)
	}
	s := &timedSession{base: b, game: g, phase: Ready, position: 1}
	s.reset()
	s.publish()
	go func() {
		defer close(s.done)
		<-s.ctx.Done()
		s.mu.Lock()
		if s.match != nil {
			s.match.cancel()
		}
		s.mu.Unlock()
		s.matches.Wait()
		s.feed.Close()
		close(s.closed)
	}()
	return s, nil
}

// reset shows the initial position, unless the game has hidden information.
func (s *timedSession) reset() {
	s.legal, s.history, s.notices, s.ended, s.before, s.last, s.stopped, s.past = nil, nil, nil, nil, nil, nil, 0, nil
	s.state, s.facts, s.clocks, s.seen = timed.State{}, nil, nil, nil
	s.keys = s.board.Keys(movekeys.Inputs(s.ctx, s.game.Program(), s.game.Roles()[s.role]), nil)
	if !s.game.Hidden() {
		s.state = s.game.Initial()
		s.facts = s.split()
	}
	s.position++
}

// View implements [Session].
func (s *timedSession) View(context.Context) (View, error) {
	s.touch()
	s.mu.Lock()
	defer s.mu.Unlock()
	v := s.view()
	v.Version = s.feed.Last()
	return v, nil
}

// Position implements [Session].
func (s *timedSession) Position(context.Context) (board.Position, uint64, error) {
	s.touch()
	s.mu.Lock()
	defer s.mu.Unlock()
	p := board.Position{Facts: s.facts, Before: s.before, Last: s.last, Over: s.phase == Over, Hidden: s.game.Hidden()}
	return p, s.position, nil
}

// Now returns the game time, in units, and whether the clock is running.
func (s *timedSession) Now() (now float64, running bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now(), s.phase == Live
}

// now returns the game time in units.
func (s *timedSession) now() float64 {
	switch {
	case s.phase == Live && s.match != nil:
		return units(s.match.now())
	}
	return units(s.stopped)
}

func units(t timed.Time) float64 { return t.Duration(time.Second).Seconds() }

// Do implements [Session].
func (s *timedSession) Do(ctx context.Context, a Action) (View, error) {
	s.touch()
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.act(ctx, a); err != nil {
		return View{}, err
	}
	s.tell()
	v := s.view()
	v.Version = s.feed.Last()
	return v, nil
}

func (s *timedSession) act(ctx context.Context, a Action) error {
	if s.ctx.Err() != nil {
		return ErrClosed
	}
	switch a.Kind {
	case DoStart:
		if s.phase != Ready {
			return refused(errors.New("the clock runs already"))
		}
		if err := CheckLimits(0, 0, a.Unit); err != nil {
			return err
		}
		if s.past == nil {
			s.opt.Unit = cmp.Or(a.Unit, s.opt.Unit)
		}
		return s.start(ctx)
	case DoMove:
		return s.offer(a)
	case DoResign:
		if s.phase != Live {
			return refused(errors.New("the game is not running"))
		}
		s.match.resigned = true
		s.match.cancel()
		return nil
	case DoRematch:
		if s.phase == Live || s.past != nil {
			return refused(errors.New("the game is not over"))
		}
		if err := s.journal.add(ctx, journalEntry{Kind: again, Swap: a.Swap}); err != nil {
			return err
		}
		s.rematch(a.Swap)
		s.journal.summarise(s.summary(), false)
		return nil
	}
	return refused(fmt.Errorf("there is no %s in a game in real time", a.Kind))
}

// rematch lets another match begin.
func (s *timedSession) rematch(swap bool) {
	if swap {
		s.role = s.next()
	}
	s.number++
	s.phase, s.record = Ready, ""
	s.reset()
}

// next returns the next role after the person's that is not played by chance.
func (s *timedSession) next() game.Role {
	n := game.Role(len(s.game.Roles()))
	for r := (s.role + 1) % n; r != s.role; r = (r + 1) % n {
		if r != s.game.Random() {
			return r
		}
	}
	return s.role
}

// offer sends a move of the person to the match.
func (s *timedSession) offer(a Action) error {
	if s.phase != Live || s.match.live == nil {
		return refused(errors.New("the clock does not run"))
	}
	move := ""
	for i, text := range s.legal {
		if i+1 == a.Number && a.Move == "" || a.Move != "" && s.opt.Entry.Rules.Show(text) == a.Move {
			move = text
		}
	}
	if move == "" {
		return refused(errors.New("that move is not legal now"))
	}
	s.match.offers++
	s.match.live.Inbox.Put(s.role, move, s.match.offers)
	return nil
}

// start begins a match, or lets one go on that was interrupted.
func (s *timedSession) start(asked context.Context) error {
	if s.past == nil {
		s.beginMatch()
		if err := s.journal.add(asked, journalEntry{Kind: begun, Match: s.matchID, UnitMs: s.opt.Unit.Milliseconds()}); err != nil {
			return err
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	p := &timedMatch{number: s.number, cancel: cancel, past: s.past, behind: s.past != nil}
	c := s.config()
	c.Now, c.Keep = p.recordTime, func(r *match.Record) error { return s.keep(p, r) }
	c.Seats, c.Seed = s.seats(p), s.seed()
	c.RealTime = match.RealTime{Wall: true, Options: timed.MatchOptions{
		Unit: s.opt.Unit, MaxTime: maxTime, Notify: func(n timed.Notice) { s.notify(p, n) },
	}}
	if p.past != nil {
		c.RealTime.Past, c.RealTime.Since = p.past.lines, p.past.since
	}
	s.match, s.phase, s.past = p, Live, nil
	s.matches.Go(func() {
		defer cancel()
		var record *match.Record
		err := s.guard(func() (err error) {
			record, err = match.Run(ctx, c)
			return err
		})
		s.finish(p, record, err)
	})
	return nil
}

// seats returns the seats of a match.
func (s *timedSession) seats(p *timedMatch) []match.Seat {
	seats := make([]match.Seat, len(s.names))
	for r, name := range s.names {
		switch game.Role(r) {
		case s.role:
			seats[r] = match.Seat{Name: "person", Player: &person{session: s, match: p}, Human: true}
		case s.game.Random():
			seats[r] = match.Seat{Name: "chance"}
		default:
			seats[r] = match.Seat{Name: name, Player: s.makers[r]()}
		}
	}
	return seats
}

// seed returns the seed of the current game. It is part of the record, and reveals
// nothing about the seed of the next game.
func (s *timedSession) seed() uint64 {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %d", s.opt.Seed, s.number))
	return binary.LittleEndian.Uint64(sum[:])
}

// maxTime is the game time after which a match is cut off.
const maxTime = timed.Time(10_000) * 1_000_000_000

// finish saves the record of a match and records how it ended.
func (s *timedSession) finish(p *timedMatch, record *match.Record, err error) {
	if s.interrupt(p) {
		return
	}
	if record != nil && len(record.Moves) > 0 && s.opt.Save != nil {
		ctx, cancel := context.WithTimeout(context.Background(), saveTime)
		saveErr := s.opt.Save(ctx, record)
		cancel()
		s.mu.Lock()
		if s.record = record.ID; saveErr != nil {
			s.record = ""
			s.notices = append(s.notices, "the record of the game could not be kept: "+saveErr.Error())
		}
		s.mu.Unlock()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.phase, s.stopped, s.legal, s.clocks = Over, p.now(), nil, nil
	s.showLast(record)
	s.ended = s.outcome(p, record, err)
	s.position++
	ctx, cancel := context.WithTimeout(context.Background(), saveTime)
	defer cancel()
	if err := s.journal.add(ctx, journalEntry{Kind: ended, Result: s.ended, Record: s.record}); err != nil {
		s.notices = append(s.notices, err.Error())
	}
	s.journal.summarise(s.summary(), true)
	s.tell()
}

// interrupt reports whether a match has stopped that goes on when the session is loaded
// again. A match that cannot be kept ends the session, so that nobody sees what is not kept.
func (s *timedSession) interrupt(p *timedMatch) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p.lost != nil {
		s.cancel(p.lost)
	}
	if p.lost == nil && !p.paused {
		return false
	}
	s.phase, s.legal, s.stopped = Ready, nil, p.now()
	return true
}

// Leave implements [Session].
func (s *timedSession) Leave(reason string) {
	s.mu.Lock()
	s.left = true
	s.mu.Unlock()
	s.Close(reason)
	ctx, cancel := context.WithTimeout(context.Background(), saveTime)
	defer cancel()
	if err := s.journal.add(ctx, journalEntry{Kind: closed}); err != nil {
		s.opt.Log.Warn("it cannot be kept that a table was left", "table", s.id, "err", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.journal.summarise(s.summary(), true)
}

// showLast shows the final position of a game without hidden information.
func (s *timedSession) showLast(record *match.Record) {
	if s.game.Hidden() || record == nil {
		return
	}
	log, err := timedmatch.ReadLines(record.Details.Log)
	if err != nil {
		return
	}
	for _, e := range slices.Backward(log.Events) {
		if len(e.Facts) == 0 {
			continue
		}
		s.before, s.facts = s.facts, nil
		s.facts, _ = s.board.SplitTimed(e.Facts)
		return
	}
}

func (s *timedSession) outcome(p *timedMatch, record *match.Record, err error) *Result {
	switch {
	case p.resigned:
		return &Result{Text: "you resigned", Verdict: session.Loss, Resigned: true}
	case record != nil && record.Completed:
		var parts []string
		for r, g := range record.Goals {
			if game.Role(r) != s.game.Random() {
				parts = append(parts, fmt.Sprintf("%s %d", s.game.Roles()[r], g))
			}
		}
		v := session.NewVerdict(record.Goals, s.role, s.game.Random())
		return &Result{Text: "the end: " + v.Text() + strings.Join(parts, ", "), Verdict: v, Goals: session.WithoutChance(record.Goals, s.game.Random())}
	case err != nil && !errors.Is(err, context.Canceled):
		return &Result{Text: "the game cannot go on: " + err.Error(), Verdict: session.NoVerdict}
	case record != nil && record.Details.Reason != "":
		return &Result{Text: "the game ended: " + record.Details.Reason, Verdict: session.NoVerdict}
	}
	return &Result{Text: "the game was stopped", Verdict: session.NoVerdict}
}

// publish publishes the current view.
func (s *timedSession) publish() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tell()
}

func (s *timedSession) tell() {
	v := s.view()
	v.Version = s.feed.Last() + 1
	s.feed.Publish("view", v)
}

var _ Session = (*timedSession)(nil)
