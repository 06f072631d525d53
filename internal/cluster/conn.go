package cluster

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/url"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"ludex/internal/sleep"
)

// DialOptions say how to connect to NATS.
type DialOptions struct {
	URL  string // of one server or several, with commas between them
	Name string // the name of the connection on the servers
	// CA is a file with the certificates of the authorities that signed the servers',
	// and Credentials one with a NATS user's token and key. Both may be empty.
	CA, Credentials string
	Token           string // that servers may ask for
	// Patience is how long to try to connect for the first time; 0 is once, and a
	// negative number forever. Lost connections are always retried.
	Patience time.Duration
	Log      *slog.Logger // nil is none
}

const (
	pingEvery  = 2 * time.Second // a broken connection is noticed after twice that
	maxBackoff = 2 * time.Second // between attempts to connect
)

// Dial connects to NATS.
func Dial(ctx context.Context, d DialOptions) (*nats.Conn, error) {
	options := d.options()
	began := time.Now()
	for try := 0; ; try++ {
		conn, err := connect(ctx, d.URL, options)
		switch {
		case err == nil:
			return conn, nil
		case ctx.Err() != nil || final(err) || d.Patience >= 0 && time.Since(began) >= d.Patience:
			return nil, fmt.Errorf("connecting to NATS at %s: %w", redact(d.URL), reason(err))
		}
		d.logger().Warn("cannot connect to NATS yet", "servers", redact(d.URL), "error", reason(err))
		if err := sleep.For(ctx, backoff(try)); err != nil {
			return nil, fmt.Errorf("connecting to NATS at %s: %w", redact(d.URL), err)
		}
	}
}

// connect connects to NATS, or gives up when the context ends, which the library does
// not support.
func connect(ctx context.Context, url string, options []nats.Option) (*nats.Conn, error) {
	type connected struct {
		conn *nats.Conn
		err  error
	}
	done := make(chan connected, 1)
	go func() {
		conn, err := nats.Connect(url, options...)
		done <- connected{conn, err}
	}()
	select {
	case c := <-done:
		return c.conn, c.err
	case <-ctx.Done():
		go func() { // until the library gives up as well
			if c := <-done; c.err == nil {
				c.conn.Close()
			}
		}()
		return nil, ctx.Err()
	}
}

// final reports whether connecting again is pointless: the servers answered, or the
// configuration is wrong.
func final(err error) bool {
	_, network := errors.AsType[*net.OpError](err)
	return !network && !errors.Is(err, nats.ErrNoServers) && !errors.Is(err, nats.ErrTimeout) && !errors.Is(err, io.EOF)
}

// errNobody is the reason that the client's errors about servers that do not answer have.
var errNobody = errors.New("no server answers; is it running?")

// reason returns an error of the client in words.
func reason(err error) error {
	if errors.Is(err, nats.ErrNoServers) || errors.Is(err, nats.ErrTimeout) {
		return errNobody
	}
	return err
}

func (d *DialOptions) logger() *slog.Logger {
	if d.Log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return d.Log
}

func (d *DialOptions) options() []nats.Option {
	log := d.logger()
	options := []nats.Option{
		nats.Name(d.Name), nats.MaxReconnects(-1), nats.CustomReconnectDelay(backoff), nats.PingInterval(pingEvery), nats.MaxPingsOutstanding(2),
		nats.Timeout(5 * time.Second), nats.IgnoreAuthErrorAbort(),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				log.Warn("lost the connection to NATS", "error", err)
			}
		}),
		nats.ReconnectHandler(func(c *nats.Conn) { log.Info("connected to NATS again", "server", c.ConnectedUrlRedacted()) }),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { log.Warn("NATS", "error", err) }),
	}
	if d.CA != "" {
		options = append(options, nats.RootCAs(d.CA))
	}
	if d.Credentials != "" {
		options = append(options, nats.UserCredentials(d.Credentials))
	}
	if d.Token != "" {
		options = append(options, nats.Token(d.Token))
	}
	return options
}

// reconnects calls a function after every reconnect until it is stopped. Requests
// made before may never be answered.
func reconnects(conn *nats.Conn, call func()) (stop func()) {
	changes := conn.StatusChanged(nats.CONNECTED)
	over, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		for {
			select {
			case _, ok := <-changes:
				if !ok {
					return
				}
				call()
			case <-over:
				return
			}
		}
	}()
	return func() {
		close(over)
		<-gone
		conn.RemoveStatusListener(changes)
	}
}

// backoff returns how long to wait before the next attempt: exponential backoff
// with jitter.
func backoff(try int) time.Duration {
	most := min(50*time.Millisecond<<min(try, 10), maxBackoff)
	return most/2 + rand.N(most/2)
}

// redact returns addresses without passwords and tokens, for messages.
func redact(list string) string {
	var out []string
	for text := range strings.SplitSeq(list, ",") {
		text = strings.TrimSpace(text)
		if u, err := url.Parse(text); err == nil && u.User != nil {
			u.User = url.User("…")
			text = strings.Replace(u.String(), url.PathEscape("…"), "…", 1)
		}
		out = append(out, text)
	}
	return strings.Join(out, ",")
}
