package humanplay

import (
	"context"
	"sync"
	"time"

	"ludex/internal/server/ratelimit"
	"ludex/timed"
)

// Sessions holds the open sessions of a server. It is safe for concurrent use.
type Sessions struct {
	slots *ratelimit.Semaphore
	idle  time.Duration

	mu     sync.Mutex
	open   map[string]Session
	closed bool
}

// NewSessions limits the number of sessions, in total and per client. Sessions that
// were idle for longer than the given time are closed by [Sessions.CloseIdle].
func NewSessions(total, perClient int, idle time.Duration) *Sessions {
	return &Sessions{slots: ratelimit.NewSemaphore("tables", total, perClient), idle: idle, open: map[string]Session{}}
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
	err = s.slots.Begin(client, func(leave func()) (err error) {
		if session, secret, err = newSession(ctx, opt); err != nil {
			return err
		}
		if !s.add(session) {
			session.Close("the server is stopping")
			return ErrClosed
		}
		go func() { // however the session ends, its slot becomes free
			<-session.finished()
			s.forget(session.ID())
			leave()
		}()
		return nil
	})
	if err != nil {
		return nil, "", err
	}
	return session, secret, nil
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

func (s *Sessions) forget(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.open, id)
}

// newSession begins a session.
func newSession(ctx context.Context, opt Options) (Session, string, error) {
	b, secret := newBase(opt)
	if err := b.prepare(ctx); err != nil {
		return nil, "", err
	}
	g, ok := b.prepared.Game.(*timed.Game)
	if !ok {
		return nil, "", bad("%s is not in real time", opt.Entry.Title())
	}
	session, err := newTimedSession(b, g)
	if err != nil {
		return nil, "", err
	}
	return session, secret, nil
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

// CloseOne closes a session. It reports whether there was one.
func (s *Sessions) CloseOne(id, reason string) bool {
	s.mu.Lock()
	session, ok := s.open[id]
	delete(s.open, id)
	s.mu.Unlock()
	if ok {
		session.Close(reason)
	}
	return ok
}

// CloseIdle closes the sessions that have been idle for too long.
func (s *Sessions) CloseIdle() {
	s.mu.Lock()
	var old []string
	for id, session := range s.open {
		if session.idle() > s.idle {
			old = append(old, id)
		}
	}
	s.mu.Unlock()
	for _, id := range old {
		s.CloseOne(id, "nobody was at the table any more")
	}
}

// Close closes all sessions, which saves the records of their games.
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
}
