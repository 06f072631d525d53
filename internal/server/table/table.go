package table

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"ludex/game"
	"ludex/internal/board"
	"ludex/internal/panics"
	"ludex/internal/server/feed"
	"ludex/internal/server/gamecache"
	"ludex/internal/server/humanplay"
	"ludex/internal/server/tablelog"
	"ludex/internal/session"
)

// A Table is a table in the memory of this server. It is safe for concurrent use.
type Table struct {
	id       string
	manager  *Manager
	prepared *prepared
	used     atomic.Int64 // time of the last request, in nanoseconds
	watched  atomic.Int64 // number of streams
	admitted atomic.Pointer[admission]
	listed   atomic.Pointer[tablelog.Summary] // what lists show
	calls    chan call

	ctx    context.Context // ends when the table is dropped from memory
	cancel context.CancelFunc
	done   chan struct{}

	// The following fields belong to the goroutine.
	fold       *fold
	broken     error // why the table cannot be used
	unsure     bool  // an event may have been appended that was not applied
	published  bool  // what was published is what there is to see
	leading    bool
	leaseAt    time.Time // when to ask for the lease again
	decisions  []decision
	eyes       map[string]*eye
	lenses     map[game.Role]*lens
	here       map[string]presence // by holder
	remote     map[string]remotePresence
	talk       map[string]*rate.Limiter      // by holder
	finding    game.Machine                  // for the cells of moves; its failure does not end the game
	accounts   map[string]*humanplay.Account // by holder; nil for somebody who has none
	notices    []string
	summarised int    // the number of events when the summary was stored
	saved      string // identifies the end of the game whose record is saved
	record     string // name of the saved record
	lost       []loss // by step
	lostOf     history
	tally      tally
	timer      *time.Timer
}

// A decision of a program waits until it may be told.
type decision struct {
	session.Decision
	mark roundMark
}

// A call is a function for the goroutine of a table to run.
type call struct {
	do    func() error
	quiet bool   // the function changes nothing
	after func() // runs when all that do changed is published; or nil
	reply chan error
}

// An admission says who may see a table. It is there for all goroutines, since every
// request asks for it.
type admission struct {
	closed, watch bool
	holders       []string
}

// admit updates who may see the table.
func (t *Table) admit() {
	now := admission{t.fold.over, t.fold.setup.Watch, t.fold.holders()}
	if old := t.admitted.Load(); old == nil || old.closed != now.closed || !slices.Equal(old.holders, now.holders) {
		t.admitted.Store(&now)
	}
}

// load makes a table from its events.
func (m *Manager) load(ctx context.Context, id string) (*Table, error) {
	events, err := m.cfg.Store.TableEvents(ctx, id, 0)
	if err != nil {
		return nil, err
	}
	if len(events) == 0 {
		return nil, ErrNone
	}
	t := &Table{
		id: id, manager: m, calls: make(chan call), done: make(chan struct{}), eyes: map[string]*eye{}, lenses: map[game.Role]*lens{},
		here: map[string]presence{}, remote: map[string]remotePresence{}, talk: map[string]*rate.Limiter{}, accounts: map[string]*humanplay.Account{}, timer: time.NewTimer(time.Hour),
	}
	t.ctx, t.cancel = context.WithCancel(context.Background())
	t.touch()
	if err := t.replay(ctx, events); err != nil {
		t.cancel()
		return nil, err
	}
	go t.run()
	return t, nil
}

// replay folds the events of a table.
func (t *Table) replay(ctx context.Context, events []tablelog.Event) error {
	first, err := decodeEvent(events[0])
	if err != nil {
		return err
	}
	if first.Kind == realTime {
		return ErrRealTime
	}
	if first.Kind != opened || first.Setup == nil {
		return fmt.Errorf("table %s: %w: it does not begin with its setup", t.id, errLog)
	}
	setup := *first.Setup
	var names []string
	for _, s := range setup.Seats {
		names = append(names, s.Program)
	}
	e, err := t.manager.cfg.Games.Find(gamecache.Ref{Game: setup.Game, Text: setup.Text, Board: setup.Board})
	if err != nil {
		return err
	}
	if t.prepared, err = prepare(ctx, e, setup.ClockMs > 0 && setup.Nodes == 0, names); err != nil {
		return err
	}
	if t.prepared.note != "" {
		t.notices = append(t.notices, t.prepared.note)
	}
	t.prepared.decided = func(d session.Decision) { t.decisions = append(t.decisions, decision{d, t.fold.mark}) }
	life, end := context.WithCancel(t.ctx)
	stop := context.AfterFunc(ctx, end) // whoever asks for the table may leave before it is there
	if t.fold, err = begin(life, setup, events[0].At, t.prepared); err != nil {
		end()
		return &humanplay.BadRequestError{Err: err}
	}
	err = t.applyAll(events[1:])
	if !stop() || err != nil {
		end()
		return errors.Join(err, context.Cause(ctx))
	}
	if err := t.fold.play.Err(); err != nil && t.fold.events == 1 {
		end()
		return &humanplay.BadRequestError{Err: err}
	}
	t.admit()
	return nil
}

