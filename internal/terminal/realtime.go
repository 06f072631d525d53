package terminal

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"ludex/internal/board"
	"ludex/timed"
)

// A RealTime is the screen of a real-time game: a board that is drawn anew whenever
// something happens, clocks that run, and keys for moves. It must be made by NewRealTime.
type RealTime struct {
	opt     RealTimeOptions
	program *tea.Program
	model   *realTimeModel
}

// RealTimeOptions describe the game of a screen, and what it does.
type RealTimeOptions struct {
	Options
	Title   string
	Board   *board.Board
	Initial timed.State
	Hidden  bool              // the person does not see the state
	Keys    map[string]string // of moves, in the names of browsers
	Show    func(text string) string
	Unit    time.Duration // of one unit of game time, which the person may change

	// Start is called when the person starts the clock, Send with its moves, and Now is the
	// game time.
	Start func(unit time.Duration)
	Send  func(move string)
	Now   func() timed.Time
}

// NewRealTime returns a screen.
func NewRealTime(ctx context.Context, opt RealTimeOptions) *RealTime {
	m := &realTimeModel{opt: opt, style: newStyles(opt.Color), width: 80, height: 24, state: &opt.Initial, totals: map[string]clockTotal{}}
	return &RealTime{opt: opt, model: m, program: tea.NewProgram(m, tea.WithContext(ctx), tea.WithInput(opt.In), tea.WithOutput(opt.Out), tea.WithoutSignalHandler())}
}

// Run shows the screen until the person leaves or the context ends.
func (r *RealTime) Run(ctx context.Context) error {
	_, err := r.program.Run()
	if ctx.Err() != nil || r.model.interrupted {
		return ErrInterrupted
	}
	return err
}

// Messages of the match to the screen.
type (
	stateMsg struct {
		state timed.State
		legal []string
	}
	noticeMsg string
	endMsg    string
)

// Show shows a state and the legal moves of the person.
func (r *RealTime) Show(v *timed.View) {
	r.program.Send(stateMsg{v.State, slices.Clone(v.Legal)})
}

// Notice adds a line to what has happened.
func (r *RealTime) Notice(text string) { r.program.Send(noticeMsg(text)) }

// End shows how the game ended.
func (r *RealTime) End(text string) { r.program.Send(endMsg(text)) }

// A clockTotal is how long a clock runs in all, and until when.
type clockTotal struct{ until, total timed.Time }

// A realTimeModel is the state of the screen.
type realTimeModel struct {
	opt           RealTimeOptions
	style         styles
	width, height int

	started, over bool
	interrupted   bool
	state         *timed.State
	legal         []string
	totals        map[string]clockTotal
	history       []string
	end           string
	message       string
}

// frameTime is the interval of redrawing clocks.
const frameTime = 100 * time.Millisecond

func frame() tea.Cmd { return tea.Tick(frameTime, func(time.Time) tea.Msg { return tickMsg{} }) }

// Init implements [tea.Model].
func (m *realTimeModel) Init() tea.Cmd { return frame() }

// Update implements [tea.Model].
func (m *realTimeModel) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
	case tea.ColorProfileMsg:
		m.style = newStyles(m.style.color && msg.Convert(lipgloss.Red) != nil)
	case stateMsg:
		m.state, m.legal = &msg.state, msg.legal
		m.opt.Keys = m.opt.Board.Keys(m.legal, m.opt.Keys)
	case noticeMsg:
		m.history = append(m.history, string(msg))
	case endMsg:
		m.over, m.end, m.legal = true, string(msg), nil
	case tickMsg:
		return m, frame()
	case tea.KeyPressMsg:
		return m, m.key(msg)
	}
	return m, nil
}

// keyNames are the names of keys in browsers, by their names in terminals.
var keyNames = map[string]string{"up": "ArrowUp", "down": "ArrowDown", "left": "ArrowLeft", "right": "ArrowRight", "space": " "}

// key makes the move of a key, changes the pace, starts, or leaves.
func (m *realTimeModel) key(k tea.KeyPressMsg) tea.Cmd {
	name := k.String()
	switch {
	case name == "ctrl+c":
		m.interrupted = true
		return tea.Quit
	case name == "esc" || m.over && (name == "q" || name == "enter"):
		return tea.Quit
	case !m.started:
		m.before(name)
		return nil
	}
	pressed := cmp.Or(keyNames[name], name)
	m.message = ""
	for i, move := range m.legal {
		if m.opt.Keys[move] == pressed || m.opt.Keys[move] == "" && fmt.Sprint(i+1) == pressed {
			m.opt.Send(move)
			return nil
		}
	}
	for move, key := range m.opt.Keys {
		if key == pressed {
			m.message = m.opt.Show(move) + " is not possible now"
		}
	}
	return nil
}

