package lsp_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ludex/gdl"
	"ludex/internal/lsp"
	"ludex/library"
	"ludex/source"
)

// extension is the folder of the extension for VS Code.
var extension = filepath.Join("..", "..", "editors", "vscode")

func readJSON(t *testing.T, path string, into any) {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(content, into); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}

// A manifest is what is tested of package.json.
type manifest struct {
	Name, Version, Main string
	Engines             map[string]string
	Contributes         struct {
		Languages []struct {
			ID            string
			Extensions    []string
			Configuration string
		}
		Grammars []struct {
			Language, ScopeName, Path string
		}
		Configuration struct {
			Properties map[string]struct {
				Type    string
				Enum    []string
				Default any
			}
		}
	}
}

func TestManifest(t *testing.T) {
	var m manifest
	readJSON(t, filepath.Join(extension, "package.json"), &m)
	if m.Name == "" || m.Version == "" || m.Engines["vscode"] == "" {
		t.Errorf("package.json lacks its name, version or engine: %+v", m)
	}
	if _, err := os.Stat(filepath.Join(extension, m.Main)); err != nil {
		t.Error(err)
	}
	for _, d := range []gdl.Dialect{gdl.AnyDialect, gdl.GDL, gdl.GDLII, gdl.RTGDL, gdl.RTGDLII} {
		if !slices.Contains(m.Contributes.Configuration.Properties["ludex.dialect"].Enum, d.String()) {
			t.Errorf("dialect %s cannot be set", d)
		}
	}
	var scopes []string
	for _, g := range m.Contributes.Grammars {
		scopes = append(scopes, g.Language)
	}
	for _, l := range m.Contributes.Languages {
		var configuration struct {
			Comments map[string]any
			Brackets [][]string
		}
		readJSON(t, filepath.Join(extension, l.Configuration), &configuration)
		if configuration.Comments["lineComment"] == nil || len(configuration.Brackets) == 0 {
			t.Errorf("%s has neither comments nor brackets", l.Configuration)
		}
		if !slices.Contains(scopes, l.ID) {
			t.Errorf("language %s has no grammar", l.ID)
		}
	}
}

// TestExtensions makes sure that editors open as games what the command line
// does, in the language that it has there.
func TestExtensions(t *testing.T) {
	var m manifest
	readJSON(t, filepath.Join(extension, "package.json"), &m)
	ids := map[string]string{}
	for _, l := range m.Contributes.Languages {
		for _, e := range l.Extensions {
			ids[e] = l.ID
		}
	}
	for _, g := range library.Games() {
		id, ok := ids[filepath.Ext(g.File)]
		if !ok {
			t.Fatalf("nothing opens %s", g.File)
		}
		if rbg, _ := lsp.Detect(id, source.NewFile(g.File, g.Rules())); rbg != g.IsRBG() {
			t.Errorf("%s is opened as %s", g.File, id)
		}
	}
	for e := range ids {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "game"+e), []byte("x"), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := library.Open(dir, nil); err != nil {
			t.Errorf("the command line does not know %s: %v", e, err)
		}
	}
}

// A rule is a part of a TextMate grammar.
type rule struct {
	Name, Match, Begin, End, Include string
	Captures                         map[string]rule
	Patterns                         []rule
}

type grammar struct {
	Name, ScopeName string
	Patterns        []rule
	Repository      map[string]rule
}

// lookAround finds what Go's regular expressions do not have.
var lookAround = regexp.MustCompile(`\(\?[=!<]`)

func (g *grammar) check(t *testing.T, r rule) {
	t.Helper()
	for _, pattern := range []string{r.Match, r.Begin, r.End} {
		if pattern == "" || lookAround.MatchString(pattern) {
			continue
		}
		compiled, err := regexp.Compile(pattern)
		if err != nil {
			t.Errorf("%s: %v", g.ScopeName, err)
		} else if compiled.MatchString("") {
			t.Errorf("%s: %s matches nothing at all", g.ScopeName, pattern)
		}
	}
	if name, ok := strings.CutPrefix(r.Include, "#"); ok {
		if _, ok := g.Repository[name]; !ok {
			t.Errorf("%s includes %s, which is not there", g.ScopeName, name)
		}
	}
	for _, sub := range r.Patterns {
		g.check(t, sub)
	}
}

// pattern returns the first pattern under a name of the grammar.
func (g *grammar) pattern(t *testing.T, name string) *regexp.Regexp {
	t.Helper()
	r := g.Repository[name]
	for r.Match == "" && len(r.Patterns) > 0 {
		r = r.Patterns[0]
	}
	return regexp.MustCompile(r.Match)
}

func TestGrammars(t *testing.T) {
	var m manifest
	readJSON(t, filepath.Join(extension, "package.json"), &m)
	for _, entry := range m.Contributes.Grammars {
		var g grammar
		readJSON(t, filepath.Join(extension, entry.Path), &g)
		if g.ScopeName != entry.ScopeName || g.Name == "" || len(g.Patterns) == 0 {
			t.Errorf("%s is no grammar of %s", entry.Path, entry.ScopeName)
		}
		for _, r := range g.Patterns {
			g.check(t, r)
		}
		for _, r := range g.Repository {
			g.check(t, r)
		}
		switch entry.Language {
		case "gdl-prefix":
			for _, word := range gdl.RTGDLII.Keywords() {
				if !g.pattern(t, "keyword").MatchString("(" + word + " x)") {
					t.Errorf("%s does not know %s", entry.Path, word)
				}
			}
		case "gdl-infix":
			for _, word := range gdl.RTGDLII.Keywords() {
				if !g.pattern(t, "keyword").MatchString(word + "(x)") {
					t.Errorf("%s does not know %s", entry.Path, word)
				}
			}
		case "rbg":
			for _, word := range []string{"players", "pieces", "variables", "board", "rules"} {
				if !g.pattern(t, "section").MatchString("#" + word + " = x") {
					t.Errorf("%s does not know %s", entry.Path, word)
				}
			}
		}
	}
}
