package browsertest

import (
	"testing"

	"ludex/store"
)

// Nothing serious keeps people from using a page, in light or in dark.
func TestAccessibility(t *testing.T) {
	Full(t)
	axe := Axe(t)
	site := Start(t)
	pages := site.everyPage(t)
	for _, dark := range []bool{false, true} {
		p := site.Page(t, Options{Width: 1280, Height: 900, Dark: dark})
		for _, at := range pages {
			p.Visit(at)
			for _, f := range p.Audit(axe) {
				t.Errorf("%s (dark %v): %s, %s: %s %q", at.Name, dark, f.Impact, f.ID, f.Help, f.Nodes)
			}
		}
		at := p.sit("/play/breakthrough-5x5", "random")
		for _, f := range p.Audit(axe) {
			t.Errorf("%s (dark %v): %s, %s: %s %q", at, dark, f.Impact, f.ID, f.Help, f.Nodes)
		}
	}
}

// A Place is a page with when it is complete.
type Place struct {
	Name, Path, Ready string
}

// Visit opens a page and waits until it is complete.
func (p *Page) Visit(at Place) {
	p.t.Helper()
	p.Open(at.Path)
	ready := `document.readyState === "complete"`
	if at.Ready != "" {
		ready += " && " + at.Ready
	}
	p.Wait(ready)
}

// everyPage plays a match and holds a tournament, so that there is something to be
// seen on every page, and returns all pages.
func (s *Site) everyPage(t *testing.T) []Place {
	t.Helper()
	p := s.Page(t, Options{})
	p.Open("/watch")
	for path, body := range map[string]string{
		"matches":     `{game: "kriegspiel-tictactoe", players: ["random", "random"], clockMs: 100}`,
		"tournaments": `{name: "Autumn cup", kind: "round-robin", games: ["tictactoe"], players: ["random", "legal", "greedy"], matches: 2, clockMs: 100}`,
	} {
		if !Eval[bool](p, `fetch("/api/v1/`+path+`", {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(`+body+`)}).then((r) => r.ok)`) {
			t.Fatalf("no %s", path)
		}
	}
	p.Open("/tournaments/Autumn%20cup")
	p.Wait(`document.getElementById("state").textContent.endsWith("finished")`)
	p.Open("/watch")
	p.Click(`table.list a[href*="/watch/"]`)
	p.Wait(`document.getElementById("state")?.textContent.startsWith("Over")`)
	ids, err := s.Store.IDs(t.Context(), store.Filter{Game: "kriegspiel-tictactoe", Status: store.Completed})
	if err != nil || len(ids) != 1 {
		t.Fatalf("the store has the matches %v (%v), want one", ids, err)
	}
	return []Place{
		{"games", "/", `[...document.images].filter((i) => i.getBoundingClientRect().top < innerHeight).every((i) => i.complete)`},
		{"play-breakthrough", "/play/breakthrough", `document.images[0].complete`},
		{"play-chicken", "/play/chicken", `document.images[0].complete`},
		{"watch", "/watch", `document.querySelector("#seats select")`},
		{"replay-hidden", "/watch/" + ids[0], `document.querySelectorAll("#knows .knower").length === 2 && document.getElementById("board").shadowRoot.querySelector("svg")`},
		{"tournaments", "/tournaments", ""},
		{"tournament", "/tournaments/Autumn%20cup", `document.querySelectorAll("#rows tbody tr").length === 3`},
		{"workshop", "/workshop", `document.getElementById("verdict").textContent !== "" && document.getElementById("board").shadowRoot?.querySelector("svg")`},
		{"docs", "/docs", ""},
		{"docs-languages", "/docs/commands", ""},
		{"login", "/login", ""},
		{"nothing", "/nothing", ""},
	}
}

// sit begins a game as a person does, and waits until it is their turn.
func (p *Page) sit(path, strength string) string {
	p.t.Helper()
	p.Open(path)
	p.Choose("select[name=strength]", strength)
	p.Click("#setup [type=submit]")
	p.Wait(`location.pathname.startsWith("/table/") && document.getElementById("turn").classList.contains("yours") && document.getElementById("board").shadowRoot.querySelector("[data-cell].can")`)
	return Eval[string](p, `location.pathname`)
}
