package browsertest

import (
	"testing"

	"ludex/internal/server"
)

// signUp makes an account by the form.
func (p *Page) signUp(name string) {
	p.t.Helper()
	p.Open("/account")
	p.Wait(`document.forms.length === 2`)
	p.Write("form:last-of-type [name=name]", name)
	p.Write("form:last-of-type [name=password]", "correct horse")
	p.Click("form:last-of-type button")
	p.Wait(`location.pathname === "/people/` + name + `"`)
}

// Two people make accounts, play a rated game and find it in their profiles.
func TestAccounts(t *testing.T) {
	t.Parallel()
	site := startWith(t, server.Config{Login: true})
	anna, ben := site.Page(t, Options{}), site.Page(t, Options{Width: 390, Height: 844, Dark: true})
	anna.Open("/account")
	anna.Wait(`document.forms.length === 2`)
	anna.audit("account")
	anna.signUp("Anna")
	ben.signUp("Ben")
	anna.lay(`{game: "tictactoe", seats: {white: "me", black: "friend"}}`)
	ben.Open(Eval[string](anna, `new URL(document.querySelector("#invitations input").value).pathname + new URL(document.querySelector("#invitations input").value).search`))
	ben.audit("join-with-account")
	ben.Click("form.panel button")
	ben.Wait(`location.pathname.startsWith("/table/")`)
	anna.touch("2,2")
	ben.steps(1)
	ben.Wait(`document.querySelectorAll("#seats a").length === 2`)
	ben.audit("table-rated")
	ben.resign()
	anna.Wait(`document.querySelector("#seats a").textContent === "1662?"`)
	anna.Open("/people/Ben")
	anna.Wait(`document.querySelectorAll("tbody tr").length === 2`)
	anna.audit("person")
	anna.Open("/people/Anna")
	anna.Click("form button")
	anna.Wait(`location.pathname === "/account"`)
}
