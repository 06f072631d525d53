package terminal

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"ludex/internal/session"
)

// shortcuts are keys for commands, which can also be typed.
var shortcuts = []struct {
	key, label string
	command    session.Command
}{
	{"f1", "F1", session.DoHelp},
	{"ctrl+z", "^Z", session.DoUndo},
	{"ctrl+t", "^T", session.DoHint},
	{"ctrl+e", "^E", session.DoEval},
	{"ctrl+r", "^R", session.DoResign},
	{"ctrl+s", "^S", session.DoSwap},
	{"ctrl+n", "^N", session.DoNew},
	{"ctrl+q", "^Q", session.DoQuit},
}

// key handles a key.
func (m *model) key(k tea.KeyPressMsg) tea.Cmd {
	name := k.String()
	for _, s := range shortcuts {
		if s.key == name {
			return m.command(session.Input{Command: s.command})
		}
	}
	switch name {
	case "ctrl+c":
		m.interrupted = true
		return tea.Quit
	case "enter":
		return m.enter()
	case "esc":
		m.escape()
	case "tab":
		m.typed(m.session.Choices().Complete(m.input))
	case "backspace", "ctrl+h":
		_, size := utf8.DecodeLastRuneInString(m.input)
		m.typed(m.input[:len(m.input)-size])
	case "ctrl+u":
		m.typed("")
	case "up", "down", "left", "right":
		m.choose(name)
	case "pgup", "pgdown", "shift+up", "shift+down", "shift+left", "shift+right":
		m.scroll(name)
	default:
		m.text(k.Text)
	}
	return nil
}

// text handles typed characters. A question mark on an empty line asks for help.
func (m *model) text(text string) {
	switch {
	case text == "":
	case text == "?" && m.input == "":
		m.help = !m.help
	default:
		m.help = false
		m.typed(m.input + text)
	}
}

// escape closes the help, or clears the input.
func (m *model) escape() {
	if m.help || m.confirm != "" {
		m.help, m.confirm, m.message = false, "", ""
		return
	}
	m.typed("")
}

// enter makes the selected move, or executes the typed line.
func (m *model) enter() tea.Cmd {
	if m.confirm != "" {
		return m.command(session.Input{Command: m.confirm})
	}
	list := m.matching()
	if m.selected >= 0 && m.selected < len(list) {
		return m.command(session.Input{Command: session.DoMove, Move: list[m.selected].Move})
	}
	if strings.TrimSpace(m.input) == "" {
		m.help = false
		return nil
	}
	in, err := m.session.Read(m.input)
	if err != nil {
		m.message = err.Error()
		if len(list) > 1 && len(list) < len(m.session.Choices()) && !isNumber(m.input) {
			m.message = fmt.Sprintf("%d moves fit: go on typing, or choose with the arrow keys", len(list))
		}
		return nil
	}
	return m.command(in)
}

func isNumber(text string) bool {
	_, err := strconv.Atoi(strings.TrimSpace(text))
	return err == nil
}

// choose moves the selection in the list, which is ordered by row.
func (m *model) choose(key string) {
	n := len(m.matching())
	if n == 0 {
		return
	}
	columns := m.listColumns()
	switch {
	case m.selected < 0:
		m.selected = 0
		return
	case key == "up":
		m.selected -= columns
	case key == "down":
		m.selected += columns
	case key == "left":
		m.selected--
	case key == "right":
		m.selected++
	}
	m.selected = min(max(m.selected, 0), n-1)
}

// scroll scrolls the board if it is larger than its window.
func (m *model) scroll(key string) {
	switch key {
	case "pgup":
		m.boardRow -= 10
	case "pgdown":
		m.boardRow += 10
	case "shift+up":
		m.boardRow--
	case "shift+down":
		m.boardRow++
	case "shift+left":
		m.boardColumn -= 4
	case "shift+right":
		m.boardColumn += 4
	}
	m.boardRow, m.boardColumn = max(m.boardRow, 0), max(m.boardColumn, 0)
}
