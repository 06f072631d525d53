package browsertest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// A tableView is what a test looks at of a table.
type tableView struct {
	Phase   string      `json:"phase"`
	Step    int         `json:"step"`
	Moves   []tableMove `json:"moves"`
	History []string    `json:"history"`
}

// A tableMove is a legal move.
type tableMove struct {
	Text   string   `json:"text"`
	Name   string   `json:"name"`
	Cells  []string `json:"cells"`
	Also   []string `json:"also"`
	Any    bool     `json:"any"`
	Choice string   `json:"choice"`
}

// lay lays a table with a request to the API, and opens its page.
func (p *Page) lay(request string) {
	p.t.Helper()
	if Eval[string](p, "location.origin") != p.site.URL {
		p.Open("/login")
	}
	id := Eval[string](p, `fetch("/api/v1/tables", {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(`+request+`)}).then((r) => r.json()).then((a) => a.id ?? JSON.stringify(a))`)
	p.Open("/table/" + id)
	p.Wait(`document.getElementById("board")?.shadowRoot?.querySelector("svg")`)
}

// ready waits until the person can move or the game is over, and returns the view.
func (p *Page) ready() tableView {
	p.t.Helper()
	p.Wait(`(document.getElementById("turn").classList.contains("yours") && (document.getElementById("board").shadowRoot.querySelector("[data-cell].can") || document.querySelector("#actions:not([hidden]) button"))) || (` + isOver + `)`)
	return Eval[tableView](p, `fetch("/api/v1/tables/" + document.getElementById("table").dataset.id).then((r) => r.json())`)
}

const (
	isPicking  = `!document.getElementById("partback").hidden`
	hasChooser = `Boolean(document.getElementById("board").shadowRoot.querySelector(".chooser"))`
)

// click makes a move by clicking as few cells and buttons as possible, and returns how
// many cells and how many buttons that were.
func (p *Page) click(m tableMove) (cells, buttons int) {
	p.t.Helper()
	before := Eval[int](p, `document.getElementById("history").children.length`)
	if len(m.Cells) == 0 {
		buttons = p.clickWords(m)
	} else {
		cells, buttons = p.clickCells(m)
	}
	p.Wait(fmt.Sprintf(`document.getElementById("history").children.length > %d`, before))
	return cells, buttons
}

// clickCells clicks on cells until the move is made, and on the board where several moves
// are meant.
func (p *Page) clickCells(m tableMove) (cells, buttons int) {
	p.t.Helper()
	path := slices.Concat(m.Cells, m.Also)
	if m.Any {
		path = m.Cells[:1]
	}
	for i, c := range path {
		p.ClickCell(c)
		cells++
		if !Eval[bool](p, isPicking) {
			return cells, 0
		}
		if i >= len(m.Cells)-1 && Eval[bool](p, hasChooser) {
			break
		}
	}
	found := Eval[bool](p, fmt.Sprintf(`(() => {
		const button = [...document.getElementById("board").shadowRoot.querySelectorAll(".chooser button")].find((b) => (b.getAttribute("aria-label") ?? b.textContent) === %q);
		button?.click();
		return Boolean(button);
	})()`, m.Choice))
	if !found {
		p.t.Fatalf("%s is not made by %v, and there is no button %q", m.Text, path, m.Choice)
	}
	return cells, 1
}

// clickWords makes a move without cells: by its button, or word by word.
func (p *Page) clickWords(m tableMove) (buttons int) {
	p.t.Helper()
	press := func(text string) bool {
		return Eval[bool](p, fmt.Sprintf(`(() => {
			const button = [...document.querySelectorAll("#actions button:not(.back)")].find((b) => b.textContent === %q);
			button?.click();
			return Boolean(button);
		})()`, text))
	}
	if press(m.Name) {
		return 1
	}
	for _, w := range strings.Fields(m.Name) {
		if press(w) {
			buttons++
		}
	}
	return buttons
}

// A clickedGame is a game that is played by clicks, with the most cells of a move.
type clickedGame struct {
	name, request string
	cells         int
	prefer        func(tableMove) bool // moves that are made first, or nil
	after         int                  // so many moves
}

