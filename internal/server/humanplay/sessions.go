package humanplay

import (
	"cmp"
	"context"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"ludex/internal/server/gamecache"
	"ludex/internal/server/ratelimit"
	"ludex/internal/server/tablelog"
	"ludex/timed"
)

// A SessionsConfig says how sessions are served.
type SessionsConfig struct {
	// Total and PerClient limit the number of sessions.
	Total, PerClient int
	// Idle is the time after which [Sessions.CloseIdle] closes a session that nobody uses.
	Idle time.Duration
	// Store and Writer keep the sessions; nil keeps nothing. The writer is closed with the
	// sessions. The games of kept sessions are opened by Games, with the same Save, Time and
	// Log in Options.
	Store   tablelog.Store
	Writer  tablelog.Writer
	Games   *gamecache.Cache
	Options Options
}

// Sessions holds the open sessions of a server. It is safe for concurrent use.
type Sessions struct {
	cfg     SessionsConfig
	slots   *ratelimit.Semaphore
	loading singleflight.Group

	mu     sync.Mutex
	open   map[string]Session
	closed bool
}

// NewSessions returns no sessions yet. They must be closed.
func NewSessions(cfg SessionsConfig) *Sessions {
	return &Sessions{cfg: cfg, slots: ratelimit.NewSemaphore("tables", cfg.Total, cfg.PerClient), open: map[string]Session{}}
}

// Open begins a session of a client, and returns the secret of its seat. If there are
// too many, the error is a [*ratelimit.FullError].
func (s *Sessions) Open(ctx context.Context, client string, opt Options) (session Session, secret string, err error) {
	if err := CheckLimits(opt.Clock, opt.Nodes, opt.Unit); err != nil {
		return nil, "", err
	}
	if s.isClosed() {
		return nil, "", ErrClosed
	}
	s.CloseIdle()
	b, secret := newBase(opt)
	session, err = s.begin(client, func() (Session, error) { return s.lay(ctx, b) })
	if err != nil {
		return nil, "", err
	}
	return session, secret, nil
}

// begin registers the session that a function makes, if there is a place for it.
func (s *Sessions) begin(client string, begin func() (Session, error)) (session Session, err error) {
	err = s.slots.Begin(client, func(leave func()) (err error) {
		if session, err = begin(); err != nil {
			return err
		}
		if !s.add(session) {
			session.Close("the server is stopping")
			return ErrClosed
		}
		go func() { // however the session ends, its slot becomes free
			<-session.finished()
			s.forget(session)
			leave()
		}()
		return nil
	})
	return session, err
}

// lay begins a session, and stores it.
func (s *Sessions) lay(ctx context.Context, b base) (Session, error) {
	session, err := newSession(ctx, b)
	if err != nil || s.cfg.Writer == nil {
		return session, err
	}
	session.journal = &journal{table: session.id, writer: s.cfg.Writer}
	if err := session.journal.open(ctx, s.cfg.Store, session.setup(), session.summary()); err != nil {
		session.Close("it cannot be kept")
		return nil, err
	}
	return session, nil
}

// Load returns a session that is in the store. A match that was interrupted waits until the
// person lets it go on.
func (s *Sessions) Load(ctx context.Context, id string) (Session, error) {
	result := s.loading.DoChan(id, func() (any, error) {
		if session, ok := s.Get(id); ok {
			return session, nil
		}
		limited, cancel := context.WithTimeout(context.Background(), cmp.Or(s.cfg.Options.Time, DefaultTime)) // for all who ask
		defer cancel()
		return s.begin("table "+id, func() (Session, error) { return s.load(limited, id) })
	})
	select {
	case r := <-result:
		if r.Err != nil {
			return nil, r.Err
		}
		return r.Val.(Session), nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// load makes a session from its journal.
func (s *Sessions) load(ctx context.Context, id string) (Session, error) {
	if s.isClosed() || s.cfg.Writer == nil {
		return nil, ErrClosed
	}
	events, err := s.cfg.Store.TableEvents(ctx, id, 0)
	if err != nil {
		return nil, err
	}
	entries, err := readJournal(events)
	if err != nil {
		return nil, err
	}
	setup := entries[0].Setup
	opt, err := setup.options(s.cfg.Options)
	if err != nil {
		return nil, err
	}
	opt.Entry = s.cfg.Games.Text(setup.Game, setup.Text)
	b, _ := newBase(opt)
	b.id = id
	session, err := newSession(ctx, b)
	if err != nil {
		return nil, err
	}
	session.journal = &journal{table: id, writer: s.cfg.Writer, number: len(events)}
	if err := session.restore(ctx, entries, events); err != nil {
		session.Close("it cannot be restored")
		return nil, err
	}
	return session, nil
}

// add registers a session. It reports false if the server is closing.
func (s *Sessions) add(session Session) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.open[session.ID()] = session
	}
	return !s.closed
}

func (s *Sessions) isClosed() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.closed
}

func (s *Sessions) forget(session Session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open[session.ID()] == session {
		delete(s.open, session.ID())
	}
}

// newSession begins a session.
func newSession(ctx context.Context, b base) (*timedSession, error) {
	if err := b.prepare(ctx); err != nil {
		return nil, err
	}
	g, ok := b.prepared.Game.(*timed.Game)
	if !ok {
		return nil, bad("%s is not in real time", b.opt.Entry.Title())
	}
	return newTimedSession(b, g)
}

// Get returns an open session.
func (s *Sessions) Get(id string) (Session, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	session, ok := s.open[id]
	return session, ok
}

// Len returns the number of open sessions.
func (s *Sessions) Len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.open)
}

// Leave ends a session and its game. It reports whether there was one.
func (s *Sessions) Leave(id, reason string) bool {
	session, ok := s.Get(id)
	if ok {
		session.Leave(reason)
		s.forget(session)
	}
	return ok
}

// CloseIdle closes the sessions that have been idle for too long.
func (s *Sessions) CloseIdle() {
	s.mu.Lock()
	var old []Session
	for _, session := range s.open {
		if session.idle() > s.cfg.Idle {
			old = append(old, session)
		}
	}
	s.mu.Unlock()
	for _, session := range old {
		session.Close("nobody was at the table any more")
		s.forget(session)
	}
}

// Close closes all sessions. Those that are kept go on when a server is asked for them.
func (s *Sessions) Close(reason string) {
	s.mu.Lock()
	s.closed = true
	open := s.open
	s.open = map[string]Session{}
	s.mu.Unlock()
	var group sync.WaitGroup
	for _, session := range open {
		group.Go(func() { session.Close(reason) })
	}
	group.Wait()
	if s.cfg.Writer != nil {
		s.cfg.Writer.Close()
	}
}
