package browsertest

import "testing"

// A game with a parenthesis too many.
const lamp = `; A lamp
(role robot)
(init (lamp off))
(<= (legal robot press) (true (lamp off)))
(<= (legal robot wait) (true (lamp off))))
(<= (next (lamp on)) (does robot press))
(<= (next (lamp off)) (does robot wait))
(<= terminal (true (lamp on)))
(<= (goal robot 100) (true (lamp on)))
(<= (goal robot 0) (true (lamp off)))
`

// A person writes a game with an error, mends it by the fix that is offered, counts
// its positions and plays it.
func TestWorkshop(t *testing.T) {
	site := Start(t)
	p := site.Page(t, Options{})
	p.Open("/workshop")
	p.Wait(`document.getElementById("verdict").textContent.startsWith("Ready")`)
	p.Write("#text", lamp)
	p.Wait(`document.querySelector("#problems .error-sev") && document.querySelector("#problems .fix") && document.getElementById("play").disabled`)
	p.Shot("workshop-problems")
	p.Click("#problems .fix")
	p.Wait(`document.getElementById("text").value.includes("(legal robot wait) (true (lamp off)))\n")`)
	p.Wait(`!document.querySelector("#problems .error-sev") && document.getElementById("verdict").textContent.startsWith("Ready")`)
	p.Click(`#jobs [data-kind=perft]`)
	p.Wait(`document.querySelector("#jobresult table")`)
	p.Shot("workshop-perft")
	p.Click("#play")
	p.Wait(`location.pathname.startsWith("/table/") && document.getElementById("actions").children.length === 2`)
	p.Click("#actions button:first-child")
	p.Wait(isOver + ` && document.getElementById("result").classList.contains("win")`)
	p.Shot("table-own-game")
}

// Opening a shared address loads the game.
func TestShare(t *testing.T) {
	Full(t)
	site := Start(t)
	p := site.Page(t, Options{})
	p.Open("/workshop")
	p.Wait(`document.getElementById("verdict").textContent.startsWith("Ready")`)
	p.Write("#text", lamp)
	p.Click("#share")
	p.Wait(`location.hash.includes("text=")`)
	address := Eval[string](p, "location.pathname + location.hash")
	other := site.Page(t, Options{})
	other.Open(address)
	other.Wait(`document.getElementById("text").value.startsWith("; A lamp")`)
}
