package library_test

import (
	"maps"
	"slices"
	"strings"

	"ludex/library"
)

// sortedKeys returns the keys of a map in order.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// boardRows reads the rows of a board from the rules of a game, with a character for
// each piece and a blank between rows.
func boardRows(name string, character func(piece string) string) string {
	g, _ := library.Lookup(name)
	_, text, _ := strings.Cut(string(g.Rules()), "#board = rectangle(up, down, left, right,")
	text, _, _ = strings.Cut(text, ")")
	var rows []string
	for line := range strings.Lines(text) {
		row := ""
		for piece := range strings.SplitSeq(strings.Trim(strings.TrimSpace(line), "[]"), ",") {
			if piece = strings.TrimSpace(piece); piece != "" {
				row += character(piece)
			}
		}
		rows = append(rows, row)
	}
	return strings.Join(rows, " ")
}
