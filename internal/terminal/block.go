package terminal

import (
	"slices"
	"strings"

	"charm.land/lipgloss/v2"
)

// A block is a list of lines of styled text.
type block []string

// textBlock makes a block of a text. It wraps lines that are too wide, except the lines
// before the first empty line if there is one, which are a drawing.
func textBlock(text string, width int) block {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	drawing := drawn(lines)
	b := block(slices.Clip(lines[:drawing]))
	for _, line := range lines[drawing:] {
		b = append(b, wrap(line, width)...)
	}
	return b
}

// drawn returns the number of lines that are a drawing.
func drawn(lines []string) int {
	for i, line := range lines {
		if strings.TrimSpace(line) == "" {
			return i
		}
	}
	return 0
}

// drawnWidth returns the width of the drawing in a text.
func drawnWidth(text string) int {
	lines := strings.Split(text, "\n")
	return textWidth(strings.Join(lines[:drawn(lines)], "\n"))
}

// textWidth returns the width of a text.
func textWidth(text string) int {
	widest := 0
	for line := range strings.SplitSeq(text, "\n") {
		widest = max(widest, lipgloss.Width(line))
	}
	return widest
}

// itemGap separates the items of a list, between which lines are preferably broken.
const itemGap = "   "

// wrap breaks a line between items, or at blanks if there are no items.
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

// fit returns a block of exactly the given size, cut off or filled with blanks.
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

// fitLine returns a line of exactly the given width.
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

// window returns the visible part of a scrolled block, and its first row, which is at
// most that of the last full window.
func (b block) window(row, height int) (block, int) {
	row = max(min(row, len(b)-height), 0)
	return b[row:min(row+height, len(b))], row
}

// beside joins two blocks of the same height side by side.
func (b block) beside(other block, gap string) block {
	out := make(block, len(b))
	for i := range b {
		out[i] = b[i] + gap + other[i]
	}
	return out
}
