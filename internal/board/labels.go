package board

import (
	"strconv"
	"strings"

	"ludex/internal/picture"
)

// readPair reads the label of a cell whose coordinates are numbers, such as (3,4) or (3,4,x).
func readPair(label string) (column, row, third string, ok bool) {
	inner, opened := strings.CutPrefix(label, "(")
	inner, closed := strings.CutSuffix(inner, ")")
	column, inner, ok = strings.Cut(inner, ",")
	row, third, more := strings.Cut(inner, ",")
	ok = ok && opened && closed && isNumber(column, 2) && isNumber(row, 3)
	return column, row, third, ok && (!more || third != "" && !strings.ContainsAny(third, "()"))
}

// isNumber reports whether a text is a number of so many digits at most.
func isNumber(text string, digits int) bool {
	return text != "" && len(text) <= digits && strings.Trim(text, "0123456789") == ""
}

// chessLabel writes the label of a cell as players do: the column as a letter, then the
// row. A third coordinate follows in brackets. Other labels stay as they are.
func chessLabel(label string) string {
	number, row, third, ok := readPair(label)
	if !ok {
		return label
	}
	column := letter(number)
	switch {
	case column == "":
		return label
	case third != "":
		return column + row + " (" + third + ")"
	}
	return column + row
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
