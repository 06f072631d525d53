package metrics_test

import (
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"ludex/internal/metrics"
)

func TestScrape(t *testing.T) {
	m := metrics.New()
	m.Match("nim", "completed")
	m.Match("nim", "completed")
	m.Match("go", "aborted")
	m.Fault("timeout")
	m.Turn("mcts", 2*time.Millisecond)
	m.Turn("mcts", 3*time.Second)
	for _, e := range []metrics.Event{metrics.Taken, metrics.Taken, metrics.Redelivered, metrics.Failed, metrics.Done} {
		m.Work("match", e)
	}
	m.Worked("match", 500*time.Millisecond)
	m.Worker("w1", "match")
	m.Store("add result", time.Millisecond, nil)
	m.Store("add result", time.Millisecond, errors.New("cut"))
	counted := m.HTTP("page", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { http.Error(w, "", http.StatusTeapot) }))
	if code, _ := get(counted, "/"); code != http.StatusTeapot {
		t.Errorf("the handler answers %d", code)
	}
	code, text := get(metrics.NewMux(m, new(metrics.Health)), "/metrics")
	if code != http.StatusOK {
		t.Fatalf("%d %s", code, text)
	}
	lines := strings.Split(text, "\n")
	for _, want := range []string{
		`# TYPE ludex_matches_total counter`,
		`ludex_matches_total{game="nim",outcome="completed"} 2`,
		`ludex_matches_total{game="go",outcome="aborted"} 1`,
		`ludex_faults_total{kind="timeout"} 1`,
		`ludex_turn_seconds_bucket{player="mcts",le="0.004"} 1`,
		`ludex_turn_seconds_count{player="mcts"} 2`,
		`ludex_turn_seconds_sum{player="mcts"} 3.002`,
		`ludex_work_items_total{event="taken",kind="match"} 2`,
		`ludex_work_items_total{event="redelivered",kind="match"} 1`,
		`ludex_work_items_total{event="failed",kind="match"} 1`,
		`ludex_work_items_total{event="done",kind="match"} 1`,
		`ludex_work_item_seconds_sum{kind="match"} 0.5`,
		`ludex_worker_items_total{kind="match",worker="w1"} 1`,
		`ludex_store_seconds_count{operation="add result"} 2`,
		`ludex_store_errors_total{operation="add result"} 1`,
		`ludex_http_requests_total{code="418",handler="page",method="get"} 1`,
		`ludex_http_request_seconds_count{handler="page"} 1`,
	} {
		if !slices.Contains(lines, want) {
			t.Errorf("there is no line %s", want)
		}
	}
	if !strings.Contains(text, "\ngo_goroutines ") {
		t.Error("there is nothing about the process")
	}
}

// TestNilMetrics checks that nil metrics can be used.
func TestNilMetrics(t *testing.T) {
	var m *metrics.Metrics
	m.Match("nim", "completed")
	m.Fault("timeout")
	m.Turn("mcts", time.Second)
	m.Work("match", metrics.Taken)
	m.Worked("match", time.Second)
	m.Worker("w1", "match")
	m.Store("add result", time.Second, nil)
	if code, _ := get(m.HTTP("page", http.NotFoundHandler()), "/"); code != http.StatusNotFound {
		t.Errorf("the handler answers %d", code)
	}
}

func TestListen(t *testing.T) {
	s, err := metrics.Listen(t.Context(), "127.0.0.1:0", metrics.New(), new(metrics.Health))
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.Get("http://" + s.Address() + "/readyz")
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(res.Body)
	res.Body.Close()
	if err != nil || string(text) != "ready\n" {
		t.Errorf("%q, %v", text, err)
	}
	if _, err := metrics.Listen(t.Context(), s.Address(), metrics.New(), new(metrics.Health)); err == nil {
		t.Error("two listen at one address")
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if _, err := http.Get("http://" + s.Address() + "/readyz"); err == nil {
		t.Error("a server that was closed answers")
	}
}
