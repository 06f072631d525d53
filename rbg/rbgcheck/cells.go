package rbgcheck

import (
	"strings"

	"ludex/rbg"
	"ludex/source"
)

var cells = &Check{
	Name:  "cells",
	Doc:   "A play can get to every cell of the board.",
	Codes: []*source.Code{unreachableCells},
	Run:   runCells,
}

var unreachableCells = &source.Code{ID: "RBG077", Severity: source.Warning,
	Title: "cells that no play gets to",
	Doc: `A play begins in the first cell of the board and goes from cell to cell along the
directions that the rules use. No such way leads to these cells, so nothing ever
happens there. Often a row is cut off, or a direction is misspelled or missing:

    #rules = ->white left* {w} ...                     // only the first row
    #rules = ->white (left* + right*) (up* + down*) {w} ...`}

// maxNamedCells is how many unreachable cells are named.
const maxNamedCells = 5

func runCells(p *Pass) {
	board, labels := p.Game.Board, p.use().labels
	seen := make([]bool, len(board.Cells))
	seen[0] = true
	for stack := []int32{0}; len(stack) > 0; {
		c := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for label, edges := range board.Edges {
			if to := edges[c]; labels[label] && to != rbg.NoCell && !seen[to] {
				seen[to] = true
				stack = append(stack, to)
			}
		}
	}
	var names []string
	n := 0
	for c, ok := range seen {
		if ok {
			continue
		}
		if n++; n <= maxNamedCells {
			names = append(names, board.CellText(c))
		}
	}
	if n == 0 {
		return
	}
	if n > maxNamedCells {
		names = append(names, "…")
	}
	p.list.Report(unreachableCells, source.Span{}, "no play gets to %d of the %d cells of the board: %s", n, len(seen), strings.Join(names, ", ")).
		Advise("a play begins in %s and follows the directions that the rules use", board.CellText(0))
}
