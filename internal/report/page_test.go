package report_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"ludex/internal/playertest"
	"ludex/internal/report"
	"ludex/player/realtime"
)

// write writes the page and the summary of data.
func write(t *testing.T, d *report.Data) (page, text string) {
	t.Helper()
	var p, s bytes.Buffer
	m := report.Measure(d)
	if err := errors.Join(report.Page(&p, d, m), report.WriteText(&s, d, m)); err != nil {
		t.Fatal(err)
	}
	return p.String(), s.String()
}

// wellFormed checks that every element of a page is closed.
func wellFormed(t *testing.T, page string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(page))
	d.Entity = xml.HTMLEntity
	for {
		if _, err := d.Token(); err == io.EOF {
			return
		} else if err != nil {
			t.Fatalf("the page is not well-formed: %v", err)
		}
	}
}

// TestPages writes pages of games of all kinds, whole ones and those that were
// stopped before anything was played.
func TestPages(t *testing.T) {
	subjects := map[string]report.Subject{
		"ladder":            {Game: ladder()},
		"duel":              realtimeGame(t, "duel"),
		"kuhnpoker":         {Game: playertest.Open(t, "kuhnpoker")},
		"rockpaperscissors": {Game: playertest.Open(t, "rockpaperscissors")},
		"minority":          {Game: playertest.Open(t, "minority")},
		"mastermind-small":  {Game: playertest.Open(t, "mastermind-small")},
		"eightpuzzle":       {Game: playertest.Open(t, "eightpuzzle")},
		"tictactoe-rbg":     {Game: playertest.Open(t, "tictactoe-rbg")},
	}
	for name, s := range subjects {
		s.About.Name = name
		for _, count := range []int{-1, 2} {
			opt := options("auto", count, count)
			opt.NewTimed = func() realtime.Player { return realtime.NewSearch() }
			page, text := write(t, collect(t, s, opt, report.Shard{Of: 1}))
			wellFormed(t, page)
			if strings.Contains(page, "NaN") || strings.Contains(page, "+Inf") || strings.Contains(text, "NaN") {
				t.Errorf("%s: the page has a number that is none", name)
			}
			if !strings.HasPrefix(text, name+": ") {
				t.Errorf("%s: the summary is\n%s", name, text)
			}
		}
	}
}

func TestHostileTexts(t *testing.T) {
	const evil = `</title></svg><script>alert("x")</script><img src=x onerror='alert(1)'>`
	g := ladder()
	g.RoleNames = []string{evil, "y"}
	s := report.Subject{Game: g, About: report.About{Name: evil, Title: evil, Picture: evil, Facts: []report.Fact{{Name: evil, Text: evil}}}}
	opt := options("random", 100, 4)
	opt.Player = evil
	page, _ := write(t, collect(t, s, opt, report.Shard{Of: 1}))
	wellFormed(t, page)
	for _, bad := range []string{"<script", "<img src=x", "</title></svg>"} {
		if strings.Contains(page, bad) {
			t.Errorf("the page has %s", bad)
		}
	}
	if !strings.Contains(page, "&lt;script&gt;") {
		t.Error("the page does not show the texts at all")
	}
}

func TestPageSaysWhatIsMissing(t *testing.T) {
	d := collect(t, report.Subject{Game: ladder()}, options("random", 100, 4), report.Shard{Of: 2})
	page, text := write(t, d)
	if !strings.Contains(page, "stopped early: 64 of 100 random plays") || !strings.Contains(text, "stopped early: 64 of 100 random plays") {
		t.Errorf("neither the page nor the summary says that half is missing:\n%s", text)
	}
}
