// Package ratelimit bounds what clients of a server may ask for: requests per second
// by a [Limiter], and work at the same time by a [Semaphore].
package ratelimit

import (
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// A Rate is the size of a token bucket: PerSecond tokens are added per second, up to
// Burst.
type Rate struct {
	PerSecond float64
	Burst     int
}

// maxClients is the number of clients with a bucket of their own. When there are more,
// full buckets are dropped, which makes no difference to their clients.
const maxClients = 10_000

// A Limiter limits the rate of requests per client. It is safe for concurrent use.
type Limiter struct {
	rate Rate
	now  func() time.Time

	mu      sync.Mutex
	clients map[string]*rate.Limiter
}

// New returns a limiter. The clock is for tests; nil is the system's.
func New(limit Rate, now func() time.Time) *Limiter {
	if now == nil {
		now = time.Now
	}
	return &Limiter{rate: limit, now: now, clients: map[string]*rate.Limiter{}}
}

// Allow takes a token from a client's bucket. If there is none, it returns the time
// until the next one.
func (l *Limiter) Allow(client string) (ok bool, wait time.Duration) {
	now := l.now()
	r := l.bucket(client, now).ReserveN(now, 1)
	if wait = r.DelayFrom(now); wait > 0 {
		r.CancelAt(now)
	}
	return wait == 0, wait
}

// bucket returns the bucket of a client, and makes it on the first request.
func (l *Limiter) bucket(client string, now time.Time) *rate.Limiter {
	l.mu.Lock()
	defer l.mu.Unlock()
	b := l.clients[client]
	if b == nil {
		if len(l.clients) >= maxClients {
			l.evict(now)
		}
		b = rate.NewLimiter(rate.Limit(l.rate.PerSecond), l.rate.Burst)
		l.clients[client] = b
	}
	return b
}

// evict drops the full buckets, or all buckets if none is full: counting does not stop
// an attack from that many addresses.
func (l *Limiter) evict(now time.Time) {
	for name, b := range l.clients {
		if b.TokensAt(now) >= float64(l.rate.Burst) {
			delete(l.clients, name)
		}
	}
	if len(l.clients) >= maxClients {
		clear(l.clients)
	}
}
