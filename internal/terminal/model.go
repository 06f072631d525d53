package terminal

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"ludex/internal/session"
)

// A model is what is on the screen.
type model struct {
	session       *session.Session
	style         styles
	width, height int
	now           func() time.Time

	input    string
	selected int // of the matching moves; -1 is none
	listTop  int // the first row of the list that is shown
	columns  int // of the list as it was laid out last

	boardRow, boardColumn int    // what the board is scrolled by
	board                 string // as it was drawn last; empty if it has changed
	boardWidth            int    // that it was drawn for

	message     string
	confirm     session.Command // what has to be confirmed
	help        bool
	frame       int // of the spinner
	interrupted bool
}

func newModel(s *session.Session, color bool) *model {
	return &model{session: s, style: newStyles(color), width: 80, height: 24, now: time.Now, selected: -1}
}

// An updateMsg is something that happened beside the session.
type updateMsg struct{ session.Update }

// A tickMsg moves clocks and spinners on.
type tickMsg struct{}

// tickTime is how often clocks and spinners are moved on.
const tickTime = 200 * time.Millisecond

// Init implements [tea.Model].
func (m *model) Init() tea.Cmd { return tea.Batch(m.listen, tick()) }

// listen waits for what happens beside the session.
func (m *model) listen() tea.Msg {
	select {
	case u := <-m.session.Updates():
		return updateMsg{u}
	case <-m.session.Done():
		return nil
	}
}

func tick() tea.Cmd {
	return tea.Tick(tickTime, func(time.Time) tea.Msg { return tickMsg{} })
}

// Update implements [tea.Model].
func (m *model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height, m.board = msg.Width, msg.Height, ""
	case tea.ColorProfileMsg:
		// a terminal without colours has none to convert one into
		m.style, m.board = newStyles(m.style.color && msg.Convert(lipgloss.Red) != nil), ""
	case updateMsg:
		m.apply(msg.Update)
		return m, m.listen
	case tickMsg:
		m.frame++
		return m, tick()
	case tea.PasteMsg:
		line, _, _ := strings.Cut(msg.Content, "\n")
		m.typed(m.input + line)
	case tea.KeyPressMsg:
		return m, m.key(msg)
	}
	return m, nil
}

// apply takes notice of an update. What is typed while others think stays.
func (m *model) apply(u session.Update) {
	steps := m.session.Steps()
	if m.session.Apply(u) {
		m.board = ""
	}
	if m.session.Steps() != steps {
		m.arrive()
	}
	m.notices()
}

// arrive begins another position.
func (m *model) arrive() {
	m.board, m.confirm, m.selected, m.listTop = "", "", -1, 0
	m.message = ""
	m.notices()
}

// notices shows the last thing that the person should know.
func (m *model) notices() {
	for _, n := range m.session.Notices() {
		m.message = n
	}
}

// typed sets what is typed.
func (m *model) typed(text string) {
	m.input, m.selected, m.listTop, m.message, m.confirm = text, -1, 0, "", ""
}

// matching returns the moves that fit what is typed.
func (m *model) matching() []session.Choice {
	if strings.HasPrefix(m.input, ":") {
		return m.session.Choices()
	}
	return m.session.Matching(m.input)
}
