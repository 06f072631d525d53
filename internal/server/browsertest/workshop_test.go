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

// The text survives a reload and can be gone back to; the shelf keeps several games.
func TestWorkshopKeepsText(t *testing.T) {
	site := Start(t)
	p := site.Page(t, Options{})
	p.Open("/workshop")
	p.Wait(`document.getElementById("verdict").textContent.startsWith("Ready")`)
	p.Write("#text", lamp)
	p.Wait(`document.getElementById("kept").textContent === "Kept in this browser."`)
	p.Open("/workshop")
	p.Wait(`document.getElementById("text").value.startsWith("; A lamp") && document.getElementById("shelfcount").textContent === "1"`)
	p.Write("#text", "; Something else\n(role robot)\n")
	p.Wait(`document.getElementById("versions").options.length === 2`)
	Eval[bool](p, `(() => { const s = document.getElementById("versions"); s.selectedIndex = 1; return s.dispatchEvent(new Event("change")); })()`)
	p.Wait(`document.getElementById("text").value.startsWith("; A lamp")`)
	p.Wait(`document.getElementById("versions").options.length === 3`)
	// A library game does not take the place of one's own.
	p.Choose("#open", "nim")
	p.Wait(`document.getElementById("name").value === "nim"`)
	p.Click("#shelfbox summary")
	p.Click("#shelf .title")
	p.Wait(`document.getElementById("text").value.startsWith("; A lamp")`)
	p.Click(`#shelf [aria-label^=Duplicate]`)
	p.Wait(`document.getElementById("shelf").children.length === 2`)
	p.Write("#name", "My lamp")
	p.Wait(`document.getElementById("shelf").innerText.includes("My lamp")`)
	p.Shot("workshop-shelf")
	p.Click(`#shelf li:first-child [aria-label^=Delete]`)
	p.Click(`#shelf li:first-child .danger`)
	p.Wait(`document.getElementById("shelf").children.length === 1`)
}

// A link has the rules, the look of the board and the rules in words; old links still work.
func TestShareEverything(t *testing.T) {
	Full(t)
	site := Start(t)
	p := site.Page(t, Options{})
	p.Open("/workshop?game=breakthrough-5x5")
	p.Wait(`document.getElementById("verdict").textContent.startsWith("Ready")`)
	p.Click("#parts label:nth-child(2) span")
	p.Write("#look", `light = "#ff0000"`)
	p.Click("#parts label:nth-child(3) span")
	p.Write("#words", "Reach the other side.")
	p.Click("#share")
	p.Wait(`location.hash.includes("board=") && location.hash.includes("words=")`)
	address := Eval[string](p, "location.pathname + location.hash")
	other := site.Page(t, Options{})
	other.Open(address)
	other.Wait(`document.getElementById("words").value === "Reach the other side." && document.getElementById("look").value.includes("#ff0000") && document.getElementById("text").value.length > 100`)
}

// A person steps through a play and asks which rules apply.
func TestStepThrough(t *testing.T) {
	site := Start(t)
	p := site.Page(t, Options{})
	p.Open("/workshop?game=tictactoe")
	p.Wait(`document.getElementById("verdict").textContent.startsWith("Ready")`)
	p.Click("#stepbox summary")
	p.Wait(`document.querySelectorAll("#stepform select").length === 2`)
	p.Click("#stepform .line button")
	p.Wait(`document.getElementById("why").innerText.includes("legal white") && document.querySelector("#why button")`)
	p.Click("#why button")
	p.Wait(`document.activeElement.id === "text" && document.activeElement.selectionEnd > document.activeElement.selectionStart`)
	p.Click("#stepform [type=submit]")
	p.Wait(`document.getElementById("stepped").textContent.startsWith("Step 1") && document.querySelector(".stepfact")`)
	p.Click(".stepfact")
	p.Wait(`document.getElementById("whyhead").textContent.includes("next")`)
	p.Shot("workshop-steps")
	p.Click("#stepback")
	p.Wait(`document.getElementById("stepped").textContent === "The initial position."`)
	p.Choose("#open", "breakthrough-rbg")
	p.Wait(`[...document.querySelectorAll("#stepform option")].some((o) => o.value === "a2a3")`)
	p.Click("#stepform .line button")
	p.Wait(`document.getElementById("why").innerText.includes("puts whitePawn on")`)
}

// A game is published, found on the front page by somebody else, and withdrawn.
func TestPublishGame(t *testing.T) {
	t.Parallel()
	site := Start(t)
	p := site.Page(t, Options{})
	p.Open("/workshop")
	p.Wait(`document.getElementById("verdict").textContent.startsWith("Ready")`)
	p.Write("#name", "Count to ten")
	p.Wait(`!document.getElementById("publish").disabled`)
	p.Click("#publish")
	p.Wait(`document.querySelector("#kept a")`)
	other := site.Page(t, Options{})
	other.Open("/")
	other.Wait(`document.getElementById("made").innerText.includes("Count to ten")`)
	other.Shot("front-made")
	other.Click("#made a")
	other.Wait(`location.pathname.startsWith("/play/made-")`)
	p.Click("#shelfbox summary")
	p.Click(`#shelf [aria-label^=Withdraw]`)
	p.Wait(`document.getElementById("kept").textContent === "Withdrawn."`)
	other.Open("/")
	other.Wait(`document.getElementById("madebox").hidden`)
}
