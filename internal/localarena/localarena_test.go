package localarena_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"ludex/internal/localarena"
	"ludex/internal/rulestext"
	"ludex/internal/server/gamecache"
	"ludex/internal/server/humanplay"
	"ludex/library"
)

func open(t *testing.T, game string) *localarena.Arena {
	t.Helper()
	entry, ok := library.Lookup(game)
	if !ok {
		t.Fatalf("there is no %s", game)
	}
	_, look := entry.Board()
	made := gamecache.MadeGame{Title: entry.Title, Text: string(entry.Rules()), Board: string(look)}
	a, err := localarena.New(localarena.Config{Game: made, About: localarena.Description{Words: &rulestext.Text{Title: "words"}}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Close)
	return a
}

// ask sends a request, and decodes the answer into out unless that is nil.
func ask(t *testing.T, a *localarena.Arena, method, path, body string, want int, out any) localarena.Answer {
	t.Helper()
	got := a.Do(t.Context(), localarena.Request{Method: method, Path: path, Body: []byte(body)})
	if got.Status != want {
		t.Fatalf("%s %s: %d %s, want %d", method, path, got.Status, got.Body, want)
	}
	if out != nil {
		if err := json.Unmarshal(got.Body, out); err != nil {
			t.Fatal(err)
		}
	}
	return got
}

type table struct {
	ID   string         `json:"id"`
	View humanplay.View `json:"view"`
}

// A person plays a game to its end, and sees it in a stream of events. Its moves lead to the
// same position at another table.
func TestPlay(t *testing.T) {
	a := open(t, "tictactoe")
	var at table
	ask(t, a, "POST", "/tables", `{"role": "white", "opponents": {"": "random"}}`, 200, &at)
	ctx, cancel := context.WithCancel(t.Context())
	views, done := make(chan humanplay.View, 100), make(chan error, 1)
	go func() {
		done <- a.Follow(ctx, "/tables/"+at.ID+"/events", func(_ string, data []byte) {
			var v humanplay.View
			if err := json.Unmarshal(data, &v); err != nil {
				t.Error(err)
			}
			views <- v
		})
	}()
	var last humanplay.View
	for last = range views {
		if last.Phase == humanplay.Over {
			break
		}
		if last.Phase == humanplay.Yours {
			ask(t, a, "POST", "/tables/"+at.ID+"/move", fmt.Sprintf(`{"number": 1, "step": %d}`, last.Step), 200, &humanplay.View{})
		}
	}
	cancel()
	<-done
	if last.Result == nil || last.Step < 5 {
		t.Errorf("the game ended as %+v", last)
	}
	var moves [][]string
	ask(t, a, "GET", "/tables/"+at.ID+"/moves", "", 200, &moves)
	if len(moves) != last.Step {
		t.Errorf("%d moves of %d are told", len(moves), last.Step)
	}
	before, err := json.Marshal(moves[:3])
	if err != nil {
		t.Fatal(err)
	}
	var again table
	ask(t, a, "POST", "/tables", fmt.Sprintf(`{"seats": {"white": "me", "black": "me"}, "moves": %s}`, before), 200, &again)
	if again.View.Step != 3 || len(again.View.Roles) != 2 {
		t.Errorf("the game goes on at step %d for %v", again.View.Step, again.View.Roles)
	}
	if svg := ask(t, a, "GET", "/tables/"+again.ID+"/board.svg?flip=1", "", 200, nil); !strings.HasPrefix(string(svg.Body), "<svg") {
		t.Errorf("the board is %.40s", svg.Body)
	}
	if words := ask(t, a, "GET", "/tables/"+again.ID+"/words", "", 200, nil); !strings.Contains(string(words.Body), "words") {
		t.Errorf("the rules in words are %s", words.Body)
	}
}

func TestRefused(t *testing.T) {
	a := open(t, "tictactoe")
	var at table
	ask(t, a, "POST", "/tables", `{}`, 200, &at)
	for _, tt := range []struct {
		method, path, body string
		want               int
	}{
		{"GET", "/tables/none", "", 404},
		{"GET", "/tables/" + at.ID + "/nothing", "", 404},
		{"GET", "/matches", "", 404},
		{"POST", "/tables", `{"opponents": {"": "friend"}}`, 422},
		{"POST", "/tables", `{"role": "nobody"}`, 422},
		{"POST", "/tables", `no JSON`, 422},
		{"POST", "/tables/" + at.ID + "/move", `{"number": 100}`, 409},
		{"POST", "/tables/" + at.ID + "/move", `{"number": 1, "step": 7}`, 409},
	} {
		ask(t, a, tt.method, tt.path, tt.body, tt.want, nil)
	}
	if _, err := localarena.New(localarena.Config{Game: gamecache.MadeGame{Title: "broken", Text: "role(white"}}, nil); err == nil {
		t.Error("a game with errors is opened")
	}
}

// In a game with hidden information the moves are not told, and nobody has two seats.
func TestHidden(t *testing.T) {
	a := open(t, "montyhall")
	var at table
	got := ask(t, a, "POST", "/tables", `{"clockMs": 100}`, 200, &at)
	for _, secret := range []string{"(car ", "(hide ", "(prize "} {
		if strings.Contains(string(got.Body), secret) {
			t.Errorf("the view tells what is hidden: %s", got.Body)
		}
	}
	ask(t, a, "GET", "/tables/"+at.ID+"/moves", "", 409, nil)
	b := open(t, "kuhnpoker")
	ask(t, b, "POST", "/tables", `{"seats": {"alice": "me", "bob": "me"}}`, 422, nil)
}
