package localpage

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ludex/internal/server/gamecache"
)

// TestSite writes a site of two games: everything that a page names is there, and is kept.
func TestSite(t *testing.T) {
	made := map[string]string{}
	s := &Site{Engine: &Engine{Wasm: []byte("engine"), Script: []byte("let go = '</script>';")}, Put: func(name string, data []byte) error {
		made[name] = string(data)
		return nil
	}}
	games := gamecache.New(gamecache.Limit{Games: 4})
	for _, name := range []string{"tictactoe", "hexapawn", "duel"} {
		e, err := games.Find(gamecache.Ref{Game: name})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Add(t.Context(), e); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	if err := s.Finish(); err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`(?:href|src)="([^":#]+)"`).FindAllStringSubmatch(made["index.html"]+strings.ReplaceAll(made["games/hexapawn.html"], "../", ""), -1) {
		if _, ok := made[m[1]]; !ok {
			t.Errorf("%s is missing", m[1])
		}
	}
	var kept []string
	list := regexp.MustCompile(`const files = (.*);`).FindStringSubmatch(made["sw.js"])
	if err := json.Unmarshal([]byte(list[1]), &kept); err != nil {
		t.Fatal(err)
	}
	for name := range made {
		if name != "sw.js" && !slices.Contains(kept, name) {
			t.Errorf("%s is not kept", name)
		}
	}
	var manifest map[string]any
	if err := json.Unmarshal([]byte(made["manifest.webmanifest"]), &manifest); err != nil || manifest["display"] != "standalone" {
		t.Errorf("%v: %v", err, manifest)
	}
	if page := made["games/hexapawn.html"]; !strings.Contains(page, `<script src="../engine.js">`) || strings.Contains(page, "let go =") || !strings.Contains(page, "script-src") {
		t.Errorf("the page is\n%.2000s", page)
	}
}
