package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// start begins a game in real time and starts its clock.
func (p *Page) start(game, opponent string, unitMs int) {
	p.t.Helper()
	p.lay(fmt.Sprintf(`{game: %q, opponents: {"": %q}, unitMs: %d}`, game, opponent, unitMs))
	p.Wait(`document.getElementById("lag").textContent.includes("ms") && !document.getElementById("start").hidden`)
	p.Click("#start")
	p.Wait(`document.getElementById("start").hidden`)
}

// A person plays the shooter with the keyboard: the field moves, and clocks run in seconds.
func TestShooterByKeys(t *testing.T) {
	t.Parallel()
	site := Start(t)
	p := site.Page(t, Options{})
	p.lay(`{game: "shooter", opponents: {"": "idle"}}`)
	p.shootIdle()
	if text := p.Text("main"); len(text) == 0 || Eval[bool](p, `/for \d+\.\d{3}/.test(document.querySelector("main").innerText)`) {
		t.Errorf("lifetimes are shown as the rules count them: %q", text)
	}
}

// shootIdle plays the shooter against a program that does nothing: the first bullet misses, and the
// second one wins.
func (p *Page) shootIdle() {
	p.t.Helper()
	p.Wait(`document.querySelector(".pace select").value === "2000"`) // as it suits people
	// The slowest pace: nothing must happen in a moment, on a busy machine either.
	p.Choose(".pace select", "10000")
	p.recordPieces()
	p.Click("#start")
	p.Wait(`document.querySelectorAll("#actions kbd").length === 3`)
	p.Wait(`document.querySelector(".running .left")?.textContent.endsWith(" s") && parseFloat(document.querySelector(".running .left").textContent) < 100`)
	at := func(cell, piece string) string {
		return fmt.Sprintf(`[...document.getElementById("board").shadowRoot.querySelectorAll("[data-cell='%s'] > [data-piece='%s']")].length === 1`, cell, piece)
	}
	p.Wait(at("1,2", "at left") + " && " + at("6,2", "at right"))
	p.Click("#table h1")
	p.Press(kb.ArrowUp)
	p.Wait(at("1,1", "at left"))
	p.Press("f")
	p.Wait(`[...window.pieces].some((at) => /^[2-6],1 bullet left$/.test(at))`)
	p.Shot("table-shooter")
	p.Wait(`[...window.pieces].filter((at) => /^[2-6],1 bullet left$/.test(at)).length > 1`) // it moves by itself
	p.Press(kb.ArrowDown)
	p.Wait(at("1,2", "at left"))
	p.Wait(`document.querySelector('#actions [data-key="f"]')`) // the bullet is gone
	p.Press("f")
	p.Wait(isOver)
	if text := p.Text("#result"); text[:8] != "You win." {
		p.t.Errorf("%q", text)
	}
}

// recordPieces has the page note in window.pieces where it ever showed which piece: a test that
// looks now and then can miss what stays for a moment.
func (p *Page) recordPieces() {
	p.t.Helper()
	Eval[bool](p, `(() => {
		const root = document.getElementById("board").shadowRoot;
		window.pieces = new Set();
		new MutationObserver(() => {
			for (const piece of root.querySelectorAll("[data-cell] > [data-piece]")) window.pieces.add(piece.parentNode.dataset.cell + " " + piece.dataset.piece);
		}).observe(root, {subtree: true, childList: true, attributes: true});
		return true;
	})()`)
}

// Every game in real time can be played with what the page shows: keys, buttons or cells.
func TestRealTimeGames(t *testing.T) {
	Full(t)
	axe := Axe(t)
	site := Start(t)
	for _, game := range []string{"shooter", "snap", "hotpotato", "simonsays", "duel", "tictactoe-timed", "resourcerace", "chicken"} {
		p := site.Page(t, Options{})
		p.start(game, "idle", 8000)
		p.Wait(`document.querySelector("#actions [data-key]") || document.getElementById("board").shadowRoot.querySelector("[data-cell].can")`)
		p.Shot("table-" + game)
		if key := Eval[string](p, `document.querySelector("#actions [data-key]")?.dataset.key ?? ""`); key != "" {
			before := Eval[int](p, `document.getElementById("history").children.length`)
			p.Click("h1")
			p.Press(keyOf(key))
			p.Wait(fmt.Sprintf(`document.getElementById("history").children.length > %d || `, before) + isOver)
		} else {
			p.ClickCell(p.topmost("[data-cell].can"))
			p.Wait(`document.getElementById("history").children.length > 0`)
		}
		for _, f := range p.Audit(axe) {
			t.Errorf("%s: %s, %s: %s %q", game, f.Impact, f.ID, f.Help, f.Nodes)
		}
	}
}

// keyOf returns a key as the browser driver writes it.
func keyOf(name string) string {
	if key, ok := map[string]string{"ArrowUp": kb.ArrowUp, "ArrowDown": kb.ArrowDown, "ArrowLeft": kb.ArrowLeft, "ArrowRight": kb.ArrowRight}[name]; ok {
		return key
	}
	return name
}
