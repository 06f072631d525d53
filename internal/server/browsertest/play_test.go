package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"ludex/internal/store"
)

// The conditions that tests wait for on the page of a table.
const (
	myTurn = `document.getElementById("turn")?.classList.contains("yours") && document.getElementById("board").shadowRoot.querySelector("[data-cell].can")`
	isOver = `document.getElementById("result") && !document.getElementById("result").hidden`
)

// sit begins a game as a person does, and waits until it is their turn.
func (p *Page) sit(path, strength string) {
	p.t.Helper()
	p.Open(path)
	p.Choose("select[name=strength]", strength)
	p.Click("#setup [type=submit]")
	p.Wait(`location.pathname.startsWith("/table/") && ` + myTurn)
}

// play makes moves by clicking until the game is over, and returns how many it has
// made. Of the cells that can be touched it takes one that is furthest up.
func (p *Page) play(most int) int {
	p.t.Helper()
	for n := range most {
		p.Wait("(" + myTurn + ") || " + isOver)
		if Eval[bool](p, isOver) {
			return n
		}
		before := Eval[int](p, `document.getElementById("history").children.length`)
		p.ClickCell(p.topmost("[data-cell].can"))
		if Eval[bool](p, `document.getElementById("picked").textContent !== ""`) {
			p.ClickCell(p.topmost("[data-cell]:has(> .mark.target, > .mark.ring)"))
		}
		p.Wait(fmt.Sprintf(`document.getElementById("history").children.length > %d`, before))
	}
	p.t.Fatalf("the game is not over after %d moves", most)
	return most
}

// topmost returns the cell furthest up among those that a selector means.
func (p *Page) topmost(selector string) string {
	p.t.Helper()
	return Eval[string](p, fmt.Sprintf(`(() => {
		const cells = [...document.getElementById("board").shadowRoot.querySelectorAll(%q)].map((n) => [n.getBoundingClientRect().top, n.dataset.cell]);
		return cells.sort((a, b) => a[0] - b[0])[0]?.[1] ?? "";
	})()`, selector))
}

// A whole game of tic-tac-toe, from the library to the replay, by clicking.
func TestPlayTicTacToe(t *testing.T) {
	t.Parallel()
	site := Start(t)
	p := site.Page(t, Options{})
	p.Open("/")
	p.Type("input[name=q]", "tic-tac-toe")
	p.Wait(`document.querySelectorAll("#cards .card:not([hidden])").length < 10`)
	p.Click(`a[href="/play/tictactoe"]`)
	p.Wait(`document.getElementById("setup")`)
	p.Choose("select[name=strength]", "level:2")
	p.Click("#setup [type=submit]")
	p.Wait(`location.pathname.startsWith("/table/") && document.getElementById("moves").children.length === 9`)
	p.Wait(`document.getElementById("board").shadowRoot.querySelectorAll("[data-cell]").length === 9`)
	p.play(6)
	p.Shot("table-tictactoe-over")
	p.Click("#result a")
	p.Wait(`document.getElementById("replay") && document.getElementById("steps").children.length >= 5`)
	ids, err := site.Store.IDs(t.Context(), store.Filter{Game: "tictactoe", Status: store.Completed})
	if err != nil || len(ids) != 1 {
		t.Fatalf("the store has the matches %v (%v), want one", ids, err)
	}
}

// A whole game of breakthrough by clicking, which is then looked at again: step by
// step, by jumping, with the keyboard, and with a graph of what it was worth.
func TestPlayBreakthrough(t *testing.T) {
	Full(t)
	site := Start(t)
	p := site.Page(t, Options{})
	p.sit("/play/breakthrough", "level:1")
	p.Shot("table-breakthrough")
	if n := p.play(100); n < 6 {
		t.Errorf("%d moves cannot bring a piece to the other side", n)
	}
	p.Shot("table-breakthrough-over")
	p.Click("#result a")
	p.Wait(`document.getElementById("steps")?.children.length >= 11`)
	steps := Eval[int](p, `document.getElementById("steps").children.length`)
	at := func(step int) string {
		return fmt.Sprintf(`document.getElementById("at").value === "%d" && document.getElementById("board").shadowRoot.querySelectorAll("[data-cell]").length === 64`, step)
	}
	p.Wait(at(0))
	beginning := p.picture()
	p.Click("#next")
	p.Wait(at(1) + ` && document.getElementById("what").textContent.startsWith("1. white")`)
	p.Wait(`document.getElementById("board").shadowRoot.querySelector(".changed")`)
	p.Wait(`document.getElementById("board").shadowRoot.querySelector("svg:not(.captions) .mv") && document.getElementById("board").shadowRoot.querySelector(".captions .key")`)
	p.Click("#last")
	p.Wait(at(steps))
	p.Click("#steps li:nth-child(5)")
	p.Wait(at(5) + ` && document.querySelector("#steps [aria-current]").textContent.length > 0`)
	p.Click("h1")
	p.Press(kb.ArrowLeft)
	p.Wait(at(4))
	p.Press(kb.Home)
	p.Wait(at(0) + ` && !document.getElementById("board").shadowRoot.querySelector(".changed")`)
	if again := p.picture(); again != beginning {
		t.Errorf("the first position is drawn in another way:\n%s\n%s", beginning, again)
	}
	p.Choose("#speed", "250")
	p.Click("#play")
	p.Wait(at(steps))
	p.Click("#review")
	p.Wait(`document.querySelectorAll("#graph path").length === 2 && document.querySelector("#graph path").getAttribute("d").split("L").length > 5`)
	p.Shot("replay-breakthrough")
	p.Click("#explore")
	p.Wait(`location.pathname === "/analysis"`)
}

