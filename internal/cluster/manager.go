package cluster

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// ManagerOptions say how a manager works. The zero value means the defaults.
type ManagerOptions struct {
	Lease  time.Duration // how long a worker may be silent; 0 is DefaultLease
	Check  time.Duration // how often the queues are compared with what is wanted; 0 is half the lease
	Memory bool          // the queues may be lost with their server
	Log    *slog.Logger  // nil is none
}

// A Manager gives jobs to workers. It is safe for concurrent use.
type Manager struct {
	ManagerOptions
	codec
	registry registry
	sub      *nats.Subscription
	ctx      context.Context // ends with the manager
	end      context.CancelFunc
	wg       sync.WaitGroup
}

// NewManager returns a manager on a connection, which the caller closes
// afterwards.
func NewManager(conn *nats.Conn, how ManagerOptions) (*Manager, error) {
	js, err := jetstream.New(conn)
	if err != nil {
		return nil, err
	}
	if how.Lease <= 0 {
		how.Lease = DefaultLease
	}
	if how.Check <= 0 {
		how.Check = how.Lease / 2
	}
	if how.Log == nil {
		how.Log = slog.New(slog.DiscardHandler)
	}
	m := &Manager{ManagerOptions: how, codec: codec{conn: conn, js: js}}
	m.ctx, m.end = context.WithCancel(context.Background())
	m.sub, err = conn.Subscribe(presenceSubject+"*", func(msg *nats.Msg) { m.registry.update(msg.Data, time.Now()) })
	if err != nil {
		return nil, fmt.Errorf("listening for workers: %w", err)
	}
	_ = conn.Publish(helloSubject, nil) // workers that miss it announce themselves soon
	return m, nil
}

// Workers returns the present workers, by name.
func (m *Manager) Workers() []Presence { return m.registry.present(time.Now()) }

// Slots returns how many items can be done at a time by the present workers.
func (m *Manager) Slots() int {
	n := 0
	for _, w := range m.Workers() {
		n += w.Threads
	}
	return n
}

// Window returns how many items should be in the queue: enough to keep all workers
// busy, but few enough that other managers need not wait long.
func (m *Manager) Window() int { return 2*m.Slots() + 2 }

// Close ends the manager and its jobs.
func (m *Manager) Close() {
	m.end()
	m.wg.Wait()
	_ = m.sub.Unsubscribe()
}
