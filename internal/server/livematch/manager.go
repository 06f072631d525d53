// Package livematch plays matches between programs while clients watch. A [Manager]
// takes a [Request], saves the match in the store after each step, and publishes each
// step in a feed.
package livematch

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"ludex/internal/panics"
	"ludex/internal/server/feed"
	"ludex/internal/server/gamecache"
	"ludex/internal/server/humanplay"
	"ludex/internal/server/ratelimit"
	"ludex/internal/store"
	"ludex/match"
)

// ErrUnknown is returned for a match that is not being played.
var ErrUnknown = errors.New("there is no such match")

// keepSteps is the number of steps that a feed keeps for clients that join late.
const keepSteps = 100_000

// A Config says where matches are saved and how many are played at a time.
type Config struct {
	Store     *store.Store
	Total     int          // matches at a time
	PerClient int          // matches of one client at a time
	Log       *slog.Logger // nil is none
	// Ended is called when a match has ended, before that is published; it may be nil.
	Ended func(*match.Record)
}

// A Manager plays matches. It is safe for concurrent use.
type Manager struct {
	cfg    Config
	places *ratelimit.Semaphore
	ctx    context.Context
	stop   context.CancelFunc
	group  sync.WaitGroup

	mu      sync.Mutex
	matches map[string]*liveMatch
	old     []string // finished matches whose feeds are kept
}

type liveMatch struct {
	id     string
	feed   *feed.Feed
	ctx    context.Context
	cancel context.CancelFunc
	kept   chan struct{} // closed once the match is in the store
	ended  chan error    // buffered; receives how the match ended
	over   bool
}

// New returns a manager. Its matches have the values of the context, such as the memory
// budget; they end with [Manager.Close], not with the context.
func New(ctx context.Context, cfg Config) *Manager {
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	ctx, stop := context.WithCancel(context.WithoutCancel(ctx))
	return &Manager{cfg: cfg, places: ratelimit.NewSemaphore("places for matches", cfg.Total, cfg.PerClient), ctx: ctx, stop: stop, matches: map[string]*liveMatch{}}
}

// A Request says which match to play.
type Request struct {
	Client  string // that the match is counted for
	Entry   *gamecache.Entry
	Players []string // by role, without chance, or one for all roles
	Clock   time.Duration
	Nodes   int
	Unit    time.Duration // real time of one unit, in a real-time game
	Seed    uint64
}

// A Step is the event that is published for each step, and for the end.
type Step struct {
	Step   int      `json:"step"`  // number of steps made
	Moves  []string `json:"moves"` // by role, in the syntax of the game's text
	Text   string   `json:"text"`  // the moves of the roles that had a choice
	Status string   `json:"status"`
	Goals  []*int   `json:"goals,omitempty"` // by role; nil for chance
	Reason string   `json:"reason,omitempty"`
}

// keepFeeds is the number of finished matches whose feeds are kept.
const keepFeeds = 50

// Start begins a match, and returns its name once it is in the store. If the context ends
// before that, the match is cancelled. If there are too many matches, the error is a
// [*ratelimit.FullError].
func (m *Manager) Start(ctx context.Context, req Request) (string, error) {
	var l *liveMatch
	err := m.places.Begin(req.Client, func(leave func()) (err error) {
		l, err = m.begin(ctx, req, leave)
		return err
	})
	if err != nil {
		return "", err
	}
	return l.id, l.await(ctx)
}

// begin prepares a match and starts playing it. It calls leave when the match is over.
func (m *Manager) begin(ctx context.Context, req Request, leave func()) (*liveMatch, error) {
	c, err := prepare(ctx, req)
	if err != nil {
		return nil, err
	}
	l, err := m.add(c.ID)
	if err != nil {
		return nil, err
	}
	c.Keep = m.recorder(l, req.Entry, c.Game, sync.OnceFunc(func() { close(l.kept) }))
	go func() {
		defer m.group.Done()
		defer leave()
		defer l.cancel()
		l.ended <- m.play(c.ID, func() error {
			_, err := match.Run(l.ctx, c)
			return err
		})
		m.finished(c.ID, l)
	}()
	return l, nil
}

// await waits until the match is in the store. It cancels the match if the context ends
// first.
func (l *liveMatch) await(ctx context.Context) error {
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

// add registers a match.
func (m *Manager) add(id string) (*liveMatch, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.ctx.Err() != nil {
		return nil, humanplay.ErrClosed
	}
	l := &liveMatch{id: id, feed: feed.New(keepSteps, m.cfg.Log), kept: make(chan struct{}), ended: make(chan error, 1)}
	l.ctx, l.cancel = context.WithCancel(m.ctx)
	m.matches[id] = l
	m.group.Add(1)
	return l, nil
}

// play plays a match to its end. A panic ends this match only.
func (m *Manager) play(id string, run func() error) error {
	err := panics.Catch(run)
	defect, isDefect := errors.AsType[*panics.Error](err)
	switch {
	case isDefect:
		m.cfg.Log.Error("a defect in a match", "match", id, "err", defect, "stack", string(defect.Stack))
	case err != nil && !errors.Is(err, context.Canceled):
		m.cfg.Log.Warn("a match failed", "match", id, "err", err)
	}
	return err
}

// finished closes the feed of a match, and drops the oldest finished match.
func (m *Manager) finished(id string, l *liveMatch) {
	m.mu.Lock()
	defer m.mu.Unlock()
	l.over = true
	l.feed.Close()
	if m.old = append(m.old, id); len(m.old) > keepFeeds {
		delete(m.matches, m.old[0])
		m.old = m.old[1:]
	}
}

// recorder returns the function that saves a match and then publishes its new steps.
func (m *Manager) recorder(l *liveMatch, book *gamecache.Entry, g match.Game, kept func()) func(*match.Record) error {
	keep := m.cfg.Store.Saver(context.Background()) // matches aborted by Close are saved too
	told := 0
	n := newStepDescriber(l.ctx, book, g)
	return func(r *match.Record) error {
		if err := keep(r); err != nil {
			return err
		}
		kept()
		for ; told < len(r.Moves); told++ {
			l.feed.Publish("step", n.step(r, told))
		}
		if r.Completed || r.Aborted {
			if m.cfg.Ended != nil {
				m.cfg.Ended(r)
			}
			l.feed.Publish("over", end(r))
		}
		return nil
	}
}

// Feed returns the feed of a match, which has its [Step] events.
func (m *Manager) Feed(id string) (*feed.Feed, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	l, ok := m.matches[id]
	if !ok {
		return nil, false
	}
	return l.feed, true
}

// Running returns the sorted names of the matches that are being played.
func (m *Manager) Running() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	var list []string
	for id, l := range m.matches {
		if !l.over {
			list = append(list, id)
		}
	}
	slices.Sort(list)
	return list
}

// Stop aborts a match.
func (m *Manager) Stop(id string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	l, ok := m.matches[id]
	if !ok || l.over {
		return fmt.Errorf("%s: %w", id, ErrUnknown)
	}
	l.cancel()
	return nil
}

// Close aborts all matches, saves their records, and waits for them to end.
func (m *Manager) Close() {
	m.mu.Lock()
	m.stop() // from here on, add fails
	m.mu.Unlock()
	m.group.Wait()
}
