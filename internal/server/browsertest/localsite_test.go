package browsertest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"ludex/internal/localpage"
	"ludex/internal/server/gamecache"
	"ludex/library"
)

// writeSite writes a site of some games, and returns its folder.
func writeSite(t *testing.T, names ...string) string {
	t.Helper()
	engine, err := findEngine(t.Context())
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
	for _, name := range names {
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
	return folder
}

// A site is opened once; then its server is gone, and a game that was not opened yet is played
// to the end.
func TestLocalSite(t *testing.T) {
	t.Parallel()
	browser := shared.open(t)
	server := httptest.NewServer(http.FileServer(http.Dir(writeSite(t, "tictactoe", "hexapawn"))))
	defer server.Close()
	p := (&Site{browser: browser}).Page(t, Options{})
	p.do(chromedp.Navigate(server.URL + "/index.html"))
	p.Wait(`document.querySelectorAll(".card a").length === 2`)
	p.Wait(`navigator.serviceWorker.controller !== null`)
	p.Shot("site")
	p.Type("input[name=q]", "hexapwan")
	p.Wait(`document.querySelectorAll(".card").length === 1 && document.getElementById("cards").innerText.includes("Hexapawn")`)
	server.Close()
	p.do(chromedp.Navigate(server.URL + "/games/tictactoe.html"))
	p.Wait(`!document.getElementById("begin").disabled`)
	p.playToEnd(100)
}

// A site is opened from a disk, where browsers keep nothing: its games and its workshop work all
// the same.
func TestSiteFromDisk(t *testing.T) {
	t.Parallel()
	shared.open(t)
	folder := "file://" + writeSite(t, "tictactoe")
	p := openFile(t, folder+"/games/tictactoe.html", Options{})
	p.playToEnd(100)
	p.do(chromedp.Navigate(folder + "/workshop.html"))
	p.Wait(`document.getElementById("verdict").textContent.startsWith("Ready")`)
	p.Choose("#open", "tictactoe")
	p.Wait(`document.getElementById("name").value === "tictactoe" && document.getElementById("verdict").textContent.startsWith("Ready")`)
	p.Click("#play")
	p.Wait(`location.pathname.endsWith("/play.html") && !document.getElementById("begin").disabled`)
	p.playToEnd(100)
}

// The site of the whole library is opened once; then its server is gone, and games of several
// kinds are played to the end.
func TestWholeSite(t *testing.T) {
	Full(t)
	browser := shared.open(t)
	var names []string
	for _, g := range library.Games() {
		if !strings.HasPrefix(g.Dialect, "rtgdl") {
			names = append(names, g.Name)
		}
	}
	server := httptest.NewServer(http.FileServer(http.Dir(writeSite(t, names...))))
	defer server.Close()
	p := (&Site{browser: browser}).Page(t, Options{})
	p.do(chromedp.Navigate(server.URL + "/index.html"))
	p.Wait(fmt.Sprintf(`document.querySelectorAll(".card a").length === %d`, len(names)))
	p.Wait(`navigator.serviceWorker.controller !== null`)
	p.Snap("whole-site")
	server.Close()
	for _, name := range []string{"hexapawn", "kuhnpoker", "tron", "reversi-4x4", "pig"} {
		p.do(chromedp.Navigate(server.URL + "/games/" + name + ".html"))
		p.Wait(`!document.getElementById("begin").disabled`)
		p.playToEnd(500)
	}
}
