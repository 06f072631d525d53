package metrics

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// A Check says why something that the program needs does not work, or nil.
type Check func(context.Context) error

// Health says whether the program lives, and whether it can work. Its zero value
// has no checks.
type Health struct {
	mu       sync.Mutex
	names    []string
	checks   []Check
	draining atomic.Bool
}

// checkTime is how long a check may take. Whoever asks does not wait longer.
const checkTime = 5 * time.Second

// Add adds a check of something that the program needs, such as "store" or "nats".
func (h *Health) Add(name string, c Check) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.names, h.checks = append(h.names, name), append(h.checks, c)
}

// Drain notes that the program takes no more work: it lives, and is not ready.
func (h *Health) Drain() { h.draining.Store(true) }

// Live is the handler of /healthz: whoever can answer lives.
func (h *Health) Live() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { answer(w, http.StatusOK, "ok\n") })
}

// Ready is the handler of /readyz, which makes all checks. The answer has a line
// for each.
func (h *Health) Ready() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ready, text := h.check(r.Context())
		status := http.StatusOK
		if !ready {
			status = http.StatusServiceUnavailable
		}
		answer(w, status, text)
	})
}

// check makes all checks at once.
func (h *Health) check(ctx context.Context) (ready bool, text string) {
	ctx, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	h.mu.Lock()
	names, checks := h.names, h.checks
	h.mu.Unlock()
	errs := make([]error, len(checks))
	var group sync.WaitGroup
	for i, c := range checks {
		group.Go(func() { errs[i] = c(ctx) })
	}
	group.Wait()
	ready = true
	var b strings.Builder
	for i, err := range errs {
		state := "ok"
		if err != nil {
			ready, state = false, strings.ReplaceAll(err.Error(), "\n", " ")
		}
		fmt.Fprintf(&b, "%s: %s\n", names[i], state)
	}
	if h.draining.Load() {
		ready = false
		b.WriteString("draining\n")
	}
	if ready {
		b.WriteString("ready\n")
	}
	return ready, b.String()
}

func answer(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(text)) // whoever asked has gone
}
