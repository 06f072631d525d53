package humanplay

import (
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
	"ludex/internal/server/gamecache"
	"ludex/match"
	"ludex/player/realtime"
	"ludex/timed"
)

// DefaultUnit is the real time of one unit of game time at a table: people need
// longer than programs.
const DefaultUnit = 5 * time.Second

// live is a table of a game in real time.
type live struct {
	base
	game   *timed.Game
	board  *board.Board
	roster *realtime.Roster
	names  []string // of players, by role

	mu       sync.Mutex
	role     game.Role
	phase    Phase
	play     *play // the present one; nil before the first
	position uint64
	legal    []string
	state    timed.State
	before   []string // facts
	facts    []string
	last     []string // moves of the last update
	history  []string
	notices  []string
	stopped  timed.Time // where the clock stood in the end
	ended    *Result
	plays    sync.WaitGroup
}

// A play is one match at a table in real time.
type play struct {
	number int
	clock  *timed.WallClock
	inbox  *timed.Inbox
	cancel context.CancelFunc
	offers uint64
	given  bool // the person has resigned
}

func newLive(ctx context.Context, b base) (*live, error) {
	g, err := b.opt.Book.Timed(ctx)
	if err != nil {
		return nil, &BadRequestError{err}
	}
	if b.opt.Moves != "" {
		return nil, bad("a game in real time begins at the beginning")
	}
	if b.opt.Unit == 0 {
		b.opt.Unit = DefaultUnit
	}
	t := &live{base: b, phase: Ready, position: 1}
	if t.game, err = g.Fork(); err != nil {
		return nil, &BadRequestError{err}
	}
	if t.board, err = b.opt.Book.Board(ctx); err != nil {
		return nil, &BadRequestError{err}
	}
	if t.roster, err = b.opt.Book.Roster(ctx); err != nil {
		return nil, &BadRequestError{err}
	}
	if t.role, err = b.opt.role(g.Roles(), g.Random()); err != nil {
		return nil, err
	}
	if t.names, err = b.opt.opponents(g.Roles()); err != nil {
		return nil, err
	}
	for _, name := range t.names {
		if !slices.Contains(TimedPlayers, name) {
			return nil, bad("there is no player %q in real time: the players are %s", clip(name), strings.Join(TimedPlayers, ", "))
		}
	}
	t.reset()
	t.publish()
	go func() {
		defer close(t.done)
		<-t.ctx.Done()
		t.mu.Lock()
		if t.play != nil {
			t.play.cancel()
		}
		t.mu.Unlock()
		t.plays.Wait()
		t.feed.Close()
		close(t.closed)
	}()
	return t, nil
}

// reset shows the position in which the game begins, if it is open to all.
func (t *live) reset() {
	t.legal, t.history, t.notices, t.ended, t.before, t.last, t.stopped = nil, nil, nil, nil, nil, nil, 0
	t.state, t.facts = timed.State{}, nil
	if !t.game.Hidden() {
		t.state = t.game.Initial()
		t.facts = gamecache.TimedFacts(t.state)
	}
	t.position++
}

// View implements [Table].
func (t *live) View(context.Context) (View, error) {
	t.touch()
	t.mu.Lock()
	defer t.mu.Unlock()
	v := t.view()
	v.Version = t.feed.Last()
	return v, nil
}

// Position implements [Table].
func (t *live) Position(context.Context) (board.Position, uint64, error) {
	t.touch()
	t.mu.Lock()
	defer t.mu.Unlock()
	p := board.Position{Facts: t.facts, Before: t.before, Last: t.last, Over: t.phase == Over, Hidden: t.game.Hidden()}
	return p, t.position, nil
}

// Now returns the time of the game, in units, and whether it runs.
func (t *live) Now() (now float64, running bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.now(), t.phase == Live
}

// now returns how many units of time have passed.
func (t *live) now() float64 {
	switch {
	case t.phase == Live && t.play != nil:
		return units(t.play.clock.Now())
	case t.phase == Over:
		return units(t.stopped)
	}
	return 0
}

func units(t timed.Time) float64 { return t.Duration(time.Second).Seconds() }

// Do implements [Table].
func (t *live) Do(_ context.Context, a Action) (View, error) {
	t.touch()
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.act(a); err != nil {
		return View{}, err
	}
	t.tell()
	v := t.view()
	v.Version = t.feed.Last()
	return v, nil
}

func (t *live) act(a Action) error {
	if t.ctx.Err() != nil {
		return ErrClosed
	}
	switch a.Kind {
	case DoStart:
		if t.phase != Ready {
			return refused(errors.New("the clock runs already"))
		}
		return t.start()
	case DoMove:
		return t.offer(a)
	case DoResign:
		if t.phase != Live {
			return refused(errors.New("the game is not running"))
		}
		t.play.given = true
		t.play.cancel()
		return nil
	case DoRematch:
		if t.phase == Live {
			return refused(errors.New("the game is not over"))
		}
		if a.Swap {
			t.role = t.next()
		}
		t.number++
		t.phase, t.record = Ready, ""
		t.reset()
		return nil
	}
	return refused(fmt.Errorf("there is no %s in a game in real time", a.Kind))
}

// next returns the role after the person's that chance does not have.
func (t *live) next() game.Role {
	n := game.Role(len(t.game.Roles()))
	for r := (t.role + 1) % n; r != t.role; r = (r + 1) % n {
		if r != t.game.Random() {
			return r
		}
	}
	return t.role
}

