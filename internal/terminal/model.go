// Package terminal is the full-screen terminal front end of a session: the board, the
// history, the legal moves, and an input line. All game logic is in package session;
// this package does layout and input.
package terminal

import (
	"context"
	"errors"
	"io"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"ludex/internal/session"
)

// A model is the state of the screen.
type model struct {
	session       *session.Seat
	style         styles
	width, height int
	now           func() time.Time

	input    string
	selected int // index among the matching moves; -1 is none
	listTop  int // first visible row of the list
	columns  int // of the list in the last layout

	boardRow, boardColumn int    // scroll offset of the board
	board                 string // last drawing; empty if it is out of date
	boardWidth            int    // width of the last drawing

	message     string
	confirm     session.Command // the command to be confirmed
	help        bool
	frame       int // of the spinner
	interrupted bool
}

func newModel(s *session.Seat, color bool) *model {
	return &model{session: s, style: newStyles(color), width: 80, height: 24, now: time.Now, selected: -1}
}

// An updateMsg is an update of the session.
type updateMsg struct{ session.Update }

// A tickMsg redraws clocks and spinners.
type tickMsg struct{}

// tickTime is the interval of redrawing clocks and spinners.
const tickTime = 200 * time.Millisecond

// Init implements [tea.Model].
func (m *model) Init() tea.Cmd { return tea.Batch(m.listen, tick()) }

// listen waits for the next update of the session.
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
		// Without colours, lipgloss has nothing to convert a colour into.
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

// apply applies an update. The typed text is kept.
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

// arrive resets the input for a new position.
func (m *model) arrive() {
	m.board, m.confirm, m.selected, m.listTop = "", "", -1, 0
	m.message = ""
	m.notices()
}

// notices shows the last notice of the session.
func (m *model) notices() {
	for _, n := range m.session.Notices() {
		m.message = n
	}
}

// typed sets the typed text.
func (m *model) typed(text string) {
	m.input, m.selected, m.listTop, m.message, m.confirm = text, -1, 0, "", ""
}

// matching returns the moves that match the typed text.
func (m *model) matching() []session.Choice {
	if strings.HasPrefix(m.input, ":") {
		return m.session.Choices()
	}
	return m.session.Choices().Matching(m.input)
}

// Options describe the terminal.
type Options struct {
	In    io.Reader
	Out   io.Writer
	Color bool // use colours
}

// ErrInterrupted is returned when the person pressed Ctrl-C.
var ErrInterrupted = errors.New("interrupted")

// Run plays until the person leaves or the context ends, and restores the terminal.
func Run(ctx context.Context, s *session.Seat, opt Options) error {
	m := newModel(s, opt.Color)
	p := tea.NewProgram(m, tea.WithContext(ctx), tea.WithInput(opt.In), tea.WithOutput(opt.Out), tea.WithoutSignalHandler())
	_, err := p.Run()
	switch {
	case ctx.Err() != nil || m.interrupted:
		return ErrInterrupted
	case err != nil:
		return err
	}
	return nil
}
