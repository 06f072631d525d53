package localarena_test

import (
	"encoding/json"
	"strings"
	"testing"

	"ludex/internal/localarena"
	"ludex/internal/server/authoring"
)

// workshop opens an arena without a game.
func workshop(t *testing.T) *localarena.Arena {
	t.Helper()
	a, err := localarena.New(localarena.Config{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Close)
	return a
}

// body encodes a request about a game.
func body(t *testing.T, parts map[string]string) string {
	t.Helper()
	text, err := json.Marshal(parts)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// What somebody writes is checked, drawn, explained, described and played.
func TestAuthors(t *testing.T) {
	a := workshop(t)
	game := map[string]string{"game": "Ten", "name": "Ten", "text": authoring.Starter, "words": "Who says ten wins. Add one or two."}
	ask := func(path string, more map[string]string, want int, out any) {
		t.Helper()
		parts := map[string]string{}
		for _, m := range []map[string]string{game, more} {
			for k, v := range m {
				parts[k] = v
			}
		}
		ask(t, a, "POST", path, body(t, parts), want, out)
	}
	var checked authoring.Checked
	if ask("/check", nil, 200, &checked); !checked.OK {
		t.Errorf("the check says %+v", checked)
	}
	ask("/check", map[string]string{"text": "role(first"}, 200, &checked)
	if checked.OK || len(checked.Diagnostics) == 0 || checked.Diagnostics[0].Line != 1 {
		t.Errorf("the check of a broken text says %+v", checked)
	}
	var picture authoring.Picture
	if ask("/board", nil, 200, &picture); !strings.HasPrefix(picture.SVG, "<svg") {
		t.Errorf("the board is %q", picture.SVG)
	}
	var why authoring.Explanation
	ask("/explain", map[string]string{"moves": "add(1) wait", "about": "(legal second (add 2))"}, 200, &why)
	if !why.Holds || len(why.Lines) == 0 || why.Lines[0].Line == 0 {
		t.Errorf("the explanation is %+v", why)
	}
	var config localarena.Config
	ask("/page", nil, 200, &config)
	if d := config.About; d.Title != "Ten" || d.Aim != "Who says ten wins." || len(d.Roles) != 2 || len(d.Levels) == 0 || d.Words.Generated || config.Game.Words == "" {
		t.Errorf("the description is %+v", d)
	}
	var at table
	if ask("/tables", nil, 200, &at); at.View.Game.Title != "Ten" {
		t.Errorf("the table is %+v", at.View.Game)
	}
	for _, path := range []string{"/board", "/explain", "/page", "/speed", "/tables"} {
		ask(path, map[string]string{"text": ""}, 422, nil)
		ask(path, map[string]string{"text": "role(first"}, 422, nil)
	}
	ask("/other", nil, 404, nil)
}
