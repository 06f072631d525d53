package browsertest

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/chromedp/chromedp"
)

// The workshop of a site, whose server is gone: a person writes a game with an error, mends it
// by the fix that is offered, steps through it, measures it, begins with a game of the library,
// plays, and downloads a page that plays.
func TestSiteWorkshop(t *testing.T) {
	t.Parallel()
	browser := shared.open(t)
	axe := Axe(t)
	server := httptest.NewServer(http.FileServer(http.Dir(writeSite(t, "tictactoe", "breakthrough-5x5"))))
	defer server.Close()
	p := (&Site{browser: browser}).Page(t, Options{})
	p.do(chromedp.Navigate(server.URL + "/index.html"))
	p.Wait(`navigator.serviceWorker.controller !== null`)
	server.Close()
	p.Click("nav a")
	p.Wait(`document.getElementById("verdict").textContent.startsWith("Ready")`)
	p.Write("#text", lamp)
	p.Wait(`document.querySelector("#problems .error-sev") && document.querySelector("#problems .fix") && document.getElementById("play").disabled`)
	p.Shot("site-workshop-problems")
	for _, f := range p.Audit(axe) {
		t.Errorf("the workshop: %+v", f)
	}
	p.Click("#problems .place")
	p.Wait(`document.activeElement.id === "text" && document.activeElement.selectionStart > 100`)
	p.Click("#problems .fix")
	p.Wait(`!document.querySelector("#problems .error-sev") && document.getElementById("verdict").textContent.startsWith("Ready")`)
	p.Click("#stepbox summary")
	p.Wait(`document.querySelectorAll("#stepform select").length === 1`)
	p.Click("#stepform .line button")
	p.Wait(`document.getElementById("why").innerText.includes("legal robot press")`)
	p.Click("#jobs [data-kind=bench]")
	p.Wait(`document.getElementById("jobresult").innerText.includes("playouts")`)
	p.Shot("site-workshop-steps")
	p.Click("#play")
	p.Wait(`location.pathname.endsWith("/play.html") && !document.getElementById("begin").disabled`)
	p.Click("#begin")
	p.Wait(decides)
	p.clickOn(100)
	p.Click("#again")
	p.Wait(`!document.getElementById("begin").disabled && document.querySelector("#intro h1").textContent === "mygame"`)
	p.do(chromedp.Navigate(server.URL + "/workshop.html"))
	p.Wait(`document.getElementById("text").value.startsWith("; A lamp")`)
	p.Choose("#open", "breakthrough-5x5")
	p.Wait(`document.getElementById("text").value.startsWith("; Breakthrough") && document.getElementById("verdict").textContent.startsWith("Ready")`)
	file := p.download("#download")
	other := openFile(t, file, Options{})
	other.Shot("site-workshop-page")
	other.playToEnd(500)
}
