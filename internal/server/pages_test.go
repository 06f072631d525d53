package server

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"ludex/internal/metrics"
)

// The first page with everything that it needs, except for lazily loaded images, has
// less than 200 kB, and nothing comes from elsewhere.
func TestFirstPageIsSmall(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	s := newSite(t, nil)
	page := s.request("GET", "/", nil, nil)
	if page.status != http.StatusOK {
		t.Fatal(page.status)
	}
	size := len(page.body)
	for _, m := range regexp.MustCompile(`(?:href|src)="(/static/[^"]+)"`).FindAllStringSubmatch(page.body, -1) {
		a := s.request("GET", m[1], nil, nil)
		if a.status != http.StatusOK || !strings.Contains(a.header.Get("Cache-Control"), "immutable") {
			t.Errorf("%s: %d", m[1], a.status)
		}
		size += len(a.body)
	}
	for name, asset := range s.server.pages.assets {
		if name == "js/api.js" || name == "js/search.js" { // imported by games.js
			size += len(asset.data)
		}
	}
	if size > 200_000 {
		t.Errorf("the first page has %d bytes", size)
	}
	if regexp.MustCompile(`(?:src|href)="(?:https?:)?//`).MatchString(page.body) {
		t.Error("the first page needs something from elsewhere")
	}
}

// No page has an inline script or style, which the policy would refuse.
func TestPagesHaveNothingInline(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	s := newSite(t, nil)
	id := s.play("tictactoe")
	for _, path := range []string{"/", "/play/nim", "/watch", "/watch/" + id, "/puzzle", "/tournaments", "/workshop", "/workshop?game=nim", "/docs", "/login", "/nothing"} {
		a := s.request("GET", path, nil, nil)
		if want := http.StatusOK; a.status != want && path != "/nothing" {
			t.Errorf("%s: %d", path, a.status)
		}
		if regexp.MustCompile(`<script[^>]*>[^<]|<style| style="| on[a-z]+="`).MatchString(regexp.MustCompile(`(?s)<article.*</article>|<textarea.*</textarea>|<pre.*?</pre>`).ReplaceAllString(a.body, "")) {
			t.Errorf("%s has something inline", path)
		}
	}
}

func TestLogin(t *testing.T) {
	s := newSite(t, func(c *Config) { c.Token = "sesame" })
	form := func(r *http.Request) { r.Header.Set("Content-Type", "application/x-www-form-urlencoded") }
	if a := s.request("POST", "/login", "token=open", form); a.status != http.StatusUnauthorized || a.header.Get("Set-Cookie") != "" {
		t.Errorf("a wrong token: %d", a.status)
	}
	a := s.request("POST", "/login", "token=sesame", form)
	cookie := a.header.Get("Set-Cookie")
	if a.status != http.StatusSeeOther || !strings.Contains(cookie, "HttpOnly") || !strings.Contains(cookie, "SameSite=Strict") {
		t.Errorf("the token: %d %s", a.status, cookie)
	}
}

// Links of the manual lead to its pages.
func TestManual(t *testing.T) {
	s := newSite(t, nil)
	links := map[string]bool{}
	for _, p := range s.server.pages.manual.Pages {
		for _, m := range regexp.MustCompile(`href="(/docs[^"#]*)`).FindAllStringSubmatch(string(p.Body), -1) {
			links[m[1]] = true
		}
		links["/docs/"+p.Name] = true
	}
	if len(links) < 5 {
		t.Fatalf("the manual has %d links", len(links))
	}
	for path := range links {
		if a := s.request("GET", path, nil, nil); a.status != http.StatusOK {
			t.Errorf("%s: %d", path, a.status)
		}
	}
}

// The manual is searched by the server, so that no script is needed.
func TestManualSearch(t *testing.T) {
	s := newSite(t, nil)
	for query, want := range map[string]string{
		"frame+rule":             "/docs/tutorial-1-first-game#",
		"nosuchword":             "No section has",
		"%3Cscript%3E":           "&lt;script&gt;",
		strings.Repeat("a", 300): "too long",
	} {
		if a := s.request("GET", "/docs?q="+query, nil, nil); !strings.Contains(string(a.body), want) {
			t.Errorf("%s: %d, without %q", query, a.status, want)
		}
	}
}

// The filter of the API is the filter of the page.
func TestFilter(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	s := newSite(t, nil)
	for query, wants := range map[string]func(gameList) bool{
		"kind=realtime":            func(l gameList) bool { return len(l.Games) > 3 && l.Games[0].RealTime },
		"kind=hidden&q=monty":      func(l gameList) bool { return len(l.Games) == 1 && l.Games[0].Chance },
		"language=rbg&q=chess":     func(l gameList) bool { return len(l.Games) > 0 && l.Games[0].Language == "rbg" },
		"players=3":                func(l gameList) bool { return len(l.Games) > 0 && l.Games[0].Players >= 3 },
		"players=1&kind=open":      func(l gameList) bool { return len(l.Games) > 0 && l.Games[0].Players == 1 },
		"q=no+such+game+anywhere":  func(l gameList) bool { return len(l.Games) == 0 },
		"players=2&q=breakthrough": func(l gameList) bool { return len(l.Games) >= 2 },
	} {
		var l gameList
		s.api("GET", "/games?"+query, nil, http.StatusOK, &l)
		if !wants(l) {
			t.Errorf("%s: %+v", query, l)
		}
	}
}

// The server shows its metrics to trusted clients.
func TestMetricsAndHealth(t *testing.T) {
	s := newSite(t, func(c *Config) { c.Metrics = metrics.New() })
	s.sit(tableRequest{Ref: named("nim"), Opponents: weak})
	s.play("tictactoe")
	a := s.request("GET", "/metrics", nil, nil)
	for _, want := range []string{"ludex_web_tables 1", "ludex_web_tables_total 1", `route="POST /api/v1/tables",method="POST",status="201"`, `game="tictactoe"`, "go_goroutines"} {
		if !strings.Contains(a.body, want) {
			t.Errorf("the metrics do not say %s", want)
		}
	}
	far := s.request("GET", "/metrics", nil, func(r *http.Request) { r.Header.Set("X-Forwarded-For", "203.0.113.7") })
	if far.status != http.StatusUnauthorized {
		t.Errorf("others read the metrics: %d", far.status)
	}
	if a := s.request("GET", "/healthz", nil, nil); a.status != http.StatusOK {
		t.Errorf("the server is not well: %d", a.status)
	}
	if a := s.request("GET", "/readyz", nil, nil); a.status != http.StatusOK {
		t.Errorf("the server is not ready: %d %s", a.status, a.body)
	}
	s.server.Close("the test is over")
	if a := s.request("GET", "/readyz", nil, nil); a.status != http.StatusServiceUnavailable {
		t.Errorf("a server that stops is ready: %d", a.status)
	}
}
