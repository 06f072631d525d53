package server

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"ludex/internal/localpage"
	"ludex/internal/server/authoring"
	"ludex/internal/server/gamecache"
)

// Pages that play are downloaded of games of the library and of games that are being written.
func TestDownloadPage(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	made := 0
	s := newSite(t, func(c *Config) {
		c.Engine = func(context.Context) (*localpage.Engine, error) {
			made++
			return &localpage.Engine{Wasm: []byte("engine"), Script: []byte("let go;")}, nil
		}
	})
	for _, x := range []struct {
		method, path string
		body         any
		status       int
	}{
		{"GET", "/games/tictactoe/page.html", nil, http.StatusOK},
		{"POST", "/page", gamecache.Ref{Game: "mine", Text: authoring.Starter}, http.StatusOK},
		{"POST", "/page", gamecache.Ref{Game: "mine", Text: "role(white"}, http.StatusUnprocessableEntity},
		{"GET", "/games/duel/page.html", nil, http.StatusOK},
		{"GET", "/games/nothing/page.html", nil, http.StatusNotFound},
	} {
		a := s.request(x.method, prefix+x.path, x.body, nil)
		if a.status != x.status {
			t.Errorf("%s: %d, want %d: %.200s", x.path, a.status, x.status, a.body)
		}
		if x.status == http.StatusOK && (!strings.HasPrefix(a.body, "\xff\xfe") || !strings.HasPrefix(a.header.Get("Content-Disposition"), "attachment")) {
			t.Errorf("%s: %v, %.20q", x.path, a.header, a.body)
		}
	}
	if made != 1 {
		t.Errorf("the engine was found %d times", made)
	}
	if a := newSite(t, nil).request("GET", prefix+"/games/tictactoe/page.html", nil, nil); a.status != http.StatusNotImplemented {
		t.Errorf("without an engine: %d", a.status)
	}
}
