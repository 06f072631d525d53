// Package metrics has the counters of the program for Prometheus, its health checks,
// and its logger.
package metrics

import (
	"bytes"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// An Event is something that happens to a work item.
type Event string

// The events.
const (
	Taken       Event = "taken"
	Done        Event = "done"
	Failed      Event = "failed"
	Redelivered Event = "redelivered" // taken again after another worker did not finish it
)

// Metrics are the counters of one program. A nil *Metrics counts nothing, so that callers
// need no condition.
type Metrics struct {
	matches, faults, turns, work, workTime, workers, store, failed, requests, answers *family
}

// Histogram buckets: short for calls within a program and a network, long for turns and
// work items.
var (
	short = exponential(0.0005, 4, 9) // 0.5 ms to half a minute
	long  = exponential(0.001, 4, 11) // 1 ms to a quarter of an hour
)

// New returns metrics with all counters 0.
func New() *Metrics {
	return &Metrics{
		matches:  counter("matches_total", "Matches that ended, by how they did.", "game", "outcome"),
		faults:   counter("faults_total", "Faults of players, by what they did wrong.", "kind"),
		turns:    histogram("turn_seconds", "Own time of players for a turn.", long, "player"),
		work:     counter("work_items_total", "What happened to items of work.", "event", "kind"),
		workTime: histogram("work_item_seconds", "Time for an item of work.", long, "kind"),
		workers:  counter("worker_items_total", "Items of work that a worker has done, as the manager sees it.", "kind", "worker"),
		store:    histogram("store_seconds", "Time of the store for an attempt of an operation.", short, "operation"),
		failed:   counter("store_errors_total", "Attempts of operations of the store that failed.", "operation"),
		requests: counter("http_requests_total", "HTTP requests that were answered.", "code", "handler", "method"),
		answers:  histogram("http_request_seconds", "Time to answer an HTTP request.", short, "handler"),
	}
}

// Match counts a match that was completed, aborted or failed.
func (m *Metrics) Match(game, outcome string) {
	if m != nil {
		m.matches.inc(game, outcome)
	}
}

// Fault counts a fault of a player.
func (m *Metrics) Fault(kind string) {
	if m != nil {
		m.faults.inc(kind)
	}
}

// Turn counts a turn and the time that the player took.
func (m *Metrics) Turn(player string, took time.Duration) {
	if m != nil {
		m.turns.observe(took.Seconds(), player)
	}
}

// Work counts an event of a work item.
func (m *Metrics) Work(kind string, e Event) {
	if m != nil {
		m.work.inc(string(e), kind)
	}
}

// Worked counts the time that a work item took.
func (m *Metrics) Worked(kind string, took time.Duration) {
	if m != nil {
		m.workTime.observe(took.Seconds(), kind)
	}
}

// Worker counts a work item that a worker has done.
func (m *Metrics) Worker(name, kind string) {
	if m != nil {
		m.workers.inc(kind, name)
	}
}

// Store counts an attempt of a store operation. It is an observer for the options of a
// store.
func (m *Metrics) Store(operation string, took time.Duration, err error) {
	if m == nil {
		return
	}
	m.store.observe(took.Seconds(), operation)
	if err != nil {
		m.failed.inc(operation)
	}
}

// HTTP returns a handler that counts the requests to next under a name.
func (m *Metrics) HTTP(name string, next http.Handler) http.Handler {
	if m == nil {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start, answer := time.Now(), &statusWriter{ResponseWriter: w, status: http.StatusOK}
		next.ServeHTTP(answer, r)
		m.requests.inc(strconv.Itoa(answer.status), name, knownMethod(r.Method))
		m.answers.observe(time.Since(start).Seconds(), name)
	})
}

// knownMethod returns a method in small letters. Clients can invent methods, and each one
// would be kept.
func knownMethod(method string) string {
	switch method {
	case http.MethodGet, http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodHead, http.MethodOptions, http.MethodPatch:
		return strings.ToLower(method)
	}
	return "unknown"
}

// A statusWriter notes the status of an answer.
type statusWriter struct {
	http.ResponseWriter
	status int
}

func (w *statusWriter) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

// Unwrap lets handlers flush and hijack the connection.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Handler returns the handler of /metrics, which answers in the text format of Prometheus.
func (m *Metrics) Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		var out bytes.Buffer
		for _, f := range []*family{m.matches, m.faults, m.turns, m.work, m.workTime, m.workers, m.store, m.failed, m.requests, m.answers} {
			f.write(&out)
		}
		writeProcess(&out)
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		_, _ = w.Write(out.Bytes()) // the client may be gone
	})
}
