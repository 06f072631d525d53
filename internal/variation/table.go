package variation

import (
	"fmt"
	"io"
	"strconv"
	"strings"
)

// DefaultMeasures are those that a table shows unless others are asked for.
var DefaultMeasures = []string{"advantage", "draws", "length", "branching", "decisiveness", "skill"}

// WriteTable writes the values and the measures of the variants that were tried, with 95 %
// intervals.
func (s *Sweep) WriteTable(w io.Writer, measures []string) error {
	var head []string
	for _, a := range s.Axes {
		head = append(head, a.Name)
	}
	rows := [][]string{append(head, measures...)}
	for _, v := range s.Variants {
		if v.Result == nil {
			continue
		}
		var row []string
		for _, x := range v.Values {
			row = append(row, strconv.Itoa(x))
		}
		rows = append(rows, append(row, v.columns(measures)...))
	}
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, text := range row {
			if len(row) == len(rows[0]) { // not a message
				widths[i] = max(widths[i], len([]rune(text)))
			}
		}
	}
	for _, row := range rows {
		var line strings.Builder
		for i, text := range row {
			fmt.Fprintf(&line, "  %s%*s", text, max(widths[i]-len([]rune(text)), 0), "")
		}
		if _, err := fmt.Fprintln(w, strings.TrimRight(line.String(), " ")); err != nil {
			return err
		}
	}
	return s.writeNotes(w)
}

// writeNotes writes the notes on variants below the table.
func (s *Sweep) writeNotes(w io.Writer) error {
	for _, v := range s.Variants {
		if v.Result == nil || v.Result.Note == "" {
			continue
		}
		var at []string
		for i, x := range v.Values {
			at = append(at, fmt.Sprintf("%s=%d", s.Axes[i].Name, x))
		}
		if _, err := fmt.Fprintf(w, "  note on %s: %s\n", strings.Join(at, " "), v.Result.Note); err != nil {
			return err
		}
	}
	return nil
}

// columns returns the texts of measures, or one text that says why there are none.
func (v *Variant) columns(measures []string) []string {
	var list []string
	known := false
	for _, name := range measures {
		text := "-"
		if f := v.Result.Figure(name); f != nil && f.Value.N > 0 {
			text, known = f.Text(), true
		}
		list = append(list, text)
	}
	if !known && v.Result.Failed != "" {
		first, _, _ := strings.Cut(v.Result.Failed, "\n")
		return []string{"cannot be played: " + first}
	}
	return list
}
