package cluster

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"slices"
	"strconv"
	"sync"
	"time"
)

// A LocalManager gives jobs to worker processes on this machine, over connections that
// they make. No other program is needed, and nothing outlives the manager.
type LocalManager struct {
	*Manager
	Address string // where workers connect, on the loopback address
	Token   string // that they have to show
}

// ListenLocally returns a manager for workers on this machine.
func ListenLocally(how ManagerOptions) (*LocalManager, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listening for workers: %w", err)
	}
	q := &localQueue{ManagerOptions: how.withDefaults(), listener: listener, token: rand.Text(),
		more: make(chan struct{}), jobs: map[string]*Job{}, peers: map[*peer]bool{}}
	q.group.Go(q.accept)
	return &LocalManager{newManager(q), listener.Addr().String(), q.token}, nil
}

// A localQueue has the items that wait for a worker on this machine.
type localQueue struct {
	ManagerOptions
	listener net.Listener
	token    string
	group    sync.WaitGroup

	mu      sync.Mutex
	waiting []*order
	more    chan struct{}   // closed and replaced when something waits
	jobs    map[string]*Job // that are open
	peers   map[*peer]bool
	ended   bool
}

// An order is an item that waits for a worker, or is with one.
type order struct {
	job, id string // token of the key
	item    Item
	tries   uint64 // how often a worker was given it
}

// run hands out the items of a job until the context ends.
func (q *localQueue) run(ctx context.Context, j *Job) {
	q.mu.Lock()
	q.jobs[j.name] = j
	q.mu.Unlock()
	for {
		for {
			id, item, ok := j.unpublished()
			if !ok {
				break
			}
			q.put(&order{job: j.name, id: id, item: item})
		}
		select {
		case <-j.fresh:
		case <-ctx.Done():
			return
		}
	}
}

// put makes an order wait for a worker, unless its job is closed.
func (q *localQueue) put(o *order) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.jobs[o.job] == nil {
		return
	}
	q.waiting = append(q.waiting, o)
	close(q.more)
	q.more = make(chan struct{})
}

// take waits for an order. It fails only if the context ends.
func (q *localQueue) take(ctx context.Context) (*order, error) {
	for {
		if ctx.Err() != nil {
			return nil, ctx.Err() // although something may wait
		}
		o, more := q.first()
		if o != nil {
			return o, nil
		}
		select {
		case <-more:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// first returns the first order, or a channel that is closed when there is one.
func (q *localQueue) first() (*order, <-chan struct{}) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.waiting) == 0 {
		return nil, q.more
	}
	o := q.waiting[0]
	q.waiting = slices.Delete(q.waiting, 0, 1)
	o.tries++
	return o, nil
}

// settle handles the answer of a worker.
func (q *localQueue) settle(o *order, a *answer) {
	switch {
	case a.Dropped:
	case a.Result == nil:
		if a.After <= 0 {
			q.put(o)
			return
		}
		time.AfterFunc(a.After, func() { q.put(o) })
	default:
		q.mu.Lock()
		j := q.jobs[o.job]
		q.mu.Unlock()
		if j != nil {
			j.arrive(o.id, arrival{a.Result, func(context.Context, bool) {}})
		}
	}
}

func (q *localQueue) close(j *Job) {
	q.mu.Lock()
	delete(q.jobs, j.name)
	q.waiting = slices.DeleteFunc(q.waiting, func(o *order) bool { return o.job == j.name })
	peers := make([]*peer, 0, len(q.peers))
	for p := range q.peers {
		peers = append(peers, p)
	}
	q.mu.Unlock()
	for _, p := range peers {
		p.send(&request{Stop: j.name})
	}
}

func (q *localQueue) workers() []Presence {
	q.mu.Lock()
	defer q.mu.Unlock()
	var list []Presence
	for p := range q.peers {
		list = append(list, p.Presence)
	}
	slices.SortFunc(list, func(a, b Presence) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID)) })
	return list
}

func (q *localQueue) end() {
	q.listener.Close()
	q.mu.Lock()
	q.ended = true
	for p := range q.peers {
		p.conn.Close()
	}
	q.mu.Unlock()
	q.group.Wait()
}

// accept serves the workers that connect until the listener is closed.
func (q *localQueue) accept() {
	for {
		conn, err := q.listener.Accept()
		if err != nil {
			return
		}
		q.group.Go(func() {
			defer conn.Close()
			if err := q.serve(conn); err != nil {
				q.Log.Warn("a worker", "error", err)
			}
		})
	}
}