// applyAll applies the next events of the log.
func (t *Table) applyAll(events []tablelog.Event) error {
	for _, stored := range events {
		if stored.Number != t.fold.events+1 {
			return fmt.Errorf("table %s: %w: event %d is missing", t.id, errLog, t.fold.events+1)
		}
		e, err := decodeEvent(stored)
		if err == nil {
			err = t.fold.apply(e, stored.At)
		}
		if err != nil {
			return fmt.Errorf("table %s: %w", t.id, err)
		}
	}
	return nil
}

// ID returns the name of the table.
func (t *Table) ID() string { return t.id }

func (t *Table) touch() { t.used.Store(time.Now().UnixNano()) }

// idle returns the time since the last request. A table that was closed is idle for ever.
func (t *Table) idle() time.Duration {
	if a := t.admitted.Load(); a != nil && a.closed {
		return math.MaxInt64
	}
	if t.watched.Load() > 0 {
		return 0
	}
	return time.Since(time.Unix(0, t.used.Load()))
}

// run is the goroutine of the table.
func (t *Table) run() {
	defer close(t.done)
	err := t.limited(func() error {
		t.fold.play.Wake()
		t.settle()
		return nil
	})
	for !errors.Is(err, errDefect) && t.broken == nil {
		t.arm()
		select {
		case u := <-t.fold.play.Updates():
			err = t.limited(func() error {
				if t.fold.play.Apply(u) {
					t.settle()
				}
				return nil
			})
		case c := <-t.calls:
			err = t.limited(func() error { return t.answer(c) })
			c.reply <- err
		case <-t.timer.C:
			err = t.limited(func() error {
				t.settle()
				return nil
			})
		case <-t.ctx.Done():
			t.end()
			return
		}
	}
	if t.broken != nil {
		t.manager.log().Error("a table cannot go on", "table", t.id, "err", t.broken)
	}
	t.cancel()
	t.end()
}

// end ends what the table has started.
func (t *Table) end() {
	for _, e := range t.eyes {
		e.feed.Close()
	}
	t.manager.forget(t)
	_ = t.guard(t.fold.play.Close) // a player that does not stop is abandoned
	t.timer.Stop()
}

// answer runs a call, and shows what it changed.
func (t *Table) answer(c call) error {
	if t.unsure {
		t.catchUp()
	}
	err := c.do()
	if !c.quiet {
		t.settle()
	}
	if err == nil && c.after != nil {
		c.after()
	}
	return err
}

// limited runs f with the time limit for one answer of the rules.
func (t *Table) limited(f func() error) error {
	ctx, cancel := context.WithTimeoutCause(t.ctx, t.manager.cfg.Time, t.manager.slow)
	defer cancel()
	t.fold.play.Bind(ctx)
	return t.guard(f)
}

// errDefect is the error that a person sees after a panic; the log has the details.
var errDefect = errors.New("there is a defect in the program; the server's log says more")

// guard calls f. It logs a panic and turns it into errDefect.
func (t *Table) guard(f func() error) error {
	err := panics.Catch(f)
	if defect, ok := errors.AsType[*panics.Error](err); ok {
		t.manager.log().Error("a defect at a table", "table", t.id, "game", t.prepared.entry.Rules.Name(), "err", defect, "stack", string(defect.Stack))
		return errDefect
	}
	return err
}

// call runs do in the goroutine of the table, and waits for it. If the context ends first,
// the caller must not use what do changes.
func (t *Table) call(ctx context.Context, quiet bool, do func() error) error {
	return t.send(ctx, call{do: do, quiet: quiet, reply: make(chan error, 1)})
}

// send hands a call to the goroutine of the table, and waits for it.
func (t *Table) send(ctx context.Context, c call) error {
	t.touch()
	select {
	case t.calls <- c:
	case <-t.done:
		return ErrGone
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case err := <-c.reply:
		return err
	case <-t.done:
		select {
		case err := <-c.reply: // what ended the goroutine
			return err
		default:
		}
		return ErrGone
	case <-ctx.Done():
		return ctx.Err()
	}
}

