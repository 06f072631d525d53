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
	Lease time.Duration // how long a worker may be silent; 0 is DefaultLease
	Check time.Duration // how often the queues are compared with what is wanted; 0 is half the lease
	Log   *slog.Logger  // nil is none
}

// withDefaults returns the options with the defaults filled in.
func (o ManagerOptions) withDefaults() ManagerOptions {
	if o.Lease <= 0 {
		o.Lease = DefaultLease
	}
	if o.Check <= 0 {
		o.Check = o.Lease / 2
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o
}

// A queue brings the items of jobs to workers, and their results back.
type queue interface {
	// run carries the items and results of a job until the context ends, or until the job
	// has failed.
	run(ctx context.Context, j *Job)
	// close removes the items of a job, and makes workers stop working on them.
	close(j *Job)
	// workers returns the present workers, by name.
	workers() []Presence
	// end ends the queue when all jobs have ended.
	end()
}

// A Manager gives jobs to workers. It is safe for concurrent use.
type Manager struct {
	queue queue
	ctx   context.Context // ends with the manager
	stop  context.CancelFunc
	wg    sync.WaitGroup
}

// NewManager returns a manager whose workers are connected to NATS, on a connection which
// the caller closes afterwards.
func NewManager(conn *nats.Conn, how ManagerOptions) (*Manager, error) {
	js, err := jetstream.New(conn)
	if err != nil {
		return nil, err
	}
	q := &natsQueue{ManagerOptions: how.withDefaults(), codec: codec{conn: conn, js: js}}
	q.sub, err = conn.Subscribe(presenceSubject+"*", func(msg *nats.Msg) { q.registry.update(msg.Data, time.Now()) })
	if err != nil {
		return nil, fmt.Errorf("listening for workers: %w", err)
	}
	_ = conn.Publish(helloSubject, nil) // workers that miss it announce themselves soon
	return newManager(q), nil
}

func newManager(q queue) *Manager {
	m := &Manager{queue: q}
	m.ctx, m.stop = context.WithCancel(context.Background())
	return m
}

// A natsQueue brings items to workers through NATS.
type natsQueue struct {
	ManagerOptions
	codec
	registry registry
	sub      *nats.Subscription
}

func (m *natsQueue) run(ctx context.Context, j *Job) { natsJob{j, m}.run(ctx) }

func (m *natsQueue) workers() []Presence { return m.registry.present(time.Now()) }

func (m *natsQueue) end() { _ = m.sub.Unsubscribe() }

// Workers returns the present workers, by name.
func (m *Manager) Workers() []Presence { return m.queue.workers() }

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
	m.stop()
	m.wg.Wait()
	m.queue.end()
}
