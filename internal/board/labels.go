package board

import (
	"regexp"
	"strconv"

	"ludex/internal/picture"
)

// pairSyntax is the label of a cell whose coordinates are numbers.
var pairSyntax = regexp.MustCompile(`^\((\d{1,2}),(\d{1,3})(?:,([^()]+))?\)$`)

// chessLabel writes the label of a cell as players do: the column as a letter, then the
// row. A third coordinate follows in brackets. Other labels stay as they are.
func chessLabel(label string) string {
	m := pairSyntax.FindStringSubmatch(label)
	if m == nil {
		return label
	}
	column := letter(m[1])
	if column == "" {
		return label
	}
	if m[3] != "" {
		return column + m[2] + " (" + m[3] + ")"
	}
	return column + m[2]
}

// letter returns the letter of a column that is a number from 1, or "".
func letter(number string) string {
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || n > 26 {
		return ""
	}
	return string(rune('a' + n - 1))
}

// labelColumns labels the cells and columns of a board whose coordinates are numbers with
// letters, if all columns have one.
func labelColumns(sh *picture.Sheet) {
	names := make([]string, len(sh.Cells))
	for i := range sh.Cells {
		if names[i] = chessLabel(sh.Cells[i].Name); names[i] == sh.Cells[i].Name {
			return
		}
	}
	for i, name := range names {
		sh.Cells[i].Name = name
	}
	for i := range sh.Labels {
		if l := &sh.Labels[i]; l.Anchor == picture.Middle && letter(l.Text) != "" {
			l.Text = letter(l.Text)
		}
	}
}
