package protocols

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"sync"
	"time"

	"ludex/game"
	"ludex/internal/protocols/ggp"
	"ludex/internal/protocols/live"
	"ludex/internal/protocols/playerprotocol"
	"ludex/internal/protocols/rbgmanager"
	"ludex/match"
)

// Listen accepts players by WebSocket at an address, until Close. It returns the
// address for them.
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
// address. An unspecified address becomes the name of this machine.
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

// waitFor returns a function that waits for the player with a name.
func (p *Players) waitFor(name string) (func(ctx context.Context) (playerprotocol.Conn, error), error) {
	switch {
	case name == "":
		return nil, errors.New("player \"live:\": give the name under which it connects, as in live:bob")
	case p.Host == nil:
		return nil, fmt.Errorf("player \"live:%s\": it connects to this program, so say where, as in --listen :8080", name)
	}
	p.Host.Invite(name)
	return func(ctx context.Context) (playerprotocol.Conn, error) { return p.Host.Accept(ctx, name) }, nil
}

// Await waits until all players of a match are available: it waits for those that
// connect to us, so that this does not count against the start clock, and asks
// those of the GGP protocol. The error names the players that do not answer. The
// players are in the order of the roles; local players, and nil for chance, are
// skipped.
func (p *Players) Await(ctx context.Context, startClock time.Duration, players ...match.Player) error {
	if err := Ask(ctx, players...); err != nil {
		return err
	}
	if err := p.admit(ctx, startClock, players); err != nil {
		return err
	}
	return p.gather(ctx, players)
}

// Ask asks the players of the GGP protocol whether they are available, all at
// once. Others are ignored. The error names the players that do not answer.
func Ask(ctx context.Context, players ...match.Player) error {
	errs := make([]error, len(players))
	var group sync.WaitGroup
	for i, one := range players {
		if one, ok := one.(*ggp.Player); ok {
			group.Go(func() { errs[i] = one.Await(ctx) })
		}
	}
	group.Wait()
	return errors.Join(errs...)
}

// admit waits for the players of the RBG manager's protocol, for one match after the
// other, so that matches do not wait for each other.
func (p *Players) admit(ctx context.Context, startClock time.Duration, players []match.Player) error {
	p.admitting.Lock()
	defer p.admitting.Unlock()
	for r, one := range players {
		one, ok := one.(*rbgmanager.Player)
		if !ok {
			continue
		}
		if err := one.Await(ctx, game.Role(r), startClock); err != nil {
			for _, before := range players[:r] {
				if before, ok := before.(*rbgmanager.Player); ok {
					before.Stop()
				}
			}
			return err
		}
	}
	return nil
}

// gather waits for the players that connect by WebSocket until they are there and
// free at the same time, so that matches do not wait for each other.
func (p *Players) gather(ctx context.Context, players []match.Player) error {
	var names []string
	var use []func(playerprotocol.Conn)
	for _, one := range players {
		if one, ok := one.(interface {
			PlayerName() string
			Use(playerprotocol.Conn)
		}); ok && one.PlayerName() != "" {
			names, use = append(names, one.PlayerName()), append(use, one.Use)
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