// picture returns where which pieces are on the board that is shown.
func (p *Page) picture() string {
	p.t.Helper()
	return Eval[string](p, `JSON.stringify([...document.getElementById("board").shadowRoot.querySelectorAll("[data-cell]")].map((n) => [n.dataset.cell, n.querySelector("[data-piece]")?.dataset.piece ?? ""]))`)
}

// A person moves a piece by clicking and another one by dragging, takes both back,
// and asks for advice.
func TestDragAndAdvice(t *testing.T) {
	Full(t)
	site := Start(t)
	p := site.Page(t, Options{Width: 1280, Height: 900, Dark: true})
	p.sit("/play/breakthrough-rbg", "level:1")
	from := p.topmost("[data-cell].can")
	p.ClickCell(from)
	p.Wait(`document.getElementById("picked").textContent !== ""`)
	to := p.topmost("[data-cell]:has(> .mark.target, > .mark.ring)")
	p.Shot("table-breakthrough-picked-dark")
	p.ClickCell(to)
	p.Wait(`document.getElementById("history").children.length >= 2 && ` + myTurn)
	p.Click("#undo")
	p.Wait(`document.getElementById("history").children.length === 0 && ` + myTurn)
	p.Drag(from, to)
	p.Wait(`document.getElementById("history").children.length >= 2`)
	p.Click("#evaluate")
	p.Wait(`!document.getElementById("evalbar").hidden`)
	p.Click("#hint")
	p.Wait(`!document.getElementById("hintbox").hidden && document.querySelector("#moves .best")`)
	p.Shot("table-breakthrough-hint-dark")
	p.resign()
	p.Click("#rematch")
	p.Wait(`document.getElementById("result").hidden && document.getElementById("history").children.length === 0 && ` + myTurn)
}

// resign resigns the game, which the page asks about.
func (p *Page) resign() {
	p.t.Helper()
	p.Click("#resign")
	p.Wait(`document.getElementById("sure").open`)
	p.Click("#sure [value=resign]")
	p.Wait(isOver)
}

// A person plays with the keyboard alone.
func TestKeyboard(t *testing.T) {
	Full(t)
	site := Start(t)
	p := site.Page(t, Options{})
	p.sit("/play/tictactoe", "level:1")
	Eval[bool](p, `document.getElementById("board").shadowRoot.querySelector("[data-cell][tabindex='0']").focus() ?? true`)
	first := Eval[string](p, `document.getElementById("board").shadowRoot.activeElement.dataset.cell`)
	p.Press(kb.ArrowRight)
	p.Wait(fmt.Sprintf(`document.getElementById("board").shadowRoot.activeElement.dataset.cell !== %q`, first))
	p.Press(kb.Enter)
	p.Wait(`document.getElementById("history").children.length >= 1`)
}

// What a page says changes together with its picture: a click cannot fall on a picture of the
// past.
func TestPictureComesWithText(t *testing.T) {
	site := Start(t)
	p := site.Page(t, Options{})
	p.lay(`{game: "tictactoe", opponents: {"": "legal"}}`)
	p.ready()
	Eval[bool](p, `(() => {
		const fetched = window.fetch;
		window.held = [];
		window.letGo = () => { window.fetch = fetched; window.held.splice(0).forEach((go) => go()); return true; };
		window.fetch = (what, ...rest) => String(what).includes("board.svg") ? new Promise((go) => window.held.push(go)).then(() => fetched(what, ...rest)) : fetched(what, ...rest);
		return true;
	})()`)
	p.ClickCell("2,2")
	p.Wait(`window.held.length > 0`)
	if Eval[bool](p, `document.getElementById("history").children.length > 0 || Boolean(document.getElementById("board").shadowRoot.querySelector("[data-cell].can"))`) {
		t.Error("the text has changed before the picture, or a move can be made on the old picture")
	}
	Eval[bool](p, `window.letGo()`)
	p.Wait(`document.getElementById("history").children.length > 0`)
	if Eval[bool](p, `document.getElementById("history").children.length > document.getElementById("board").shadowRoot.querySelectorAll("[data-piece]").length`) {
		t.Error("there are more moves than pieces")
	}
}
