// Package metrics has the counters of the program for Prometheus, its health checks,
// and its logger.
package metrics

import (
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
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

// Metrics are the counters of one program, in a registry of their own. A nil *Metrics
// counts nothing, so that callers need no condition.
type Metrics struct {
	registry *prometheus.Registry
	matches  *prometheus.CounterVec
	faults   *prometheus.CounterVec
	turns    *prometheus.HistogramVec
	work     *prometheus.CounterVec
	workTime *prometheus.HistogramVec
	workers  *prometheus.CounterVec
	store    *prometheus.HistogramVec
	failed   *prometheus.CounterVec
	requests *prometheus.CounterVec
	answers  *prometheus.HistogramVec
}

// Histogram buckets: short for calls within a program and a network, long for turns and
// work items.
var (
	short = prometheus.ExponentialBuckets(0.0005, 4, 9) // 0.5 ms to half a minute
	long  = prometheus.ExponentialBuckets(0.001, 4, 11) // 1 ms to a quarter of an hour
)

// New returns metrics with all counters 0, and the metrics of the process.
func New() *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		matches:  counter("matches_total", "Matches that ended, by how they did.", "game", "outcome"),
		faults:   counter("faults_total", "Faults of players, by what they did wrong.", "kind"),
		turns:    histogram("turn_seconds", "Own time of players for a turn.", long, "player"),
		work:     counter("work_items_total", "What happened to items of work.", "kind", "event"),
		workTime: histogram("work_item_seconds", "Time for an item of work.", long, "kind"),
		workers:  counter("worker_items_total", "Items of work that a worker has done, as the manager sees it.", "worker", "kind"),
		store:    histogram("store_seconds", "Time of the store for an attempt of an operation.", short, "operation"),
		failed:   counter("store_errors_total", "Attempts of operations of the store that failed.", "operation"),
		requests: counter("http_requests_total", "HTTP requests that were answered.", "handler", "method", "code"),
		answers:  histogram("http_request_seconds", "Time to answer an HTTP request.", short, "handler"),
	}
	m.registry.MustRegister(m.matches, m.faults, m.turns, m.work, m.workTime, m.workers, m.store, m.failed, m.requests, m.answers,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

func counter(name, help string, labels ...string) *prometheus.CounterVec {
	return prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: "ludex", Name: name, Help: help}, labels)
}

func histogram(name, help string, buckets []float64, labels ...string) *prometheus.HistogramVec {
	return prometheus.NewHistogramVec(prometheus.HistogramOpts{Namespace: "ludex", Name: name, Help: help, Buckets: buckets}, labels)
}

// Match counts a match that was completed, aborted or failed.
func (m *Metrics) Match(game, outcome string) {
	if m != nil {
		m.matches.WithLabelValues(game, outcome).Inc()
	}
}

// Fault counts a fault of a player.
func (m *Metrics) Fault(kind string) {
	if m != nil {
		m.faults.WithLabelValues(kind).Inc()
	}
}

// Turn counts a turn and the time that the player took.
func (m *Metrics) Turn(player string, took time.Duration) {
	if m != nil {
		m.turns.WithLabelValues(player).Observe(took.Seconds())
	}
}

// Work counts an event of a work item.
func (m *Metrics) Work(kind string, e Event) {
	if m != nil {
		m.work.WithLabelValues(kind, string(e)).Inc()
	}
}

// Worked counts the time that a work item took.
func (m *Metrics) Worked(kind string, took time.Duration) {
	if m != nil {
		m.workTime.WithLabelValues(kind).Observe(took.Seconds())
	}
}

// Worker counts a work item that a worker has done.
func (m *Metrics) Worker(name, kind string) {
	if m != nil {
		m.workers.WithLabelValues(name, kind).Inc()
	}
}

// Store counts an attempt of a store operation. It is an observer for the options of a
// store.
func (m *Metrics) Store(operation string, took time.Duration, err error) {
	if m == nil {
		return
	}
	m.store.WithLabelValues(operation).Observe(took.Seconds())
	if err != nil {
		m.failed.WithLabelValues(operation).Inc()
	}
}

// HTTP returns a handler that counts the requests to next under a name.
func (m *Metrics) HTTP(name string, next http.Handler) http.Handler {
	if m == nil {
		return next
	}
	label := prometheus.Labels{"handler": name}
	return promhttp.InstrumentHandlerDuration(m.answers.MustCurryWith(label),
		promhttp.InstrumentHandlerCounter(m.requests.MustCurryWith(label), next))
}

// Handler returns the handler of /metrics.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}
