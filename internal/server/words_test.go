package server

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"ludex/internal/rulestext"
)

// The rules of a game in words are at its page and in the API, with a picture.
func TestRulesInWords(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	s := newSite(t, nil)
	got := s.request("GET", prefix+"/games/breakthrough/words", nil, nil)
	var text rulestext.Text
	if err := json.Unmarshal([]byte(got.body), &text); err != nil || got.status != http.StatusOK {
		t.Fatal(got.status, got.body, err)
	}
	if text.Generated || text.Title != "Breakthrough" || len(text.Sections) != 4 || len(text.Examples) != 3 {
		t.Errorf("the rules are %+v", text)
	}
	if got := s.request("GET", prefix+"/games/breakthrough/example.svg", nil, nil); got.status != http.StatusOK || !strings.Contains(got.body, `class="mv"`) {
		t.Errorf("the picture: %d %.200s", got.status, got.body)
	}
	for path, want := range map[string]int{"breakthrough/example.svg?example=3": http.StatusOK, "breakthrough/example.svg?example=4": http.StatusNotFound, "breakthrough/example.svg?example=x": http.StatusBadRequest} {
		if got := s.request("GET", prefix+"/games/"+path, nil, nil); got.status != want {
			t.Errorf("%s: %d, want %d", path, got.status, want)
		}
	}
	if page := s.request("GET", "/play/breakthrough", nil, nil).body; !strings.Contains(page, `id="rules"`) || !strings.Contains(page, text.Sections[0].Text) {
		t.Error("the page of the game does not tell its rules")
	}
	if page := s.request("GET", "/", nil, nil).body; !strings.Contains(page, `href="/play/breakthrough#rules"`) {
		t.Error("the card does not lead to the rules")
	}
	if got := s.request("GET", prefix+"/games/nosuchgame/words", nil, nil); got.status != http.StatusNotFound {
		t.Errorf("rules of no game: %d", got.status)
	}
}
