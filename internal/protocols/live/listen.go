package live

import (
	"context"
	"io"
	"log"
	"net"
	"net/http"
	"time"
)

// Listen lets the host accept players at an address, until it is closed. It
// returns the address with the actual port.
func (h *Host) Listen(ctx context.Context, address string) (net.Addr, error) {
	// Vanished players are detected by TCP keep-alive, since players need not answer
	// while they think.
	config := net.ListenConfig{KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: 10 * time.Second, Interval: 5 * time.Second, Count: 4}}
	l, err := config.Listen(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	server := &http.Server{Handler: h, ReadHeaderTimeout: helloTime, MaxHeaderBytes: 16 << 10, ErrorLog: log.New(io.Discard, "", 0)}
	h.mu.Lock()
	h.server = server
	h.mu.Unlock()
	go func() { _ = server.Serve(l) }() // ends with the server
	return l.Addr(), nil
}
