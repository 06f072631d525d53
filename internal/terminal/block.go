package terminal

import (
	"slices"
	"strings"

	"charm.land/lipgloss/v2"
)

// A block is lines of text with styles in them.
type block []string

// textBlock makes a block of a text. Lines that are too wide are wrapped, except
// those before the first empty line if there is one, which are a drawing.
func textBlock(text string, width int) block {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	drawing := drawn(lines)
	b := block(slices.Clip(lines[:drawing]))
	for _, line := range lines[drawing:] {
		b = append(b, wrap(line, width)...)
	}
	return b
}

// drawn returns how many lines are a drawing.
func drawn(lines []string) int {
	for i, line := range lines {
		if strings.TrimSpace(line) == "" {
			return i
		}
	}
	return 0
}

// drawnWidth returns how wide the drawing in a text is.
func drawnWidth(text string) int {
	lines := strings.Split(text, "\n")
	return textWidth(strings.Join(lines[:drawn(lines)], "\n"))
}

// textWidth returns how wide a text is.
func textWidth(text string) int {
	widest := 0
	for line := range strings.SplitSeq(text, "\n") {
		widest = max(widest, lipgloss.Width(line))
	}
	return widest
}

// itemGap is what stands between the items of a list that are better kept whole.
const itemGap = "   "

// wrap breaks a line, between items if it has any and at blanks otherwise.
func wrap(line string, width int) []string {
	if lipgloss.Width(line) <= width || width < 1 {
		return []string{line}
	}
	var out []string
	for item := range strings.SplitSeq(line, itemGap) {
		if n := len(out) - 1; n >= 0 && lipgloss.Width(out[n]+itemGap+item) <= width {
			out[n] += itemGap + item
			continue
		}
		out = append(out, strings.Split(lipgloss.Wrap(item, width, ""), "\n")...)
	}
	return out
}

// fit returns a block of exactly the given size: what is too much is cut off, and
// what is missing is blank.
func (b block) fit(width, height int) block {
	out := make(block, max(height, 0))
	for i := range out {
		line := ""
		if i < len(b) {
			line = b[i]
		}
		out[i] = fitLine(line, width)
	}
	return out
}

// fitLine makes a line as wide as given.
func fitLine(line string, width int) string {
	if width <= 0 {
		return ""
	}
	w := lipgloss.Width(line)
	if w > width {
		line = lipgloss.NewStyle().Inline(true).MaxWidth(width).Render(line)
		w = lipgloss.Width(line)
	}
	return line + strings.Repeat(" ", max(width-w, 0))
}

// window returns the part of a block that is scrolled into sight, and the row that
// it begins with, which is never beyond the last full window.
func (b block) window(row, height int) (block, int) {
	row = max(min(row, len(b)-height), 0)
	return b[row:min(row+height, len(b))], row
}

// beside puts two blocks of the same height beside each other.
func (b block) beside(other block, gap string) block {
	out := make(block, len(b))
	for i := range b {
		out[i] = b[i] + gap + other[i]
	}
	return out
}
