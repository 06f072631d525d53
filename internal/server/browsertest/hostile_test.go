package browsertest

import "testing"

// A game whose names are markup that would run a script.
const markup = `(role <script>document.title=666</script>)
(role "><img/src=x/onerror=document.title=666>)
(init (cell 1 1 <svg/onload=document.title=666>))
(init (cell 1 2 <style>*{display:none}</style>))
(init (cell 2 1 <iframe/srcdoc=x>))
(init (cell 2 2 <b>))
(<= (legal ?r (<script>document.title=666</script> ?x ?y)) (role ?r) (true (cell ?x ?y ?c)))
(<= (legal ?r <script>document.title=666</script>) (role ?r))
(<= (next (cell ?x ?y ?c)) (true (cell ?x ?y ?c)))
(<= (next over) (does ?r ?m))
(<= terminal (true over))
(<= (goal ?r 50) (role ?r))
`

// Names of a game are texts on every page, whatever they look like.
func TestMarkupInNames(t *testing.T) {
	site := Start(t)
	p := site.Page(t, Options{})
	clean := func() {
		t.Helper()
		if title := Eval[string](p, "document.title"); title == "666" {
			t.Error("a name of the game was run")
		}
		bad := Eval[int](p, `(() => {
			const inside = (root) => root.querySelectorAll("script:not([type=module]), img[src=x], iframe, b.x, foreignObject, [onload], [onerror], [srcdoc]").length + root.querySelectorAll("main style").length;
			return inside(document) + inside(document.getElementById("board").shadowRoot ?? document.createDocumentFragment());
		})()`)
		if bad != 0 {
			t.Errorf("%d elements came from names of the game", bad)
		}
	}
	p.Open("/workshop")
	p.Wait(`document.getElementById("verdict").textContent.startsWith("Ready")`)
	p.Write("#text", markup)
	p.Write("#name", `</title><script>document.title=666</script>`)
	p.Wait(`document.getElementById("verdict").textContent.startsWith("Ready") && document.getElementById("highlight").textContent.includes("onerror") && document.getElementById("board").shadowRoot.textContent.includes("<svg/onload")`)
	clean()
	p.Click("#play")
	p.Wait(`location.pathname.startsWith("/table/") && document.querySelector("#moves button")?.title.includes("<script>") && document.querySelector("#actions button")?.textContent.includes("<script>")`)
	p.Wait(`document.getElementById("board").shadowRoot.textContent.includes("<svg/onload")`)
	clean()
	p.Click("#actions button")
	p.Wait(isOver)
	p.Click("#result a")
	p.Wait(`document.getElementById("steps")?.textContent.includes("<script>") && document.getElementById("board").shadowRoot.textContent.includes("<svg/onload")`)
	clean()
}