// Limits of the pace that the person chooses.
const (
	leastPace = 250 * time.Millisecond
	mostPace  = 30 * time.Second
)

// before handles keys before the clock is started.
func (m *realTimeModel) before(name string) {
	switch name {
	case "left", "-":
		m.opt.Unit = min(m.opt.Unit*2, mostPace)
	case "right", "+":
		m.opt.Unit = max(m.opt.Unit/2, leastPace)
	case "enter", "space":
		m.started = true
		m.opt.Start(m.opt.Unit)
	}
}

// View implements [tea.Model].
func (m *realTimeModel) View() tea.View {
	lines := block{m.style.header.Render(fitLine(" "+m.opt.Title, m.width)), " " + m.status()}
	lines = append(lines, m.clocks()...)
	lines = append(lines, "")
	lines = append(lines, m.board()...)
	lines = append(lines, "")
	lines = append(lines, wrap(" "+m.moves(), m.width)...)
	lines = append(lines, m.style.problem.Render(" "+m.message))
	for _, text := range slices.Backward(m.history[max(0, len(m.history)-max(m.height-len(lines)-1, 0)):]) {
		lines = append(lines, m.style.weak.Render(" "+text))
	}
	lines = append(lines, m.style.weak.Render(" Esc leaves"))
	v := tea.NewView(strings.Join(lines.fit(m.width, min(len(lines), m.height)), "\n"))
	v.AltScreen = true
	v.WindowTitle = "ludex: " + m.opt.Title
	return v
}

// status says what the screen waits for.
func (m *realTimeModel) status() string {
	switch {
	case !m.started:
		return m.style.strong.Render("Enter starts the clock") + fmt.Sprintf("   one unit of time lasts %v: ← slower, → faster", m.opt.Unit)
	case m.over:
		return m.style.strong.Render(m.end)
	}
	return m.style.strong.Render(fmt.Sprintf("%.1f s", m.seconds(m.opt.Now())))
}

func (m *realTimeModel) seconds(t timed.Time) float64 { return t.Duration(m.opt.Unit).Seconds() }

// clocks shows the facts whose time runs out, as bars.
func (m *realTimeModel) clocks() block {
	if m.opt.Hidden || m.over {
		return nil
	}
	_, list := m.opt.Board.SplitTimed(m.state.Facts())
	slices.SortStableFunc(list, func(a, b timed.Fact) int { return cmp.Compare(a.Lifetime, b.Lifetime) })
	var out block
	for _, f := range list {
		until := m.state.Now() + f.Lifetime
		if m.totals[f.Fact].until != until {
			m.totals[f.Fact] = clockTotal{until, f.Lifetime}
		}
		left := max(until-m.opt.Now(), 0)
		part := float64(left) / float64(max(m.totals[f.Fact].total, 1))
		out = append(out, fmt.Sprintf(" %-12.12s %s %5.1f s", board.Words(f.Fact), m.style.value.Render(bar(part, min(m.width-26, 40))), m.seconds(left)))
	}
	return out
}

// board draws the position, or what the person saw last.
func (m *realTimeModel) board() block {
	if m.opt.Hidden {
		if len(m.history) == 0 {
			return block{" wait for what you see"}
		}
		return block{" " + m.style.strong.Render(m.history[len(m.history)-1])}
	}
	drawn, _ := m.opt.Board.SplitTimed(m.state.Facts())
	var b strings.Builder
	if err := m.opt.Board.Text(&b, board.Position{Facts: drawn, Over: m.over}, m.style.color); err != nil {
		return block{" " + err.Error()}
	}
	return textBlock(b.String(), m.width)
}

// moves lists the legal moves with their keys.
func (m *realTimeModel) moves() string {
	if !m.started || m.over {
		return ""
	}
	if len(m.legal) == 0 {
		return m.style.weak.Render("you cannot move now")
	}
	labels := map[string]string{"ArrowUp": "↑", "ArrowDown": "↓", "ArrowLeft": "←", "ArrowRight": "→", " ": "Space"}
	var parts []string
	for i, move := range m.legal {
		key := cmp.Or(m.opt.Keys[move], fmt.Sprint(i+1))
		parts = append(parts, m.style.selected.Render(" "+cmp.Or(labels[key], key)+" ")+" "+m.opt.Show(move))
	}
	return strings.Join(parts, itemGap)
}
