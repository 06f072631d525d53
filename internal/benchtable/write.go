package benchtable

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"ludex/internal/benchmark"
)

// noDescription marks games without a description in a language.
const noDescription = "no description"

// nothing marks descriptions without a measurement.
const nothing = "–"

// A Style says how a table is written.
type Style struct {
	Markdown bool
	Counts   bool // add a table of what was counted
	// Against, if it is not nil, is added as another table.
	Against *Comparison
}

// Write writes the table with its footnotes, the set-up times and what the style
// requires.
func (t *Table) Write(w io.Writer, style Style) error {
	out := writer{w: w, markdown: style.Markdown}
	out.grid(t.speeds())
	for _, f := range t.Footnotes() {
		out.line(f.Mark + " " + f.Text)
	}
	out.line(fmt.Sprintf("States per %s, one thread. Perft: root, inner nodes and leaves; flat MC: moves applied.", t.Machine.second()))
	out.line(fmt.Sprintf("%s; about %s s for each number.", t.Machine, strconv.FormatFloat(t.Seconds, 'g', 3, 64)))
	out.heading("Set-up, in seconds of the clock")
	out.grid(t.setups())
	if style.Counts {
		out.heading("What was counted")
		out.grid(t.counts())
	}
	if style.Against != nil {
		out.heading("Against " + style.Against.Source)
		out.grid(style.Against.grid())
		out.line(fmt.Sprintf("How many times as fast, at most %d; means are geometric.", maxRatio))
	}
	if notes := t.Notes(); len(notes) > 0 {
		out.heading("Notes")
		for _, n := range notes {
			out.line(n)
		}
	}
	return out.err
}

// A writer writes the parts of a table until there is an error.
type writer struct {
	w        io.Writer
	markdown bool
	// afterGrid says that Markdown needs a blank line before the next text.
	afterGrid bool
	err       error
}

func (w *writer) print(s string) {
	if w.err == nil {
		_, w.err = io.WriteString(w.w, s)
	}
}

func (w *writer) grid(g *grid) {
	w.separate()
	switch {
	case w.err != nil:
	case w.markdown:
		w.err = g.writeMarkdown(w.w)
		w.afterGrid = true
	default:
		w.err = g.write(w.w)
	}
}

// separate writes the blank line that Markdown needs after a table.
func (w *writer) separate() {
	if w.afterGrid {
		w.print("\n")
		w.afterGrid = false
	}
}

// line writes a line of text, in Markdown an item of a list.
func (w *writer) line(s string) {
	if w.markdown {
		w.separate()
		s = "* " + escapeMarkdown(s)
	}
	w.print(s + "\n")
}

func (w *writer) heading(s string) {
	w.afterGrid = false
	if w.markdown {
		w.print("\n**" + escapeMarkdown(s) + "**\n\n")
		return
	}
	w.print("\n" + s + "\n")
}

// speeds lays out the paper's table.
func (t *Table) speeds() *grid {
	g := &grid{groups: []group{{"", 1}, {"", 1}}, heads: []string{"game", "straightness"}}
	for _, c := range t.Columns {
		g.groups = append(g.groups, group{c.String(), 2})
		g.heads = append(g.heads, "perft", "flat MC")
	}
	for i := range t.Rows {
		r := &t.Rows[i]
		row := []text{{r.Game, 1}, {r.straightness(), 1}}
		g.rows = append(g.rows, append(row, t.languages(r, 2, func(k int) []text {
			perftMark, flatMark := r.marks(t.Columns[k].Language)
			perft, flat := nothing, nothing
			if c := r.Cells[k]; c != nil && c.Perft != nil {
				perft = benchmark.Quantity(c.Perft.Rate) + perftMark
			}
			if c := r.Cells[k]; c != nil && c.Flat != nil {
				flat = benchmark.Quantity(c.Flat.Rate) + flatMark
			}
			return []text{{perft, 1}, {flat, 1}}
		})...))
	}
	return g
}

// setups lays out the set-up times of engines.
func (t *Table) setups() *grid {
	g := &grid{groups: []group{{"", 1}}, heads: []string{"game"}}
	for _, c := range t.Columns {
		g.groups = append(g.groups, group{"", 1})
		g.heads = append(g.heads, c.String())
	}
	for i := range t.Rows {
		r := &t.Rows[i]
		row := []text{{r.Game, 1}}
		g.rows = append(g.rows, append(row, t.languages(r, 1, func(k int) []text {
			if c := r.Cells[k]; c != nil && (c.Perft != nil || c.Flat != nil) {
				return []text{{strconv.FormatFloat(c.SetupSeconds, 'f', 3, 64), 1}}
			}
			return []text{{nothing, 1}}
		})...))
	}
	return g
}

// languages lays out the cells of a row, each in a number of columns, with one
// remark over all columns of a language without a description.
func (t *Table) languages(r *Row, width int, cell func(column int) []text) []text {
	var out []text
	for k := 0; k < len(t.Columns); {
		l := t.Columns[k].Language
		end := k
		for end < len(t.Columns) && t.Columns[end].Language == l {
			end++
		}
		if !r.describedIn(l) {
			out = append(out, text{noDescription, width * (end - k)})
			k = end
			continue
		}
		for ; k < end; k++ {
			out = append(out, cell(k)...)
		}
	}
	return out
}

// counts lays out the exact counts.
func (t *Table) counts() *grid {
	g := &grid{
		groups: []group{{"", 1}, {"", 2}, {"perft", 5}, {"flat MC", 3}},
		heads:  []string{"game", "engine", "description", "depth", "leaves", "states", "times", "CPU s", "playouts", "states", "CPU s"},
	}
	for i := range t.Rows {
		r := &t.Rows[i]
		for _, c := range r.Cells {
			if c == nil || c.Perft == nil && c.Flat == nil {
				continue
			}
			row := []text{{r.Game, 1}, {c.String(), 1}, {r.description(c.Language), 1}}
			if p := c.Perft; p != nil {
				row = append(row, whole(uint64(p.Depth)), whole(p.Leaves), whole(p.States), whole(uint64(p.Repeats)), seconds(p.CPU))
			} else {
				row = append(row, text{nothing, 5})
			}
			if f := c.Flat; f != nil {
				row = append(row, whole(f.Playouts), whole(f.States), seconds(f.CPU))
			} else {
				row = append(row, text{nothing, 3})
			}
			g.rows = append(g.rows, row)
		}
	}
	return g
}

// description names what is measured in a language.
func (r *Row) description(l Language) string {
	if l == GDL {
		return r.GDL
	}
	if r.Perft != "" {
		return r.Perft + ", " + r.RBG
	}
	return r.RBG
}

func seconds(x float64) text { return text{strconv.FormatFloat(x, 'f', 3, 64), 1} }

// whole writes a number with commas between thousands.
func whole(n uint64) text {
	s := strconv.FormatUint(n, 10)
	var b strings.Builder
	for i, r := range s {
		if i > 0 && (len(s)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(r)
	}
	return text{b.String(), 1}
}

// WriteJSON writes the table with all counts, and the comparison of the style.
func (t *Table) WriteJSON(w io.Writer, style Style) error {
	all := struct {
		*Table
		Footnotes []Footnote  `json:"footnotes,omitempty"`
		Against   *Comparison `json:"against,omitempty"`
	}{t, t.Footnotes(), style.Against}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(all)
}
