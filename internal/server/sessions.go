package server

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"ludex/internal/store"
)

// sessionPrefix begins the secrets of those who have signed in, and accountPrefix those of
// the seats of accounts, which no client may send.
const (
	sessionPrefix = "session-"
	accountPrefix = "account-"
)

// sessionKey is the key of the account in the context of a request of somebody who has signed
// in.
type sessionKey struct{}

// recheckSession is how often it is asked whether a session goes on while a connection
// lasts: another server may have ended it.
const recheckSession = 5 * time.Second

// beginSession lets somebody act for an account, and returns the secret for it.
func (s *Server) beginSession(ctx context.Context, account string) (string, error) {
	token := sessionPrefix + newSecret()
	return token, s.cfg.Store.AddSession(ctx, account, holderOf(token), time.Now())
}

// inSession is the middleware that finds out who has signed in. Connections end with the
// session.
func (s *Server) inSession(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		token, _ := sentSecret(r)
		if !s.cfg.Login || !strings.HasPrefix(token, sessionPrefix) {
			next.ServeHTTP(w, r)
			return
		}
		a, err := s.cfg.Store.SessionAccount(r.Context(), holderOf(token))
		switch {
		case errors.Is(err, store.ErrNotFound):
			next.ServeHTTP(w, r)
			return
		case err != nil:
			s.fail(w, r, err)
			return
		}
		ctx, end := context.WithCancel(context.WithValue(r.Context(), sessionKey{}, a))
		defer end()
		defer s.watchSession(ctx, holderOf(token), end).Stop()
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// watchSession calls end when a session has ended, as long as the context lasts.
func (s *Server) watchSession(ctx context.Context, token string, end func()) *time.Timer {
	return time.AfterFunc(recheckSession, func() {
		if ctx.Err() != nil {
			return
		}
		if _, err := s.cfg.Store.SessionAccount(ctx, token); errors.Is(err, store.ErrNotFound) {
			end()
			return
		}
		s.watchSession(ctx, token, end)
	})
}

// signedIn returns the name of the account of a client, or "".
func (s *Server) signedIn(r *http.Request) string {
	a, _ := r.Context().Value(sessionKey{}).(store.Account)
	return a.Name
}
