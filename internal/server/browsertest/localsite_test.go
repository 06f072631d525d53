package browsertest

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"ludex/internal/localpage"
	"ludex/internal/server/gamecache"
)

// A site is opened once; then its server is gone, and a game that was not opened yet is played
// to the end.
func TestLocalSite(t *testing.T) {
	browser := shared.open(t)
	engine, err := localpage.FindEngine(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	s := &localpage.Site{Engine: engine, Put: func(name string, data []byte) error {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		return os.WriteFile(path, data, 0o644)
	}}
	games := gamecache.New(gamecache.Limit{Games: 2, Time: 10 * time.Second})
	for _, name := range []string{"tictactoe", "hexapawn"} {
		e, err := games.Find(gamecache.Ref{Game: name})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Add(t.Context(), e); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Finish(); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.FileServer(http.Dir(folder)))
	defer server.Close()
	p := (&Site{browser: browser}).Page(t, Options{})
	p.do(chromedp.Navigate(server.URL + "/index.html"))
	p.Wait(`document.querySelectorAll("a.card").length === 2`)
	p.Wait(`navigator.serviceWorker.controller !== null`)
	p.Shot("site")
	server.Close()
	p.do(chromedp.Navigate(server.URL + "/games/tictactoe.html"))
	p.Wait(`!document.getElementById("begin").disabled`)
	p.Choose("select[name=strength]", "level:1")
	p.Choose("select[name=clock]", "500")
	p.Click("#begin")
	p.Wait(decides)
	p.clickOn(100)
}
