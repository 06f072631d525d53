package terminal

import "charm.land/lipgloss/v2"

// styles are the styles of parts of the screen. Without colours they differ in weight
// only.
type styles struct {
	color                                                 bool
	header, strong, weak, selected, problem, value, plain lipgloss.Style
}

func newStyles(color bool) styles {
	plain := lipgloss.NewStyle()
	s := styles{
		color: color, plain: plain,
		header: plain.Reverse(true), strong: plain.Bold(true), weak: plain.Faint(true),
		selected: plain.Reverse(true), problem: plain.Bold(true), value: plain,
	}
	if color {
		s.strong = s.strong.Foreground(lipgloss.Green)
		s.problem = plain.Foreground(lipgloss.Yellow)
		s.value = plain.Foreground(lipgloss.Cyan)
	}
	return s
}
