package terminal

import (
	"fmt"
	"math"
	"strings"

	"charm.land/lipgloss/v2"

	"ludex/game"
	"ludex/internal/session"
)

// panel returns the part beside the board: evaluation, hint, last moves and legal
// moves.
func (m *model) panel(width, height int) block {
	top := m.evaluation(width)
	top = append(top, m.hint(width)...)
	if len(top) > height-4 {
		top = top[:max(height-4, 0)]
	}
	room := height - len(top)
	top = append(top, m.history(width, min(6, max(room/3, 1)))...)
	return append(top, m.list(width, height-len(top))...).fit(width, height)
}

// evaluation shows the expected goals as bars.
func (m *model) evaluation(width int) block {
	if !m.session.Adviser().Evaluating() {
		return nil
	}
	e, ok := m.session.Adviser().Evaluation()
	switch {
	case !ok && m.session.Adviser().Thinking():
		return block{m.style.weak.Render("evaluation: thinking")}
	case !ok:
		return block{m.style.weak.Render("evaluation: none so far")}
	}
	const most = 4 // roles
	g := m.session.Game()
	var out block
	for r, v := range e.Values {
		if game.Role(r) == g.Random() || math.IsNaN(v) || len(out) == most {
			continue
		}
		mark := " "
		if e.Exact[r] {
			mark = "!" // proved
		}
		label := fmt.Sprintf("%-8.8s%3.0f %%%s ", g.Roles()[r], math.Round(v), mark)
		out = append(out, label+m.style.value.Render(bar(v/100, width-lipgloss.Width(label))))
	}
	return out
}

// bar returns a partly filled bar.
func bar(part float64, width int) string {
	width = max(min(width, 40), 0)
	full := int(math.Round(min(max(part, 0), 1) * float64(width)))
	return strings.Repeat("█", full) + strings.Repeat("░", width-full)
}

// hint shows the advice.
func (m *model) hint(width int) block {
	advice, asked := m.session.Adviser().Asked()
	if !asked {
		return nil
	}
	var out block
	for _, line := range m.session.Text().Advice(advice) {
		out = append(out, wrap(line, width)...)
	}
	if advice == nil || !advice.Done {
		out = append(out, fmt.Sprintf("%c hint for %v", spinner[m.frame%len(spinner)], m.session.Clock()))
	}
	return out
}

// history shows the last steps in at most the given number of lines.
func (m *model) history(width, most int) block {
	var steps block
	for i := m.session.Steps() - 1; i >= 0; i-- {
		step := wrap(fmt.Sprintf("%3d. %s", i+1, m.session.Text().Step(i)), width)
		if steps != nil && len(steps)+len(step) >= most {
			break
		}
		steps = append(step, steps...)
	}
	if steps == nil {
		return nil
	}
	return append(block{m.style.weak.Render("last moves")}, steps...)
}

// list shows the moves that match the typed text.
func (m *model) list(width, height int) block {
	all, list := m.session.Choices(), m.matching()
	if len(all) == 0 || height < 2 {
		return nil
	}
	title := fmt.Sprintf("%d legal moves", len(all))
	if len(list) < len(all) {
		title = fmt.Sprintf("%d of %d legal moves", len(list), len(all))
	}
	cell := cellWidth(list, width)
	columns := max(width/cell, 1)
	m.columns = columns
	rows := (len(list) + columns - 1) / columns
	shown := height - 1
	m.scrollList(columns, rows, shown)
	if rows > shown {
		title += fmt.Sprintf(", rows %d to %d of %d", m.listTop+1, m.listTop+shown, rows)
	}
	out := block{m.style.weak.Render(title)}
	for row := m.listTop; row < min(m.listTop+shown, rows); row++ {
		out = append(out, m.listRow(list, row*columns, columns, cell))
	}
	return out
}

// scrollList keeps the selection visible.
func (m *model) scrollList(columns, rows, shown int) {
	if at := m.selected / columns; m.selected >= 0 {
		m.listTop = min(m.listTop, at)
		m.listTop = max(m.listTop, at-shown+1)
	}
	m.listTop = max(min(m.listTop, rows-shown), 0)
}

// listRow shows a row of moves from an index on.
func (m *model) listRow(list []session.Choice, from, columns, cell int) string {
	var b strings.Builder
	for i := from; i < min(from+columns, len(list)); i++ {
		text := fitLine(choiceText(list[i]), cell-1)
		if i == m.selected {
			text = m.style.selected.Render(text)
		}
		b.WriteString(text + " ")
	}
	return b.String()
}

func choiceText(c session.Choice) string { return fmt.Sprintf("%3d %s", c.Number, c.Text) }

// cellWidth returns the width of the columns of a list.
func cellWidth(list []session.Choice, width int) int {
	widest := 1
	for _, c := range list {
		widest = max(widest, lipgloss.Width(choiceText(c)))
	}
	return min(widest+2, max(width, 1))
}

// listColumns returns the number of columns of the list in the last layout.
func (m *model) listColumns() int { return max(m.columns, 1) }
