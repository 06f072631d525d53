package server

import (
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"ludex/internal/puzzle"
	"ludex/library"
)

// Variants and languages of a game share a card, and the cards are sorted by appeal.
func TestCards(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	s := newSite(t, nil)
	cards := newCards(libraryGames(s.server.games))
	count := 0
	for i, c := range cards {
		if i > 0 && cards[i-1].appeal < c.appeal {
			t.Errorf("%s is before %s", cards[i-1].Name, c.Name)
		}
		count += max(1, len(c.Variants))
		if len(c.kinds) == 0 || c.Aim == "" {
			t.Errorf("%s has no kind or no aim", c.Name)
		}
	}
	if cards[0].Name != "chess" || count != len(library.Games()) {
		t.Errorf("%d games on cards, %s first", count, cards[0].Name)
	}
	page := s.request("GET", "/", nil, nil).body
	for _, want := range []string{"What to play first", "Puzzle of the day", `href="/play/breakthrough-5x5"`, "5 by 5"} {
		if !strings.Contains(page, want) {
			t.Errorf("the front page does not have %q", want)
		}
	}
	if strings.Contains(page, "GDL") || strings.Count(page, "breakthrough/thumbnail") != 1 || strings.Contains(page, "breakthrough-rbg/thumbnail") {
		t.Error("the front page has languages, or several cards of a game")
	}
}

// The front page works without scripts: the server searches.
func TestFrontPageSearch(t *testing.T) {
	s := newSite(t, nil)
	for query, want := range map[string]string{
		"q=checkers": "draughts", "q=otello": "reversi", "q=noughts+and+crosses": "tictactoe", "q=crosses+nougths": "tictactoe",
		"kind=solo&q=sliding": "eightpuzzle", "kind=cards&q=poker": "kuhnpoker", "kind=realtime&q=tic+tac+toe": "tictactoe",
	} {
		page, _, _ := strings.Cut(s.request("GET", "/?"+query, nil, nil).body, "<template")
		if !strings.Contains(page, `data-name="`+want+`"`) || strings.Contains(page, `data-name="chess"`) {
			t.Errorf("%s does not find %s, or finds chess", query, want)
		}
	}
	if page := s.request("GET", "/?q=xyzzy", nil, nil).body; strings.Contains(page, `id="none" hidden`) || !strings.Contains(page, "No game fits") {
		t.Error("nothing is found, and the page does not say so")
	}
}

// drawn finds a piece, a chip, a thing or a scale in a picture.
var drawn = regexp.MustCompile(`class="(pc|ch|it|sc|on)[ "]`)

// No picture of a game is a list of its facts.
func TestThumbnailsShowNoFacts(t *testing.T) {
	s := newSite(t, nil)
	for _, name := range []string{"kuhnpoker", "rockpaperscissors", "liarsdice", "duel", "montyhall", "threeknow"} {
		svg := s.request("GET", prefix+"/games/"+name+"/thumbnail.svg", nil, nil).body
		if strings.Contains(svg, "monospace") || !drawn.MatchString(svg) {
			t.Errorf("%s: %.300s", name, svg)
		}
	}
}

// A puzzle of the day can be tried by everybody, and what is told about a move is proved.
func TestPuzzleOfTheDay(t *testing.T) {
	s := newSite(t, func(c *Config) { c.Token = "sesame" })
	p, ok := puzzle.Daily().Lookup("connectfour-1")
	if !ok {
		t.Fatal("there is no such puzzle")
	}
	try := func(moves ...string) (v puzzleView) {
		t.Helper()
		a := s.request("GET", prefix+"/puzzles/connectfour-1/try?"+url.Values{"move": moves}.Encode(), nil, nil)
		if a.status != http.StatusOK || json.Unmarshal([]byte(a.body), &v) != nil {
			t.Fatalf("%v: %d %s", moves, a.status, a.body)
		}
		return v
	}
	if v := try(); len(v.Moves) < 3 || !strings.Contains(v.Proof, "exactly one move") || v.Solved || v.Wrong {
		t.Errorf("the puzzle: %+v", v)
	}
	if v := try(p.Best[0]); v.Wrong || v.Solved || len(v.Moves) == 0 || len(v.Steps) != 2 {
		t.Errorf("the right move: %+v", v)
	}
	if v := try("(drop 1)"); !v.Wrong || len(v.Moves) != 0 || !strings.Contains(v.Text, "does not force") {
		t.Errorf("a wrong move: %+v", v)
	}
	for path, want := range map[string]int{
		"/puzzles/connectfour-1/try?move=(drop+1)&move=(drop+1)":       http.StatusUnprocessableEntity,
		"/puzzles/connectfour-1/try?move=(drop+9)":                     http.StatusUnprocessableEntity,
		"/puzzles/nothing/try":                                         http.StatusNotFound,
		"/puzzle?day=yesterday":                                        http.StatusBadRequest,
		"/puzzle?day=" + time.Now().AddDate(0, 0, 3).Format(dayFormat): http.StatusNotFound,
		"/puzzles/connectfour-1/board.svg":                             http.StatusOK,
	} {
		if a := s.request("GET", prefix+path, nil, nil); a.status != want {
			t.Errorf("%s: %d, want %d: %.200s", path, a.status, want, a.body)
		}
	}
	if a := s.request("GET", "/puzzle", nil, nil); a.status != http.StatusOK || !strings.Contains(a.body, "What is proved") {
		t.Errorf("the page: %d", a.status)
	}
}
