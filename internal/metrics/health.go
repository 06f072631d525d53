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

// A Check returns an error if something that the program needs does not work.
type Check func(context.Context) error

// Health reports whether the program is alive and ready. Its zero value has no checks.
type Health struct {
	mu       sync.Mutex
	names    []string
	checks   []Check
	draining atomic.Bool
}

// checkTime is the time limit of a check.
const checkTime = 5 * time.Second

// Add adds a check of a dependency, such as "store" or "nats".
func (h *Health) Add(name string, c Check) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.names, h.checks = append(h.names, name), append(h.checks, c)
}

// Drain marks the program as not ready: it takes no more work.
func (h *Health) Drain() { h.draining.Store(true) }

// Live returns the handler of /healthz, which always succeeds.
func (h *Health) Live() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { answer(w, http.StatusOK, "ok\n") })
}

// Ready returns the handler of /readyz, which runs all checks. The response has one
// line per check.
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

// check runs all checks concurrently.
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
	_, _ = w.Write([]byte(text)) // the client may be gone
}
