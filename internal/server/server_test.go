package server

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"ludex/internal/server/humanplay"
	"ludex/internal/store"
)

// A site is a server under test.
type site struct {
	t      *testing.T
	server *Server
	store  *store.Store
	http   *httptest.Server
}

func newSite(t *testing.T, change func(*Config)) *site {
	t.Helper()
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "arena.db"))
	if err != nil {
		t.Fatal(err)
	}
	cfg := Config{Store: s, Limits: DefaultLimits()}
	cfg.Limits.Change.Burst = 10_000
	cfg.Limits.Question = time.Minute // answers take longer under the race detector
	if change != nil {
		change(&cfg)
	}
	server, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	h := httptest.NewServer(server.Handler())
	t.Cleanup(func() {
		server.Close("the test is over")
		h.Close()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return &site{t, server, cfg.Store, h}
}

// An answer is a response of the server.
type answer struct {
	status int
	header http.Header
	body   string
}

// request sends a request. A string body is sent as it is, any other as JSON.
func (s *site) request(method, path string, body any, change func(*http.Request)) answer {
	s.t.Helper()
	var in io.Reader
	switch b := body.(type) {
	case nil:
	case string:
		in = strings.NewReader(b)
	default:
		data, err := json.Marshal(b)
		if err != nil {
			s.t.Fatal(err)
		}
		in = bytes.NewReader(data)
	}
	req, err := http.NewRequestWithContext(s.t.Context(), method, s.http.URL+path, in)
	if err != nil {
		s.t.Fatal(err)
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if change != nil {
		change(req)
	}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err := client.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return answer{res.StatusCode, res.Header, string(data)}
}

// api sends a request to the API and expects a status.
func (s *site) api(method, path string, body any, want int, into any) answer {
	s.t.Helper()
	return s.seat("", method, path, body, want, into)
}

// seat is api with the secret of a seat.
func (s *site) seat(secret, method, path string, body any, want int, into any) answer {
	s.t.Helper()
	a := s.request(method, prefix+path, body, func(r *http.Request) {
		if secret != "" {
			r.Header.Set(seatHeader, secret)
		}
	})
	if a.status != want {
		s.t.Fatalf("%s %s: status %d, want %d: %s", method, path, a.status, want, a.body)
	}
	if into != nil {
		if err := json.Unmarshal([]byte(a.body), into); err != nil {
			s.t.Fatalf("%s %s: %v: %s", method, path, err, a.body)
		}
	}
	return a
}

// sit begins a game at a table.
func (s *site) sit(req tableRequest) tableAnswer {
	s.t.Helper()
	var a tableAnswer
	s.api("POST", "/tables", req, http.StatusCreated, &a)
	return a
}

// An event is an event of a stream.
type event struct{ id, kind, data string }

// listen reads the events of a stream until the last wanted one, or until the stream
// ends.
func (s *site) listen(ctx context.Context, path, secret, after string, last func(event) bool) []event {
	s.t.Helper()
	req, err := http.NewRequestWithContext(ctx, "GET", s.http.URL+prefix+path, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	if secret != "" {
		req.Header.Set(seatHeader, secret)
	}
	if after != "" {
		req.Header.Set("Last-Event-ID", after)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		s.t.Error(err)
		return nil
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		s.t.Errorf("%s: status %d", path, res.StatusCode)
		return nil
	}
	var list []event
	var e event
	lines := bufio.NewScanner(res.Body)
	lines.Buffer(nil, 4<<20)
	for lines.Scan() {
		key, value, _ := strings.Cut(lines.Text(), ": ")
		switch key {
		case "id":
			e.id = value
		case "event":
			e.kind = value
		case "data":
			e.data = value
		case "":
			if e.kind != "" {
				list = append(list, e)
				if last(e) {
					return list
				}
			}
			e = event{}
		}
	}
	return list
}

// wait listens to a table until a condition holds.
func (s *site) wait(t tableAnswer, true func(humanplay.View) bool) humanplay.View {
	s.t.Helper()
	var v humanplay.View
	s.listen(s.t.Context(), "/tables/"+t.ID+"/events", t.Secret, "", func(e event) bool {
		if e.kind != "view" {
			return false
		}
		v = humanplay.View{}
		if err := json.Unmarshal([]byte(e.data), &v); err != nil {
			s.t.Fatal(err)
		}
		return true(v)
	})
	return v
}

// logged is the log of a server. It is safe for concurrent use.
type logged struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *logged) logger() *slog.Logger { return slog.New(slog.NewTextHandler(l, nil)) }

// take returns what was logged since it was last called.
func (l *logged) take() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	defer l.text.Reset()
	return l.text.String()
}

// quote writes a text as JSON.
func quote(t *testing.T, text string) string {
	t.Helper()
	data, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
