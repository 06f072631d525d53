package browsertest

import (
	"fmt"
	"testing"

	"ludex/internal/store"
)

// A person plays the Monty Hall problem, and neither the page nor any message tells
// where the car is before the candidate perceives it.
func TestMontyHall(t *testing.T) {
	t.Parallel()
	site := Start(t)
	p := site.Page(t, Options{Width: 390, Height: 844})
	p.Open("/play/montyhall") // whose examples of moves name what is hidden elsewhere
	sent := p.Record()
	p.Click("#setup [type=submit]")
	p.Wait(`location.pathname.startsWith("/table/") && document.getElementById("turn").classList.contains("yours")`)
	p.Wait(`document.getElementById("known").textContent.includes("3 states")`)
	p.Wait(`document.getElementById("board").shadowRoot.querySelector('[data-cell="1"][role=button]:not([aria-disabled=true])')`) // the picture comes later
	p.Shot("table-montyhall-phone")
	p.ClickCell("1") // a door
	p.Wait(`document.getElementById("known").textContent.includes("2 states") && document.querySelectorAll("#actions button").length === 2`)
	var secrets []string
	for door := 1; door <= 3; door++ {
		secrets = append(secrets, fmt.Sprintf("(car %d)", door), fmt.Sprintf("(hide %d)", door), fmt.Sprintf("(prize %d)", door))
	}
	before := sent.Messages()
	if len(before) < 10 {
		t.Fatalf("only %d messages were recorded", len(before))
	}
	if _, ok := Find(before, `"phase":"yours"`, `\"phase\":\"yours\"`); !ok {
		t.Error("the transcript does not have what the table tells")
	}
	if where, ok := Find(before, secrets...); ok {
		t.Errorf("a message tells what is hidden: %s", where)
	}
	if where, ok := Find([]Message{{Text: Eval[string](p, `document.documentElement.outerHTML + document.getElementById("board").shadowRoot.innerHTML`)}}, secrets...); ok {
		t.Errorf("the page tells what is hidden: %s", where)
	}
	p.Click("#actions button") // stay or switch
	p.Wait(isOver)
	if !sent.Await(len(before), secrets...) { // knowledge is computed after the end
		t.Error("the prize is never told; would it be found at all?")
	}
}

// The knowledge panel of a replay tells how many plays and states each role thinks
// possible, what it knows, and answers formulas.
func TestKnowledgePanel(t *testing.T) {
	Full(t)
	site := Start(t)
	p := site.Page(t, Options{})
	p.post("/matches", `{game: "kriegspiel-tictactoe", players: ["random", "random"], clockMs: 1000, seed: 5}`)
	id := site.completed(t, p, "kriegspiel-tictactoe")
	p.Open("/watch/" + id)
	p.Wait(`document.querySelectorAll("#knows .knower").length === 2`)
	if text := p.Text("#knows"); text == "" {
		t.Error("the panel is empty")
	}
	p.Wait(`[...document.querySelectorAll("#knows .knower p")].every((n) => n.textContent === "1 play and 1 state possible")`)
	p.Click("#next")
	p.Wait(`document.getElementById("at").value === "1" && [...document.querySelectorAll("#knows .knower")].some((n) => /^[2-9] plays and [2-9] states possible/.test(n.querySelector("p").textContent))`)
	p.Click("#knows details summary")
	p.Wait(`document.querySelector("#knows details[open] .facts").children.length > 0`)
	role := Eval[string](p, `[...document.querySelectorAll("#knows .knower")].find((n) => /^[2-9] plays/.test(n.querySelector("p").textContent)).querySelector("h3").textContent`)
	ask := func(formula, answer string) {
		t.Helper()
		p.Write("input[name=formula]", formula)
		p.Click("#ask [type=submit]")
		p.Wait(fmt.Sprintf(`document.getElementById("answer").textContent.startsWith(%q)`, answer))
	}
	ask("knows("+role+", ~terminal)", "yes")
	ask("knows("+role+", terminal)", "no")
	p.Allow("/api/v1/knowledge") // the error is also in the status
	ask("knows(", "formula")
	p.Shot("replay-kriegspiel")
	everything := p.picture()
	p.Click(`#eyes label:has([value="` + role + `"])`)
	p.Wait(fmt.Sprintf(`JSON.stringify([...document.getElementById("board").shadowRoot.querySelectorAll("[data-cell]")].map((n) => [n.dataset.cell, n.querySelector("[data-piece]")?.dataset.piece ?? ""])) !== %q`, everything))
	p.Shot("replay-kriegspiel-eyes")
}

// post sends a request as the pages do.
func (p *Page) post(path, body string) {
	p.t.Helper()
	if Eval[string](p, "location.origin") != p.site.URL {
		p.Open("/login")
	}
	if answer := Eval[string](p, `fetch("/api/v1`+path+`", {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(`+body+`)}).then((r) => r.ok ? "" : r.text())`); answer != "" {
		p.t.Fatalf("%s: %s", path, answer)
	}
}

// completed waits on the page of a match until it is over, and returns its name.
func (s *Site) completed(t *testing.T, p *Page, game string) string {
	t.Helper()
	p.Open("/watch")
	p.Click(`table.list a[href*="/watch/"]`)
	p.Wait(`document.getElementById("state")?.textContent.startsWith("Over")`)
	ids, err := s.Store.IDs(t.Context(), store.Filter{Game: game, Status: store.Completed})
	if err != nil || len(ids) != 1 {
		t.Fatalf("the store has the matches %v (%v), want one", ids, err)
	}
	return ids[0]
}
