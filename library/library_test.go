package library

import (
	"bytes"
	"io/fs"
	"path"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"
)

func TestGamesAreComplete(t *testing.T) {
	list := Games()
	if len(list) < 16 {
		t.Errorf("%d games, want at least 16", len(list))
	}
	titles := map[string]string{}
	for _, g := range list {
		t.Run(g.Name, func(t *testing.T) {
			if g.Title == "" {
				t.Error("no title")
			}
			if other, ok := titles[g.Title]; ok {
				t.Errorf("title %q is also that of %s", g.Title, other)
			}
			titles[g.Title] = g.Name
			if g.Players <= 0 {
				t.Errorf("players = %d", g.Players)
			}
			if !slices.Contains([]string{"gdl", "gdl-ii", "gdl-iii", "rtgdl", "rtgdl-ii", "rbg"}, g.Dialect) {
				t.Errorf("unknown dialect %q", g.Dialect)
			}
			for what, text := range map[string]string{"shows": g.Shows, "source": g.Source, "proof": g.Proof} {
				if !strings.HasSuffix(text, ".") {
					t.Errorf("%s = %q is no sentence", what, text)
				}
			}
			checkPresentation(t, g)
			if g.PayoffDivisor < 0 {
				t.Errorf("payoff_divisor = %d", g.PayoffDivisor)
			}
		})
	}
}

// checkPresentation checks what players are told about a game.
func checkPresentation(t *testing.T, g Game) {
	if !slices.Contains(Kinds, g.Kind) {
		t.Errorf("kind = %q, which is none of %v", g.Kind, Kinds)
	}
	if g.Appeal < 1 || g.Appeal > 100 {
		t.Errorf("appeal = %d", g.Appeal)
	}
	if !strings.HasSuffix(g.Aim, ".") || len(g.Aim) > 100 {
		t.Errorf("aim = %q is no short sentence", g.Aim)
	}
	for _, name := range g.Also {
		if name != strings.ToLower(name) || strings.TrimSpace(name) == "" {
			t.Errorf("also has %q, which is not in lower case", name)
		}
	}
	if g.VariantOf == "" {
		return
	}
	main, ok := Lookup(g.VariantOf)
	if !ok || main.VariantOf != "" {
		t.Errorf("variant_of = %q, which is no game that is not a variant itself", g.VariantOf)
	}
	if g.Variant == "" || main.Variant == "" || g.Variant == main.Variant {
		t.Errorf("variant = %q and %q for %s do not tell them apart", g.Variant, main.Variant, main.Name)
	}
	if g.Appeal >= main.Appeal {
		t.Errorf("appeal = %d is not below the %d of %s", g.Appeal, main.Appeal, main.Name)
	}
}

func TestRulesAreClean(t *testing.T) {
	for _, g := range Games() {
		t.Run(g.Name, func(t *testing.T) {
			text := g.Rules()
			if len(text) == 0 {
				t.Fatal("no rules")
			}
			if !utf8.Valid(text) || bytes.ContainsAny(text, "\t\r") {
				t.Error("rules are not plain UTF-8 without tabs and carriage returns")
			}
			if !bytes.HasSuffix(text, []byte("\n")) || bytes.HasSuffix(text, []byte("\n\n")) {
				t.Error("rules do not end with exactly one line break")
			}
			comment := map[string]string{".kif": ";", ".gdl": "%", ".rbg": "//"}[path.Ext(g.File)]
			if !strings.HasPrefix(string(text), comment+" ") {
				t.Error("rules do not begin with a comment")
			}
			for i, line := range strings.Split(string(text), "\n") {
				if len(line) > 100 || len(line) > 80 && !g.IsRBG() || line != strings.TrimRight(line, " ") {
					t.Errorf("line %d is too long or ends with a blank: %q", i+1, line)
				}
			}
		})
	}
}

func TestFoldersHoldNothingElse(t *testing.T) {
	err := fs.WalkDir(files, ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		g, ok := Lookup(path.Dir(file))
		if name := path.Base(file); !ok || file != g.File && name != infoFile && name != wordsFile && name != boardFile && name != networkFile {
			t.Errorf("stray file %s", file)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestLookup(t *testing.T) {
	for _, want := range Games() {
		got, ok := Lookup(want.Name)
		if !ok || !reflect.DeepEqual(got, want) {
			t.Errorf("Lookup(%q) = %v, %v", want.Name, got, ok)
		}
	}
	if g, ok := Lookup("no such game"); ok {
		t.Errorf("Lookup found %v", g)
	}
	if text := (Game{Name: "nowhere"}).Rules(); text != nil {
		t.Errorf("a foreign game has rules %q", text)
	}
}

func TestGamesAreSortedAndCopied(t *testing.T) {
	list := Games()
	if !slices.IsSortedFunc(list, func(a, b Game) int { return strings.Compare(a.Name, b.Name) }) {
		t.Error("games are not sorted by name")
	}
	list[0].Name = "changed"
	if Games()[0].Name == "changed" {
		t.Error("a caller's change shows in the library")
	}
}

func TestReadRejectsBrokenFolders(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	tests := map[string]struct {
		fsys fstest.MapFS
		want string
	}{
		"no description": {fstest.MapFS{"a/a.kif": file("")}, "game.toml"},
		"no rules":       {fstest.MapFS{"a/game.toml": file("")}, "no rule file"},
		"broken toml":    {fstest.MapFS{"a/game.toml": file("title ="), "a/a.kif": file("")}, "game.toml"},
		"unknown key":    {fstest.MapFS{"a/game.toml": file("titel = 'x'"), "a/a.kif": file("")}, "unknown key titel"},
		"two rule files": {fstest.MapFS{"a/game.toml": file(""), "a/a.kif": file(""), "a/a.gdl": file("")}, "both"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := read(tt.fsys)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("read: %v, want an error with %q", err, tt.want)
			}
		})
	}
}
