package browsertest

import "testing"

// A person moves a piece by clicking and another one by dragging, and takes both
// back.
func TestBreakthrough(t *testing.T) {
	site := Start(t)
	p := site.Page(t, Options{Width: 1280, Height: 900, Dark: true})
	p.Open("/play/breakthrough-rbg")
	p.Choose("select[name=strength]", "random")
	p.Click("#setup [type=submit]")
	p.Wait(`document.getElementById("turn")?.classList.contains("yours") && document.getElementById("board").shadowRoot.querySelectorAll("[data-cell].can").length > 4`)
	cells := Eval[[]string](p, `(() => { const b = document.getElementById("table"); const m = JSON.parse(b.dataset.view).moves.find((m) => m.cells.length === 2); return m.cells; })()`)
	if len(cells) != 2 {
		t.Fatalf("a move touches %v", cells)
	}
	p.ClickCell(cells[0])
	p.Wait(`document.getElementById("picked").textContent !== ""`)
	p.Shot("table-breakthrough-picked")
	p.ClickCell(cells[1])
	p.Wait(`document.getElementById("history").children.length >= 2 && document.getElementById("turn").classList.contains("yours")`)
	p.Click("#undo")
	p.Wait(`document.getElementById("history").children.length === 0 && document.getElementById("turn").classList.contains("yours")`)
	p.Wait(`document.getElementById("board").shadowRoot.querySelectorAll("[data-cell].can").length > 4`)
	p.Drag(cells[0], cells[1])
	p.Wait(`document.getElementById("history").children.length >= 2`)
	p.Click("#evaluate")
	p.Wait(`!document.getElementById("evalbar").hidden`)
	p.Click("#hint")
	p.Wait(`!document.getElementById("hintbox").hidden && document.querySelector("#moves .best")`)
	p.Shot("table-breakthrough-hint")
}
