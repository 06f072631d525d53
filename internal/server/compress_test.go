package server

import (
	"bufio"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"ludex/internal/server/gamecache"
)

// Texts are compressed for clients that accept gzip, and are the same texts.
func TestCompression(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	s := newSite(t, nil)
	get := func(method, path, accept string) *httptest.ResponseRecorder {
		var body io.Reader
		if method == "POST" {
			body = strings.NewReader(`{"text":"` + strings.Repeat("p(a) ", 400) + `"}`)
		}
		r := httptest.NewRequest(method, "http://localhost"+path, body)
		r.RemoteAddr = "127.0.0.1:1"
		r.Header.Set("Content-Type", "application/json")
		if accept != "" {
			r.Header.Set("Accept-Encoding", accept)
		}
		w := httptest.NewRecorder()
		s.server.Handler().ServeHTTP(w, r)
		return w
	}
	for _, path := range []string{"/", prefix + "/games", prefix + "/games/breakthrough/thumbnail.svg", "/docs", "/nothing"} {
		plain, small := get("GET", path, ""), get("GET", path, "br;q=1.0, gzip;q=0.8")
		if plain.Header().Get("Content-Encoding") != "" || small.Header().Get("Content-Encoding") != "gzip" || small.Header().Get("Vary") != "Accept-Encoding" {
			t.Errorf("%s: %v", path, small.Header())
			continue
		}
		if plain.Code != small.Code || small.Body.Len() > plain.Body.Len()*2/3 {
			t.Errorf("%s: %d with %d bytes became %d with %d", path, plain.Code, plain.Body.Len(), small.Code, small.Body.Len())
		}
		z, err := gzip.NewReader(small.Body)
		if err != nil {
			t.Fatal(err)
		}
		if text, err := io.ReadAll(z); err != nil || string(text) != plain.Body.String() {
			t.Errorf("%s is another text: %v", path, err)
		}
	}
	for name, w := range map[string]*httptest.ResponseRecorder{
		"who does not want it": get("GET", "/", "gzip;q=0"),
		"who wants another":    get("GET", "/", "br, deflate"),
		"a few bytes":          get("GET", "/healthz", "gzip"),
		"an answer to a post":  get("POST", prefix+"/check", "gzip"),
	} {
		if w.Code != http.StatusOK || w.Header().Get("Content-Encoding") != "" {
			t.Errorf("%s: %d %v", name, w.Code, w.Header())
		}
	}
}

// A static file has the same weak tag in both encodings.
func TestWeakETag(t *testing.T) {
	s := newSite(t, nil)
	path := s.server.pages.assetURL("app.css")
	tag := func(encoding string) string {
		a := s.request("GET", path, nil, func(r *http.Request) { r.Header.Set("Accept-Encoding", encoding) })
		if got := a.header.Get("Content-Encoding"); got != strings.TrimPrefix(encoding, "identity") {
			t.Errorf("%s is sent as %q", encoding, got)
		}
		return a.header.Get("ETag")
	}
	if zipped, plain := tag("gzip"), tag("identity"); zipped != plain || !strings.HasPrefix(zipped, `W/"`) {
		t.Errorf("the tags are %s and %s", zipped, plain)
	}
}

// An event stream is not compressed, and each event arrives at once.
func TestStreamIsNotCompressed(t *testing.T) {
	s := newSite(t, nil)
	table := s.sit(tableRequest{Ref: gamecache.Ref{Game: "nim"}})
	r, err := http.NewRequestWithContext(t.Context(), "GET", s.http.URL+prefix+"/tables/"+table.ID+"/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set(seatHeader, table.Secret)
	r.Header.Set("Accept-Encoding", "gzip")
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	line, err := bufio.NewReader(res.Body).ReadString('\n') // while the stream is open
	if err != nil || line != "retry: 2000\n" || res.Header.Get("Content-Encoding") != "" {
		t.Errorf("%q, %v, %v", line, err, res.Header)
	}
}
