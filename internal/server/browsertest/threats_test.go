package browsertest

import (
	"net/url"
	"testing"
)

// A move of the other that would end the game is marked and named, unless the person does not
// want that.
func TestThreat(t *testing.T) {
	site := Start(t)
	p := site.Page(t, Options{})
	p.lay(`{game: "tictactoe", opponents: {"": "random"}, moves: "(mark 1 1) noop;noop (mark 2 1);(mark 3 3) noop;noop (mark 2 2)"}`)
	p.ready()
	p.Wait(`document.getElementById("threat").textContent.includes("black threatens b3")`)
	p.Wait(`document.getElementById("board").shadowRoot.querySelector('[data-cell="2,3"] > .mark.threat')`)
	p.Shot("table-threat")
	p.Click("#threats")
	p.Wait(`document.getElementById("threat").textContent === "" && !document.getElementById("board").shadowRoot.querySelector(".mark.threat")`)
}

// A king in check is marked and named for everybody at the table, and on the analysis board.
func TestCheck(t *testing.T) {
	const marked = `document.getElementById("board").shadowRoot.querySelector('[data-cell="e1"] > .mark.attacked')`
	const moves = "e2e4;e7e5;d2d3;f8b4"
	site := Start(t)
	p := site.Page(t, Options{})
	p.lay(`{game: "chess", opponents: {"": "random"}, moves: "` + moves + `"}`)
	p.ready()
	p.Wait(`document.getElementById("attacked").textContent === "The white king on e1 is attacked: your move must end that."`)
	p.Wait(marked)
	p.Shot("table-check")
	if label := Eval[string](p, `document.getElementById("board").shadowRoot.querySelector("svg").getAttribute("aria-label")`); label != "Board" {
		t.Errorf("screen readers read %q", label)
	}
	p.ClickCell("c2")
	p.ClickCell("c3")
	p.Wait(`document.getElementById("attacked").textContent === "" && !` + marked)
	p.Open("/analysis?game=chess&moves=" + url.QueryEscape(moves))
	p.Wait(marked)
}
