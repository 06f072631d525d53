// Package hall has the matches that programs play against each other while others
// look on. Each is kept in the store step by step, and told in a feed.
package livematch

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"ludex/game"
	"ludex/internal/panics"
	"ludex/internal/server/feed"
	"ludex/internal/server/gamecache"
	"ludex/internal/server/humanplay"
	"ludex/internal/server/ratelimit"
	"ludex/internal/store"
	"ludex/match"
	"ludex/timed"
)

// ErrUnknown is reported for a match that is not being played.
var ErrUnknown = errors.New("there is no such match")

// keepSteps is how many steps of a match a feed has for those who come late.
const keepSteps = 100_000

// A Config says where matches are kept and how many are played at a time.
type Config struct {
	Store *store.Store
	Most  int          // at a time
	Each  int          // and of one client
	Log   *slog.Logger // nil is none
	// Ended is called when a match is over, before anybody is told; it may be nil.
	Ended func(*match.Record)
}

// A Hall is where programs play. It is safe for concurrent use.
type Hall struct {
	cfg    Config
	places *ratelimit.Gate
	ctx    context.Context
	stop   context.CancelFunc
	group  sync.WaitGroup

	mu      sync.Mutex
	matches map[string]*live
	old     []string // matches that are over, whose feeds are still there
}

type live struct {
	id     string
	feed   *feed.Feed
	ctx    context.Context
	cancel context.CancelFunc
	kept   chan struct{} // closed once the match is in the store
	ended  chan error    // has room for how it ended
	over   bool
}

// New returns a hall whose matches have the values of a context, such as its budget
// of memory; they end with the hall.
func New(ctx context.Context, cfg Config) *Hall {
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	ctx, stop := context.WithCancel(context.WithoutCancel(ctx))
	return &Hall{cfg: cfg, places: ratelimit.NewGate("places for matches", cfg.Most, cfg.Each), ctx: ctx, stop: stop, matches: map[string]*live{}}
}

// A Request says which match is wanted.
type Request struct {
	Client  string // who asks
	Book    *gamecache.Book
	Players []string // by role but chance, or one for all
	Clock   time.Duration
	Nodes   int
	Unit    time.Duration // of a game in real time
	Seed    uint64
}

// A Step is what is told of each step.
type Step struct {
	Step   int      `json:"step"`  // how many were made
	Moves  []string `json:"moves"` // by role, as people write them
	Text   string   `json:"text"`  // who chose what
	Status string   `json:"status"`
	Goals  []int    `json:"goals,omitempty"`
	Reason string   `json:"reason,omitempty"`
}

// keepFeeds is how many feeds of matches that are over are kept.
const keepFeeds = 50

// Start begins a match, and returns its name as soon as it is in the store. Who leaves
// before that gets no match. If there are too many, the error is a [*limit.FullError].
func (h *Hall) Start(ctx context.Context, req Request) (string, error) {
	var l *live
	err := h.places.Begin(req.Client, func(leave func()) (err error) {
		l, err = h.begin(ctx, req, leave)
		return err
	})
	if err != nil {
		return "", err
	}
	return l.id, l.await(ctx)
}

// begin prepares a match and begins to play it. Leave is called when it is over.
func (h *Hall) begin(ctx context.Context, req Request, leave func()) (*live, error) {
	run, id, err := h.prepare(ctx, req)
	if err != nil {
		return nil, err
	}
	var played game.Game
	if !req.Book.Rules.IsTimed() {
		if played, _, err = req.Book.Game(ctx); err != nil {
			return nil, err
		}
	}
	l, err := h.add(id)
	if err != nil {
		return nil, err
	}
	go func() {
		defer h.group.Done()
		defer leave()
		defer l.cancel()
		l.ended <- h.play(id, func() error {
			return run(l.ctx, h.keeper(l, req.Book, played, sync.OnceFunc(func() { close(l.kept) })))
		})
		h.retire(id, l)
	}()
	return l, nil
}

// await waits until a match is kept. One that nobody waits for any more is broken off.
func (l *live) await(ctx context.Context) error {
	select {
	case <-l.kept:
		return nil
	case err := <-l.ended:
		select {
		case <-l.kept:
			return nil
		default:
			return errors.Join(errors.New("the match was over before it was kept"), err)
		}
	case <-ctx.Done():
		l.cancel()
		return context.Cause(ctx)
	}
}

