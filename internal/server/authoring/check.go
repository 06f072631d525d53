package authoring

import (
	"context"
	"fmt"

	"ludex/internal/server/gamecache"
	"ludex/rules"
	"ludex/source"
)

// A Finding is a diagnostic for browsers: its positions are offsets in UTF-16 code
// units.
type Finding struct {
	Code     string   `json:"code"`
	Severity string   `json:"severity"`
	Message  string   `json:"message"`
	Line     int      `json:"line"`
	Column   int      `json:"column"`
	Start    int      `json:"start"`
	End      int      `json:"end"`
	Notes    []string `json:"notes,omitempty"`
	Fixes    []Repair `json:"fixes,omitempty"`
}

// A Repair is a fix for browsers to apply.
type Repair struct {
	Message string `json:"message"`
	Edits   []Edit `json:"edits"`
}

// An Edit replaces a part of the text.
type Edit struct {
	Start int    `json:"start"`
	End   int    `json:"end"`
	New   string `json:"new"`
}

// A Checked text has its problems, and what the text tells about the game.
type Checked struct {
	OK          bool            `json:"ok"`
	Summary     string          `json:"summary"`
	Language    string          `json:"language"`
	Syntax      string          `json:"syntax"`
	About       gamecache.About `json:"about"`
	Diagnostics []Finding       `json:"diagnostics"`
}

// Check checks the text of a game.
func Check(ctx context.Context, e *gamecache.Entry, opt rules.CheckOptions) Checked {
	list := e.Rules.Check(ctx, opt)
	c := Checked{
		OK: !list.HasErrors(), Summary: source.Summary(list), Language: string(e.Rules.Language()), Syntax: "rbg",
		About: e.About(), Diagnostics: Findings(list),
	}
	if e.Rules.GDL != nil {
		c.Syntax = e.Rules.GDL.Syntax.String()
	}
	return c
}

// maxFindings is the number of diagnostics in a response.
const maxFindings = 200

// Findings returns diagnostics for browsers.
func Findings(list *source.List) []Finding {
	at := newUnits(list.File.Text())
	out := []Finding{}
	for _, d := range list.Items {
		if len(out) == maxFindings {
			break
		}
		f := Finding{Code: d.Code.ID, Severity: d.Severity.String(), Message: d.Message}
		if d.Span.IsValid() {
			f.Line, f.Column = list.File.Position(d.Span.Start)
			f.Start, f.End = at.of(d.Span)
		}
		for _, n := range d.Notes {
			text := n.Message
			if n.Span.IsValid() && n.File == nil {
				line, _ := list.File.Position(n.Span.Start)
				text = fmt.Sprintf("line %d: %s", line, text)
			}
			f.Notes = append(f.Notes, text)
		}
		for _, fix := range d.Fixes {
			g := Repair{Message: fix.Message}
			for _, e := range fix.Edits {
				start, end := at.of(e.Span)
				g.Edits = append(g.Edits, Edit{start, end, e.New})
			}
			f.Fixes = append(f.Fixes, g)
		}
		out = append(out, f)
	}
	return out
}
