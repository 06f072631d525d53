package metrics

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"
)

// NewMux returns a handler for /metrics, /healthz and /readyz.
func NewMux(m *Metrics, h *Health) *http.ServeMux {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", m.Handler())
	mux.Handle("GET /healthz", h.Live())
	mux.Handle("GET /readyz", h.Ready())
	return mux
}

// A Server serves metrics and health checks at an address of its own.
type Server struct {
	listener net.Listener
	server   *http.Server
	ended    chan error
}

// Listen starts a server at an address such as ":9090"; port 0 is any free port.
func Listen(ctx context.Context, address string, m *Metrics, h *Health) (*Server, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("metrics: %w", err)
	}
	s := &Server{listener: l, ended: make(chan error, 1), server: &http.Server{
		Handler: NewMux(m, h), ReadHeaderTimeout: 10 * time.Second, WriteTimeout: time.Minute, IdleTimeout: 2 * time.Minute,
	}}
	go func() { s.ended <- s.server.Serve(l) }()
	return s, nil
}

// Address returns the address of the server.
func (s *Server) Address() string { return s.listener.Addr().String() }

// Close ends the server.
func (s *Server) Close() error {
	err := s.server.Close()
	if end := <-s.ended; !errors.Is(end, http.ErrServerClosed) {
		err = errors.Join(err, end)
	}
	return err
}