// clickThrough plays a game to its end by clicks.
func (p *Page) clickThrough(g clickedGame) {
	p.t.Helper()
	p.lay(g.request)
	random := rand.New(rand.NewPCG(1, 2))
	for n := range 400 {
		v := p.ready()
		if v.Phase == "over" {
			if n == 0 {
				p.t.Error("nothing was played")
			}
			p.Shot("clicked-" + g.name)
			return
		}
		moves := v.Moves
		if g.prefer != nil && n >= g.after {
			if some := slices.DeleteFunc(slices.Clone(moves), func(m tableMove) bool { return !g.prefer(m) }); len(some) > 0 {
				moves = some
			}
		}
		m := moves[random.IntN(len(moves))]
		if cells, _ := p.click(m); cells > g.cells {
			p.t.Errorf("%s takes %d clicks on cells, want at most %d", m.Text, cells, g.cells)
		}
		for _, text := range p.texts("#history li") {
			if strings.ContainsAny(text, "()") && strings.Contains(text, "(move") || strings.Contains(text, "noop") {
				p.t.Errorf("a move is written as %q", text)
			}
		}
	}
	p.t.Errorf("%s is not over", g.name)
}

// texts returns the texts of the last elements that a selector means.
func (p *Page) texts(selector string) []string {
	p.t.Helper()
	return Eval[[]string](p, fmt.Sprintf(`[...document.querySelectorAll(%q)].slice(-4).map((n) => n.textContent)`, selector))
}

// Whole games are played by as few clicks as single each move out.
func TestGamesByClicks(t *testing.T) {
	Full(t)
	site := Start(t)
	isPass := func(m tableMove) bool { return m.Name == "Pass" }
	for _, g := range []clickedGame{
		{name: "chess", request: `{game: "chess", opponents: {"": "greedy"}, nodes: 200}`, cells: 2},
		{name: "draughts", request: `{game: "draughts", opponents: {"": "random"}}`, cells: 2, prefer: func(m tableMove) bool { return len(m.Also) > 1 }},
		{name: "go", request: `{game: "go", opponents: {"": "random"}, moves: "e5;c3;g7"}`, cells: 1, prefer: isPass, after: 8},
		{name: "amazons", request: `{game: "amazons", opponents: {"": "random"}}`, cells: 3},
		{name: "battleships", request: `{game: "battleships", opponents: {"": "random"}}`, cells: 1},
		{name: "hex", request: `{game: "hex", opponents: {"": "random"}}`, cells: 1},
		{name: "mastermind", request: `{game: "mastermind"}`},
		{name: "kuhnpoker", request: `{game: "kuhnpoker", opponents: {"": "random"}}`},
		{name: "breakthrough", request: `{game: "breakthrough", role: "black", opponents: {"": "random"}}`, cells: 2},
		{name: "connectfour", request: `{game: "connectfour", opponents: {"": "random"}}`, cells: 1},
		{name: "morris", request: `{game: "morris", opponents: {"": "random"}}`, cells: 3},
	} {
		t.Run(g.name, func(t *testing.T) {
			p := site.Page(t, Options{})
			p.clickThrough(g)
		})
	}
}

// The moves of chess that touch more than two cells are made by two clicks, and a
// promotion by choosing a piece on the board.
func TestSpecialMovesOfChess(t *testing.T) {
	site := Start(t)
	for _, tt := range []struct {
		name, moves string
		clicks      []string
		choice      string
		want        string // in the history
	}{
		{"castling", "e2e4;a7a6;g1f3;a6a5;f1e2;a5a4", []string{"e1", "g1"}, "", "white O-O"},
		{"en passant", "e2e4;a7a6;e4e5;d7d5", []string{"e5", "d6"}, "", "white exd6"},
		{"promotion", "a2a4;b7b5;a4b5;h7h6;b5b6;h6h5;b6a7;h5h4", []string{"a7", "b8"}, "White knight", "white axb8=N"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := site.Page(t, Options{})
			p.lay(fmt.Sprintf(`{game: "chess", opponents: {"": "random"}, moves: %q}`, tt.moves))
			v := p.ready()
			for _, c := range tt.clicks {
				p.ClickCell(c)
			}
			if tt.choice != "" {
				p.Wait(hasChooser)
				p.Wait(`document.getElementById("picked").textContent.includes("which move?")`)
				p.Snap("chooser")
				Eval[bool](p, fmt.Sprintf(`[...document.getElementById("board").shadowRoot.querySelectorAll(".chooser button")].find((b) => b.getAttribute("aria-label") === %q).click() ?? true`, tt.choice))
			}
			p.Wait(fmt.Sprintf(`document.getElementById("history").children.length > %d`, v.Step))
			if got := p.ready().History[v.Step]; got != tt.want {
				t.Errorf("the move is written as %q, want %q", got, tt.want)
			}
		})
	}
}