// ErrGone is returned by a table that was dropped from memory meanwhile.
var ErrGone = fmt.Errorf("%w for a moment; try again", humanplay.ErrClosed)

// commit appends an event to the log, and applies it when it is there. If another server
// was faster, the error is [tablelog.ErrConflict], and what is new was applied.
func (t *Table) commit(ctx context.Context, e Event) error {
	e.Key = rand.Text()[:10]
	body, err := json.Marshal(e)
	if err != nil {
		return err
	}
	at := t.manager.now().Truncate(time.Millisecond)
	if at.Before(t.fold.at) {
		at = t.fold.at
	}
	stored := tablelog.Event{Table: t.id, Number: t.fold.events + 1, At: at, Body: body, Holder: e.Holder}
	switch err := t.manager.cfg.Writer.Append(ctx, stored); {
	case errors.Is(err, tablelog.ErrConflict):
		t.catchUp()
		return err
	case err != nil:
		t.unsure = true
		return err
	}
	t.published = false
	if err := t.fold.apply(e, at); err != nil {
		t.broken = err
		return err
	}
	t.admit()
	t.manager.tell(Notice{Table: t.id, Number: t.fold.events})
	return nil
}

// catchUp reads and applies the events that other servers appended.
func (t *Table) catchUp() {
	ctx, cancel := context.WithTimeout(t.ctx, t.manager.cfg.Time)
	defer cancel()
	events, err := t.manager.cfg.Store.TableEvents(ctx, t.id, t.fold.events)
	if err != nil {
		t.unsure = true
		t.manager.log().Warn("the events of a table cannot be read", "table", t.id, "err", err)
		return
	}
	t.unsure, t.published = false, t.published && len(events) == 0
	if err := t.applyAll(events); err != nil {
		t.broken = err
	}
	t.admit()
}

// attempts is how often an action is tried while others are faster.
const attempts = 5

// act executes an action of a person that is an event.
func (t *Table) act(ctx context.Context, propose func() (Event, error)) error {
	var err error
	for range attempts {
		var e Event
		if e, err = propose(); err != nil {
			return err
		}
		if err = t.commit(ctx, e); !errors.Is(err, tablelog.ErrConflict) {
			break
		}
	}
	switch {
	case errors.Is(err, tablelog.ErrConflict):
		return humanplay.ErrStale
	case err != nil && ctx.Err() == nil:
		return fmt.Errorf("%w: %w", humanplay.ErrStore, err)
	}
	return err
}

// Do executes an action of someone with a secret's hash, and returns what they see then: a
// [humanplay.View] as JSON.
func (t *Table) Do(ctx context.Context, holder string, a humanplay.Action) ([]byte, error) {
	seen := make(chan []byte, 1)
	err := t.send(ctx, call{
		do:    func() error { return t.execute(ctx, holder, a) },
		after: func() { seen <- t.encoded(t.eye(holder)) },
		reply: make(chan error, 1),
	})
	if err != nil {
		return nil, err
	}
	return <-seen, nil
}

// execute executes an action.
func (t *Table) execute(ctx context.Context, holder string, a humanplay.Action) error {
	switch a.Kind {
	case humanplay.DoHint, humanplay.DoEvaluate:
		return t.advise(holder, a)
	case DoChat:
		if !t.mayTalk(holder) {
			return ErrTalk
		}
	}
	return t.act(ctx, func() (Event, error) {
		e, err := t.fold.propose(holder, a, t.manager.now())
		if err == nil && e.Kind == moved {
			t.nameMove(&e)
		}
		return e, err
	})
}

// ErrTalk is returned to those who say too much.
var ErrTalk = errors.New("that is a lot to say; wait a moment")

// The rate of chat of one person.
const (
	linesPerSecond = 0.5
	linesAtOnce    = 5
)

func (t *Table) mayTalk(holder string) bool {
	if t.talk[holder] == nil {
		t.talk[holder] = rate.NewLimiter(linesPerSecond, linesAtOnce)
	}
	return t.talk[holder].Allow()
}

// Join lets somebody take an open seat.
func (t *Table) Join(ctx context.Context, role, key, holder, name string) error {
	return t.call(ctx, false, func() error {
		return t.act(ctx, func() (Event, error) {
			return t.fold.proposeJoin(game.Role(slices.Index(t.prepared.game.Roles(), role)), key, holder, name)
		})
	})
}

// An Invitation says what somebody is invited to.
type Invitation struct {
	Title string
	Role  string
	From  []string // names of the people at the table
}

