package server

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"ludex/internal/metrics"
)

// serverMetrics counts requests, tables and matches, and serves the numbers in the text
// format of Prometheus. It is safe for concurrent use.
type serverMetrics struct {
	mu       sync.Mutex
	requests map[requestKey]*histogram
	moves    histogram
	tables   uint64
	matches  uint64
	gauges   []gauge
	program  *metrics.Metrics // metrics of the whole program; nil is none
}

// A requestKey labels a histogram of requests. Routes are patterns, so that there are
// few.
type requestKey struct{ route, method, status string }

// A gauge is a metric that goes up and down.
type gauge struct {
	name, help string
	value      func() int
}

// edges are the upper bounds of the buckets, in seconds.
var edges = []float64{.001, .005, .01, .025, .05, .1, .25, .5, 1, 5, 30}

// A histogram counts durations.
type histogram struct {
	counts [12]uint64 // by bucket; the last one has no upper bound
	sum    float64
}

func (h *histogram) observe(d time.Duration) {
	i, _ := slices.BinarySearch(edges, d.Seconds())
	h.counts[i]++
	h.sum += d.Seconds()
}

func newServerMetrics(s *Server) *serverMetrics {
	return &serverMetrics{program: s.cfg.Metrics, requests: map[requestKey]*histogram{}, gauges: []gauge{
		{"ludex_web_tables", "Tables at which people play.", s.tables.Len},
		{"ludex_web_matches_running", "Matches that programs play.", func() int { return len(s.matches.Running()) }},
		{"ludex_web_jobs_active", "Jobs that wait or run.", s.jobs.Active},
		{"ludex_web_streams", "Connections of spectators and players.", s.streams.InUse},
	}}
}

// request counts a request. A stream is counted when it ends.
func (m *serverMetrics) request(route, method string, status int, took time.Duration) {
	if route == "" {
		route = "none"
	}
	if method != http.MethodGet && method != http.MethodPost && method != http.MethodDelete && method != http.MethodHead {
		method = "other" // bounds the number of labels: a client may invent methods
	}
	key := requestKey{route, method, strconv.Itoa(status)}
	m.mu.Lock()
	defer m.mu.Unlock()
	h := m.requests[key]
	if h == nil {
		h = new(histogram)
		m.requests[key] = h
	}
	h.observe(took)
}

func (m *serverMetrics) move(took time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.moves.observe(took)
}

func (m *serverMetrics) table() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.tables++
}

func (m *serverMetrics) match() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.matches++
}

// ServeHTTP writes all metrics.
func (m *serverMetrics) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if m.program != nil {
		m.program.Handler().ServeHTTP(w, r)
	} else {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	}
	var out bytes.Buffer
	for _, g := range m.gauges {
		fmt.Fprintf(&out, "# HELP %s %s\n# TYPE %s gauge\n%s %d\n", g.name, g.help, g.name, g.name, g.value())
	}
	m.mu.Lock()
	for _, c := range []struct {
		name, help string
		n          uint64
	}{{"ludex_web_tables_total", "Tables that were laid.", m.tables}, {"ludex_web_matches_total", "Matches of programs that were begun.", m.matches}} {
		fmt.Fprintf(&out, "# HELP %s %s\n# TYPE %s counter\n%s %d\n", c.name, c.help, c.name, c.name, c.n)
	}
	fmt.Fprint(&out, "# HELP ludex_web_move_seconds How long the server took for moves of people.\n# TYPE ludex_web_move_seconds histogram\n")
	m.moves.write(&out, "ludex_web_move_seconds", "")
	fmt.Fprint(&out, "# HELP ludex_web_request_seconds How long requests took.\n# TYPE ludex_web_request_seconds histogram\n")
	keys := slices.SortedFunc(maps.Keys(m.requests), func(a, b requestKey) int {
		return cmp.Or(cmp.Compare(a.route, b.route), cmp.Compare(a.method, b.method), cmp.Compare(a.status, b.status))
	})
	for _, k := range keys {
		m.requests[k].write(&out, "ludex_web_request_seconds", fmt.Sprintf("route=%q,method=%q,status=%q,", k.route, k.method, k.status))
	}
	m.mu.Unlock()
	_, _ = w.Write(out.Bytes()) // the client may be gone
}

func (h *histogram) write(out *bytes.Buffer, name, labels string) {
	sum := uint64(0)
	for i, n := range h.counts {
		sum += n
		edge := "+Inf"
		if i < len(edges) {
			edge = strconv.FormatFloat(edges[i], 'g', -1, 64)
		}
		fmt.Fprintf(out, "%s_bucket{%sle=%q} %d\n", name, labels, edge, sum)
	}
	if labels != "" {
		labels = "{" + labels[:len(labels)-1] + "}"
	}
	fmt.Fprintf(out, "%s_sum%s %g\n%s_count%s %d\n", name, labels, h.sum, name, labels, sum)
}
