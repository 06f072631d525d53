package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"
)

// A LocalConn is a worker's connection to a manager on the same machine. It can be used by
// one worker.
type LocalConn struct {
	conn  net.Conn
	token string
}

// DialLocally connects to the manager that listens at an address of this machine.
func DialLocally(ctx context.Context, address, token string) (*LocalConn, error) {
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("connecting to the manager: %w", err)
	}
	return &LocalConn{conn, token}, nil
}

// Close closes the connection.
func (c *LocalConn) Close() error { return c.conn.Close() }

// errManagerGone says that a manager on this machine has ended, or does not want the worker.
var errManagerGone = errors.New("the manager is gone")

// A localSource takes items from a manager on this machine.
type localSource struct {
	conn  *LocalConn
	items chan *localDelivery
	gone  chan struct{} // closed when the connection has ended
	cause error         // why, once it is closed

	sending sync.Mutex
	out     *json.Encoder
}

func (s *localSource) open(ctx context.Context, w *Worker) (leave func(), err error) {
	s.out = json.NewEncoder(s.conn.conn)
	in := json.NewDecoder(s.conn.conn)
	if err := s.out.Encode(greeting{Token: s.conn.token, Protocol: Protocol, Presence: w.Presence()}); err != nil {
		return nil, fmt.Errorf("greeting the manager: %w", err)
	}
	var answer welcome
	if err := in.Decode(&answer); err != nil {
		return nil, fmt.Errorf("greeting the manager: %w", err)
	}
	if answer.Error != "" {
		return nil, fmt.Errorf("the manager refuses this worker: %s", answer.Error)
	}
	s.items, s.gone = make(chan *localDelivery, w.Threads), make(chan struct{})
	over := make(chan struct{})
	go s.read(ctx, in, w)
	go s.beat(answer.Lease/4, over)
	stop := context.AfterFunc(ctx, s.returnItems)
	return func() {
		close(over)
		if stop() {
			s.returnItems()
		}
	}, nil
}

// returnItems says goodbye, and gives back what was not begun.
func (s *localSource) returnItems() {
	_ = s.send(&answer{Leaving: true})
	for {
		select {
		case d := <-s.items:
			d.again(0)
		default:
			return
		}
	}
}

// read reads the requests of the manager until the connection ends.
func (s *localSource) read(ctx context.Context, in *json.Decoder, w *Worker) {
	defer close(s.gone)
	for {
		var r request
		if err := in.Decode(&r); err != nil {
			s.cause = fmt.Errorf("%w: %w", errManagerGone, err)
			return
		}
		switch {
		case r.Stop != "":
			w.cancelJob(r.Stop)
		case r.Item != nil:
			s.hand(ctx, &localDelivery{s, &r})
		}
	}
}

// hand makes an item wait for a thread, or gives it back if the worker has to stop.
func (s *localSource) hand(ctx context.Context, d *localDelivery) {
	if ctx.Err() != nil {
		d.again(0)
		return
	}
	s.items <- d // there is room: the manager sends no more than there are threads
	if ctx.Err() != nil {
		s.returnItems()
	}
}

// beat says periodically that the worker is alive.
func (s *localSource) beat(every time.Duration, over <-chan struct{}) {
	tick := time.NewTicker(max(every, time.Millisecond))
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			_ = s.send(new(answer)) // whoever reads notices a broken connection
		case <-over:
			return
		case <-s.gone:
			return
		}
	}
}

func (s *localSource) send(a *answer) error {
	s.sending.Lock()
	defer s.sending.Unlock()
	return s.out.Encode(a)
}

func (s *localSource) next(ctx context.Context) (delivery, error) {
	select {
	case d := <-s.items:
		return d, nil
	case <-s.gone:
		return nil, s.cause
	case <-ctx.Done():
		return nil, nil
	}
}

// A localDelivery is an item of a manager on this machine.
type localDelivery struct {
	source  *localSource
	request *request
}

func (d *localDelivery) job() string   { return d.request.Job }
func (d *localDelivery) tries() uint64 { return d.request.Tries }

func (d *localDelivery) item(context.Context) (Item, error) { return *d.request.Item, nil }

// heartbeat is never: the connection has its own.
func (d *localDelivery) heartbeat() time.Duration { return 0 }
func (d *localDelivery) alive()                   {}

func (d *localDelivery) deliver(_ context.Context, r Result) error {
	return d.source.send(&answer{Number: d.request.Number, Result: &r})
}

func (d *localDelivery) again(after time.Duration) {
	_ = d.source.send(&answer{Number: d.request.Number, After: after}) // without a connection it is given to another one anyway
}

func (d *localDelivery) drop() {
	_ = d.source.send(&answer{Number: d.request.Number, Dropped: true})
}
