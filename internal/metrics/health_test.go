package metrics_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"

	"ludex/internal/metrics"
)

// get returns the status and text that a handler answers.
func get(h http.Handler, path string) (int, string) {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	return w.Code, w.Body.String()
}

func TestHealth(t *testing.T) {
	h := new(metrics.Health)
	var broken error
	h.Add("store", func(context.Context) error { return nil })
	h.Add("nats", func(context.Context) error { return broken })
	check := func(handler http.Handler, code int, text string) {
		t.Helper()
		if c, s := get(handler, "/"); c != code || s != text {
			t.Errorf("%d %q, and not %d %q", c, s, code, text)
		}
	}
	check(h.Live(), 200, "ok\n")
	check(h.Ready(), 200, "store: ok\nnats: ok\nready\n")
	broken = errors.New("no\nconnection")
	check(h.Live(), 200, "ok\n")
	check(h.Ready(), 503, "store: ok\nnats: no connection\n")
	broken = nil
	h.Drain()
	check(h.Live(), 200, "ok\n")
	check(h.Ready(), 503, "store: ok\nnats: ok\ndraining\n")
}
