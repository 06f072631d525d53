package mcpserver

import (
	"context"
	"crypto/subtle"
	"errors"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"ludex/internal/server/gamecache"
)

// Path is the path of the protocol over HTTP.
const Path = "/mcp"

// Limits of the server over HTTP.
const (
	maxBody     = 2*gamecache.MaxText + maxMoves // JSON may write a character as several
	sessionIdle = 30 * time.Minute
	headerTime  = 10 * time.Second
	closingTime = 2 * time.Second
	maxHeader   = 64 << 10
)

// Handler returns the protocol over streamable HTTP. Requests need the token, unless it
// is "". Pages of other sites cannot use it.
func (s *Server) Handler(token string) http.Handler {
	streams := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s.mcp }, &mcp.StreamableHTTPOptions{
		Logger: s.opt.Log, SessionTimeout: sessionIdle, MaxRequestBodyBytes: maxBody,
		DisableLocalhostProtection: token != "", // then others may reach it under another name
	})
	mux := http.NewServeMux()
	mux.Handle(Path, streams)
	return authorized(token, http.NewCrossOriginProtection().Handler(mux))
}

// authorized asks for a token.
func authorized(token string, next http.Handler) http.Handler {
	if token == "" {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		given, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		if !ok || subtle.ConstantTimeCompare([]byte(given), []byte(token)) != 1 {
			w.Header().Set("WWW-Authenticate", "Bearer")
			http.Error(w, "this server needs its token", http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// Serve answers at a listener until the context ends.
func (s *Server) Serve(ctx context.Context, l net.Listener, token string) error {
	server := &http.Server{
		Handler: s.Handler(token), ReadHeaderTimeout: headerTime, MaxHeaderBytes: maxHeader,
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	done := make(chan error, 1)
	go func() { done <- server.Serve(l) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), closingTime)
	defer cancel()
	if err := server.Shutdown(closing); err != nil {
		_ = server.Close() // streams that stay open
	}
	if err := <-done; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return ctx.Err()
}
