// Package limit bounds how much a client may ask for.
package ratelimit

import (
	"sync"
	"time"
)

// A Rate is a bucket of tokens: so many are added each second, and so many fit.
type Rate struct {
	PerSecond float64
	Burst     float64
}

// maxClients is how many clients are told apart. When there are more, those whose
// buckets are full are forgotten, which changes nothing for them.
const maxClients = 10_000

// A Limiter counts what clients do. It is safe for concurrent use.
type Limiter struct {
	rate Rate
	now  func() time.Time

	mu      sync.Mutex
	clients map[string]*bucket
}

type bucket struct {
	tokens float64
	at     time.Time
}

// New returns a limiter. The clock may be nil.
func New(rate Rate, now func() time.Time) *Limiter {
	if now == nil {
		now = time.Now
	}
	return &Limiter{rate: rate, now: now, clients: map[string]*bucket{}}
}

// Allow takes a token of a client's. If there is none it returns how long it takes
// until there is one.
func (l *Limiter) Allow(client string) (ok bool, wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	b := l.clients[client]
	if b == nil {
		if len(l.clients) >= maxClients {
			l.forget(now)
		}
		b = &bucket{tokens: l.rate.Burst, at: now}
		l.clients[client] = b
	}
	l.fill(b, now)
	if b.tokens >= 1 {
		b.tokens--
		return true, 0
	}
	return false, time.Duration((1 - b.tokens) / l.rate.PerSecond * float64(time.Second))
}

func (l *Limiter) fill(b *bucket, now time.Time) {
	b.tokens = min(l.rate.Burst, b.tokens+now.Sub(b.at).Seconds()*l.rate.PerSecond)
	b.at = now
}

// forget drops the clients whose buckets are full again, or all if none is: who
// attacks from that many addresses is not stopped by counting.
func (l *Limiter) forget(now time.Time) {
	for name, b := range l.clients {
		if l.fill(b, now); b.tokens >= l.rate.Burst {
			delete(l.clients, name)
		}
	}
	if len(l.clients) >= maxClients {
		clear(l.clients)
	}
}
