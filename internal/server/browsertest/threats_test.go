package browsertest

import "testing"

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
