package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"ludex/internal/sleep"
)

// A natsSource leases items from the queue on NATS servers.
type natsSource struct {
	codec
	worker *Worker

	mu       sync.Mutex
	cached   jetstream.Consumer
	silence  time.Duration                // after which the queue gives the item to another worker
	requests map[*context.CancelFunc]bool // pending requests to the servers
}

func (w *natsSource) open(context.Context, *Worker) (leave func(), err error) {
	stop, err := w.answer()
	if err != nil {
		return nil, err
	}
	ignore := reconnects(w.conn, w.cancelRequests)
	over := make(chan struct{})
	go w.announce(over)
	return func() {
		close(over)
		w.tell(true)
		_ = w.conn.FlushTimeout(lastTime)
		ignore()
		stop()
	}, nil
}

// answer subscribes to managers that ask for workers, and to jobs that are closed.
func (w *natsSource) answer() (stop func(), err error) {
	hello, err := w.conn.Subscribe(helloSubject, func(*nats.Msg) { w.tell(false) })
	if err != nil {
		return nil, err
	}
	stops, err := w.conn.Subscribe(stopSubject+"*", func(msg *nats.Msg) { w.worker.cancelJob(strings.TrimPrefix(msg.Subject, stopSubject)) })
	if err != nil {
		return nil, errors.Join(err, hello.Unsubscribe())
	}
	return func() {
		_ = hello.Unsubscribe()
		_ = stops.Unsubscribe()
	}, nil
}

// announce publishes the worker's presence periodically.
func (w *natsSource) announce(over <-chan struct{}) {
	tick := time.NewTicker(presentEvery)
	defer tick.Stop()
	for {
		w.tell(false)
		select {
		case <-tick.C:
		case <-over:
			return
		}
	}
}

func (w *natsSource) tell(leaving bool) {
	p := w.worker.Presence()
	p.Leaving = leaving
	if data, err := json.Marshal(p); err == nil {
		_ = w.conn.Publish(presenceSubject+w.worker.id, data)
	}
}

// fetchTime is how long one request for an item lasts. A queue that was lost and
// created again is found after that time at the latest.
const fetchTime = 3 * time.Second

// next waits for an item; nil means that there is none yet.
func (w *natsSource) next(ctx context.Context) (delivery, error) {
	c, err := w.queue(ctx)
	if err != nil {
		return nil, err
	}
	ctx, cancel := w.request(ctx, fetchTime)
	defer cancel()
	batch, err := c.Fetch(1, jetstream.FetchContext(ctx))
	if err != nil {
		w.forgetQueue()
		return nil, err
	}
	if msg, ok := <-batch.Messages(); ok {
		return w.received(msg)
	}
	if err := batch.Error(); err != nil && !errors.Is(err, nats.ErrTimeout) && !errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		w.forgetQueue()
		return nil, err
	}
	return nil, nil
}

// request returns a context for a request to the servers. It ends early after a
// reconnect, because the servers may not know of the request.
func (w *natsSource) request(ctx context.Context, most time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(ctx, most)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.requests[&cancel] = true
	return ctx, func() {
		cancel()
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.requests, &cancel)
	}
}

// cancelRequests ends all pending requests to the servers.
func (w *natsSource) cancelRequests() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for cancel := range w.requests {
		(*cancel)()
	}
}

// queue returns the consumer that all workers share. It does not wait for a manager
// to create it. The lock is not held during requests, since heartbeats and
// cancellation need it.
func (w *natsSource) queue(ctx context.Context) (jetstream.Consumer, error) {
	if c := w.knownQueue(); c != nil {
		return c, nil
	}
	ctx, cancel := w.request(ctx, callTime)
	defer cancel()
	s, err := w.js.Stream(ctx, itemStream)
	if err != nil {
		return nil, err
	}
	if err := checkProtocol(s.CachedInfo()); err != nil {
		return nil, err
	}
	c, err := s.Consumer(ctx, workers)
	if err != nil {
		return nil, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.cached, w.silence = c, c.CachedInfo().Config.AckWait
	return c, nil
}

func (w *natsSource) knownQueue() jetstream.Consumer {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.cached
}

func (w *natsSource) forgetQueue() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.cached = nil
}

// received returns a message of the queue as a delivery.
func (w *natsSource) received(msg jetstream.Msg) (delivery, error) {
	d := natsDelivery{source: w, msg: msg}
	meta, err := msg.Metadata()
	var ok bool
	if err == nil {
		d.number = meta.NumDelivered
		d.name, d.id, ok = strings.Cut(strings.TrimPrefix(msg.Subject(), itemSubject), ".")
		if !ok || d.name == "" || d.id == "" || strings.Contains(d.id, ".") {
			err = errors.New("its subject names no work")
		}
	}
	if err != nil {
		w.worker.Log.Error("a message in the queue is no work", "subject", msg.Subject(), "error", err)
		_ = msg.Term()
		return nil, nil
	}
	return &d, nil
}

// A natsDelivery is an item that was leased from NATS.
type natsDelivery struct {
	source   *natsSource
	msg      jetstream.Msg
	name, id string // of the job; token of the key
	number   uint64
}

func (d *natsDelivery) job() string   { return d.name }
func (d *natsDelivery) tries() uint64 { return d.number }

func (d *natsDelivery) item(ctx context.Context) (Item, error) {
	var item Item
	if err := d.source.unpack(ctx, d.msg, &item); err != nil {
		return item, err
	}
	if token(item.Key) != d.id {
		return item, errors.New("the work has the key of another one")
	}
	return item, nil
}

func (d *natsDelivery) heartbeat() time.Duration {
	d.source.mu.Lock()
	defer d.source.mu.Unlock()
	return max(d.source.silence/4, 50*time.Millisecond)
}

func (d *natsDelivery) alive() { _ = d.msg.InProgress() } // a broken connection is re-established

func (d *natsDelivery) drop() { _ = d.msg.Term() }

func (d *natsDelivery) again(after time.Duration) {
	if after == 0 {
		_ = d.msg.Nak()
		return
	}
	_ = d.msg.NakWithDelay(after)
}

// How long a worker tries to deliver a result, and how long if it has to stop. An item
// whose result cannot be delivered is done again.
const (
	deliverTime = 30 * time.Second
	lastTime    = 300 * time.Millisecond
)

func (d *natsDelivery) deliver(hard context.Context, r Result) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(hard), deliverTime)
	defer cancel()
	defer context.AfterFunc(hard, func() { time.AfterFunc(lastTime, cancel) })()
	for try := 0; ; try++ {
		err := d.publish(ctx, r)
		if err == nil || isDuplicate(err) {
			break
		}
		if sleep.For(ctx, backoff(try)) != nil {
			return err
		}
	}
	if err := d.msg.Ack(); err == nil {
		d.source.drop(ctx, d.msg)
	}
	return nil
}

func (d *natsDelivery) publish(ctx context.Context, r Result) error {
	ctx, cancel := d.source.request(ctx, callTime)
	defer cancel()
	msg, err := d.source.pack(ctx, resultSubject+d.name+"."+d.id, r)
	if err != nil {
		return err
	}
	_, err = d.source.js.PublishMsg(ctx, msg)
	return err
}