// offer sends a move of the person's to the match.
func (t *live) offer(a Action) error {
	if t.phase != Live {
		return refused(errors.New("the clock does not run"))
	}
	move := ""
	for i, text := range t.legal {
		if i+1 == a.Number && a.Move == "" || a.Move != "" && t.opt.Book.Rules.Show(text) == a.Move {
			move = text
		}
	}
	if move == "" {
		return refused(errors.New("that move is not legal now"))
	}
	t.play.offers++
	t.play.inbox.Put(t.role, move, t.play.offers)
	return nil
}

// start begins a match. The person's seat is played by what comes into the inbox.
func (t *live) start() error {
	clock := timed.NewWallClock(t.opt.Unit)
	ctx, cancel := context.WithCancel(context.Background())
	p := &play{number: t.number, clock: clock, inbox: timed.NewInbox(clock), cancel: cancel}
	c := match.Config{
		ID: match.NewID("table", t.opt.Book.Rules.Name(), time.Now()), Rules: t.opt.Book.Rules, Game: t.game,
		StartClock: startClock, Nodes: t.opt.Nodes, Seed: t.seed(),
		RealTime: match.RealTime{Wall: true, Clock: clock, Inbox: p.inbox, Options: timed.MatchOptions{
			Unit: t.opt.Unit, MaxTime: maxTime, Notify: func(n timed.Notice) { t.hear(p, n) },
		}},
	}
	for r, name := range t.names {
		seat, err := t.seat(game.Role(r), name, p)
		if err != nil {
			cancel()
			return err
		}
		c.Seats = append(c.Seats, seat)
	}
	t.play, t.phase, t.began = p, Live, time.Now()
	t.plays.Go(func() {
		defer cancel()
		var record *match.Record
		err := t.guard(func() (err error) {
			record, err = match.Run(ctx, c)
			return err
		})
		t.finish(p, record, err)
	})
	return nil
}

// seed returns that of the present game. Records have it, and it tells nothing
// about that of the next game.
func (t *live) seed() uint64 {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %d", t.opt.Seed, t.number))
	return binary.LittleEndian.Uint64(sum[:])
}

// maxTime ends games in real time that nobody ends, in units.
const maxTime = timed.Time(10_000) * 1_000_000_000

// seat returns the seat of a role, with the player of a name or the person.
func (t *live) seat(r game.Role, name string, p *play) (match.Seat, error) {
	switch r {
	case t.role:
		return match.Seat{Name: "person", Player: &person{table: t, play: p}, Human: true}, nil
	case t.game.Random():
		return match.Seat{Name: "chance"}, nil
	}
	maker, err := t.roster.Maker(name)
	if err != nil {
		return match.Seat{}, &BadRequestError{err}
	}
	return match.Seat{Name: name, Player: maker()}, nil
}

// finish keeps the record of a match and notes how it ended.
func (t *live) finish(p *play, record *match.Record, err error) {
	if record != nil && len(record.Moves) > 0 && t.opt.Save != nil {
		ctx, cancel := context.WithTimeout(context.Background(), saveTime)
		saveErr := t.opt.Save(ctx, record)
		cancel()
		t.mu.Lock()
		if t.record = record.ID; saveErr != nil {
			t.record = ""
			t.notices = append(t.notices, "the record of the game could not be kept: "+saveErr.Error())
		}
		t.mu.Unlock()
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.phase, t.stopped, t.legal = Over, p.clock.Now(), nil
	t.showLast(record)
	t.ended = t.outcome(p, record, err)
	t.position++
	t.tell()
}

// showLast shows the position in which a game that hides nothing has ended.
func (t *live) showLast(record *match.Record) {
	if t.game.Hidden() || record == nil {
		return
	}
	log, err := record.TimedLog()
	if err != nil {
		return
	}
	for _, e := range slices.Backward(log.Events) {
		if len(e.Facts) == 0 {
			continue
		}
		t.before, t.facts = t.facts, nil
		for _, f := range e.Facts {
			t.facts = append(t.facts, f.String())
		}
		return
	}
}

func (t *live) outcome(p *play, record *match.Record, err error) *Result {
	switch {
	case p.given:
		return &Result{Text: "you resigned", Verdict: "loss", Resigned: true}
	case record != nil && record.Completed:
		var parts []string
		for r, g := range record.Goals {
			if game.Role(r) != t.game.Random() {
				parts = append(parts, fmt.Sprintf("%s %d", t.game.Roles()[r], g))
			}
		}
		v := verdict(false, record.Goals, t.role, t.game.Random())
		return &Result{Text: "the end: " + map[string]string{"win": "you win, ", "loss": "you lose, ", "draw": "a draw, "}[v] + strings.Join(parts, ", "), Verdict: v, Goals: record.Goals}
	case err != nil && !errors.Is(err, context.Canceled):
		return &Result{Text: "the game cannot go on: " + err.Error(), Verdict: "none"}
	case record != nil && record.Details.Reason != "":
		return &Result{Text: "the game ended: " + record.Details.Reason, Verdict: "none"}
	}
	return &Result{Text: "the game was stopped", Verdict: "none"}
}

// publish tells what is new.
func (t *live) publish() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.tell()
}

func (t *live) tell() {
	v := t.view()
	v.Version = t.feed.Last() + 1
	t.feed.Publish("view", v)
}

var _ Table = (*live)(nil)
