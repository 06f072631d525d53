package tournament

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
)

// TestPage checks that pages of all kinds are well formed, show what they should,
// and that names cannot break them.
func TestPage(t *testing.T) {
	for _, kind := range Kinds {
		c := config(kind, 5, 2, 2)
		c.Players[1].Name = `<script>alert("x")</script>&`
		played := 0
		s, results := c.finish(t, func(f Fixture) []int {
			played++
			return []int{100 * (played % 2), 50}
		})
		for key, res := range results {
			res.Faults = []int{0, 2, 0}
			results[key] = res
		}
		p := &Progress{Config: c, Schedule: s, Results: results, Done: len(results)}
		text := render(t, p)
		for _, want := range []string{"&lt;script&gt;", "finished", "Standings", "Cross table", "Ratings: all games", "Ratings: game1", s.Fixtures[0].Key} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q", kind, want)
			}
		}
		if strings.Contains(text, "<script") || strings.Contains(text, "http-equiv") {
			t.Errorf("%s: the page has a script or is read again", kind)
		}
		p = &Progress{Config: c, Schedule: c.Schedule(nil), Results: Results{}, Running: s.Fixtures[:1], Failed: []Failure{{s.Fixtures[1], errors.New("<b>")}}}
		text = render(t, p)
		if !strings.Contains(text, "http-equiv") || !strings.Contains(text, "&lt;b&gt;") {
			t.Errorf("%s: %s", kind, text)
		}
	}
}

// render returns a page after it has been read like XML.
func render(t *testing.T, p *Progress) string {
	t.Helper()
	var out bytes.Buffer
	if err := Page(&out, p); err != nil {
		t.Fatal(err)
	}
	d := xml.NewDecoder(bytes.NewReader(out.Bytes()))
	d.Entity = xml.HTMLEntity
	for {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			return out.String()
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, out.String())
		}
	}
}

func TestPoints(t *testing.T) {
	for x, want := range map[float64]string{0: "0", 0.5: "½", 1: "1", 1.5: "1½", 10: "10", 10.5: "10½", 1.0 / 3: "0.33", 2.9999999999: "3"} {
		if got := Points(x); got != want {
			t.Errorf("%v is written %q", x, got)
		}
	}
}
