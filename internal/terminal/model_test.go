package terminal

import (
	"context"
	"io"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"pgregory.net/rapid"

	"ludex/game"
	"ludex/internal/players/basic"
	"ludex/internal/playertest"
	"ludex/internal/session"
	"ludex/match"
	"ludex/player"
	"ludex/player/mcts"
)

// newTest shows a game of the library against a player that makes the first legal move.
// No program runs: the test sends the messages.
func newTest(t testing.TB, name string) *model {
	t.Helper()
	g := playertest.Open(t, name)
	names := make([]string, len(g.Roles()))
	for i := range names {
		names[i] = "legal"
	}
	s, err := session.Sit(t.Context(), session.Options{
		Config: match.Config{Game: g, Seed: 1, Nodes: 50, PlayClock: time.Hour}, Title: name, Names: names,
		Opponent: func(game.Role) player.Player { return basic.Legal{} },
		Adviser:  func() player.Player { return mcts.NewPlayer(mcts.Defaults()) },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	m := newModel(s, false)
	m.now = s.Began
	settle(m)
	return m
}

// settle applies all updates that are under way.
func settle(m *model) {
	for m.session.Phase() == session.Others {
		m.Update(m.listen())
	}
}

// press presses keys: names such as "enter" and "ctrl+z", or text.
func press(m *model, keys ...string) (last tea.Cmd) {
	codes := map[string]tea.KeyPressMsg{
		"enter": {Code: tea.KeyEnter}, "tab": {Code: tea.KeyTab}, "esc": {Code: tea.KeyEscape}, "backspace": {Code: tea.KeyBackspace},
		"up": {Code: tea.KeyUp}, "down": {Code: tea.KeyDown}, "left": {Code: tea.KeyLeft}, "right": {Code: tea.KeyRight},
		"pgup": {Code: tea.KeyPgUp}, "pgdown": {Code: tea.KeyPgDown}, "f1": {Code: tea.KeyF1},
		"shift+right": {Code: tea.KeyRight, Mod: tea.ModShift}, "shift+left": {Code: tea.KeyLeft, Mod: tea.ModShift},
	}
	for _, key := range keys {
		msg, special := codes[key]
		letter, ctrl := strings.CutPrefix(key, "ctrl+")
		switch {
		case special:
			_, last = m.Update(msg)
		case ctrl:
			_, last = m.Update(tea.KeyPressMsg{Code: rune(letter[0]), Mod: tea.ModCtrl})
		default:
			for _, r := range key {
				_, last = m.Update(tea.KeyPressMsg{Code: r, Text: string(r)})
			}
		}
		m.View() // which lays the list out
	}
	return last
}

func view(m *model) string { return m.View().Content }

func expect(t *testing.T, m *model, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if got := view(m); !strings.Contains(got, text) {
			t.Errorf("no %q in\n%s", text, got)
		}
	}
}

func TestTyping(t *testing.T) {
	m := newTest(t, "tictactoe")
	expect(t, m, "tictactoe: you are white, black is legal", "your move", "9 legal moves", "5 (mark 2 2)")
	press(m, "mark 2")
	expect(t, m, "3 of 9 legal moves", "> mark 2")
	press(m, "enter")
	expect(t, m, "3 moves fit")
	press(m, "tab", "2)", "enter")
	expect(t, m, "black is thinking", "of 1h0m0s")
	settle(m)
	expect(t, m, "1. white (mark 2 2)", "2. black (mark 1 1)", "7 legal moves", "step 3")
	press(m, "nonsense", "enter")
	expect(t, m, "neither a legal move nor a command")
	press(m, "backspace")
	expect(t, m, "> nonsens")
	press(m, "esc")
	if m.input != "" {
		t.Errorf("Esc leaves %q", m.input)
	}
}

func TestArrows(t *testing.T) {
	m := newTest(t, "tictactoe")
	press(m, "down", "down", "right", "left", "left", "left", "left", "up")
	if m.selected != 0 {
		t.Errorf("number %d is selected", m.selected)
	}
	press(m, "right", "right", "enter")
	if settle(m); m.session.Text().Step(0) != "white (mark 1 3)" {
		t.Errorf("it was %s", m.session.Text().Step(0))
	}
	if m.selected != -1 {
		t.Error("something is still selected")
	}
	press(m, "enter")
	if m.session.Steps() != 2 {
		t.Error("a move was made though none was chosen")
	}
}

func TestCommands(t *testing.T) {
	m := newTest(t, "tictactoe")
	press(m, "ctrl+z")
	expect(t, m, "nothing to take back")
	press(m, "5", "enter")
	settle(m)
	press(m, "ctrl+z")
	expect(t, m, "step 1")
	press(m, "5", "enter")
	settle(m)
	press(m, "resign", "enter")
	expect(t, m, "resign? Enter does it")
	press(m, "esc")
	if m.session.Phase() != session.Yours {
		t.Error("resigned after all")
	}
	press(m, "ctrl+r", "ctrl+r")
	expect(t, m, "you resigned")
	press(m, "new", "enter")
	expect(t, m, "step 1")
	press(m, "ctrl+s")
	settle(m)
	expect(t, m, "you are black, white is legal", "1. white (mark 1 1)")
	press(m, "?")
	expect(t, m, "take back your last move", "Esc goes back")
	press(m, "f1")
	expect(t, m, "8 legal moves")
	m.Update(tea.PasteMsg{Content: "mark 2 2\nmark"})
	expect(t, m, "> mark 2 2")
}

func TestEvaluation(t *testing.T) {
	m := newTest(t, "tictactoe")
	press(m, "ctrl+e")
	expect(t, m, "evaluation: thinking")
	for _, ok := m.session.Adviser().Evaluation(); !ok; _, ok = m.session.Adviser().Evaluation() {
		m.Update(m.listen())
	}
	expect(t, m, "white ", "%", "█")
	press(m, "ctrl+t")
	expect(t, m, "best: (mark ")
	press(m, "eval", "enter")
	if strings.Contains(view(m), "█") {
		t.Error("the evaluation is still there")
	}
}

func TestLeaving(t *testing.T) {
	m := newTest(t, "tictactoe")
	if cmd := press(m, "quit", "enter"); cmd == nil || m.interrupted {
		t.Error("quit does not quit")
	}
	if cmd := press(m, "ctrl+c"); cmd == nil || !m.interrupted {
		t.Error("Ctrl-C does not interrupt")
	}
}

func TestResult(t *testing.T) {
	m := newTest(t, "tictactoe")
	for _, move := range []string{"2 2", "1 2", "3 2"} {
		press(m, "mark "+move, "enter")
		settle(m)
	}
	expect(t, m, "the end: you win, white 100, black 0", "^N begins a new game")
}

// TestScrolling shows a list and a board that are larger than their places.
func TestScrolling(t *testing.T) {
	m := newTest(t, "amazons")
	expect(t, m, "2176 legal moves, rows 1 to ", "lines 1 to")
	press(m, "pgdown")
	if m.boardRow == 0 {
		t.Error("the board does not move")
	}
	press(m, "pgup", "down")
	for range 40 {
		press(m, "down")
	}
	if m.listTop == 0 {
		t.Error("the list does not move")
	}
	expect(t, m, m.matching()[m.selected].Text)
}

// TestSizes checks that the screen is never larger than the terminal.
func TestSizes(t *testing.T) {
	games := []*model{newTest(t, "tictactoe"), newTest(t, "chess"), newTest(t, "montyhall"), newTest(t, "rockpaperscissors")}
	keys := []string{"5", "enter", "f1", "ctrl+e", "ctrl+t", "down", "right", "pgdown", "shift+right", "shift+left", "ctrl+z", "esc", "mark", "ctrl+n"}
	rapid.Check(t, func(rt *rapid.T) {
		m := rapid.SampledFrom(games).Draw(rt, "game")
		for range 4 {
			m.Update(tea.WindowSizeMsg{Width: rapid.IntRange(1, 130).Draw(rt, "width"), Height: rapid.IntRange(1, 50).Draw(rt, "height")})
			press(m, rapid.SampledFrom(keys).Draw(rt, "key"))
			settle(m)
			m.Update(tickMsg{})
			v := m.View()
			lines := strings.Split(v.Content, "\n")
			if len(lines) > m.height {
				rt.Fatalf("%d lines on %d", len(lines), m.height)
			}
			for _, line := range lines {
				if w := lipgloss.Width(line); w > m.width {
					rt.Fatalf("%d columns on %d: %q", w, m.width, line)
				}
			}
			if c := v.Cursor; c != nil && (c.X >= m.width || c.Y >= m.height || c.X < 0) {
				rt.Fatalf("the cursor is at %d, %d on %d × %d", c.X, c.Y, m.width, m.height)
			}
		}
	})
}

// TestColours checks that there are none where they are not wanted.
func TestColours(t *testing.T) {
	m := newTest(t, "tictactoe")
	if got := view(m); strings.Contains(got, "\x1b[3") || strings.Contains(got, ";3") {
		t.Errorf("colours in %q", got)
	}
	m.style = newStyles(true)
	if got := view(m); !strings.Contains(got, "\x1b[1;32myour move") {
		t.Errorf("no colours in %q", got)
	}
}

// TestRun plays a game with a program, from what is typed to what is shown.
func TestRun(t *testing.T) {
	m := newTest(t, "tictactoe")
	in, keys := io.Pipe()
	go func() {
		for _, text := range []string{"mark 2 2\r", "mark 1 2\r", "\x11"} { // the last is ctrl+q
			if _, err := keys.Write([]byte(text)); err != nil {
				return
			}
		}
	}()
	defer in.Close()
	if err := Run(t.Context(), m.session, Options{In: in, Out: io.Discard}); err != nil {
		t.Error(err)
	}
}

func TestInterrupted(t *testing.T) {
	m := newTest(t, "tictactoe")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	in, _ := io.Pipe()
	defer in.Close()
	if err := Run(ctx, m.session, Options{In: in, Out: io.Discard}); err != ErrInterrupted {
		t.Errorf("it ended with %v", err)
	}
}
