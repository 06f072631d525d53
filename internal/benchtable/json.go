package benchtable

import (
	"encoding/json"
	"io"
)

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
