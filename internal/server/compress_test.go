package server

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// Texts are sent compressed to whoever takes that, and are the same texts.
func TestCompression(t *testing.T) {
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
