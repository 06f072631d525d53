package browsertest

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"ludex/game"
	"ludex/internal/benchmark"
	"ludex/internal/server/gamecache"
)

// TestLocalSpeed measures how fast games are played at random in a browser, and by the program
// itself, each on one thread: two games in every run, and with LUDEX_FULL=1 all, for the table in
// docs/pages.md, which LUDEX_UPDATE=1 writes.
func TestLocalSpeed(t *testing.T) {
	browser := shared.open(t)
	names := []string{"tictactoe", "hexapawn"}
	full := os.Getenv("LUDEX_FULL") != ""
	if full {
		names = append(names, "connectfour", "connectfour-rbg", "breakthrough", "breakthrough-rbg", "reversi", "hex", "gomoku", "draughts", "morris", "go", "chess", "kuhnpoker")
	}
	server := httptest.NewServer(http.FileServer(http.Dir(writeSite(t, names...))))
	defer server.Close()
	p := (&Site{browser: browser}).Page(t, Options{})
	p.do(chromedp.Navigate(server.URL + "/workshop.html"))
	var out strings.Builder
	out.WriteString("| game | engine in the browser | plays a second | states a second | plays a second of the program | engine |\n| --- | --- | ---: | ---: | ---: | --- |\n")
	for _, name := range names {
		p.Choose("#open", name)
		p.Wait(fmt.Sprintf(`document.getElementById("name").value === %q && document.getElementById("verdict").textContent.startsWith("Ready") && !document.querySelector("#jobs button").disabled`, name))
		Eval[bool](p, `document.getElementById("jobresult").replaceChildren() ?? true`)
		p.Click("#jobs [data-kind=bench]")
		p.Wait(`document.querySelector("#jobresult table") || document.querySelector("#jobresult .error")`)
		rows := Eval[map[string]string](p, `Object.fromEntries([...document.querySelectorAll("#jobresult tr")].map((r) => [r.children[0].textContent, r.children[1].textContent]))`)
		if rows["playouts"] == "" {
			t.Fatalf("%s: %s", name, p.Text("#jobresult"))
		}
		native := nativeSpeed(t, name)
		fmt.Fprintf(&out, "| `%s` | %s | %s | %s | %s | %s |\n", name, rows["engine"], rate(rows["playouts"]), rate(rows["states"]), benchmark.Quantity(*native.PlayoutsPerSec), native.Engine)
	}
	t.Log("\n" + out.String())
	if full && os.Getenv("LUDEX_UPDATE") != "" {
		replaceTable(t, "../../../docs/pages.md", out.String())
	}
}

// rate returns the first part of a text such as "5.52 M/s (16578593)".
func rate(text string) string {
	before, _, _ := strings.Cut(text, "/s")
	return before
}

// nativeSpeed measures a game with this program, on one thread.
func nativeSpeed(t *testing.T, name string) *benchmark.Report {
	t.Helper()
	const limit = 2 * time.Second
	e, err := gamecache.New(gamecache.Limit{Games: 1, Time: 30 * time.Second}).Find(gamecache.Ref{Game: name})
	if err != nil {
		t.Fatal(err)
	}
	g, _, err := e.Game(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	benchmark.Wait(t.Context(), g, limit)
	runs, err := benchmark.Playouts(context.Background(), g, game.PlayoutOptions{Time: limit, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	last := &runs[len(runs)-1]
	return benchmark.NewReport(last.Game, 1, 0, &last.Result)
}

// replaceTable puts a table into a file of the manual, in the place of the one between two marks.
func replaceTable(t *testing.T, file, table string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	marks := regexp.MustCompile(`(?s)(<!-- begin of the table -->\n).*?(<!-- end of the table -->)`)
	if !marks.Match(text) {
		t.Fatalf("%s has no place for the table", file)
	}
	if err := os.WriteFile(file, marks.ReplaceAll(text, []byte("${1}\n"+table+"\n${2}")), 0o644); err != nil {
		t.Fatal(err)
	}
}
