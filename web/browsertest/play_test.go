package browsertest

import (
	"encoding/json"
	"strings"
	"testing"

	"ludex/store"
)

// A whole game of tic-tac-toe, from the library to the replay, by clicking.
func TestPlayTicTacToe(t *testing.T) {
	site := Start(t)
	p := site.Page(t, Options{})
	p.Open("/")
	p.Type("input[name=q]", "tic-tac-toe")
	p.Wait(`document.querySelectorAll("#cards .card:not([hidden])").length < 10`)
	p.Click(`a[href="/play/tictactoe"]`)
	p.Wait(`document.getElementById("setup")`)
	p.Choose("select[name=strength]", "casual")
	p.Click("#setup [type=submit]")
	p.Wait(`location.pathname.startsWith("/table/") && document.getElementById("moves").children.length === 9`)
	p.Wait(`document.getElementById("board").shadowRoot.querySelectorAll("[data-cell]").length === 9`)
	p.Shot("table-tictactoe")
	for range 9 {
		p.Wait(`(document.getElementById("turn").classList.contains("yours") && document.getElementById("board").shadowRoot.querySelector("[data-cell].can")) || !document.getElementById("result").hidden`)
		cell := freeCell(p)
		if cell == "" {
			break
		}
		before := Eval[int](p, `document.getElementById("history").children.length`)
		p.ClickCell(cell)
		p.Wait(`document.getElementById("history").children.length > ` + string(rune('0'+before)))
	}
	p.Wait(`!document.getElementById("result").hidden`)
	p.Shot("table-tictactoe-over")
	p.Click("#result a")
	p.Wait(`document.getElementById("replay") && document.getElementById("steps").children.length >= 5`)
	ids, err := site.Store.IDs(t.Context(), store.Filter{Game: "tictactoe", Status: store.Completed})
	if err != nil || len(ids) != 1 {
		t.Fatalf("the store has the matches %v (%v), want one", ids, err)
	}
	p.Shot("replay-tictactoe")
}

// freeCell returns a cell on which the person can make a mark, or "" if the game
// is over.
func freeCell(p *Page) string {
	data := Eval[string](p, `(() => {
		if (!document.getElementById("result").hidden) return "";
		const cells = [...document.getElementById("board").shadowRoot.querySelectorAll("[data-cell].can")];
		return JSON.stringify(cells.map((n) => n.dataset.cell));
	})()`)
	if data == "" {
		return ""
	}
	var cells []string
	if err := json.Unmarshal([]byte(data), &cells); err != nil || len(cells) == 0 {
		p.t.Fatalf("no cell can be touched: %q", data)
	}
	return cells[0]
}

// Every page can be opened without an error, in both colours and on a phone.
func TestPages(t *testing.T) {
	Full(t)
	site := Start(t)
	sizes := []struct {
		name string
		opt  Options
	}{
		{"desktop", Options{}},
		{"dark", Options{Width: 1280, Height: 900, Dark: true}},
		{"phone", Options{Width: 390, Height: 844}},
	}
	for _, size := range sizes {
		p := site.Page(t, size.opt)
		for _, path := range []string{"/", "/play/breakthrough", "/play/chicken", "/watch", "/tournaments", "/workshop", "/docs", "/login"} {
			p.Open(path)
			p.Wait(`document.readyState === "complete"`)
			if path == "/" {
				p.Wait(`[...document.images].filter((i) => i.getBoundingClientRect().top < innerHeight).every((i) => i.complete)`)
			}
			if path == "/workshop" {
				p.Wait(`document.getElementById("verdict").textContent !== ""`)
			}
			if Eval[bool](p, `document.documentElement.scrollWidth > innerWidth`) {
				t.Errorf("%s is wider than a screen (%s)", path, size.name)
			}
			name := strings.ReplaceAll(strings.Trim(path, "/"), "/", "-")
			if name == "" {
				name = "games"
			}
			p.Shot(name + "-" + size.name)
		}
	}
}
