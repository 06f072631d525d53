package browsertest

import (
	"strings"
	"testing"
)

// A person writes a game with a mistake, mends it by the fix that is offered, looks
// at the board and plays it.
func TestWorkshop(t *testing.T) {
	Full(t)
	site := Start(t)
	p := site.Page(t, Options{})
	p.Open("/workshop")
	p.Wait(`document.getElementById("verdict").textContent.startsWith("Ready")`)
	p.Type("#text", "\nlegal(firs,wait) :- terminal\n")
	p.Wait(`document.querySelector("#problems .fix")`)
	p.Shot("workshop-problems")
	p.Click("#problems .fix")
	p.Wait(`document.getElementById("text").value.includes("legal(first,wait)")`)
	p.Wait(`document.getElementById("problems").children.length === 0 && document.getElementById("verdict").textContent.startsWith("Ready")`)
	p.Click(`#jobs [data-kind=perft]`)
	p.Wait(`document.querySelector("#jobresult table")`)
	p.Shot("workshop-perft")
	p.Click("#play")
	p.Wait(`location.pathname.startsWith("/table/") && document.getElementById("moves").children.length === 2`)
	p.Click("#moves button")
	p.Wait(`document.getElementById("history").children.length >= 1`)
	p.Shot("table-own-game")
}

// A person watches a match of programs to its end, and analyses it.
func TestWatch(t *testing.T) {
	Full(t)
	site := Start(t)
	p := site.Page(t, Options{})
	p.Open("/watch")
	p.Choose("select[name=game]", "tictactoe")
	p.Wait(`document.querySelectorAll("#seats select").length === 2`)
	p.Choose("select[name=clock]", "200")
	p.Click("#newmatch [type=submit]")
	p.Wait(`location.pathname.startsWith("/watch/") && document.getElementById("state").textContent.startsWith("Over")`)
	p.Wait(`document.getElementById("steps").children.length >= 5`)
	p.Click("#first")
	p.Wait(`document.getElementById("at").value === "0"`)
	p.Click("#next")
	p.Wait(`document.getElementById("what").textContent.startsWith("1.")`)
	p.Click("#review")
	p.Wait(`document.querySelector("#graph svg")`)
	p.Type("input[name=formula]", "knows(white, terminal)")
	p.Click("#ask [type=submit]")
	p.Wait(`document.getElementById("answer").textContent.startsWith("no")`)
	p.Click("#think")
	p.Wait(`document.querySelector("#analysis table")`)
	p.Shot("replay-analysed")
	p.Open("/watch")
	p.Wait(`document.querySelectorAll("table.list tbody tr").length === 1`)
	p.Shot("watch-list")
}

// A person sees only what the candidate of the Monty Hall problem may see.
func TestMontyHall(t *testing.T) {
	Full(t)
	site := Start(t)
	p := site.Page(t, Options{Width: 390, Height: 844})
	p.Open("/play/montyhall")
	p.Click("#setup [type=submit]")
	p.Wait(`location.pathname.startsWith("/table/") && document.getElementById("turn").classList.contains("yours")`)
	p.Wait(`document.getElementById("known").textContent.includes("3 states")`)
	p.Shot("table-montyhall-phone")
	if text := p.Text("main"); strings.Contains(text, "car(") || strings.Contains(text, "(car ") {
		t.Errorf("the page tells where the car is: %s", text)
	}
	p.Click("#moves button")
	p.Wait(`document.getElementById("history").children.length >= 2`)
}

// A person plays the Game of Chicken in real time.
func TestChicken(t *testing.T) {
	Full(t)
	site := Start(t)
	p := site.Page(t, Options{})
	p.Open("/play/chicken")
	p.Choose("select[name=unit]", "2000")
	p.Choose("select[name=opponent]", "idle")
	p.Click("#setup [type=submit]")
	p.Wait(`location.pathname.startsWith("/table/") && document.getElementById("lag").textContent.includes("ms")`)
	p.Click("#start")
	p.Wait(`document.querySelector("#moves button")`)
	p.Shot("table-chicken")
	p.Click("#moves button")
	p.Wait(`!document.getElementById("result").hidden`)
	if text := p.Text("#result"); !strings.Contains(text, "80") {
		t.Errorf("who swerves alone gets 80, but the page says %q", text)
	}
	p.Shot("table-chicken-over")
}

// A person holds a tournament.
func TestTournament(t *testing.T) {
	Full(t)
	site := Start(t)
	p := site.Page(t, Options{})
	p.Open("/tournaments")
	p.Type("input[name=name]", "Spring cup")
	p.Click("#newcup [type=submit]")
	p.Wait(`location.pathname.startsWith("/tournaments/") && document.getElementById("state").textContent.endsWith("finished")`)
	p.Wait(`document.querySelectorAll("#rows tbody tr").length === 2`)
	p.Shot("tournament")
}
