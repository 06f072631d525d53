package lagtest

import (
	"cmp"
	"container/heap"
	"fmt"

	"ludex/game"
	"ludex/timed"
)

// A Link is how a network carries messages in one direction.
type Link struct {
	Latency timed.Time // the minimum delay
	Jitter  timed.Time // the maximum additional delay, uniformly distributed
	Loss    int        // how many of a thousand messages are lost
	Ordered bool       // whether messages keep their order
}

// MaxDelay returns the maximum delay of a message that is not lost.
func (l Link) MaxDelay() timed.Time { return l.Latency + l.Jitter }

// check reports what is wrong with a link.
func (l Link) check() error {
	const long = timed.MaxTime / 1000
	if l.Latency < 0 || l.Jitter < 0 || l.Latency > long || l.Jitter > long || l.Loss < 0 || l.Loss >= 1000 {
		return fmt.Errorf("a link cannot have latency %v, jitter %v and a loss of %d in a thousand", l.Latency, l.Jitter, l.Loss)
	}
	return nil
}

// A Network carries messages in virtual time. Its behaviour depends only on its
// seed and on what is sent. It belongs to one goroutine.
type Network struct {
	now   timed.Time
	rand  *game.Rand
	queue queue
	sent  int
	last  map[*Link]timed.Time // when the last message of an ordered link arrives
}

// NewNetwork returns a network at time 0 without messages.
func NewNetwork(seed uint64) *Network {
	return &Network{rand: game.NewRand(seed), last: map[*Link]timed.Time{}}
}

// Now returns the current time.
func (n *Network) Now() timed.Time { return n.now }

// Send sends a message over a link, which calls arrive when it arrives, unless
// it is lost. Every message takes two draws, so that what happens to one does
// not depend on the links of the others.
func (n *Network) Send(l *Link, arrive func()) {
	lost := n.rand.Choose(1000) < l.Loss
	delay := l.Latency + timed.Time(n.rand.Choose(int(l.Jitter)+1))
	if lost {
		return
	}
	at := n.now + delay
	if l.Ordered {
		at = max(at, n.last[l])
		n.last[l] = at
	}
	n.add(at, arriving, arrive)
}

// At calls a function at a time, after all messages that arrive then.
func (n *Network) At(t timed.Time, f func()) { n.add(max(t, n.now), waking, f) }

func (n *Network) add(t timed.Time, c class, f func()) {
	n.sent++
	heap.Push(&n.queue, item{t, c, n.sent, f})
}

// Next returns when something happens next, or [timed.Forever].
func (n *Network) Next() timed.Time {
	if len(n.queue) == 0 {
		return timed.Forever
	}
	return n.queue[0].at
}

// Step executes the next event.
func (n *Network) Step() {
	if len(n.queue) == 0 {
		return
	}
	next, _ := heap.Pop(&n.queue).(item)
	n.now = max(n.now, next.at)
	next.run()
}

// Advance sets the time to an instant before the next event.
func (n *Network) Advance(to timed.Time) { n.now = max(n.now, min(to, n.Next())) }

// A class orders what happens at one instant.
type class int

const (
	arriving class = iota
	waking
)

// An item is a scheduled event.
type item struct {
	at     timed.Time
	class  class
	number int
	run    func()
}

// A queue is a heap of items.
type queue []item

func (q queue) Len() int { return len(q) }

func (q queue) Less(i, j int) bool {
	a, b := &q[i], &q[j]
	return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.class, b.class), cmp.Compare(a.number, b.number)) < 0
}

func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }

// Push implements [heap.Interface].
func (q *queue) Push(x any) {
	if i, ok := x.(item); ok {
		*q = append(*q, i)
	}
}

// Pop implements [heap.Interface].
func (q *queue) Pop() any {
	last := len(*q) - 1
	i := (*q)[last]
	*q = (*q)[:last]
	return i
}
