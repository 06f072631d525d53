package browsertest

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"ludex/internal/corpustest"
	"ludex/internal/learn"
	"ludex/internal/localpage"
	"ludex/internal/server/gamecache"
	"ludex/library"
)

// localPage writes the page of a game to a file.
func localPage(t *testing.T, game string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), game+".html")
	if err := os.WriteFile(file, writePage(t, game), 0o644); err != nil {
		t.Fatal(err)
	}
	return "file://" + file
}

// writePage returns the page of a game. With the network that comes with the game, too, it is no
// larger than it may be.
func writePage(t *testing.T, game string) []byte {
	t.Helper()
	engine, err := findEngine(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	e, err := gamecache.New(gamecache.Limit{Games: 1, Time: 10 * time.Second}).Find(gamecache.Ref{Game: game})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := localpage.Write(t.Context(), &out, e, engine); err != nil {
		t.Fatal(err)
	}
	t.Logf("the page of %s has %d bytes", game, out.Len())
	if out.Len() > localpage.MaxSize {
		t.Errorf("the page of %s has %d bytes, more than %d", game, out.Len(), localpage.MaxSize)
	}
	return out.Bytes()
}

// openFile opens a page from a file in a browser without a network.
func openFile(t *testing.T, address string, opt Options) *Page {
	t.Helper()
	p := (&Site{browser: shared.open(t)}).Page(t, opt)
	p.offline(true)
	p.do(chromedp.Navigate(address))
	p.Wait(`!document.getElementById("begin").disabled`)
	return p
}

// decides says that the person has to decide something on the board or by a button.
const decides = `document.getElementById("turn").classList.contains("yours") && (document.getElementById("board").shadowRoot.querySelector("[data-cell].can, .chooser button") || document.querySelector("#actions:not([hidden]) button"))`

// clickOn clicks on something that is possible, until the game is over.
func (p *Page) clickOn(most int) {
	p.t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	for range most {
		p.Wait("(" + decides + ") || (" + isOver + ")")
		if Eval[bool](p, isOver) {
			return
		}
		list := Eval[[]string](p, `(() => {
			const board = document.getElementById("board").shadowRoot;
			const names = (nodes, kind) => [...nodes].map((n, i) => kind + (n.dataset.cell ?? i));
			const chooser = board.querySelectorAll(".chooser button");
			if (chooser.length) return names(chooser, "c");
			const next = board.querySelectorAll("[data-cell]:has(> .mark.target:not([r]), > .mark.ring)");
			if (!document.getElementById("partback").hidden && next.length) return names(next, "b");
			return [...names(board.querySelectorAll("[data-cell].can"), "b"), ...names(document.querySelectorAll("#actions:not([hidden]) button:not(.back)"), "a")];
		})()`)
		if len(list) == 0 {
			continue // the view has just changed
		}
		switch one := list[random.IntN(len(list))]; one[0] {
		case 'b':
			p.ClickCell(one[1:])
		case 'c':
			Eval[bool](p, fmt.Sprintf(`(document.getElementById("board").shadowRoot.querySelectorAll(".chooser button")[%s]?.click(), true)`, one[1:]))
		default:
			Eval[bool](p, fmt.Sprintf(`(document.querySelectorAll("#actions button:not(.back)")[%s]?.click(), true)`, one[1:]))
		}
	}
	p.t.Fatalf("the game is not over after %d clicks", most)
}

// Pages of games are opened from a file, without a network, and played to the end by clicks.
func TestLocalPages(t *testing.T) {
	t.Parallel()
	shared.open(t)
	games := []struct {
		name   string
		sample bool // is played in every run
	}{
		{"breakthrough-5x5", true}, {"montyhall", true}, {"tictactoe", false}, {"connectfour", false}, {"hex", false}, {"reversi", false},
		{"gomoku", false}, {"draughts", false}, {"kuhnpoker", false}, {"amazons", false}, {"chess", false},
		{"tron", false}, {"blackjack", false}, {"lightsout", false},
	}
	for _, g := range games {
		t.Run(g.name, func(t *testing.T) {
			if !g.sample {
				Full(t)
			}
			p := openFile(t, localPage(t, g.name), Options{})
			p.Shot("page-" + g.name)
			p.playToEnd(2000)
			p.Shot("page-" + g.name + "-over")
		})
	}
}

// TestLocalPageSizes writes the pages of games with networks, which are the largest: a sample, or
// with LUDEX_FULL=1 all.
func TestLocalPageSizes(t *testing.T) {
	if testing.Short() {
		t.Skip("prepares the engines of large games")
	}
	t.Setenv("XDG_CONFIG_HOME", t.TempDir()) // without networks of the user
	for game := range library.Networks() {
		if !corpustest.Sampled(game) {
			continue
		}
		writePage(t, game)
	}
}

// The levels of a page are those whose strength is shown, also where the page has a network of
// the user besides the one with which they were measured.
func TestLocalPageLevels(t *testing.T) {
	shared.open(t)
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	const game = "breakthrough-rbg"
	e, err := gamecache.New(gamecache.Limit{Games: 1, Time: 10 * time.Second}).Find(gamecache.Ref{Game: game})
	if err != nil {
		t.Fatal(err)
	}
	g, _, err := e.Game(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	own, err := learn.Supplied(e.Rules.Fingerprint())
	if err != nil {
		t.Fatal(err)
	}
	path, err := learn.PathFor(g)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(path), 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	mine := *own
	mine.Seed++
	if err := mine.Save(path); err != nil {
		t.Fatal(err)
	}
	p := openFile(t, localPage(t, game), Options{})
	p.Click("input[name=role][value=black] + span")
	p.Click("#begin")
	p.Wait(decides + ` && document.getElementById("history").children.length === 1`) // the level has moved
	if text := p.Text("main"); !strings.Contains(text, "Level 3, Elo ") {
		t.Errorf("the page says %q", text)
	}
}

// A link leads to a position, people share a screen, moves are taken back, and the page has
// no serious problem of accessibility.
func TestLocalPageLink(t *testing.T) {
	t.Parallel()
	axe := Axe(t)
	address := localPage(t, "connectfour")
	p := openFile(t, address, Options{Width: 390, Height: 844, Dark: true})
	for _, f := range p.Audit(axe) {
		t.Errorf("at first: %+v", f)
	}
	p.Click("input[name=against][value=screen] + span")
	p.Click("#begin")
	steps := func(n int) string { return fmt.Sprintf(`document.getElementById("history").children.length === %d`, n) }
	for n := range 3 {
		p.Wait(decides + " && " + steps(n))
		p.ClickCell(p.topmost("[data-cell].can"))
	}
	p.Wait(steps(3))
	p.Click("#undo")
	p.Wait(decides + " && " + steps(2))
	p.Click("#showrules")
	p.Wait(`document.getElementById("rules").open && document.querySelector("#rulesbody h3")`)
	for _, f := range p.Audit(axe) {
		t.Errorf("with the rules: %+v", f)
	}
	p.Press("\x1b")
	p.Click("#share")
	p.Wait(`location.hash.startsWith("#position=")`)
	p.Snap("page-link")
	link := Eval[string](p, "location.href")
	if !strings.HasPrefix(link, address+"#position=") {
		t.Fatalf("the link is %s", link)
	}
	other := openFile(t, link, Options{})
	other.Wait(`!document.getElementById("position").hidden`)
	other.Click("#begin")
	other.Wait(steps(2) + " || " + steps(3)) // the program may have answered
	for _, f := range other.Audit(axe) {
		t.Errorf("at the table: %+v", f)
	}
}

// A game in real time is played from a file with keys: the clock runs, what was fired moves on, and
// a program that does nothing is hit. Every run has the same at a table, and another page in real time
// that plays without a server.
func TestLocalPageInRealTime(t *testing.T) {
	Full(t)
	t.Parallel()
	p := openFile(t, localPage(t, "shooter"), Options{})
	if text := p.Text("#how"); !strings.Contains(text, "shoot") {
		t.Errorf("the rules say %q", text)
	}
	p.Choose("select[name=strength]", "idle")
	p.Shot("page-shooter")
	p.Click("#begin")
	p.shootIdle()
	p.Shot("page-shooter-over")
}
