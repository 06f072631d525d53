package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// A cutOff says which requests are cut off. Browsers differ in where they look for it.
type cutOff struct {
	network.EmulateNetworkConditionsByRuleParams
	Offline bool `json:"offline"`
}

var emulate = cdp.Command[cutOff, cdp.Empty]{Method: network.CommandEmulateNetworkConditionsByRule}

// offline cuts a page off from the network, or connects it again.
func (p *Page) offline(on bool) {
	p.t.Helper()
	if _, err := chromedp.Call(p.ctx, network.Enable, network.EnableParams{}); err != nil {
		p.t.Fatal(err)
	}
	rules := []*network.Conditions{}
	if on {
		rules = append(rules, &network.Conditions{Offline: true, DownloadThroughput: -1, UploadThroughput: -1})
	}
	if _, err := chromedp.Call(p.ctx, network.OverrideNetworkState, network.OverrideNetworkStateParams{Offline: on, DownloadThroughput: -1, UploadThroughput: -1}); err != nil {
		p.t.Fatal(err)
	}
	if _, err := chromedp.Call(p.ctx, emulate, cutOff{network.EmulateNetworkConditionsByRuleParams{MatchedNetworkConditions: rules}, on}); err != nil {
		p.t.Fatal(err)
	}
}

// audit checks that axe-core finds nothing on the page, and takes a picture of it.
func (p *Page) audit(name string) {
	p.t.Helper()
	p.Shot(name)
	for _, f := range p.Audit(Axe(p.t)) {
		p.t.Errorf("%s: %s (%s): %s %q", name, f.ID, f.Impact, f.Help, f.Nodes)
	}
}

// steps waits until the history has so many steps.
func (p *Page) steps(n int) {
	p.t.Helper()
	p.Wait(fmt.Sprintf(`document.getElementById("history").children.length === %d`, n))
}

// touch waits for the person's turn, clicks a cell and waits for the next step.
func (p *Page) touch(cell string) {
	p.t.Helper()
	p.Wait(myTurn)
	before := Eval[int](p, `document.getElementById("history").children.length`)
	p.ClickCell(cell)
	p.steps(before + 1)
}

// press clicks a button once it is there and can be used.
func (p *Page) press(id string) {
	p.t.Helper()
	p.Wait(fmt.Sprintf(`document.getElementById(%q) && !document.getElementById(%q).hidden && !document.getElementById(%q).disabled`, id, id, id))
	p.Click("#" + id)
}

// shown waits until an element has a text.
func (p *Page) shown(selector, text string) {
	p.t.Helper()
	p.Wait(fmt.Sprintf(`document.querySelector(%q)?.innerText.includes(%q)`, selector, text))
}

// Two people play each other in two browsers by an invitation, and somebody looks on. One of
// them is offline for ten seconds and loses nothing. They talk, take back, agree on a draw and
// play again with other colours.
func TestFriends(t *testing.T) {
	t.Parallel()
	site := Start(t)
	anna, ben, eve := site.Page(t, Options{}), site.Page(t, Options{Width: 390, Height: 844}), site.Page(t, Options{Dark: true})
	anna.Open("/play/tictactoe")
	anna.Click(`input[name=against][value=friend] + span`)
	anna.Type("input[name=name]", "Anna")
	anna.Choose("select[name=timing]", "fischer 1800000 20000")
	anna.audit("setup-friends")
	anna.Click("#setup [type=submit]")
	anna.Wait(`location.pathname.startsWith("/table/") && document.getElementById("link0")?.value.includes("/join/")`)
	anna.shown("#turn", "Waiting for somebody to play black")
	anna.audit("table-waiting")
	invitation := Eval[string](anna, `new URL(document.getElementById("link0").value).pathname + new URL(document.getElementById("link0").value).search`)
	address := Eval[string](anna, `location.pathname`)

	ben.Open(invitation)
	ben.shown("main", "Anna invites you to play black")
	ben.audit("join")
	ben.Type("input[name=name]", "Ben")
	ben.Click("main [type=submit]")
	ben.Wait(`location.pathname.startsWith("/table/") && document.getElementById("board").shadowRoot?.querySelector("[data-cell]")`)
	eve.Open(address)
	eve.Wait(`document.getElementById("board").shadowRoot?.querySelector("[data-cell]")`)
	anna.shown("#seats", "Ben")
	eve.shown("#seats", "Anna")

	anna.touch("1,1")
	ben.touch("2,2")
	eve.steps(2)
	ben.Allow("ERR_INTERNET_DISCONNECTED")
	ben.Allow("Failed to load resource")
	ben.offline(true)
	ben.shown("#turn", "The connection is lost")
	ben.audit("table-offline")
	began := Eval[float64](ben, `performance.now()`)
	anna.touch("1,2")
	anna.shown("#seats", "away")
	eve.steps(3)
	ben.Wait(fmt.Sprintf(`performance.now() > %f`, began+10_000))
	ben.offline(false)
	ben.steps(3)
	anna.Wait(`!document.getElementById("seats").innerText.includes("away")`)
	ben.touch("1,3")
	anna.steps(4)
	eve.steps(4)
	if Eval[bool](eve, `Boolean(document.getElementById("board").shadowRoot.querySelector(".can")) || !document.getElementById("resign").hidden`) {
		t.Error("who looks on can move or resign")
	}

	ben.Type("#line", "well played")
	ben.Press("\r")
	anna.shown("#chat", "well played")
	eve.shown("#chat", "Ben well played")

	ben.press("undo")
	anna.press("decline")
	ben.Wait(`document.getElementById("offer").hidden`)
	ben.press("undo")
	anna.shown("#offer", "Ben offers to take a move back")
	anna.audit("table-offer")
	anna.Shot("table-friends")
	ben.Shot("table-friends-phone")
	anna.press("accept")
	ben.steps(3)
	ben.touch("3,3")
	anna.press("draw")
	ben.press("accept")
	anna.shown("#result", "A draw.")
	eve.shown("#result", "A draw")
	eve.Shot("table-looking-on")
	eve.audit("table-looking-on")
	ben.press("swap")
	anna.press("accept")
	ben.Wait(myTurn)
	anna.shown("#seats", "Anna (you)")
	if role := Eval[string](ben, `[...document.querySelectorAll("#seats li")].find((n) => n.innerText.includes("you")).querySelector("b").textContent`); role != "white" {
		t.Errorf("after changing sides Ben plays %s", role)
	}
	ben.touch("1,1")
	anna.touch("2,2")
}

// Two people share a screen.
func TestHotSeat(t *testing.T) {
	t.Parallel()
	site := Start(t)
	p := site.Page(t, Options{})
	p.Open("/play/tictactoe")
	p.Click(`input[name=against][value=screen] + span`)
	p.Click("#setup [type=submit]")
	p.Wait(`location.pathname.startsWith("/table/") && ` + myTurn)
	for _, cell := range []string{"1,1", "2,1", "1,2", "2,2"} {
		p.touch(cell)
	}
	p.press("undo")
	p.steps(3)
	p.touch("2,2")
	p.touch("1,3")
	p.shown("#result", "The game is over.")
	p.audit("table-hotseat")
}
