package browsertest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestLocalSpeed measures how fast games are played at random in a browser: one game in every
// run, and with LUDEX_FULL=1 all, for the table in docs/pages.md, which LUDEX_UPDATE=1 writes.
func TestLocalSpeed(t *testing.T) {
	browser := shared.open(t)
	names := []string{"hexapawn"}
	full := os.Getenv("LUDEX_FULL") != ""
	if full {
		names = append([]string{"tictactoe"}, append(names, "connectfour", "connectfour-rbg", "breakthrough", "breakthrough-rbg", "reversi", "hex", "gomoku", "draughts", "morris", "go", "chess", "kuhnpoker")...)
	}
	server := httptest.NewServer(http.FileServer(http.Dir(writeSite(t, names...))))
	defer server.Close()
	p := (&Site{browser: browser}).Page(t, Options{})
	p.do(chromedp.Navigate(server.URL + "/workshop.html"))
	var out strings.Builder
	out.WriteString("| game | engine | plays a second | states a second |\n| --- | --- | ---: | ---: |\n")
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
		fmt.Fprintf(&out, "| `%s` | %s | %s | %s |\n", name, rows["engine"], rate(rows["playouts"]), rate(rows["states"]))
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
