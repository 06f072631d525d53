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
	stopped  timed.Time // the game time when the match ended
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
}

// now returns the time of the match.
func (m *timedMatch) now() timed.Time {
	if m.live == nil {
		return 0
	}
	return m.live.Clock.Now()
}

func newTimedSession(b base, g *timed.Game) (Session, error) {
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
	s.legal, s.history, s.notices, s.ended, s.before, s.last, s.stopped = nil, nil, nil, nil, nil, nil, 0
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
	case s.phase == Over:
		return units(s.stopped)
	}
	return 0
}

func units(t timed.Time) float64 { return t.Duration(time.Second).Seconds() }

// Do implements [Session].
func (s *timedSession) Do(_ context.Context, a Action) (View, error) {
	s.touch()
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.act(a); err != nil {
		return View{}, err
	}
	s.tell()
	v := s.view()
	v.Version = s.feed.Last()
	return v, nil
}

func (s *timedSession) act(a Action) error {
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
		s.opt.Unit = cmp.Or(a.Unit, s.opt.Unit)
		s.start()
		return nil
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
		if s.phase == Live {
			return refused(errors.New("the game is not over"))
		}
		if a.Swap {
			s.role = s.next()
		}
		s.number++
		s.phase, s.record = Ready, ""
		s.reset()
		return nil
	}
	return refused(fmt.Errorf("there is no %s in a game in real time", a.Kind))
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

// start begins a match.
func (s *timedSession) start() {
	ctx, cancel := context.WithCancel(context.Background())
	p := &timedMatch{number: s.number, cancel: cancel}
	s.beginMatch()
	c := s.config()
	c.Seats, c.Seed = s.seats(p), s.seed()
	c.RealTime = match.RealTime{Wall: true, Options: timed.MatchOptions{
		Unit: s.opt.Unit, MaxTime: maxTime, Notify: func(n timed.Notice) { s.notify(p, n) },
	}}
	s.match, s.phase = p, Live
	s.matches.Go(func() {
		defer cancel()
		var record *match.Record
		err := s.guard(func() (err error) {
			record, err = match.Run(ctx, c)
			return err
		})
		s.finish(p, record, err)
	})
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
	s.tell()
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
		return &Result{Text: "the end: " + v.Text() + strings.Join(parts, ", "), Verdict: v, Goals: record.Goals}
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
