package benchtable

import (
	"fmt"
	"strconv"

	"ludex/rbg/rbgcheck"
)

// A Table holds the measurements.
type Table struct {
	Machine Machine  `json:"machine"`
	Seconds float64  `json:"seconds_per_measurement"` // that were asked for
	Columns []Column `json:"columns"`
	Rows    []Row    `json:"rows"`
	// Complete is false if the measuring was stopped.
	Complete bool `json:"complete"`
}

// A Column is an engine for a language.
type Column struct {
	Language Language `json:"language"`
	Engine   string   `json:"engine"`
}

// A Row is a game.
type Row struct {
	Game  string `json:"game"`
	Paper bool   `json:"paper"` // whether it is in the paper's table
	// The names of the descriptions; "" if there is none.
	RBG   string `json:"rbg,omitempty"`
	GDL   string `json:"gdl,omitempty"`
	Perft string `json:"rbg_perft,omitempty"` // whose tree is counted, if that is another boardgame
	// Straightness is the straightness of the boardgame.
	Straightness *rbgcheck.Numbers `json:"straightness,omitempty"`
	// AtMost bounds it where the form of the rules does not.
	AtMost *rbgcheck.Numbers `json:"at_most,omitempty"`
	// Cells has one for each column. It is nil if nothing was measured there,
	// since there is no description or the measuring was stopped.
	Cells []*Cell `json:"cells"`

	entry *entry
}

// A Cell holds the measurements of one game on one engine.
type Cell struct {
	Column
	// SetupSeconds is how long it took to prepare the engine, by the clock.
	SetupSeconds float64 `json:"setup_seconds"`
	Perft        *Perft  `json:"perft,omitempty"`
	Flat         *Flat   `json:"flat,omitempty"`
	// Notes say why something is missing.
	Notes []string `json:"notes,omitempty"`
}

// A Footnote explains a mark.
type Footnote struct {
	Mark string `json:"mark"`
	Text string `json:"text"`
}

// describedIn reports whether the game has a description in a language.
func (r *Row) describedIn(l Language) bool {
	if l == RBG {
		return r.RBG != ""
	}
	return r.GDL != ""
}

// marks returns the footnote marks of a game's speeds in a language.
func (r *Row) marks(l Language) (perft, flat string) {
	if r.entry == nil || !r.describedIn(l) {
		return "", ""
	}
	n := r.entry.of(l)
	return n.perftMark + n.mark, n.mark
}

// Footnotes returns the footnotes of the table's marks.
func (t *Table) Footnotes() []Footnote {
	used := map[string]bool{}
	for i := range t.Rows {
		for _, c := range t.Columns {
			if r := &t.Rows[i]; r.entry != nil && r.describedIn(c.Language) {
				n := r.entry.of(c.Language)
				used[n.perftMark], used[n.mark] = true, true
			}
		}
	}
	var all []Footnote
	for _, f := range footnotes {
		if used[f.Mark] {
			all = append(all, f)
		}
	}
	for i := range t.Rows {
		if t.Rows[i].straightness() == unbounded {
			return append(all, Footnote{unbounded, "a star that changes the board can be gone round any number of times, by the form of the rules alone"})
		}
	}
	return all
}

// unbounded is the text for an unbounded straightness.
const unbounded = "∞"

// straightness writes the straightness as in the paper's table.
func (r *Row) straightness() string {
	switch {
	case r.Straightness == nil || r.Straightness.Main == rbgcheck.None:
		return "–"
	case r.Straightness.Main != rbgcheck.Unbounded:
	case r.AtMost != nil && r.AtMost.Main != rbgcheck.Unbounded:
		return "≤ " + strconv.Itoa(r.AtMost.Main)
	default:
		return unbounded
	}
	return strconv.Itoa(r.Straightness.Main)
}

// Notes returns why cells are empty, one line each.
func (t *Table) Notes() []string {
	var all []string
	for _, r := range t.Rows {
		for _, c := range r.Cells {
			if c == nil {
				continue
			}
			for _, n := range c.Notes {
				all = append(all, fmt.Sprintf("%s, %s: %s", r.Game, c.Column, n))
			}
		}
		all = append(all, r.disagreements()...)
	}
	if !t.Complete {
		all = append(all, "the measuring was stopped before the table was complete")
	}
	return all
}

// disagreements returns where engines have counted one tree to one depth with
// different results: one of them is wrong, and its speed has no meaning.
func (r *Row) disagreements() []string {
	var all []string
	for i, c := range r.Cells {
		for _, d := range r.Cells[:i] {
			if c == nil || d == nil || c.Perft == nil || d.Perft == nil || c.Language != d.Language || c.Perft.Depth != d.Perft.Depth {
				continue
			}
			if c.Perft.States != d.Perft.States || c.Perft.Leaves != d.Perft.Leaves {
				all = append(all, fmt.Sprintf("%s, %s: perft has %d states at depth %d, but %d on %s: one of the engines is wrong",
					r.Game, c.Column, c.Perft.States, c.Perft.Depth, d.Perft.States, d.Column))
			}
		}
	}
	return all
}

// String names a column.
func (c Column) String() string {
	if c.Language == RBG {
		return "RBG " + c.Engine
	}
	return "GDL " + c.Engine
}
