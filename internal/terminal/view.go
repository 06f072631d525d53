package terminal

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"ludex/internal/session"
)

// frameLines is the number of lines outside the body: header, status, message, input
// and help.
const frameLines = 5

// View implements [tea.Model].
func (m *model) View() tea.View {
	body := m.body(m.width, max(m.height-frameLines, 0))
	lines := append(block{m.header(), m.status()}, body...)
	lines = append(lines, m.style.problem.Render(m.message), "> "+m.input, m.keys())
	v := tea.NewView(strings.Join(lines.fit(m.width, min(len(lines), m.height)), "\n"))
	v.AltScreen = true
	v.WindowTitle = "ludex: " + m.session.Title()
	if row := len(lines) - 2; row < m.height {
		v.Cursor = tea.NewCursor(min(2+lipgloss.Width(m.input), m.width-1), row)
	}
	return v
}

// header says which player has which role.
func (m *model) header() string {
	text := fmt.Sprintf(" %s: %s", m.session.Title(), m.session.Text().Players())
	return m.style.header.Render(fitLine(text, m.width))
}

// spinner shows that a player is thinking.
var spinner = []rune("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏")

// status says whose turn it is, and shows the clock.
func (m *model) status() string {
	turn := m.session.Text().Turn()
	spent := m.now().Sub(m.session.Began())
	switch m.session.Phase() {
	case session.Over:
		return " " + m.style.strong.Render(turn) + m.style.weak.Render("  ^N begins a new game")
	case session.Others:
		text := fmt.Sprintf(" %c %s", spinner[m.frame%len(spinner)], turn)
		if m.session.Began().IsZero() { // no role has to decide
			return text
		}
		return text + m.style.weak.Render("  "+clockText(spent, m.session.Clock()))
	}
	return " " + m.style.strong.Render(turn) + m.style.weak.Render(fmt.Sprintf("  step %d  %s", m.session.Steps()+1, clockText(spent, 0)))
}

// clockText shows the time spent, and the clock unless it is 0.
func clockText(spent, clock time.Duration) string {
	spent = max(spent, 0)
	if clock > 0 {
		return fmt.Sprintf("%.1f s of %v", spent.Seconds(), clock)
	}
	return fmt.Sprintf("%d:%02d", int(spent.Minutes()), int(spent.Seconds())%60)
}

// keys returns the line of help at the bottom.
func (m *model) keys() string {
	var parts []string
	for _, s := range shortcuts {
		parts = append(parts, s.label+" "+string(s.command))
	}
	text := ""
	for _, p := range append(parts, "Tab complete", "↑↓ choose") {
		if lipgloss.Width(text)+2+lipgloss.Width(p) <= m.width {
			text += " " + p
		}
	}
	return m.style.weak.Render(text)
}

// Widths in the body: the minimum of the panel, the width of lines below the drawing,
// and the gap.
const (
	panelWidth  = 26
	legendWidth = 40
	gapWidth    = 2
)

// body lays out board and panel, side by side or one below the other on a narrow
// screen.
func (m *model) body(width, height int) block {
	if m.help {
		return m.helpText(width).fit(width, height)
	}
	text := m.drawing(width)
	board := max(drawnWidth(text), min(textWidth(text), legendWidth, width-panelWidth-gapWidth))
	if rest := width - board - gapWidth; rest >= panelWidth {
		return m.boardBlock(text, board, height).beside(m.panel(rest, height), strings.Repeat(" ", gapWidth))
	}
	lower := min(max(height/3, 6), (height+1)/2)
	upper := m.boardBlock(text, width, height-lower)
	return append(upper, m.panel(width, lower)...)
}

// drawing returns the board as text, redrawn if it has changed.
func (m *model) drawing(width int) string {
	if m.board == "" || m.boardWidth != width {
		m.board, m.boardWidth = m.session.Text().Board(m.style.color, min(width, 48)), width
	}
	return m.board
}

// boardBlock returns the visible part of the board.
func (m *model) boardBlock(text string, width, height int) block {
	all := textBlock(text, width)
	if m.boardColumn > 0 {
		for i, line := range all {
			all[i] = cutLeft(line, min(m.boardColumn, max(lipgloss.Width(line)-width, 0)))
		}
	}
	part, row := all.window(m.boardRow, height)
	m.boardRow = row
	part = part.fit(width, height)
	if len(all) > height && height > 1 {
		note := fmt.Sprintf("lines %d to %d of %d: PgUp, PgDn", row+1, row+height-1, len(all))
		part[height-1] = fitLine(m.style.weak.Render(note), width)
	}
	return part
}

// cutLeft removes columns at the left of a line, with their styles.
func cutLeft(line string, columns int) string {
	if columns == 0 {
		return line
	}
	var plain []rune
	styled := false
	for _, r := range line {
		switch {
		case r == '\x1b':
			styled = true
		case styled:
			styled = r != 'm' // 'm' ends the escape sequence
		default:
			plain = append(plain, r)
		}
	}
	return string(plain[min(columns, len(plain)):])
}

// helpText lists the keys and commands.
func (m *model) helpText(width int) block {
	lines := block{"", "Type a number or the beginning of a move; Enter makes it."}
	lines = append(lines, wrap("Tab completes, the arrow keys choose from the list, Esc clears the line, PgUp and PgDn scroll the board, Ctrl-C leaves.", width)...)
	lines = append(lines, "Keys, and words that can be typed instead (a colon before them never hurts):", "")
	for _, w := range session.Words() {
		label := ""
		for _, s := range shortcuts {
			if s.command == w.Command {
				label = s.label
			}
		}
		lines = append(lines, fmt.Sprintf("  %-4s%-8s%s", label, w.Command, w.Doc))
	}
	lines = append(lines, "", "In an evaluation, ! marks what is proved. Esc goes back to the game.", "")
	for _, note := range m.session.PlayerNotes() {
		lines = append(lines, wrap(note, width)...)
	}
	return lines
}

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
