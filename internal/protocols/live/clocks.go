package live

import (
	"sync"
	"time"
)

// clocks estimates the offset of the manager's clock, like NTP: the manager's
// answer was sent half a round trip ago, give or take half a round trip. Of the
// last answers the one with the shortest round trip counts, since latency changes
// and clocks drift.
type clocks struct {
	mu      sync.Mutex
	asked   map[uint64]time.Time // by number of the ping
	next    uint64
	samples []sample // the last ones
}

// A sample is one comparison.
type sample struct{ way, ahead time.Duration }

// samplesKept is how many comparisons count, and samplesFirst how many are made
// right after connecting.
const (
	samplesKept  = 12
	samplesFirst = 5
)

// ask returns the number of a new ping.
func (c *clocks) ask() uint64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.asked == nil || len(c.asked) > samplesKept { // most of them will not be answered
		c.asked = map[uint64]time.Time{}
	}
	c.next++
	c.asked[c.next] = time.Now()
	return c.next
}

// receive processes an answer, in microseconds since 1970, and reports whether
// another one is wanted soon.
func (c *clocks) receive(id uint64, clock int64) bool {
	now := time.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	sent, ok := c.asked[id]
	if !ok {
		return false
	}
	delete(c.asked, id)
	way := now.Sub(sent)
	if len(c.samples) == samplesKept {
		c.samples = append(c.samples[:0], c.samples[1:]...)
	}
	c.samples = append(c.samples, sample{way, time.UnixMicro(clock).Sub(sent.Add(way / 2))})
	return len(c.samples) < samplesFirst
}

// best returns the best comparison.
func (c *clocks) best() (sample, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.samples) == 0 {
		return sample{}, false
	}
	best := c.samples[0]
	for _, s := range c.samples {
		if s.way < best.way {
			best = s
		}
	}
	return best, true
}

// heard handles a control message.
func (c *Conn) heard(f *frame) {
	if f.Type == pong && c.clocks.receive(f.ID, f.Clock) {
		c.ping()
	}
}

func (c *Conn) ping() { c.send(note{Type: ping, ID: c.clocks.ask()}) }

// watch sends pings, and drops the connection when nothing is heard for too long.
func (c *Conn) watch(k *attachment) {
	c.ping()
	ticker := time.NewTicker(pingTime)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			if k.silence() > maxSilence {
				k.cancel()
				return
			}
			c.ping()
		case <-k.ctx.Done():
			return
		}
	}
}

// Offset returns how far the manager's clock is ahead of ours, the best round-trip
// time, and whether this is known yet.
func (c *Conn) Offset() (ahead, way time.Duration, known bool) {
	best, ok := c.clocks.best()
	return best.ahead, best.way, ok
}
