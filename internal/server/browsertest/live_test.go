package browsertest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"ludex/internal/server"
)

// A person plays the Game of Chicken in real time.
func TestChicken(t *testing.T) {
	Full(t)
	site := Start(t)
	p := site.Page(t, Options{})
	sent := p.Record()
	p.Open("/play/chicken")
	p.Choose("select[name=unit]", "10000")
	p.Choose("select[name=opponent]", "idle")
	p.Click("#setup [type=submit]")
	p.Wait(`location.pathname.startsWith("/table/") && document.getElementById("lag").textContent.includes("ms")`)
	p.Click("#start")
	p.Wait(`document.querySelector("#actions button") && parseFloat(document.getElementById("clock").textContent) > 0`)
	p.Shot("table-chicken")
	p.Click("#actions button")
	p.Wait(isOver)
	if text := p.Text("#result"); !strings.Contains(text, "80") {
		t.Errorf("who swerves alone gets 80, but the page says %q", text)
	}
	frames := 0
	for _, m := range sent.Messages() {
		if m.Kind == "frame" {
			frames++
		}
	}
	if frames < 2 {
		t.Errorf("%d messages came on the live connection", frames)
	}
	p.Shot("table-chicken-over")
}

// A person watches a match of programs to its end.
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
	p.Open("/watch")
	p.Wait(`document.querySelectorAll("table.list tbody tr").length === 1`)
	p.Shot("watch-list")
}

// A person holds a tournament to its end.
func TestTournament(t *testing.T) {
	Full(t)
	site := Start(t)
	p := site.Page(t, Options{})
	p.Open("/tournaments")
	p.Type("input[name=name]", "Spring cup")
	p.Click("#newcup [type=submit]")
	p.Wait(`location.pathname.startsWith("/tournaments/") && document.getElementById("state").textContent.endsWith("finished")`)
	p.Wait(`document.querySelectorAll("#rows tbody tr").length === 2 && document.querySelectorAll("#ratings .rating").length === 2`)
	p.Shot("tournament")
	p.Click("#cross .linklike")
	p.Wait(`document.querySelectorAll("#matches tbody tr").length === 2 && document.getElementById("which").textContent.includes("against")`)
	p.Click("#matches tbody a")
	p.Wait(`location.pathname.startsWith("/watch/") && document.getElementById("steps")?.children.length > 0`)
}

// A person holds a gauntlet of a game in real time.
func TestGauntlet(t *testing.T) {
	Full(t)
	site := Start(t)
	p := site.Page(t, Options{})
	p.Open("/tournaments")
	p.Type("input[name=name]", "Gauntlet")
	p.Choose("select[name=kind]", "gauntlet")
	p.Wait(`document.querySelectorAll("#challengers input").length === 2`)
	p.Click(`#newcup label:has(> [name=players][value=mcts])`)
	p.Click(`#newcup label:has(> [name=players][value=idle])`)
	p.Wait(`[...document.querySelectorAll("#challengers input")].map((i) => i.value).join() === "random,idle"`)
	p.Choose("select[name=games]", "chicken")
	p.Shot("tournaments-gauntlet")
	p.Click("#newcup [type=submit]")
	p.Wait(`location.pathname.startsWith("/tournaments/") && document.getElementById("state").textContent.endsWith("finished")`)
	p.Shot("tournament-gauntlet")
}

// The page of a tournament that another program plays with the same store shows its
// progress.
func TestTournamentElsewhere(t *testing.T) {
	Full(t)
	site := Start(t)
	other, err := server.New(server.Config{Store: site.Store})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close("the test is over")
	r := httptest.NewRequest("POST", "http://localhost/api/v1/tournaments", strings.NewReader(
		`{"name":"Away","kind":"round-robin","games":["tictactoe"],"players":["random","mcts"],"matches":60,"clockMs":100}`))
	r.RemoteAddr = "127.0.0.1:1"
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	if other.Handler().ServeHTTP(w, r); w.Code != http.StatusCreated {
		t.Fatalf("no tournament: %d %s", w.Code, w.Body)
	}
	p := site.Page(t, Options{})
	p.Open("/tournaments/Away")
	p.Wait(`document.getElementById("state").textContent.includes("of 60 matches")`)
	before := Eval[int](p, `document.getElementById("progress").value`)
	p.Wait(fmt.Sprintf(`document.getElementById("progress").value > %d`, before))
}
