package gogen

import (
	"fmt"
	"strings"

	"ludex/internal/rbgengine/compiled/gogen/gocode"
	"ludex/rbg"
)

// textFile returns the file that writes and reads moves as text, in the format of the
// other engines.
func textFile(g *rbg.Game, opt Options) *gocode.File {
	join := ""
	if g.Board.Shape == rbg.Graph {
		join = "-"
	}
	placed := make([]int32, len(g.Modifiers))
	for k, m := range g.Modifiers {
		switch m.Kind {
		case rbg.Off:
			placed[k] = int32(m.Piece)
		case rbg.Assign:
			placed[k] = -1
		default:
			placed[k] = -2
		}
	}
	var b gocode.Builder
	b.Text(expand("text.go", map[string]string{"Join": join, "Placed": numbers(placed),
		"Cells": quoted(len(g.Board.Cells), g.Board.CellText)}), "cmp", "errors", "slices", "strconv", "strings")
	return &gocode.File{Header: generatedHeader, Package: opt.Package, Fragment: b.Take()}
}

// quoted returns a list of texts, eight to a line.
func quoted(n int, text func(int) string) string {
	var b strings.Builder
	for k := range n {
		switch {
		case k == 0:
		case k%8 == 0:
			b.WriteString(",\n")
		default:
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%q", text(k))
	}
	return b.String()
}
