package browsertest

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// A finger drags a piece, which follows it, and not the page; tapping does the same.
func TestTouch(t *testing.T) {
	site := Start(t)
	p := site.Page(t, Options{Width: 390, Height: 844})
	p.Touchable()
	p.lay(`{game: "chess", opponents: {"": "random"}}`)
	p.ready()
	p.cell("e2") // scrolls there
	scrolled := Eval[float64](p, `scrollY`)
	p.TouchDrag("e2", "e4", func(x, y float64) {
		at := Eval[[]float64](p, `(() => {
			const r = document.getElementById("board").shadowRoot.querySelector(".over .copy .pc")?.getBoundingClientRect();
			return r ? [r.left + r.width / 2, r.top + r.height / 2] : [];
		})()`)
		if len(at) != 2 || math.Hypot(at[0]-x, at[1]-y) > 12 {
			t.Errorf("the finger is at %v, %v and the piece at %v", x, y, at)
		}
		p.Snap("touch-drag")
	})
	p.Wait(`document.getElementById("history").children.length >= 2`)
	if now := Eval[float64](p, `scrollY`); now != scrolled {
		t.Errorf("the page was scrolled from %v to %v", scrolled, now)
	}
	if v := p.ready(); v.History[0] != "white e4" {
		t.Errorf("the move is %q", v.History[0])
	}
	p.Tap("d2")
	p.Wait(isPicking)
	p.Tap("d3")
	p.Wait(`document.getElementById("history").children.length >= 4`)
}

// The keyboard does all that a mouse does: it chooses a promotion on the board and takes
// parts of a move back.
func TestKeyboardChooser(t *testing.T) {
	site := Start(t)
	p := site.Page(t, Options{})
	p.lay(`{game: "chess", opponents: {"": "random"}, moves: "a2a4;b7b5;a4b5;h7h6;b5b6;h6h5;b6a7;h5h4"}`)
	v := p.ready()
	focus := func(cell string) {
		Eval[bool](p, fmt.Sprintf(`[...document.getElementById("board").shadowRoot.querySelectorAll("[data-cell]")].find((n) => n.dataset.cell === %q).focus() ?? true`, cell))
	}
	focus("a7")
	p.Press(kb.Enter)
	p.Wait(isPicking)
	p.Press(kb.ArrowUp)
	p.Press(kb.ArrowRight)
	p.Press(kb.Enter)
	p.Wait(hasChooser)
	p.Press(kb.Escape)
	p.Wait(`!(` + hasChooser + `) && ` + isPicking)
	p.Press(kb.Escape)
	p.Wait(`!(` + isPicking + `)`)
	focus("a7")
	p.Press(kb.Enter)
	p.Press(kb.ArrowUp)
	p.Press(kb.ArrowRight)
	p.Press(kb.Enter)
	p.Wait(hasChooser)
	p.Press(kb.ArrowRight)
	p.Press(kb.Enter)
	p.Wait(fmt.Sprintf(`document.getElementById("history").children.length > %d`, v.Step))
	if got := p.ready().History[v.Step]; got != "white axb8=N" {
		t.Errorf("the move is %q", got)
	}
}

// A move of several parts is shown as it is put together, and a part can be taken back.
func TestUndoPart(t *testing.T) {
	site := Start(t)
	p := site.Page(t, Options{})
	p.lay(`{game: "amazons", opponents: {"": "random"}}`)
	p.ready()
	preview := `document.getElementById("board").shadowRoot.querySelectorAll(".preview").length`
	p.ClickCell("d1")
	p.ClickCell("d7")
	p.Wait(preview + ` === 1 && document.getElementById("picked").textContent.startsWith("d1 → d7: touch where to.")`)
	p.Snap("parts")
	p.Click("#partback")
	p.Wait(preview + ` === 0 && document.getElementById("picked").textContent.startsWith("d1: ")`)
	p.ClickCell("d5")
	p.ClickCell("g5")
	p.Wait(`document.getElementById("history").children.length >= 1`)
	if got := p.ready().History[0]; got != "white d1d5/g5" {
		t.Errorf("the move is %q", got)
	}
}

// A move can be made in advance, and the right button draws arrows and marks.
func TestPremoveAndArrows(t *testing.T) {
	site := Start(t)
	p := site.Page(t, Options{})
	p.lay(`{game: "chess", opponents: {"": "mcts"}, clockMs: 4000}`)
	p.ready()
	p.RightDrag("g1", "f3")
	p.RightDrag("e4", "e4")
	p.Wait(`document.getElementById("board").shadowRoot.querySelectorAll(".arrow, .mark.own").length === 2`)
	p.Snap("arrows")
	p.ClickCell("e2")
	p.ClickCell("e3")
	p.Wait(`document.getElementById("history").children.length === 1 && document.getElementById("board").shadowRoot.querySelector(".changed")`)
	p.ClickCell("b2")
	p.ClickCell("b3")
	p.Wait(`document.getElementById("picked").textContent.startsWith("Your next move")`)
	p.Wait(`document.getElementById("history").children.length >= 3`)
	if got := Eval[string](p, `document.getElementById("history").children[2].textContent`); !strings.HasSuffix(got, "white b3") {
		t.Errorf("the third move is %q", got)
	}
}

// The own side is at the bottom, also after the board was turned by hand on another table.
func TestOwnSide(t *testing.T) {
	site := Start(t)
	p := site.Page(t, Options{})
	below := `(() => {
		const at = (c) => [...document.getElementById("board").shadowRoot.querySelectorAll("[data-cell]")].find((n) => n.dataset.cell === c).getBoundingClientRect().top;
		return at("e8") > at("e1");
	})()`
	p.lay(`{game: "chess", role: "black", opponents: {"": "random"}}`)
	p.ready()
	if !Eval[bool](p, below) {
		t.Error("black sees its pieces at the top")
	}
	p.Click("#flip")
	p.Wait(`!(` + below + `)`)
	p.lay(`{game: "chess", role: "black", opponents: {"": "random"}}`)
	p.ready()
	if Eval[bool](p, below) {
		t.Error("that the board was turned is forgotten")
	}
}

// The page of a table is light: all that it loads has less than 60 kB, compressed.
func TestTableWeight(t *testing.T) {
	t.Parallel()
	site := Start(t)
	for _, game := range []string{"chess", "amazons", "mastermind"} {
		p := site.Page(t, Options{})
		p.lay(`{game: "` + game + `", opponents: {"": "random"}}`)
		p.ready()
		bytes := Eval[int](p, `[...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
			.filter((e) => !/\/api\/v1\/tables\/[^/]+$/.test(e.name)) // what the test has asked for
			.reduce((sum, e) => sum + e.encodedBodySize, 0)`)
		if bytes < 5_000 || bytes > 60_000 {
			t.Errorf("the page of %s has %d bytes", game, bytes)
		}
		t.Logf("the page of %s has %d bytes", game, bytes)
	}
}
