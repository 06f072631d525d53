package terminal

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"ludex/internal/board"
	"ludex/internal/movekeys"
	"ludex/library"
	"ludex/rules"
	"ludex/source"
	"ludex/timed"
)

// realTimeScreen returns the screen of a game before the start, with what it sends.
func realTimeScreen(t *testing.T, name string) (m *realTimeModel, g *timed.Game, sent *[]string, unit *time.Duration) {
	t.Helper()
	entry, _ := library.Lookup(name)
	d := rules.Read(source.NewFile(entry.File, entry.Rules()), rules.Options{})
	g, err := d.OpenTimed(t.Context(), rules.Opening{})
	if err != nil {
		t.Fatal(err)
	}
	b, err := board.Presented(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	sent, unit = new([]string), new(time.Duration)
	r := NewRealTime(t.Context(), RealTimeOptions{
		Title: name, Board: b, Initial: g.Initial(), Hidden: g.Hidden(), Unit: 2 * time.Second,
		Keys: b.Keys(movekeys.Inputs(t.Context(), g.Program(), g.Roles()[0]), nil), Show: board.Words,
		Send: func(move string) { *sent = append(*sent, move) }, Now: func() timed.Time { return timed.Time(2.5e9) },
		Start: func(u time.Duration) { *unit = u },
	})
	return r.model, g, sent, unit
}

func TestRealTime(t *testing.T) {
	m, g, sent, unit := realTimeScreen(t, "shooter")
	has := func(texts ...string) {
		t.Helper()
		shown := m.View().Content
		for _, text := range texts {
			if !strings.Contains(shown, text) {
				t.Errorf("%q is not on the screen:\n%s", text, shown)
			}
		}
	}
	has("Enter starts the clock", "2s", "> · · · · <")
	m.Update(tea.KeyPressMsg{Code: tea.KeyRight})
	m.Update(tea.KeyPressMsg{Code: tea.KeyEnter})
	if *unit != time.Second || len(*sent) != 0 {
		t.Errorf("the unit is %v, and %q was sent", *unit, *sent)
	}
	legal, err := g.Legal(g.Initial(), 0)
	if err != nil {
		t.Fatal(err)
	}
	m.Update(stateMsg{g.Initial(), legal})
	has("2.5 s", "Timer", "7.5 s", "↑", "Fire")
	m.Update(tea.KeyPressMsg{Code: tea.KeyUp})
	m.Update(tea.KeyPressMsg{Code: 'f', Text: "f"})
	m.Update(tea.KeyPressMsg{Code: 'x', Text: "x"})
	if got := strings.Join(*sent, " "); got != "up fire" {
		t.Errorf("%q was sent", got)
	}
	m.Update(stateMsg{g.Initial(), []string{"up"}})
	m.Update(tea.KeyPressMsg{Code: 'f', Text: "f"})
	has("Fire is not possible now")
	m.Update(noticeMsg("right: Down"))
	m.Update(endMsg("the end, left 100, right 0"))
	has("right: Down", "the end, left 100, right 0")
	if _, cmd := m.Update(tea.KeyPressMsg{Code: 'q', Text: "q"}); cmd == nil {
		t.Error("q does not leave")
	}
}

// A person who does not see the state sees what was perceived, and nothing else.
func TestRealTimeHidden(t *testing.T) {
	m, g, _, _ := realTimeScreen(t, "duel")
	m.Update(tea.KeyPressMsg{Code: tea.KeyEnter})
	m.Update(stateMsg{g.Initial(), []string{"shoot"}})
	if shown := m.View().Content; strings.Contains(shown, "eady") || !strings.Contains(shown, "wait for what you see") || !strings.Contains(shown, "Space") {
		t.Errorf("%s", shown)
	}
}