// add notes a match that begins.
func (h *Hall) add(id string) (*live, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.ctx.Err() != nil {
		return nil, humanplay.ErrClosed
	}
	l := &live{id: id, feed: feed.New(keepSteps, h.cfg.Log), kept: make(chan struct{}), ended: make(chan error, 1)}
	l.ctx, l.cancel = context.WithCancel(h.ctx)
	h.matches[id] = l
	h.group.Add(1)
	return l, nil
}

// play plays a match to its end. A defect ends this match and no other.
func (h *Hall) play(id string, run func() error) error {
	err := panics.Catch(run)
	defect, isDefect := errors.AsType[*panics.Error](err)
	switch {
	case isDefect:
		h.cfg.Log.Error("a defect in a match", "match", id, "err", defect, "stack", string(defect.Stack))
	case err != nil && !errors.Is(err, context.Canceled):
		h.cfg.Log.Warn("a match failed", "match", id, "err", err)
	}
	return err
}

// retire notes that a match is over.
func (h *Hall) retire(id string, l *live) {
	h.mu.Lock()
	defer h.mu.Unlock()
	l.over = true
	l.feed.Close()
	if h.old = append(h.old, id); len(h.old) > keepFeeds {
		delete(h.matches, h.old[0])
		h.old = h.old[1:]
	}
}

// A runner plays a match.
type runner func(ctx context.Context, keep func(*match.Record) error) error

// prepare makes everything ready for a match, so that mistakes show at once.
func (h *Hall) prepare(ctx context.Context, req Request) (runner, string, error) {
	switch {
	case req.Clock < 0 || req.Clock > humanplay.MaxClock:
		return nil, "", &humanplay.BadRequestError{Err: fmt.Errorf("the clock must be between 0 and %v", humanplay.MaxClock)}
	case req.Nodes < 0 || req.Nodes > humanplay.MaxNodes:
		return nil, "", &humanplay.BadRequestError{Err: fmt.Errorf("the number of nodes must be between 0 and %d", humanplay.MaxNodes)}
	case req.Unit != 0 && (req.Unit < humanplay.MinUnit || req.Unit > humanplay.MaxUnit):
		return nil, "", &humanplay.BadRequestError{Err: fmt.Errorf("a unit of time must be between %v and %v", humanplay.MinUnit, humanplay.MaxUnit)}
	}
	if req.Clock == 0 && req.Nodes == 0 {
		req.Clock = time.Second
	}
	id := match.NewID("live", req.Book.Rules.Name(), time.Now())
	if req.Book.Rules.IsTimed() {
		run, err := h.timed(ctx, id, req)
		return run, id, err
	}
	run, err := h.turns(ctx, id, req)
	return run, id, err
}

// names seats players by role.
func names(roles []string, random game.Role, players []string) ([]string, error) {
	seats := len(roles)
	if random != game.NoRole {
		seats--
	}
	if len(players) == 0 {
		players = []string{"auto"}
	}
	if len(players) != 1 && len(players) != seats {
		return nil, &humanplay.BadRequestError{Err: fmt.Errorf("%d players for %d seats", len(players), seats)}
	}
	list := make([]string, len(roles))
	next := 0
	for r := range roles {
		switch {
		case game.Role(r) == random:
			list[r] = "chance"
		case len(players) == 1:
			list[r] = players[0]
		default:
			list[r] = players[next]
			next++
		}
	}
	return list, nil
}

func (h *Hall) turns(ctx context.Context, id string, req Request) (runner, error) {
	g, _, err := req.Book.Game(ctx)
	if err != nil {
		return nil, &humanplay.BadRequestError{Err: err}
	}
	list, err := names(g.Roles(), g.Random(), req.Players)
	if err != nil {
		return nil, err
	}
	c := match.Config{
		ID: id, Rules: req.Book.Rules, Game: g, StartClock: min(req.Clock, time.Second), PlayClock: req.Clock, Nodes: req.Nodes,
		Seed: req.Seed, Allowance: match.DefaultAllowance,
	}
	for r, name := range list {
		seat := match.Seat{Name: name}
		if game.Role(r) != g.Random() {
			maker, err := humanplay.PlayerNamed(name)
			if err != nil {
				return nil, err
			}
			seat.Player = maker()
		}
		c.Seats = append(c.Seats, seat)
	}
	return runnerOf(c), nil
}

