package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"ludex/library"
)

// shown are the names of the cards that can be seen.
const shown = `[...document.querySelectorAll(".start:not([hidden]) .card, #cards .card")].map((c) => c.dataset.name)`

// A person finds a game by a name that it does not have here, by keyboard alone, and opens it.
func TestFrontPage(t *testing.T) {
	t.Parallel()
	site := Start(t)
	p := site.Page(t, Options{})
	p.Open("/")
	p.Wait(shown + `.length > 30 && ` + shown + `[0] === "chess"`)
	p.Wait(`[...document.images].filter((i) => i.getBoundingClientRect().top < innerHeight).every((i) => i.complete && i.naturalWidth > 0)`)
	p.Snap("front")
	p.Press("/")
	p.Wait(`document.activeElement.name === "q"`)
	p.Type("[name=q]", "chekers")
	p.Wait(shown + `[0] === "draughts" && ` + shown + `.length < 15 && document.getElementById("count").textContent === ` + shown + `.length + " games"`)
	p.Press("\x1b")
	p.Wait(shown + `.length > 30`)
	p.Click(".filters label:has([value=solo]) span")
	p.Wait(shown + `.includes("eightpuzzle") && !` + shown + `.includes("chess") && location.search === "?kind=solo"`)
	p.Click(".filters label:has([name=kind][value='']) span")
	p.Click(`[data-name=breakthrough] summary`)
	p.Click(`[data-name=breakthrough] .variants a[href="/play/breakthrough-5x5"]`)
	p.Wait(`location.pathname === "/play/breakthrough-5x5"`)
	p.Open("/?q=othello")
	p.Wait(shown + `[0] === "reversi" && ` + shown + `.length < 5`)
	p.Click("[name=q]")
	p.Press("\r")
	p.Wait(`location.pathname === "/play/reversi"`)
}

// The page and the server rank games alike.
func TestSearchAlike(t *testing.T) {
	Full(t)
	site := Start(t)
	p := site.Page(t, Options{})
	p.Open("/")
	module := Eval[string](p, `document.querySelector("script[type=module]").src.replace("games.js", "search.js")`)
	for _, search := range []string{"", "go", "chss", "crosses nougths", "connect 4", "liar's", "four in a row", "breaktrough", "hold'em", "xyzzy", "pok", "tic-tac"} {
		for _, g := range library.Games() {
			names := strings.Join(g.Names(), " ")
			want := library.Rank(search, g.Names()...)
			if got := Eval[int](p, fmt.Sprintf(`import(%q).then((m) => m.rank(%q, %q))`, module, search, names)); got != want {
				t.Errorf("%q for %s: the page says %d, the server %d", search, g.Name, got, want)
			}
		}
	}
}

// A person tries the puzzle of a day: a wrong move is refused, the right one goes on.
func TestPuzzle(t *testing.T) {
	site := Start(t)
	p := site.Page(t, Options{})
	p.Open("/")
	p.Click(".daily")
	p.Wait(`location.pathname === "/puzzle" && document.getElementById("board").shadowRoot?.querySelector("svg")`)
	p.Snap("puzzle")
	// The view has the moves; the server says which of them are right.
	verdicts := Eval[[]bool](p, `(async () => {
		const view = JSON.parse(document.getElementById("puzzle").dataset.view);
		const out = [];
		for (const m of view.moves) {
			const a = await (await fetch("/api/v1/puzzles/" + view.name + "/try?" + new URLSearchParams({ move: m.text }))).json();
			out.push(a.wrong);
		}
		return out;
	})()`)
	right := 0
	for _, wrong := range verdicts {
		if !wrong {
			right++
		}
	}
	if len(verdicts) < 2 || right == 0 || right == len(verdicts) {
		t.Fatalf("%d of %d moves are right", right, len(verdicts))
	}
	for _, want := range []bool{true, false} {
		for i, wrong := range verdicts {
			if wrong != want {
				continue
			}
			p.make(i)
			p.Wait(fmt.Sprintf(`document.getElementById("told").className.includes("loss") === %v && document.getElementById("steps").children.length > 0`, want))
			break
		}
		p.Click("#again")
		p.Wait(`document.getElementById("told").textContent === ""`)
	}
}

// make makes a move of the puzzle by clicks on its cells.
func (p *Page) make(i int) {
	p.t.Helper()
	cells := Eval[[]string](p, fmt.Sprintf(`(() => {
		const m = JSON.parse(document.getElementById("puzzle").dataset.view).moves[%d];
		return m.any ? m.cells.slice(0, 1) : m.cells;
	})()`, i))
	for _, c := range cells {
		if p.Text("#told") == "" {
			p.ClickCell(c)
		}
	}
}

// The front page is light: all of it, with every picture that is loaded only when somebody
// scrolls to it.
func TestFrontPageWeight(t *testing.T) {
	t.Parallel()
	site := Start(t)
	p := site.Page(t, Options{})
	p.Open("/")
	p.Wait(`document.readyState === "complete"`)
	first := Eval[int](p, `performance.getEntriesByType("resource").length + 1`)
	Eval[int](p, `[...document.images].map((i) => { i.loading = "eager"; }).length`)
	p.Wait(`[...document.images].every((i) => i.complete && i.naturalWidth > 0)`)
	sizes := Eval[[]int](p, `[...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].map((e) => e.transferSize)`)
	sum := 0
	for _, n := range sizes {
		sum += n
	}
	t.Logf("%d requests at first; %d bytes in %d requests in all", first, sum, len(sizes))
	if sum > 2_000*len(library.Games()) || len(sizes) > len(library.Games())+20 {
		t.Errorf("the front page has %d bytes in %d requests", sum, len(sizes))
	}
}
