package browsertest

import (
	"fmt"
	"slices"
	"testing"
)

// A place is a page with when it is complete.
type place struct {
	name, path, ready string
}

// visit opens a page and waits until it is complete.
func (p *Page) visit(at place) {
	p.t.Helper()
	p.Open(at.path)
	ready := `document.readyState === "complete"`
	if at.ready != "" {
		ready += " && " + at.ready
	}
	p.Wait(ready)
}

// everyPage plays a match and holds a tournament, so that there is something to be
// seen on every page, and returns all pages.
func (s *Site) everyPage(t *testing.T) []place {
	t.Helper()
	p := s.Page(t, Options{})
	p.post("/matches", `{game: "kriegspiel-tictactoe", players: ["random", "random"], clockMs: 1000}`)
	p.post("/tournaments", `{name: "Autumn cup", kind: "round-robin", games: ["tictactoe"], players: ["random", "legal", "greedy"], matches: 2, clockMs: 100}`)
	p.Open("/tournaments/Autumn%20cup")
	p.Wait(`document.getElementById("state").textContent.endsWith("finished")`)
	id := s.completed(t, p, "kriegspiel-tictactoe")
	const pictures = `[...document.images].filter((i) => i.getBoundingClientRect().top < innerHeight).every((i) => i.complete && i.naturalWidth > 0)`
	return []place{
		{"games", "/", pictures},
		{"games-found", "/?q=chekers", `[...document.querySelectorAll("#cards .card")].some((c) => c.textContent.includes("draughts"))`},
		{"puzzle", "/puzzle", `document.getElementById("board").shadowRoot?.querySelector("svg")`},
		{"play-breakthrough", "/play/breakthrough", pictures},
		{"play-chicken", "/play/chicken", pictures},
		{"watch", "/watch", `document.querySelector("#seats select")`},
		{"replay", "/watch/" + id, `document.querySelectorAll("#knows .knower").length === 2 && document.getElementById("board").shadowRoot.querySelector("svg")`},
		{"analysis", "/analysis?game=breakthrough", `document.querySelectorAll("#lines li").length === 3`},
		{"analysis-hidden", "/analysis?match=" + id + "&step=3", `document.querySelectorAll("#tree li").length > 3 && document.querySelectorAll("#eyes label").length === 3`},
		{"tournaments", "/tournaments", ""},
		{"tournament", "/tournaments/Autumn%20cup", `document.querySelectorAll("#rows tbody tr").length === 3`},
		{"workshop", "/workshop", `document.getElementById("verdict").textContent !== "" && document.getElementById("board").shadowRoot?.querySelector("svg")`},
		{"docs", "/docs", ""},
		{"docs-commands", "/docs/commands", ""},
		{"docs-search", "/docs?q=frame+rule", ""},
		{"login", "/login", ""},
		{"nothing", "/nothing", ""},
	}
}

// Every page can be opened without an error and fits on the screen, in both colours
// and on a phone.
func TestPages(t *testing.T) {
	Full(t)
	site := Start(t)
	pages := site.everyPage(t)
	for name, opt := range map[string]Options{
		"desktop":    {},
		"dark":       {Width: 1280, Height: 900, Dark: true},
		"phone":      {Width: 390, Height: 844},
		"phone-dark": {Width: 390, Height: 844, Dark: true},
	} {
		p := site.Page(t, opt)
		p.Allow("/nothing")
		for _, at := range pages {
			p.visit(at)
			if Eval[bool](p, `document.documentElement.scrollWidth > innerWidth`) {
				t.Errorf("%s is wider than a screen (%s)", at.name, name)
			}
			p.Shot(at.name + "-" + name)
		}
		p.sit("/play/breakthrough-5x5", "level:1")
		p.Shot("table-" + name)
	}
}