func (h *Hall) timed(ctx context.Context, id string, req Request) (runner, error) {
	g, err := req.Book.Timed(ctx)
	if err != nil {
		return nil, &humanplay.BadRequestError{Err: err}
	}
	list, err := names(g.Roles(), g.Random(), req.Players)
	if err != nil {
		return nil, err
	}
	roster, err := req.Book.Roster(ctx)
	if err != nil {
		return nil, &humanplay.BadRequestError{Err: err}
	}
	c := match.Config{
		ID: id, Rules: req.Book.Rules, Game: g, StartClock: time.Second, PlayClock: req.Clock, Nodes: req.Nodes, Seed: req.Seed,
		RealTime: match.RealTime{Wall: true, Options: timed.MatchOptions{Unit: req.Unit, MaxTime: maxTime}},
	}
	for r, name := range list {
		seat := match.Seat{Name: name}
		if game.Role(r) != g.Random() {
			if !slices.Contains(humanplay.TimedPlayers, name) {
				return nil, &humanplay.BadRequestError{Err: fmt.Errorf("there is no player %q in real time: the players are %s", name, strings.Join(humanplay.TimedPlayers, ", "))}
			}
			maker, err := roster.Maker(name)
			if err != nil {
				return nil, &humanplay.BadRequestError{Err: err}
			}
			seat.Player = maker()
		}
		c.Seats = append(c.Seats, seat)
	}
	return runnerOf(c), nil
}

// runnerOf returns what plays a match.
func runnerOf(c match.Config) runner {
	return func(ctx context.Context, keep func(*match.Record) error) error {
		c.Keep = keep
		_, err := match.Run(ctx, c)
		return err
	}
}

// maxTime ends matches in real time that nobody ends, in units.
const maxTime = timed.Time(1000) * 1_000_000_000

// keeper keeps a match in the store, and then tells of it.
func (h *Hall) keeper(l *live, book *gamecache.Book, g game.Game, kept func()) func(*match.Record) error {
	keep := h.cfg.Store.Saver(context.Background()) // also what the end of the server breaks off
	told := 0
	n := newNarrator(l.ctx, book, g)
	return func(r *match.Record) error {
		if err := keep(r); err != nil {
			return err
		}
		kept()
		for ; told < len(r.Moves); told++ {
			l.feed.Publish("step", n.step(r, told))
		}
		if r.Completed || r.Aborted {
			if h.cfg.Ended != nil {
				h.cfg.Ended(r)
			}
			l.feed.Publish("over", end(r))
		}
		return nil
	}
}

func (n *narrator) step(r *match.Record, i int) Step {
	s := Step{Step: i + 1, Status: string(store.Running), Text: n.text(r.Details.Roles, r.Moves[i])}
	for _, m := range r.Moves[i] {
		s.Moves = append(s.Moves, n.book.Rules.Show(m))
	}
	return s
}

func end(r *match.Record) Step {
	s := Step{Step: len(r.Moves), Moves: []string{}, Status: string(store.Aborted), Goals: r.Goals, Reason: r.Details.Reason}
	if r.Completed {
		s.Status = string(store.Completed)
	}
	return s
}

// Feed returns what happens in a match.
func (h *Hall) Feed(id string) (*feed.Feed, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	l, ok := h.matches[id]
	if !ok {
		return nil, false
	}
	return l.feed, true
}

// Running returns the names of the matches that are being played.
func (h *Hall) Running() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	var list []string
	for id, l := range h.matches {
		if !l.over {
			list = append(list, id)
		}
	}
	slices.Sort(list)
	return list
}

// Stop breaks a match off.
func (h *Hall) Stop(id string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	l, ok := h.matches[id]
	if !ok || l.over {
		return fmt.Errorf("%s: %w", id, ErrUnknown)
	}
	l.cancel()
	return nil
}

// Close breaks all matches off, of which records are kept.
func (h *Hall) Close() {
	h.mu.Lock()
	h.stop() // nothing is added from here on
	h.mu.Unlock()
	h.group.Wait()
}
