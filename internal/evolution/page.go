package evolution

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"

	"ludex/internal/chart"
	"ludex/internal/trial"
)

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("evolution").Parse(pageText))

// A Listed is a game on the page of a run.
type Listed struct {
	*Candidate `json:"candidate"`
	History    []string `json:"history"`
	// Nearest is the known game that is most alike, Words in how many words they differ, and
	// Diff the difference of the texts.
	Nearest string `json:"nearest,omitempty"`
	Words   int    `json:"words"`
	Diff    string `json:"diff,omitempty"`
	// Rules, Network, Report and Page are names of files beside the page, "" if there are none.
	Rules   string `json:"rules,omitempty"`
	Network string `json:"network,omitempty"`
	Report  string `json:"report,omitempty"`
	Page    string `json:"page,omitempty"`
}

// shown are the measures on the page.
var shown = []string{"advantage", "draws", "length", "branching", "drama", "lead-changes", "decisiveness", "depth", "skill", "learned"}

// Shown returns the figures of the game that a page has.
func (l *Listed) Shown() []trial.Figure {
	var list []trial.Figure
	for _, name := range shown {
		if f := l.latest().Figure(name); f != nil && f.Value.N > 0 {
			list = append(list, *f)
		}
	}
	return list
}

// WritePage writes what a run has found as a page of HTML.
func (r *Run) WritePage(w io.Writer, list []*Listed) error {
	var picture bytes.Buffer
	if err := r.Map().WriteSVG(&picture); err != nil {
		return err
	}
	counts, copies := r.Counts()
	return pageTemplate.Execute(w, struct {
		*Run
		Map       template.HTML
		Tiers     []Count
		Copies    int
		Mutants   int
		List      []*Listed
		Originals []*Candidate
	}{r, template.HTML(picture.String()), counts, copies, len(r.All) - len(r.Seeds), list, r.originals()})
}

// originals returns the games on the map with which the run began.
func (r *Run) originals() []*Candidate {
	var list []*Candidate
	for _, c := range r.Archive.All() {
		if c.Parent < 0 {
			list = append(list, c)
		}
	}
	return list
}

// Map draws the archive.
func (r *Run) Map() chart.Grid {
	n := r.Archive.Size()
	g := chart.Grid{Frame: chart.Frame{Title: "The best game of each cell, by quality", Width: 760, Height: 560,
		X: chart.Axis{Label: r.Settings.X + ": percentile among the games of the library"}, Y: chart.Axis{Label: r.Settings.Y + ": percentile"}}}
	for i := range n {
		name := fmt.Sprintf("%d", int(math.Round(100*float64(i)/float64(n))))
		g.Columns, g.Rows = append(g.Columns, name), append(g.Rows, name)
	}
	for cell, c := range r.Archive.All() {
		g.Cells = append(g.Cells, chart.GridCell{Column: cell.X, Row: cell.Y, Value: c.Result.Quality, Text: fmt.Sprint(c.Number),
			Title: fmt.Sprintf("game %d, from %s, quality %.2f", c.Number, c.Name, c.Result.Quality)})
	}
	return g
}
