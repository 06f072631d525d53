package server

import (
	"net/http"
	"strings"
	"testing"

	"ludex/internal/server/authoring"
	"ludex/internal/server/gamecache"
)

// The rules that apply are explained with their places: for moves, facts, the end and goals.
func TestExplain(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	s := newSite(t, nil)
	for _, x := range []struct {
		ref          gamecache.Ref
		moves, about string
		holds        bool
		want         string
	}{
		{named("tictactoe"), "", "(legal white (mark 1 1))", true, "(legal white (mark 1 1))"},
		{named("tictactoe"), "", "(legal black (mark 1 1))", false, "this rule fails at"},
		{named("tictactoe"), "((mark 2 2) noop)", "(next (cell 2 2 x))", true, "(does white (mark 2 2))"},
		{named("tictactoe"), "", "terminal", false, "this rule fails at"},
		{named("tictactoe-lesson"), "", "(legal white (mark 1 1))", true, "legal(white,mark(1,1))"},
		{named("breakthrough-rbg"), "", "a2a3", true, "puts whitePawn on a3"},
		{named("chess"), "", "e2e5", false, "but then"},
	} {
		var a authoring.Explanation
		s.api("POST", "/explain", explainRequest{placeRequest: placeRequest{Ref: x.ref, Moves: x.moves}, Question: authoring.Question{About: x.about}}, http.StatusOK, &a)
		text, placed := "", false
		for _, l := range a.Lines {
			text += l.Text + "\n"
			placed = placed || l.Line > 0 && l.End > l.Start
		}
		if a.Holds != x.holds || !strings.Contains(text, x.want) || !placed || a.About != x.about {
			t.Errorf("%s of %s: %v\n%s", x.about, x.ref.Game, a.Holds, text)
		}
	}
	var a authoring.Explanation
	s.api("POST", "/explain", explainRequest{placeRequest: placeRequest{Ref: named("tictactoe"), Moves: "((mark 2 2) noop)"}}, http.StatusOK, &a)
	if !a.Facts[0].New || len(a.Last) != 2 || a.SVG == "" || len(a.Roles) != 2 || a.Over || len(a.Roles[1].Moves) != 8 {
		t.Errorf("the position after a step: %+v", a)
	}
	of := func(game string) placeRequest { return placeRequest{Ref: named(game)} }
	for _, bad := range []explainRequest{
		{placeRequest: of("chicken")}, {placeRequest: placeRequest{Ref: named("tictactoe"), Moves: "nonsense"}},
		{placeRequest: of("tictactoe"), Question: authoring.Question{About: "((("}}, {placeRequest: of("tictactoe"), Question: authoring.Question{About: "(next x)"}}, {placeRequest: of("chess"), Question: authoring.Question{About: "nonsense"}},
	} {
		s.api("POST", "/explain", bad, http.StatusUnprocessableEntity, nil)
	}
}

// A game that was published can be found and played by others, and withdrawn by whoever
// published it.
func TestPublish(t *testing.T) {
	s := newSite(t, nil)
	var m madeAnswer
	s.api("POST", "/made", madeRequest{Title: "Race <b>", Text: authoring.Starter, Words: "Who says ten wins. The rest is easy."}, http.StatusCreated, &m)
	page := s.request("GET", "/?q=race", nil, nil).body
	if !strings.Contains(page, `href="/play/`+m.Name) || !strings.Contains(page, "Race &lt;b&gt;") || !strings.Contains(page, "Who says ten wins.") {
		t.Error("the front page does not show it")
	}
	if a := s.request("GET", "/play/"+m.Name, nil, nil); a.status != http.StatusOK || !strings.Contains(a.body, "The rest is easy.") {
		t.Errorf("its page: %d", a.status)
	}
	var l gameList
	if s.api("GET", "/made", nil, http.StatusOK, &l); len(l.Games) != 1 || l.Games[0].Title != "Race <b>" {
		t.Errorf("the list: %+v", l)
	}
	s.sit(tableRequest{Ref: named(m.Name), Opponents: weak})
	if a := s.request("GET", prefix+"/games/"+m.Name+"/thumbnail.svg", nil, nil); a.status != http.StatusOK {
		t.Errorf("its picture: %d", a.status)
	}
	withdraw := func(owner string) int {
		return s.request("DELETE", prefix+"/made/"+m.Name, nil, func(r *http.Request) { r.Header.Set(ownerHeader, owner) }).status
	}
	if status := withdraw("nobody"); status != http.StatusForbidden {
		t.Errorf("somebody else withdraws it: %d", status)
	}
	if status := withdraw(m.Owner); status != http.StatusNoContent {
		t.Errorf("it cannot be withdrawn: %d", status)
	}
	if a := s.request("GET", "/play/"+m.Name, nil, nil); a.status != http.StatusNotFound {
		t.Errorf("it is still there: %d", a.status)
	}
	for _, bad := range []madeRequest{
		{Title: "", Text: authoring.Starter}, {Title: "x", Text: "role(a"}, {Title: "x"}, {Title: "x", Text: authoring.Starter, Board: "ground = 5"},
		{Title: strings.Repeat("x", 61), Text: authoring.Starter}, {Title: "x", Text: authoring.Starter, Words: strings.Repeat("x", maxWords+1)},
	} {
		s.api("POST", "/made", bad, http.StatusUnprocessableEntity, nil)
	}
}

// Publishing needs the right to change things.
func TestPublishNeedsTrust(t *testing.T) {
	s := newSite(t, func(c *Config) { c.Token = "sesame" })
	if a := s.request("POST", prefix+"/made", madeRequest{Title: "x", Text: authoring.Starter}, nil); a.status != http.StatusUnauthorized {
		t.Errorf("a stranger publishes: %d", a.status)
	}
}

// A presentation can come with a text.
func TestPresentationOfText(t *testing.T) {
	s := newSite(t, nil)
	var d gameDetail
	s.api("GET", "/games/breakthrough-5x5", nil, http.StatusOK, &d)
	text := strings.Replace(d.Text, "\n", "\n\n", 1) // not the library's any more
	var plain, pretty authoring.Picture
	s.api("POST", "/board", boardRequest{Ref: gamecache.Ref{Game: "x", Text: text}}, http.StatusOK, &plain)
	s.api("POST", "/board", boardRequest{Ref: gamecache.Ref{Game: "x", Text: text, Board: `light = "#123456"`}}, http.StatusOK, &pretty)
	if strings.Contains(plain.SVG, "#123456") || !strings.Contains(pretty.SVG, "#123456") {
		t.Error("the presentation does not change the board")
	}
	s.api("POST", "/board", boardRequest{Ref: gamecache.Ref{Game: "x", Text: text, Board: "nonsense"}}, http.StatusUnprocessableEntity, nil)
}
