package server

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"

	"ludex/internal/server/gamecache"
	"ludex/internal/server/jobqueue"
	"ludex/internal/server/livematch"
	"ludex/internal/server/ratelimit"
	"ludex/internal/store"
)

// undecidableEnd returns a game whose terminal test takes practically forever: a pigeonhole
// problem.
func undecidableEnd() string {
	const holes = 16
	var facts, rule strings.Builder
	for i := range holes {
		fmt.Fprintf(&facts, "(hole %d)\n", i)
		fmt.Fprintf(&rule, " (hole ?p%d)", i)
		for j := range i {
			fmt.Fprintf(&rule, " (distinct ?p%d ?p%d)", j, i)
		}
	}
	for j := range holes {
		fmt.Fprintf(&rule, " (distinct ?p%d ?last)", j)
	}
	return `(role a)
(init begun)
(legal a go)
(legal a stay)
(<= (next begun) (does a ?m))
(goal a 100)
(<= terminal (true begun) (hole ?last)` + rule.String() + ")\n" + facts.String()
}

// growing is a game whose only fact doubles in every step.
const growing = `(role a) (init (x 0)) (legal a noop) (goal a 100)
(<= terminal (true (never))) (<= (next (x (s ?y ?y))) (true (x ?y)))`

// vast returns a game whose initial position has a million facts.
func vast() string {
	var text strings.Builder
	text.WriteString(`(role a) (legal a noop) (goal a 100) (<= terminal (true over))
(<= (init (cell ?x ?y b)) (i ?x) (i ?y)) (<= (next (cell ?x ?y ?c)) (true (cell ?x ?y ?c)))`)
	for i := range 1000 {
		fmt.Fprintf(&text, "(i %d)\n", i)
	}
	return text.String()
}

// settle waits until no request is being worked on.
func (s *site) settle() {
	for s.server.heavy.InUse() > 0 {
		runtime.Gosched()
	}
}

// Requests are answered in time for any game, and leave no work behind.
func TestQuestionsEnd(t *testing.T) {
	s := newSite(t, func(c *Config) { c.Limits.Question = 300 * time.Millisecond })
	for name, text := range map[string]string{"tarry": undecidableEnd(), "growing": growing, "vast": vast()} {
		for _, path := range []string{"/check", "/board"} {
			a := s.request("POST", prefix+path, map[string]string{"text": text}, nil)
			switch a.status {
			case http.StatusOK, http.StatusUnprocessableEntity, http.StatusServiceUnavailable:
			default:
				t.Errorf("%s, %s: %d %.200s", path, name, a.status, a.body)
			}
			s.settle()
		}
	}
	if a := s.request("POST", prefix+"/tables", tableRequest{Ref: gamecache.Ref{Text: undecidableEnd()}}, nil); a.status != http.StatusServiceUnavailable || !strings.Contains(a.body, "longer than a question") {
		t.Errorf("a table of rules that take for ever: %d %s", a.status, a.body)
	}
}

// Work ends when its client disconnects.
func TestClientLeaves(t *testing.T) {
	s := newSite(t, func(c *Config) { c.Limits.Question = time.Hour })
	for _, path := range []string{"/tables", "/board"} {
		ctx, leave := context.WithCancel(t.Context())
		body := `{"text":` + quote(t, undecidableEnd()) + `,"moves":"go"}`
		req, err := http.NewRequestWithContext(ctx, "POST", s.http.URL+prefix+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		answered := make(chan error)
		go func() {
			res, err := http.DefaultClient.Do(req)
			if err == nil {
				err = fmt.Errorf("answered with %s", res.Status)
				res.Body.Close()
			}
			answered <- err
		}()
		for s.server.heavy.InUse() == 0 {
			select {
			case err := <-answered:
				t.Fatalf("%s: %v", path, err)
			default:
				runtime.Gosched()
			}
		}
		leave()
		if err := <-answered; !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", path, err)
		}
		s.settle()
	}
}

