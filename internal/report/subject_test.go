package report_test

import (
	"strings"
	"testing"

	"ludex/internal/report"
	"ludex/internal/roster"
	"ludex/internal/rulestest"
	"ludex/match"
	"ludex/rules"
)

// TestNewSubject checks what is told about games of all kinds, and that a report can be
// made of them.
func TestNewSubject(t *testing.T) {
	for name, want := range map[string]string{
		"tictactoe":     "shows source language rules ground moves engine",
		"tictactoe-rbg": "shows source language board pieces engine",
		"chicken":       "shows source language rules",
	} {
		rs := rulestest.Read(t, name)
		g, err := match.Open(t.Context(), rs, rules.Opening{})
		if err != nil {
			t.Fatal(err)
		}
		s := report.NewSubject(t.Context(), rs, g)
		var facts []string
		for _, f := range s.About.Facts {
			facts = append(facts, f.Name)
		}
		if got := strings.Join(facts, " "); got != want || s.About.Title == "" || !strings.HasPrefix(s.About.Picture, "<svg") {
			t.Errorf("%s: the facts are %s of %q, and the picture is %.20q", name, got, s.About.Title, s.About.Picture)
		}
		if (s.Timed != nil) != rs.IsTimed() || (s.Game != nil) == rs.IsTimed() {
			t.Errorf("%s: the game is of the wrong kind", name)
		}
		list, err := match.NewRoster(t.Context(), rs, roster.All(), rules.Opening{})
		if err != nil {
			t.Fatal(err)
		}
		opt := report.Options{Playouts: 2, Games: -1, Seed: 1}
		if err := opt.SetPlayer(list, "nobody"); err == nil {
			t.Errorf("%s: nobody plays", name)
		}
		if err := opt.SetPlayer(list, "random"); err != nil {
			t.Fatal(err)
		}
		if d := collect(t, s, opt, report.Shard{Of: 1}); d.About.Title != s.About.Title {
			t.Errorf("%s: the data are about %+v", name, d.About)
		}
	}
}
