package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestSite writes the manual and checks that links lead to files that are there.
func TestSite(t *testing.T) {
	folder := t.TempDir()
	if err := write(folder); err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Glob(filepath.Join(folder, "*.html"))
	if err != nil || len(pages) < 20 {
		t.Fatalf("%d pages, error %v", len(pages), err)
	}
	link := regexp.MustCompile(`(?:href|src)="([^"#:]+)["#]`)
	for _, name := range pages {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			if strings.HasPrefix(m[1], "/") {
				t.Errorf("%s has a link to %s, which needs a server", filepath.Base(name), m[1])
			} else if _, err := os.Stat(filepath.Join(folder, m[1])); err != nil {
				t.Errorf("%s: %v", filepath.Base(name), err)
			}
		}
	}
	search, err := os.ReadFile(filepath.Join(folder, "search.html"))
	if err != nil || !strings.Contains(string(search), "frame rule") {
		t.Errorf("the search does not know the text of the pages, error %v", err)
	}
}
