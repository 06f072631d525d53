package ggp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
)

// TestAwait checks that a manager finds out who is there before a match.
func TestAwait(t *testing.T) {
	var asked atomic.Int64
	reply := func(text string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			asked.Add(1)
			fmt.Fprint(w, text)
		}
	}
	for name, test := range map[string]struct {
		handler http.HandlerFunc
		asks    int64
	}{
		"available":   {reply("( ( name x ) ( status available ) )"), 1},
		"a bare word": {reply("ready"), 1},
		"unknown": {func(w http.ResponseWriter, _ *http.Request) {
			asked.Add(1)
			http.Error(w, "what?", http.StatusBadRequest)
		}, 1},
		"busy once": {func(w http.ResponseWriter, _ *http.Request) {
			if asked.Add(1) == 1 {
				fmt.Fprint(w, "busy")
			}
		}, 2},
	} {
		t.Run(name, func(t *testing.T) {
			asked.Store(0)
			h := httptest.NewServer(test.handler)
			defer h.Close()
			p := &Player{Address: strings.TrimPrefix(h.URL, "http://")}
			if err := p.Await(context.Background()); err != nil || asked.Load() != test.asks {
				t.Errorf("asked %d times: %v", asked.Load(), err)
			}
		})
	}
	h := httptest.NewServer(reply("busy"))
	address := strings.TrimPrefix(h.URL, "http://")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := (&Player{Address: address}).Await(ctx); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	h.Close()
	if err := (&Player{Address: address}).Await(context.Background()); err == nil || !strings.Contains(err.Error(), "player ggp://"+address+" does not answer INFO") {
		t.Error(err)
	}
	if err := (&Player{Address: address, Quiet: true}).Await(context.Background()); err != nil {
		t.Error(err)
	}
}

// TestRequestLimits sends the server more than it takes.
func TestRequestLimits(t *testing.T) {
	address := serve(t, legal)
	post := func(length int64, body io.Reader) int {
		t.Helper()
		r, err := http.NewRequest(http.MethodPost, "http://"+address+"/", body)
		if err != nil {
			t.Fatal(err)
		}
		r.ContentLength = length
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		return response.StatusCode
	}
	large := "( INFO ;" + strings.Repeat("x", 2*smallRequest) + "\n)"
	if got := post(int64(len(large)), strings.NewReader(large)); got != http.StatusOK {
		t.Errorf("a large message is answered with the status %d", got)
	}
	huge := io.MultiReader(strings.NewReader("( INFO ;"), strings.NewReader(strings.Repeat("x", maxRequest)))
	if got := post(-1, huge); got != http.StatusRequestEntityTooLarge {
		t.Errorf("a huge message is answered with the status %d", got)
	}
	if got := post(6, strings.NewReader("( SIT )"[:6])); got != http.StatusBadRequest {
		t.Errorf("half a message is answered with the status %d", got)
	}
}

// TestLargeMessagesAtOnce checks that a limited number of large messages is read at a time.
func TestLargeMessagesAtOnce(t *testing.T) {
	s := new(Server)
	var open []*io.PipeWriter
	waiting := make(chan struct{}, maxLarge)
	for range maxLarge {
		out, in := io.Pipe()
		open = append(open, in)
		go func() {
			r := httptest.NewRequest(http.MethodPost, "/", out)
			s.ServeHTTP(httptest.NewRecorder(), r)
			waiting <- struct{}{}
		}()
		if _, err := io.WriteString(in, "("); err != nil { // it is being read
			t.Fatal(err)
		}
	}
	large := func() int {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/", io.MultiReader(strings.NewReader("( INFO )"))))
		return w.Code
	}
	small := httptest.NewRecorder()
	s.ServeHTTP(small, httptest.NewRequest(http.MethodPost, "/", strings.NewReader("( INFO )")))
	if got := large(); got != http.StatusServiceUnavailable || small.Code != http.StatusOK {
		t.Errorf("one more is answered with the status %d, and a small one with %d", got, small.Code)
	}
	for _, in := range open {
		in.Close()
		<-waiting
	}
	if got := large(); got != http.StatusOK {
		t.Errorf("after that, a message is answered with the status %d", got)
	}
}
