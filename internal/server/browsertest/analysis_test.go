package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// at waits until the analysis board shows the position after a number of steps.
func (p *Page) at(steps int, text string) {
	p.t.Helper()
	p.Wait(`document.querySelector("#board")?.shadowRoot?.querySelector("svg") && document.getElementById("turn").textContent !== "Loading …"`)
	if steps == 0 {
		p.Wait(`!document.querySelector("#tree [aria-current]") && document.getElementById("back").disabled`)
		return
	}
	p.Wait(fmt.Sprintf(`document.querySelector("#tree [aria-current]")?.textContent === %q`, fmt.Sprintf("%d. %s", steps, text)))
}

// The numbers of moves in the tree.
const treeMoves = `[...document.querySelectorAll("#tree button")].map((b) => b.textContent).join(" ")`

// A person plays both sides on the analysis board, tries other moves, and keeps the tree.
func TestAnalysisBoard(t *testing.T) {
	t.Parallel()
	site := Start(t)
	p := site.Page(t, Options{})
	p.Open("/play/tictactoe")
	p.Click(`a[href="/analysis?game=tictactoe"]`)
	p.at(0, "")
	for i, cell := range []string{"1,1", "2,2", "3,3"} {
		p.ClickCell(cell)
		p.Wait(fmt.Sprintf(`document.querySelectorAll("#tree li").length === %d`, i+1))
		p.Wait(`document.getElementById("board").shadowRoot.querySelector("[data-cell].can")`)
	}
	main := Eval[string](p, treeMoves)
	// The evaluation runs along, with lines and their arrows or marks.
	p.Wait(`document.querySelectorAll("#lines li").length === 3 && document.getElementById("board").shadowRoot.querySelector(".line0")`)
	p.Wait(`[...document.querySelectorAll("#seats .value")].reduce((sum, v) => sum + parseInt(v.textContent), 0) === 100`)
	// Another move is a variation.
	p.Click("h1")
	p.Press(kb.ArrowLeft)
	p.Wait(`document.querySelector("#tree [aria-current]")?.textContent.startsWith("2. ") && document.querySelector("#lines li")`)
	p.ClickCell("1,3")
	p.Wait(`document.querySelectorAll("#tree .branch li").length === 1`)
	p.Wait(`!document.getElementById("graph").hidden`) // two positions were valued
	p.Type("#comment", "not so good")
	p.Wait(`document.querySelector("#tree .branch q")?.textContent === "not so good"`)
	p.Shot("analysis-tictactoe")
	p.Click("#promote")
	p.Wait(`document.querySelector("#tree > ol > li:nth-child(3) q")`)
	// The tree is still there after the page was left, and travels in an address.
	p.Open("/analysis?game=tictactoe")
	p.Wait(`document.querySelectorAll("#tree button").length === 4`)
	Eval[bool](p, `document.getElementById("link").focus() ?? true`) // by the keyboard, as below
	p.Press(kb.Enter)
	p.Wait(`location.hash.startsWith("#a=")`)
	address := Eval[string](p, `location.pathname + location.hash`)
	q := site.Page(t, Options{})
	q.Open(address)
	q.Wait(`document.querySelectorAll("#tree button").length === 4 && document.querySelector("#tree q")`)
	q.Click("#tree .branch button")
	q.Wait(`document.querySelector("#tree .branch [aria-current]")`)
	// By the keyboard: the lines above change while it thinks, and move the button.
	Eval[bool](q, `document.getElementById("delete").focus() ?? true`)
	q.Press(kb.Enter)
	q.Wait(`document.querySelectorAll("#tree button").length === 3`)
	// A line of the analysis becomes moves of the tree.
	q.Click("#first")
	q.at(0, "")
	q.Wait(`document.querySelectorAll("#lines li").length > 0 && document.querySelector("#lines li:first-child button")`)
	Eval[bool](q, `document.querySelector("#lines li:first-child button").click() ?? true`) // the lines change while it thinks
	q.Wait(`document.querySelector("#tree [aria-current]")`)
	if !strings.HasPrefix(main, "1. ") {
		t.Errorf("the moves are %q", main)
	}
	// The game goes on from there against a level.
	q.Wait(`document.getElementById("turn").textContent === "black to move"`)
	q.Choose("#play select[name=role]", "black")
	q.Click("#play [type=submit]")
	q.Wait(`location.pathname.startsWith("/table/") && document.getElementById("history").children.length === 1 && ` + myTurn)
}

