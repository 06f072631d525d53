package server

import (
	"net/http"
	"strings"
	"testing"

	"ludex/internal/players/levels"
	"ludex/internal/server/gamecache"
	"ludex/internal/server/humanplay"
)

// The page of a game offers its levels with their ratings, and the API lists them.
func TestLevels(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	s := newSite(t, nil)
	var list levelList
	s.api("GET", "/games/nim/levels", nil, http.StatusOK, &list)
	if list.Measured || len(list.Levels) != levels.Count || list.Levels[2].Player != "level:3" || list.Levels[2].Elo != nil {
		t.Errorf("levels that were not measured are %+v", list)
	}
	if page := s.request("GET", "/play/nim", nil, nil).body; !strings.Contains(page, `<option value="level:3">Level 3 (not measured)</option>`) {
		t.Error("the page offers no levels")
	}

	e, err := s.server.games.Find(gamecache.Ref{Game: "nim"})
	if err != nil {
		t.Fatal(err)
	}
	ladder := levels.Default()
	ladder.Rules, ladder.Measured = e.Rules.Fingerprint(), true
	for i := range ladder.Levels {
		ladder.Levels[i].Elo, ladder.Levels[i].Merged = float64(200*min(i+1, 4)), i > 3
	}
	path, err := levels.PathFor(ladder.Rules)
	if err != nil {
		t.Fatal(err)
	}
	if err := ladder.Save(path); err != nil {
		t.Fatal(err)
	}
	s.api("GET", "/games/nim/levels", nil, http.StatusOK, &list)
	if !list.Measured || len(list.Levels) != 4 || list.Levels[2].Elo == nil || *list.Levels[2].Elo != 600 {
		t.Errorf("levels that were measured are %+v", list)
	}
	page := s.request("GET", "/play/nim", nil, nil).body
	if !strings.Contains(page, `<option value="level:3">Level 3, Elo 600</option>`) || strings.Contains(page, "level:5") {
		t.Error("the page does not show what was measured")
	}
}

// A person plays against a level, which needs no name of a file.
func TestTableAgainstLevel(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	s := newSite(t, nil)
	a := s.sit(tableRequest{Ref: named("tictactoe"), Opponents: map[string]string{"": "level:3"}})
	v := a.View
	if v.Seats[1].Player != "Level 3 (not measured)" && !strings.HasPrefix(v.Seats[1].Player, "Level 3, Elo ") {
		t.Errorf("the opponent is called %q", v.Seats[1].Player)
	}
	for v.Phase != humanplay.Over {
		if v.Phase == humanplay.Yours {
			step := v.Step
			s.seat(a.Secret, "POST", "/tables/"+a.ID+"/move", actionRequest{Number: 1, Step: &step}, http.StatusOK, &v)
		}
		v = s.wait(a, func(v humanplay.View) bool { return v.Phase != humanplay.Others })
	}
	for _, name := range []string{"level", "level:0", "level:11", "level:nodes=5", "level:3,nodes=5"} {
		s.api("POST", "/tables", tableRequest{Ref: named("tictactoe"), Opponents: map[string]string{"": name}}, http.StatusUnprocessableEntity, nil)
	}
	s.api("GET", "/games/eightpuzzle/levels", nil, http.StatusOK, new(levelList))
}
