package cluster

import (
	"context"

	"github.com/nats-io/nats.go"
)

// A Bus sends short messages to all programs that listen. It keeps none: who is not
// connected misses them.
type Bus struct {
	conn    *nats.Conn
	subject string
}

// NewBus returns a bus with a name on a connection, which the caller closes.
func NewBus(conn *nats.Conn, name string) *Bus { return &Bus{conn, "ludex.bus." + name} }

// Send sends a message to all who listen, also to those of this program.
func (b *Bus) Send(data []byte) error { return b.conn.Publish(b.subject, data) }

// Receive calls a function for each message, in order, and another after messages may have
// been missed, until the context ends.
func (b *Bus) Receive(ctx context.Context, receive func([]byte), missed func()) error {
	sub, err := b.conn.Subscribe(b.subject, func(m *nats.Msg) { receive(m.Data) })
	if err != nil {
		return err
	}
	stop := reconnects(b.conn, missed)
	context.AfterFunc(ctx, func() {
		stop()
		_ = sub.Unsubscribe() // fails only if the connection is closed
	})
	return b.conn.Flush()
}
