package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

func TestModuleVersion(t *testing.T) {
	for v, want := range map[string]string{
		"v1.2.3":                             "1.2.3",
		"v1.2.3-rc.1":                        "1.2.3-rc.1",
		"v1.2.3+dirty":                       next + "-dev",
		"v0.0.0-20261117090000-0123456789ab": next + "-dev",
		"v1.2.4-0.20261117090000-0123456789ab+dirty": next + "-dev",
		"(devel)": next + "-dev",
		"":        next + "-dev",
	} {
		if got := moduleVersion(v); got != want {
			t.Errorf("%q gives %q, want %q", v, got, want)
		}
	}
}

// TestSameVersion compares the version with those of the package for Python and the
// extension for VS Code.
func TestSameVersion(t *testing.T) {
	root := filepath.Join("..", "..")
	text, err := os.ReadFile(filepath.Join(root, "python", "ludex", "__init__.py"))
	if err != nil {
		t.Fatal(err)
	}
	if m := regexp.MustCompile(`(?m)^__version__ = "(.*)"$`).FindSubmatch(text); m == nil || string(m[1]) != next {
		t.Errorf("the package for Python is not %s: %q", next, m)
	}
	if text, err = os.ReadFile(filepath.Join(root, "editors", "vscode", "package.json")); err != nil {
		t.Fatal(err)
	}
	var manifest struct{ Version string }
	if err := json.Unmarshal(text, &manifest); err != nil || manifest.Version != next {
		t.Errorf("the extension for VS Code is %s, not %s, error %v", manifest.Version, next, err)
	}
}

// TestCitation compares CITATION.cff with the version and the changelog: before a release it
// names the development version and no date, and from then on the version and its date.
func TestCitation(t *testing.T) {
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join("..", "..", name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	field := func(name string) string {
		m := regexp.MustCompile(`(?m)^` + name + `: *(.*)$`).FindStringSubmatch(read("CITATION.cff"))
		if m == nil {
			return ""
		}
		return m[1]
	}
	version, date := next+"-dev", ""
	if m := regexp.MustCompile(`(?m)^## ` + regexp.QuoteMeta(next) + ` \((\d{4}-\d\d-\d\d)\)$`).FindStringSubmatch(read("CHANGELOG.md")); m != nil {
		version, date = next, m[1]
	}
	if field("version") != version || field("date-released") != date {
		t.Errorf("version %q of %q, want %q of %q", field("version"), field("date-released"), version, date)
	}
}
