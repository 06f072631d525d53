package manual

import (
	"regexp"
	"strings"
	"testing"
)

func newManual(t *testing.T) *Manual {
	t.Helper()
	m, err := New(func(name string) string { return "/docs/" + name }, func(name string) string { return "/pictures/" + name })
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestOrder checks that every page that the order names exists, and that pages of one
// group are together.
func TestOrder(t *testing.T) {
	m := newManual(t)
	for _, g := range groups {
		for _, name := range g.pages {
			if m.Page(name) == nil {
				t.Errorf("there is no page %s", name)
			}
		}
	}
	first := map[string]bool{}
	for _, p := range m.Pages {
		if p.First && first[p.Group] {
			t.Errorf("the group %s is in two places, at %s", p.Group, p.Name)
		}
		first[p.Group] = true
	}
	if m.Pages[0].Name != "README" || !m.Pages[0].First {
		t.Errorf("the first page is %s", m.Pages[0].Name)
	}
}

// TestLinks checks that links and their anchors lead somewhere.
func TestLinks(t *testing.T) {
	m := newManual(t)
	link := regexp.MustCompile(`href="/docs/([^"#]*)(#[^"]*)?"`)
	for _, p := range m.Pages {
		for _, found := range link.FindAllStringSubmatch(string(p.Body), -1) {
			to := m.Page(found[1])
			if to == nil {
				if found[1] != "" { // a file that is not part of the manual
					t.Errorf("%s links to %s", p.Name, found[1])
				}
				continue
			}
			if anchor := strings.TrimPrefix(found[2], "#"); anchor != "" && !strings.Contains(string(to.Body), `id="`+anchor+`"`) {
				t.Errorf("%s links to %s%s, which is not there", p.Name, found[1], found[2])
			}
		}
	}
}

func TestSearch(t *testing.T) {
	m := newManual(t)
	tests := []struct{ query, page, title string }{
		{"frame rule", "tutorial-1-first-game", ""},
		{"Presentation files", "boards", "Presentation files"},
		{"nash equilibrium", "howto-solve", ""},
		{"bit slicing", "explain-speed", ""},
	}
	for _, tt := range tests {
		hits := m.Search(tt.query)
		found := false
		for _, h := range hits {
			found = found || h.Page.Name == tt.page && (tt.title == "" || h.Title == tt.title && h.Anchor != "" && h.Excerpt != "")
		}
		if !found {
			t.Errorf("%q is not found in %s: %v", tt.query, tt.page, hits)
		}
	}
	for _, query := range []string{"", "  ", "nosuchwordanywhere"} {
		if hits := m.Search(query); len(hits) > 0 {
			t.Errorf("%q finds %v", query, hits)
		}
	}
	if hits := m.Search("game"); len(hits) != maxHits {
		t.Errorf("%d hits, want %d", len(hits), maxHits)
	}
}