// The messages between a manager and a worker on the same machine, each a line of JSON.
type (
	// A greeting is the first message of a worker.
	greeting struct {
		Token    string
		Protocol int
		Presence Presence
	}
	// A welcome is the answer.
	welcome struct {
		Error string        `json:",omitempty"`
		Lease time.Duration // how long the worker may be silent
	}
	// A request of the manager is an item, or to stop working on a job.
	request struct {
		Number uint64 `json:",omitempty"` // of the item, on this connection
		Job    string `json:",omitempty"`
		Tries  uint64 `json:",omitempty"` // this one included
		Item   *Item  `json:",omitempty"`
		Stop   string `json:",omitempty"` // the job
	}
	// An answer is about an item: its result, or that it was dropped, or that it should be
	// given to a worker again. Without a number it says only that the worker is alive.
	answer struct {
		Number  uint64        `json:",omitempty"`
		Result  *Result       `json:",omitempty"`
		Dropped bool          `json:",omitempty"`
		After   time.Duration `json:",omitempty"`
		Leaving bool          `json:",omitempty"` // the worker takes no more items
	}
)

// greetingTime is how long a greeting may take.
const greetingTime = 10 * time.Second

// A peer is a connected worker.
type peer struct {
	Presence
	conn net.Conn

	sending sync.Mutex
	out     *json.Encoder

	mu      sync.Mutex
	last    uint64
	answers map[uint64]chan *answer
}

// serve gives a worker items until its connection ends.
func (q *localQueue) serve(conn net.Conn) error {
	in := json.NewDecoder(conn)
	p := &peer{conn: conn, out: json.NewEncoder(conn), answers: map[uint64]chan *answer{}}
	if err := q.greet(p, in); err != nil {
		return err
	}
	if !q.add(p) {
		return nil
	}
	defer q.remove(p)
	gone, end := context.WithCancel(context.Background())
	defer end()
	taking, stop := context.WithCancel(gone)
	var slots sync.WaitGroup
	for range p.Threads {
		slots.Go(func() { q.fill(gone, taking, p) })
	}
	err := p.read(in, q.Lease, stop)
	end()
	slots.Wait()
	return err
}

// greet checks the first message of a worker.
func (q *localQueue) greet(p *peer, in *json.Decoder) error {
	_ = p.conn.SetDeadline(time.Now().Add(greetingTime))
	defer p.conn.SetDeadline(time.Time{})
	var g greeting
	if err := in.Decode(&g); err != nil {
		return err
	}
	var refused error
	switch {
	case subtle.ConstantTimeCompare([]byte(g.Token), []byte(q.token)) != 1:
		refused = errors.New("the token is wrong")
	case g.Protocol != Protocol:
		refused = fmt.Errorf("%w (it has %s, this program %d)", errProtocol, strconv.Itoa(g.Protocol), Protocol)
	}
	w := welcome{Lease: q.Lease}
	if refused != nil {
		w.Error = refused.Error()
	}
	p.Presence = g.Presence
	return errors.Join(refused, p.out.Encode(w))
}

// add notes a worker, unless the queue has ended.
func (q *localQueue) add(p *peer) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.ended {
		return false
	}
	q.peers[p] = true
	return true
}

func (q *localQueue) remove(p *peer) {
	q.mu.Lock()
	defer q.mu.Unlock()
	delete(q.peers, p)
}

// fill keeps one slot of a worker busy: it hands out an item, waits for the answer, and
// goes on. An item whose worker is gone waits for another one.
func (q *localQueue) fill(gone, taking context.Context, p *peer) {
	for {
		o, err := q.take(taking)
		if err != nil {
			return
		}
		a := p.ask(gone, o)
		if a == nil {
			q.put(o)
			return
		}
		q.settle(o, a)
	}
}

// ask gives the worker an item and waits for the answer; nil if the worker is gone.
func (p *peer) ask(gone context.Context, o *order) *answer {
	answered := make(chan *answer, 1)
	p.mu.Lock()
	p.last++
	number := p.last
	p.answers[number] = answered
	p.mu.Unlock()
	defer func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(p.answers, number)
	}()
	p.send(&request{Number: number, Job: o.job, Tries: o.tries, Item: &o.item})
	select {
	case a := <-answered:
		return a
	case <-gone.Done():
		return nil
	}
}

// send writes a message. A connection that fails is closed, so that reading ends too.
func (p *peer) send(r *request) {
	p.sending.Lock()
	defer p.sending.Unlock()
	if p.out.Encode(r) != nil {
		p.conn.Close()
	}
}

// read reads the answers of a worker until its connection ends, or until it is silent for
// too long. Then it calls stop when the worker takes no more items.
func (p *peer) read(in *json.Decoder, lease time.Duration, stop func()) error {
	defer stop()
	for {
		_ = p.conn.SetReadDeadline(time.Now().Add(lease))
		var a answer
		if err := in.Decode(&a); err != nil {
			if _, timeout := errors.AsType[net.Error](err); timeout {
				return fmt.Errorf("%s: %w", p.Name, err)
			}
			return nil // it has ended
		}
		if a.Leaving {
			stop()
		}
		p.mu.Lock()
		answered := p.answers[a.Number]
		delete(p.answers, a.Number)
		p.mu.Unlock()
		if answered != nil {
			answered <- &a
		}
	}
}