// One client does not get all slots for expensive requests.
func TestQuestionsAreShared(t *testing.T) {
	s := newSite(t, func(c *Config) { c.Limits.Heavy, c.Limits.Question = Quota{2, 1}, time.Hour })
	leave, err := s.server.heavy.TryAcquire("127.0.0.1")
	if err != nil {
		t.Fatal(err)
	}
	another := func(r *http.Request) { r.Header.Set("X-Forwarded-For", "198.51.100.1") }
	if a := s.request("GET", prefix+"/games/nim/thumbnail.svg", nil, another); a.status != http.StatusOK {
		t.Errorf("another client: %d %s", a.status, a.body)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := httptest.NewRequestWithContext(ctx, "GET", "http://localhost"+prefix+"/games/nim/words", nil)
	r.RemoteAddr = "127.0.0.1:1"
	w := httptest.NewRecorder()
	if s.server.Handler().ServeHTTP(w, r); w.Code == http.StatusOK {
		t.Error("the same client was answered too")
	}
	leave()
}

// A page has a picture for each game also while the server is busy: the one that was drawn
// before, or a placeholder that browsers do not keep.
func TestThumbnailsWhileBusy(t *testing.T) {
	s := newSite(t, func(c *Config) { c.Limits.Heavy, c.Limits.Question = Quota{1, 1}, 50*time.Millisecond })
	thumbnail := func(game string) answer {
		return s.request("GET", prefix+"/games/"+game+"/thumbnail.svg", nil, nil)
	}
	for drawn := false; !drawn; { // a slow machine needs several attempts
		a := thumbnail("nim")
		drawn = a.status == http.StatusOK && a.header.Get("Cache-Control") != "no-store"
	}
	s.settle()
	leave, err := s.server.heavy.TryAcquire("198.51.100.1")
	if err != nil {
		t.Fatal(err)
	}
	defer leave()
	if a := thumbnail("nim"); a.status != http.StatusOK || a.header.Get("Cache-Control") == "no-store" {
		t.Errorf("a picture that was drawn before: %d %s", a.status, a.body)
	}
	if a := thumbnail("chess"); a.status != http.StatusOK || a.header.Get("Cache-Control") != "no-store" || !strings.Contains(a.body, "being drawn") {
		t.Errorf("a picture that was not drawn before: %d %s", a.status, a.body)
	}
}

// One client does not get all tables.
func TestTablesAreShared(t *testing.T) {
	s := newSite(t, func(c *Config) { c.Limits.Tables = Quota{3, 2} })
	req := tableRequest{Ref: named("nim"), Opponents: weak}
	first := s.sit(req)
	s.sit(req)
	a := s.api("POST", "/tables", req, http.StatusTooManyRequests, nil)
	if !strings.Contains(a.body, "you have 2 of 3 tables") || a.header.Get("Retry-After") == "" {
		t.Errorf("a third table: %s", a.body)
	}
	s.seat(first.Secret, "DELETE", "/tables/"+first.ID, nil, http.StatusNoContent, nil)
	for s.request("POST", prefix+"/tables", req, nil).status != http.StatusCreated {
		runtime.Gosched() // the slot is free as soon as its players have stopped
	}
}

// A client that floods a table with requests is refused, and those who play there are not.
func TestFlood(t *testing.T) {
	s := newSite(t, func(c *Config) {
		c.Limits.Read, c.Limits.Change = ratelimit.Rate{PerSecond: 1, Burst: 60}, ratelimit.Rate{PerSecond: 1, Burst: 60}
	})
	table := s.sit(tableRequest{Ref: named("breakthrough"), Opponents: weak})
	path := prefix + "/tables/" + table.ID
	from := func(address string) func(*http.Request) {
		return func(r *http.Request) {
			r.Header.Set("X-Forwarded-For", address)
			r.Header.Set(seatHeader, table.Secret)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	var flood sync.WaitGroup
	var refused atomic.Int64
	for range 8 {
		flood.Go(func() {
			for ctx.Err() == nil {
				for _, a := range []answer{
					s.request("GET", path, nil, from("198.51.100.9")),
					s.request("POST", path+"/chat", actionRequest{Text: "me"}, from("198.51.100.9")),
				} {
					if a.status == http.StatusTooManyRequests {
						refused.Add(1)
					}
				}
			}
		})
	}
	for refused.Load() == 0 {
		runtime.Gosched()
	}
	for i := range 20 {
		if a := s.request("GET", path, nil, from("198.51.100.1")); a.status != http.StatusOK {
			t.Errorf("question %d of another client: %d %s", i, a.status, a.body)
		}
	}
	if a := s.request("POST", path+"/move", actionRequest{Number: 1}, from("198.51.100.1")); a.status != http.StatusOK {
		t.Errorf("the move of another client: %d %s", a.status, a.body)
	}
	stop()
	flood.Wait()
}

// A job without watchers is cancelled.
func TestJobsWithoutClients(t *testing.T) {
	s := newSite(t, func(c *Config) { c.Limits.Jobs.Unwatched = time.Millisecond })
	var state jobqueue.State
	s.api("POST", "/jobs", jobRequest{Ref: named("chess"), Kind: "perft", Depth: 30}, http.StatusAccepted, &state)
	for {
		now, changed, ok := s.server.jobs.Watch(state.ID)
		if !ok {
			t.Fatal("the job is gone")
		}
		if now.Over() {
			if now.Status != jobqueue.Cancelled || !strings.Contains(now.Error, "nobody has asked about it") {
				t.Errorf("the job is %+v", now)
			}
			return
		}
		<-changed
	}
}

// A panic is answered, logged with its stack, and frees the slot.
func TestDefects(t *testing.T) {
	said := new(logged)
	s := newSite(t, func(c *Config) {
		c.Log, c.Limits.Heavy = said.logger(), Quota{1, 1}
	})
	for _, wt := range []weight{light, heavy, lasting} {
		broken := route{handle: func(http.ResponseWriter, *http.Request) error { panic("oh") }, weight: wt}
		h := s.server.logged(s.server.answer(broken))
		for range 2 {
			w := httptest.NewRecorder()
			h.ServeHTTP(w, httptest.NewRequest("GET", "http://localhost/", nil))
			if w.Code != http.StatusInternalServerError {
				t.Errorf("weight %d: %d", wt, w.Code)
			}
		}
		if text := said.take(); strings.Count(text, "oh") < 2 || strings.Count(text, "limits_test.go") < 2 {
			t.Errorf("weight %d: the log says %s", wt, text)
		}
	}
	s.settle()
}

// A handler that ignores its context does not keep its client waiting, but keeps its
// slot.
func TestUnresponsiveHandler(t *testing.T) {
	s := newSite(t, func(c *Config) { c.Limits.Question = time.Millisecond })
	finish := make(chan bool)
	deaf := route{handle: func(w http.ResponseWriter, _ *http.Request) error {
		<-finish
		return reply(w, http.StatusOK, "too late")
	}, weight: heavy}
	w := httptest.NewRecorder()
	s.server.answer(deaf)(w, httptest.NewRequest("GET", "http://localhost/", nil))
	if w.Code != http.StatusServiceUnavailable || s.server.heavy.InUse() != 1 {
		t.Errorf("%d %s, %d places are taken", w.Code, w.Body, s.server.heavy.InUse())
	}
	close(finish)
	s.settle()
	if strings.Contains(w.Body.String(), "too late") {
		t.Error("it was answered twice")
	}
}

// A server stops while people play, watch and wait, and saves what was played.
func TestStops(t *testing.T) {
	s := newSite(t, nil)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.http.URL = "http://" + l.Addr().String()
	ctx, stop := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- s.server.Serve(ctx, l) }()
	nim := s.sit(tableRequest{Ref: named("breakthrough"), Opponents: weak})
	s.seat(nim.Secret, "POST", "/tables/"+nim.ID+"/move", actionRequest{Number: 1}, http.StatusOK, nil)
	var m matchSummary
	s.api("POST", "/matches", matchRequest{Ref: named("chess"), Players: []string{"mcts"}, ClockMs: 60_000}, http.StatusCreated, &m)
	var job jobqueue.State
	s.api("POST", "/jobs", jobRequest{Ref: named("chess"), Kind: "perft", Depth: 30}, http.StatusAccepted, &job)
	ended := make(chan bool)
	for path, secret := range map[string]string{"/tables/" + nim.ID: nim.Secret, "/matches/" + m.ID: "", "/jobs/" + job.ID: ""} {
		go func() {
			s.listen(context.Background(), path+"/events", secret, "", func(event) bool { return false })
			ended <- true
		}()
	}
	live := s.sit(tableRequest{Ref: named("chicken"), Opponents: weak})
	url := "ws" + strings.TrimPrefix(s.http.URL, "http") + prefix + "/tables/" + live.ID + "/live"
	c, _, err := websocket.Dial(t.Context(), url, &websocket.DialOptions{HTTPHeader: http.Header{seatHeader: {live.Secret}}})
	if err != nil {
		t.Fatal(err)
	}
	defer c.CloseNow()
	for s.server.streams.InUse() < 4 {
		runtime.Gosched()
	}
	stop()
	if err := <-served; err != nil {
		t.Error(err)
	}
	for range 3 {
		<-ended
	}
	for err = error(nil); err == nil; {
		_, _, err = c.Read(context.Background())
	}
	ids, err := s.store.IDs(t.Context(), store.Filter{Status: store.Aborted})
	if err != nil || len(ids) != 1 { // of the match; the game of the person goes on
		t.Errorf("%d records were kept, %v", len(ids), err)
	}
	if now, _, _ := s.server.jobs.Watch(job.ID); now.Status != jobqueue.Cancelled {
		t.Errorf("the job is %s", now.Status)
	}
}

// What does not stop is abandoned, but the server waits for a record that is being
// saved.
func TestLeftBehind(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		said := new(logged)
		s := &Server{log: said.logger(), matches: new(livematch.Manager)}
		never, slow := make(chan bool), make(chan bool)
		began := time.Now()
		s.await("the deaf", func() { <-never })
		if took := time.Since(began); took != stopTime || !strings.Contains(said.take(), "the deaf") {
			t.Errorf("the deaf were left behind after %v", took)
		}
		s.saving.Add(1)
		time.AfterFunc(3*stopTime, func() { close(slow) })
		began = time.Now()
		s.await("the slow", func() { <-slow })
		if took := time.Since(began); took != 3*stopTime || said.take() != "" {
			t.Errorf("the slow were waited for %v", took)
		}
		close(never)
	})
}

// Rules whose facts double in every step, as in a link that somebody was sent, do not keep the
// server from answering others.
func TestDoublingFacts(t *testing.T) {
	s := newSite(t, nil)
	grow := gamecache.Ref{Game: "grow", Text: "(role a)(init (x 0))(legal a noop)(goal a 100)(<= terminal (true (never)))(<= (next (x (s ?y ?y))) (true (x ?y)))"}
	for range 2 * s.server.cfg.Limits.Heavy.Total {
		for path, body := range map[string]any{"/board": boardRequest{Ref: grow}, "/explain": explainRequest{placeRequest: placeRequest{Ref: grow}}, "/tables": tableRequest{Ref: grow}} {
			if a := s.request("POST", prefix+path, body, nil); a.status >= http.StatusInternalServerError && a.status != http.StatusServiceUnavailable {
				t.Errorf("%s: %d %.200s", path, a.status, a.body)
			}
		}
	}
	s.api("POST", "/explain", explainRequest{placeRequest: placeRequest{Ref: grow, Moves: strings.Repeat("noop;", 60) + "noop"}}, http.StatusUnprocessableEntity, nil)
	s.api("POST", "/board", boardRequest{Ref: named("tictactoe")}, http.StatusOK, nil)
}
