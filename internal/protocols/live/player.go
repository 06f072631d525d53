package live

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"time"

	"github.com/coder/websocket"

	"ludex/internal/protocols/playerprotocol"
	"ludex/internal/sleep"
)

// A Player connects to a manager and lets players of this program play its
// matches, one after the other.
type Player struct {
	URL    string // of the manager, as in ws://localhost:8080/
	Name   string // its name for the manager
	Server *playerprotocol.Server
	Log    *slog.Logger // nil is none
}

// maxWait is how long a player waits between attempts to connect.
const maxWait = 5 * time.Second

// Run connects and plays until the context ends, which is not an error. If the
// manager cannot be reached, or disconnects, it retries; but if the manager
// refuses this player, that is an error.
func (p *Player) Run(ctx context.Context) error {
	log := p.Log
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	if u, err := url.Parse(p.URL); err != nil || u.Host == "" || u.Scheme != "ws" && u.Scheme != "wss" {
		return fmt.Errorf("%q is no address of a manager: write ws://HOST:PORT/", p.URL)
	}
	wait := 50 * time.Millisecond
	for {
		c, err := Dial(ctx, p.URL, p.Name)
		switch {
		case ctx.Err() != nil:
			return nil
		case websocket.CloseStatus(err) == websocket.StatusPolicyViolation:
			return err
		case err != nil:
			log.Debug("the manager cannot be reached", "error", err)
		default:
			log.Info("connected", "manager", p.URL, "name", p.Name)
			wait = 50 * time.Millisecond
			err = p.Server.Serve(ctx, c)
			if err := errors.Join(err, c.Close()); ctx.Err() == nil {
				log.Info("disconnected", "error", err)
			}
		}
		if sleep.For(ctx, wait) != nil {
			return nil
		}
		wait = min(2*wait, maxWait)
	}
}
