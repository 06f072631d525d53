package server

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"ludex/internal/board"
	"ludex/internal/server/feed"
	"ludex/internal/server/gamecache"
	"ludex/internal/server/humanplay"
	"ludex/internal/server/table"
	"ludex/internal/store"
)

// A tablePlace is a client's place at a table: what it sees and may do there.
type tablePlace interface {
	ID() string
	View(ctx context.Context) (humanplay.View, error)
	Position(ctx context.Context) (board.Position, uint64, error)
	// Do executes an action, and returns what there is to see then, a view as JSON.
	Do(ctx context.Context, a humanplay.Action) ([]byte, error)
	Entry() *gamecache.Entry // the game that is played
	Draw(ctx context.Context, p board.Position, opt board.Options) ([]byte, error)
	Text(ctx context.Context, p board.Position) ([]byte, error)
	// Attach returns the feed of views, and an event for this client alone that comes first,
	// if it has a text. The client is present until it detaches.
	Attach(ctx context.Context) (f *feed.Feed, first feed.Event, detach func(), err error)
}

// A turnPlace is a place at a table of a turn-based game.
type turnPlace struct {
	table  *table.Table
	tables *table.Manager
	holder string
}

// again calls f with the table, and again if the table was dropped from memory meanwhile.
func (p *turnPlace) again(ctx context.Context, f func() error) error {
	err := f()
	if !errors.Is(err, table.ErrGone) {
		return err
	}
	if p.table, err = p.tables.Get(ctx, p.table.ID()); err != nil {
		return err
	}
	return f()
}

func (p *turnPlace) ID() string { return p.table.ID() }

func (p *turnPlace) admits(ctx context.Context) (ok bool, err error) {
	err = p.again(ctx, func() error {
		ok, err = p.table.Admits(p.holder)
		return err
	})
	return ok, err
}

func (p *turnPlace) View(ctx context.Context) (v humanplay.View, err error) {
	err = p.again(ctx, func() error {
		v, err = p.table.View(ctx, p.holder)
		return err
	})
	return v, err
}

func (p *turnPlace) Position(ctx context.Context) (pos board.Position, number uint64, err error) {
	err = p.again(ctx, func() error {
		pos, number, err = p.table.Position(ctx, p.holder)
		return err
	})
	return pos, number, err
}

// Threats returns what threatens the client.
func (p *turnPlace) Threats(ctx context.Context) (list []table.Threat, err error) {
	err = p.again(ctx, func() error {
		list, err = p.table.Threats(ctx, p.holder)
		return err
	})
	return list, err
}

// Told returns what the role of the client has been told.
func (p *turnPlace) Told(ctx context.Context) (told table.Told, err error) {
	err = p.again(ctx, func() error {
		told, err = p.table.Told(ctx, p.holder)
		return err
	})
	return told, err
}

func (p *turnPlace) Do(ctx context.Context, a humanplay.Action) (view []byte, err error) {
	err = p.again(ctx, func() error {
		view, err = p.table.Do(ctx, p.holder, a)
		return err
	})
	return view, err
}

func (p *turnPlace) Entry() *gamecache.Entry { return p.table.Entry() }

func (p *turnPlace) Draw(ctx context.Context, pos board.Position, opt board.Options) ([]byte, error) {
	return p.table.Draw(ctx, pos, opt)
}

func (p *turnPlace) Text(ctx context.Context, pos board.Position) ([]byte, error) {
	return p.table.Text(ctx, pos)
}

func (p *turnPlace) Attach(ctx context.Context) (f *feed.Feed, first feed.Event, detach func(), err error) {
	err = p.again(ctx, func() error {
		f, first, detach, err = p.table.Attach(ctx, p.holder)
		return err
	})
	return f, first, detach, err
}

// A timedPlace is the place at a table of a game in real time.
type timedPlace struct{ humanplay.Session }

// Do executes an action.
func (p timedPlace) Do(ctx context.Context, a humanplay.Action) ([]byte, error) {
	v, err := p.Session.Do(ctx, a)
	if err != nil {
		return nil, err
	}
	return json.Marshal(v)
}

// Attach returns the feed of views.
func (p timedPlace) Attach(context.Context) (*feed.Feed, feed.Event, func(), error) {
	return p.Feed(), feed.Event{}, func() {}, nil
}

// newSecret returns a secret with which a client takes seats.
func newSecret() string { return rand.Text() + rand.Text() }

// holderOf returns the hash of a secret, by which tables know who has a seat. An account has
// its own for all of its sessions.
func holderOf(secret string) string {
	if secret == "" {
		return ""
	}
	if holder, ok := strings.CutPrefix(secret, accountPrefix); ok {
		return holder
	}
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// secretOf returns the secret of the seats of a client: that of its account, or its own.
func secretOf(r *http.Request) (string, bool) {
	if a, ok := r.Context().Value(sessionKey{}).(store.Account); ok {
		return accountPrefix + a.Holder, true
	}
	secret, ok := sentSecret(r)
	if strings.HasPrefix(secret, accountPrefix) || strings.HasPrefix(secret, sessionPrefix) {
		return "", false // a session that has ended
	}
	return secret, ok
}

// sentSecret returns the secret that a client has sent: programs send a header, and a browser
// has one cookie for all of its tables.
func sentSecret(r *http.Request) (string, bool) {
	if secret := r.Header.Get(seatHeader); secret != "" {
		return secret, true
	}
	c, err := r.Cookie(seatCookie)
	if err != nil || c.Value == "" {
		return "", false
	}
	return c.Value, true
}

// secretAge is how long a browser keeps its secret, in seconds.
const secretAge = 365 * 24 * 3600

// setSecret lets a browser keep its secret. It is sent also by links from other sites, so that
// a table can be opened from a message; changes are refused there all the same. Who has signed
// in keeps the secret of the session.
func setSecret(w http.ResponseWriter, r *http.Request, secret string) {
	if strings.HasPrefix(secret, accountPrefix) {
		return
	}
	http.SetCookie(w, &http.Cookie{
		Name: seatCookie, Value: secret, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: isSecure(r), MaxAge: secretAge,
	})
}

// isSecure reports whether a browser uses TLS, here or with a proxy on this machine.
func isSecure(r *http.Request) bool {
	if r.TLS != nil {
		return true
	}
	addr, ok := from(r)
	return ok && addr.IsLoopback() && r.Header.Get("X-Forwarded-Proto") == "https"
}