// From a record one goes on at the step that is shown; mistakes and their graph come along.
func TestAnalysisOfRecord(t *testing.T) {
	t.Parallel()
	site := Start(t)
	p := site.Page(t, Options{})
	p.post("/matches", `{game: "tictactoe", players: ["legal", "random"], clockMs: 1000}`)
	id := site.completed(t, p, "tictactoe")
	p.Open("/watch/" + id)
	p.Wait(`document.getElementById("steps").children.length >= 5`)
	p.Click("#next")
	p.Wait(`document.getElementById("at").value === "1" && document.getElementById("explore").href.endsWith("step=1")`)
	p.Click("#explore")
	p.Wait(`location.pathname === "/analysis" && document.querySelector("#tree [aria-current]")?.textContent.startsWith("1. ")`)
	p.Wait(`document.querySelectorAll("#tree li").length >= 5`)
	p.Click("#review")
	p.Wait(`!document.getElementById("review").disabled && document.querySelector("#graph path").getAttribute("d").split("L").length >= 5`)
	p.Click("#whybox summary")
	p.Click("#whyform [type=submit]")
	p.Wait(`document.getElementById("why").innerText.includes("legal")`)
	p.Shot("analysis-record")
}

// In a game with hidden information each role has its own eyes, and values add up.
func TestAnalysisOfHiddenGame(t *testing.T) {
	site := Start(t)
	p := site.Page(t, Options{})
	p.Open("/analysis?game=kuhnpoker")
	p.Wait(`document.querySelectorAll("#actions button").length === 7`)
	p.Click("#actions button:nth-child(2)")
	p.Wait(`document.getElementById("turn").textContent === "alice to move"`)
	p.Wait(`document.querySelectorAll("#lines li").length === 2`)
	p.Wait(`[...document.querySelectorAll("#seats .value")].reduce((sum, v) => sum + parseInt(v.textContent), 0) === 100`)
	p.Click("#eyes label:nth-child(2)")
	p.Wait(`document.getElementById("knows").textContent.includes("2 states possible")`)
	p.Shot("analysis-kuhnpoker")
}

// A game that was just written can be analysed.
func TestAnalysisOfOwnGame(t *testing.T) {
	site := Start(t)
	p := site.Page(t, Options{})
	p.Open("/workshop?game=nim")
	p.Wait(`document.getElementById("verdict").textContent.startsWith("Ready") && !document.getElementById("explore").disabled`)
	p.Click("#explore")
	p.Wait(`location.pathname === "/analysis" && document.getElementById("title").textContent === "Nim" && document.querySelectorAll("#lines li").length === 3`)
	p.Click("#lines li button")
	p.Wait(`document.querySelectorAll("#tree li").length === 1`)
}

// A game with pieces that move, at a phone's width.
func TestAnalysisOfChess(t *testing.T) {
	Full(t)
	axe := Axe(t)
	site := Start(t)
	for _, dark := range []bool{false, true} {
		p := site.Page(t, Options{Width: 1280, Height: 900, Dark: dark})
		p.Open("/analysis?game=chess&moves=e2e4%3Be7e5")
		p.Wait(`document.querySelectorAll("#tree li").length === 2`)
		p.ClickCell("g1")
		p.ClickCell("f3")
		p.Wait(`document.querySelector("#tree [aria-current]")?.textContent === "3. Nf3"`)
		p.Wait(`document.querySelectorAll("#lines li").length === 3 && document.getElementById("board").shadowRoot.querySelector(".arrow.line0")`)
		p.Click("#whybox summary")
		p.Type("#whyform input", "a7a3")
		p.Click("#whyform [type=submit]")
		p.Wait(`document.getElementById("why").innerText.includes("no legal move")`)
		for _, f := range p.Audit(axe) {
			t.Errorf("dark %v: %s, %s: %s %q", dark, f.Impact, f.ID, f.Help, f.Nodes)
		}
		p.Shot(fmt.Sprintf("analysis-chess-%v", dark))
	}
	p := site.Page(t, Options{Width: 390, Height: 844})
	p.Open("/analysis?game=chess")
	p.Wait(`document.querySelectorAll("#lines li").length === 3`)
	if Eval[bool](p, `document.documentElement.scrollWidth > innerWidth`) {
		t.Error("the page is wider than a phone")
	}
	p.Shot("analysis-chess-phone")
}