// Nothing serious keeps people from using a page, in light or in dark.
func TestAccessibility(t *testing.T) {
	Full(t)
	axe := Axe(t)
	site := Start(t)
	pages := site.everyPage(t)
	for _, dark := range []bool{false, true} {
		p := site.Page(t, Options{Width: 1280, Height: 900, Dark: dark})
		p.Allow("/nothing")
		audit := func(name string) {
			for _, f := range p.Audit(axe) {
				t.Errorf("%s (dark %v): %s, %s: %s %q", name, dark, f.Impact, f.ID, f.Help, f.Nodes)
			}
		}
		for _, at := range pages {
			p.visit(at)
			audit(at.name)
		}
		p.Open("/workshop?game=tictactoe")
		p.Wait(`document.getElementById("verdict").textContent.startsWith("Ready")`)
		p.Click("#stepbox summary")
		p.Wait(`document.querySelectorAll("#stepform select").length === 2`)
		p.Click("#stepform .line button")
		p.Wait(`document.querySelector("#why button")`)
		p.Click("#parts label:nth-child(3) span")
		p.Write("#words", "Three in a row.")
		p.Wait(`document.getElementById("shelf").children.length > 0`)
		p.Click("#shelfbox summary")
		audit("workshop with open panels")
		p.Click("#parts label:nth-child(2) span")
		audit("workshop with the look of the board")
		p.lay(`{game: "chess", opponents: {"": "random"}, moves: "a2a4;b7b5;a4b5;h7h6;b5b6;h6h5;b6a7;h5h4"}`)
		p.ready()
		p.ClickCell("a7")
		p.ClickCell("b8")
		p.Wait(hasChooser)
		audit("table with a chooser")
		p.lay(`{game: "mastermind"}`)
		p.ready()
		audit("table with moves of words")
		p.sit("/play/breakthrough-5x5", "level:1")
		audit("table")
		p.Click("#authors summary")
		p.Click("#movesbox summary")
		audit("table with open panels")
		p.Click("#showrules")
		p.Wait(`document.getElementById("rules").open && document.querySelector("#rulesbody img")?.complete`)
		audit("table with the rules in words")
		p.Click("#rules form button")
		p.Click("#resign")
		p.Wait(`document.getElementById("sure").open`)
		audit("table that asks about resigning")
		p.Click("#sure [value='']")
		p.resign()
		audit("table after the end")
		p.lay(`{game: "tictactoe", opponents: {"": "random"}, moves: "(mark 1 1) noop;noop (mark 2 1);(mark 3 3) noop;noop (mark 2 2)"}`)
		p.ready()
		p.Wait(`document.getElementById("threat").textContent.includes("black threatens b3")`)
		audit("table with a threat")
		p.Open("/")
		p.Wait(`!document.getElementById("mine").hidden`)
		audit("games to go on with")
		p.visit(pages[slices.IndexFunc(pages, func(at place) bool { return at.name == "replay" })])
		p.Click("#explore")
		p.Wait(`location.pathname === "/analysis" && document.querySelectorAll("#tree li").length > 3`)
		audit("going on from a record")
		if dark {
			continue
		}
		// The audit finds what is wrong.
		Eval[bool](p, `document.body.insertAdjacentHTML("beforeend", "<img src='/static/x/icon.svg'>") ?? true`)
		if len(p.Audit(axe)) == 0 {
			t.Error("a picture without a description is not found")
		}
	}
}

// The picture of the manual: a game that is being played.
func TestPicture(t *testing.T) {
	Full(t)
	site := Start(t)
	p := site.Page(t, Options{Width: 1200, Height: 750})
	p.sit("/play/breakthrough-rbg", "")
	for i, move := range [][2]string{{"c2", "c3"}, {"f2", "f3"}, {"c3", "c4"}} {
		p.ClickCell(move[0])
		p.Wait(`document.getElementById("picked").textContent !== ""`)
		p.ClickCell(move[1])
		p.Wait(fmt.Sprintf(`document.getElementById("history").children.length >= %d && `, 2*i+2) + myTurn)
	}
	p.Click("#evaluate")
	p.Wait(`!document.getElementById("evalbar").hidden`)
	p.Snap("serve")
}