// Invitation returns what a key invites to.
func (t *Table) Invitation(ctx context.Context, role, key string) (Invitation, error) {
	var out Invitation
	err := t.call(ctx, true, func() error {
		r := game.Role(slices.Index(t.prepared.game.Roles(), role))
		if _, err := t.fold.proposeJoin(r, key, "", ""); err != nil {
			return err
		}
		out = Invitation{Title: t.prepared.entry.Title(), Role: role}
		for _, s := range t.fold.seats {
			if s.Holder != "" && s.Name != "" && !slices.Contains(out.From, s.Name) {
				out.From = append(out.From, s.Name)
			}
		}
		return nil
	})
	return out, err
}

// Admits reports whether somebody may see the table: a holder, or anybody if it may be
// watched.
func (t *Table) Admits(holder string) (bool, error) {
	select {
	case <-t.done:
		return false, ErrGone
	default:
	}
	a := t.admitted.Load()
	return !a.closed && (a.watch || holder != "" && slices.Contains(a.holders, holder)), nil
}

// View returns what somebody may see.
func (t *Table) View(ctx context.Context, holder string) (humanplay.View, error) {
	v := new(humanplay.View)
	err := t.call(ctx, true, func() error {
		*v = t.view(t.eye(holder))
		return nil
	})
	if err != nil {
		return humanplay.View{}, err
	}
	return *v, nil
}

// Position returns what somebody may see of the position, with a number that changes with
// its image.
func (t *Table) Position(ctx context.Context, holder string) (board.Position, uint64, error) {
	seen, number := new(board.Position), new(uint64)
	err := t.call(ctx, true, func() error {
		*seen, *number = t.seen(t.eye(holder)), t.position(t.eye(holder))
		return nil
	})
	if err != nil {
		return board.Position{}, 0, err
	}
	return *seen, *number, nil
}

// Played returns the joint moves so far, by step and role, as the rules write them, from
// which another table can go on. In a game with hidden information nobody may know them.
func (t *Table) Played(ctx context.Context, holder string) ([][]string, error) {
	var out [][]string
	err := t.call(ctx, true, func() error {
		if t.fold.game.Hidden() {
			return refused("%s hides information: its moves are not told", t.prepared.entry.Title())
		}
		seat := t.lensOf(t.eye(holder)).seat
		for i := range seat.Steps() {
			var texts []string
			for r, m := range seat.Seen(i).Joint {
				texts = append(texts, t.fold.game.MoveText(game.Role(r), m))
			}
			out = append(out, texts)
		}
		return nil
	})
	return out, err
}

// Entry returns the game that is played.
func (t *Table) Entry() *gamecache.Entry { return t.prepared.entry }

// Draw returns an SVG image of a position.
func (t *Table) Draw(ctx context.Context, p board.Position, opt board.Options) ([]byte, error) {
	return t.prepared.entry.Draw(ctx, p, opt)
}

// Text returns a position as lines of text.
func (t *Table) Text(ctx context.Context, p board.Position) ([]byte, error) {
	return t.prepared.entry.Text(ctx, p)
}

// Attach returns the feed of what somebody may see, and an event with the present view for
// this reader alone, after which it reads the feed. The table is kept, and the person shown
// as present, until detach is called.
func (t *Table) Attach(ctx context.Context, holder string) (f *feed.Feed, first feed.Event, detach func(), err error) {
	var e *eye // what the reader sees until it leaves, whoever takes seats meanwhile
	arrived := false
	out := make(chan feed.Event, 1)
	t.watched.Add(1)
	err = t.send(ctx, call{
		do: func() error {
			e = t.eye(holder)
			e.readers++
			arrived = t.arrive(holder)
			return nil
		},
		after: func() { out <- e.feed.Alone("view", t.encoded(e)) },
		reply: make(chan error, 1),
	})
	if err != nil {
		t.watched.Add(-1)
		return nil, first, nil, err
	}
	return e.feed, <-out, func() {
		t.watched.Add(-1)
		_ = t.call(t.ctx, false, func() error { // a table that is gone needs no goodbye
			if e.readers--; arrived {
				t.depart(holder)
			}
			return nil
		})
	}, nil
}

// refresh makes the table read what is new.
func (t *Table) refresh(n Notice) {
	_ = t.call(t.ctx, false, func() error { // a table that is gone needs no news
		if n.Here != nil {
			t.remote[n.Server] = remotePresence{n.Here, t.manager.now().Add(presenceTime)}
		}
		if n.Number == 0 && n.Here == nil || n.Number > t.fold.events {
			t.catchUp()
		}
		return nil
	})
}
