package wire

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"

	"ludex/wire/live"
	"ludex/wire/talk"
)

// Listen has players connect by WebSocket to an address, until Close. It returns
// the address to tell them.
func (p *Players) Listen(ctx context.Context, address string) (url string, err error) {
	h := new(live.Host)
	at, err := h.Listen(ctx, address)
	if err != nil {
		return "", err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.Host, p.own = h, true
	return URL(at), nil
}

// URL returns the address at which players connect by WebSocket to a network
// address. One that stands for all addresses of this machine becomes its name.
func URL(at net.Addr) string {
	host, port, err := net.SplitHostPort(at.String())
	if err != nil {
		return "ws://" + at.String() + "/"
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		if host, err = os.Hostname(); err != nil {
			host = "localhost"
		}
	}
	return "ws://" + net.JoinHostPort(host, port) + "/"
}

// guest returns what waits for a player of a name.
func (p *Players) guest(name string) (func(ctx context.Context) (talk.Conn, error), error) {
	switch {
	case name == "":
		return nil, errors.New("player \"live:\": give the name under which it connects, as in live:bob")
	case p.Host == nil:
		return nil, fmt.Errorf("player \"live:%s\": it connects to this program, so say where, as in --listen :8080", name)
	}
	p.Host.Invite(name)
	return func(ctx context.Context) (talk.Conn, error) { return p.Host.Accept(ctx, name) }, nil
}

// Await waits until all of the players that connect to us are there and free, at
// the same time, so that matches do not wait for each other. Without it, the wait
// is on the clock for preparing. The players are [player.Player]s or
// [realtime.Player]s; those that do not connect are passed over.
func (p *Players) Await(ctx context.Context, players ...any) error {
	var names []string
	var use []func(talk.Conn)
	for _, one := range players {
		switch one := one.(type) {
		case *talk.Player:
			if one.Name != "" {
				names, use = append(names, one.Name), append(use, one.Use)
			}
		case *talk.TimedPlayer:
			if one.Name != "" {
				names, use = append(names, one.Name), append(use, one.Use)
			}
		}
	}
	if len(names) == 0 {
		return nil
	}
	conns, err := p.Host.Gather(ctx, names...)
	if err != nil {
		return err
	}
	for i, c := range conns {
		use[i](c)
	}
	return nil
}
