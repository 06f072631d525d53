package library

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
)

// writeTree makes files in a new folder and returns it.
func writeTree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestOpen(t *testing.T) {
	dir := writeTree(t, map[string]string{
		"plain.kif":              "plain",
		"game/METADATA":          `{"rulesheet": "old.kif"}`,
		"game/old.kif":           "old",
		"game/v2/METADATA":       `{"rulesheet": "two.kif"}`,
		"game/v2/two.kif":        "two",
		"game/v10/METADATA":      `{"rulesheet": "ten.kif", "description": "x.txt"}`,
		"game/v10/ten.kif":       "ten",
		"game/v11":               "a file, no version",
		"game/voyage/METADATA":   `{"rulesheet": "no.kif"}`,
		"single/rules.gdl":       "single",
		"unnamed/METADATA":       `{}`,
		"unnamed/rules.kif":      "unnamed",
		"escape/METADATA":        `{"rulesheet": "../plain.kif"}`,
		"escape/inside.kif":      "inside",
		"two/a.kif":              "a",
		"two/b.kif":              "b",
		"empty/readme.txt":       "",
		"broken/METADATA":        `{"rulesheet"`,
		"broken/rules.kif":       "broken",
		"lost/METADATA":          `{"rulesheet": "gone.kif"}`,
		"versions/v1/METADATA":   `{"rulesheet": "one.kif"}`,
		"versions/v1/one.kif":    "one",
		"versions/v1/second.kif": "second",
	})
	tests := []struct{ arg, file, text string }{
		{"plain.kif", "plain.kif", "plain"},
		{"game", "game/v10/ten.kif", "ten"},
		{"game/v2", "game/v2/two.kif", "two"},
		{"single", "single/rules.gdl", "single"},
		{"unnamed", "unnamed/rules.kif", "unnamed"},
		{"escape", "escape/inside.kif", "inside"},
		{"versions", "versions/v1/one.kif", "one"},
	}
	for _, tt := range tests {
		f, err := Open(filepath.Join(dir, tt.arg), nil)
		if err != nil {
			t.Errorf("Open(%s): %v", tt.arg, err)
			continue
		}
		if want := filepath.Join(dir, filepath.FromSlash(tt.file)); f.Name() != want || f.Text() != tt.text {
			t.Errorf("Open(%s) is %s with %q", tt.arg, f.Name(), f.Text())
		}
	}
	for _, arg := range []string{"two", "empty", "broken", "lost"} {
		if f, err := Open(filepath.Join(dir, arg), nil); err == nil {
			t.Errorf("Open(%s) is %s", arg, f.Name())
		}
	}
	if _, err := Open(filepath.Join(dir, "nowhere.kif"), nil); !errors.Is(err, ErrNotFound) {
		t.Errorf("a file that is not there: %v", err)
	}
}

func TestOpenLibrary(t *testing.T) {
	t.Chdir(t.TempDir()) // no file hides the game
	f, err := Open("nim", nil)
	if err != nil {
		t.Fatal(err)
	}
	if g, _ := Lookup("nim"); f.Name() != g.File || f.Text() != string(g.Rules()) {
		t.Errorf("nim is %s", f.Name())
	}
	if err := os.WriteFile("nim", []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	if f, err := Open("nim", nil); err != nil || f.Text() != "mine" {
		t.Errorf("a file of the name goes before the library: %v, %v", f, err)
	}
}

func TestOpenStandardInput(t *testing.T) {
	f, err := Open("-", strings.NewReader("(role white)"))
	if err != nil || f.Name() != "<stdin>" || f.Text() != "(role white)" {
		t.Errorf("%v, %v", f, err)
	}
	broken := errors.New("broken")
	if _, err := Open("-", io.MultiReader(strings.NewReader("(role"), iotest.ErrReader(broken))); !errors.Is(err, broken) {
		t.Errorf("a read error: %v", err)
	}
}
