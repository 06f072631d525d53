package humanplay

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ludex/internal/board"
	"ludex/library"
)

// A listener compares what a client of a real-time game is sent after the same experience.
type listener struct {
	sent  map[string]string
	again int
}

// hear checks a view: its bytes without ids and times depend on nothing but what the role
// was told and may do, and at the end on the result. Nothing of the state is in it.
func (l *listener) hear(t *testing.T, s Session, v View) {
	t.Helper()
	p, _, err := s.Position(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Facts) > 0 || len(p.Before) > 0 || len(v.Time.Clocks) > 0 || v.Time.Due != 0 {
		t.Fatalf("a client is told the facts %q, the clocks %+v or that something happens at %v", p.Facts, v.Time.Clocks, v.Time.Due)
	}
	// The game may have ended since the view was sent.
	image, err := s.Draw(t.Context(), board.Position{Hidden: p.Hidden, Over: v.Phase == Over}, board.Options{})
	if err != nil {
		t.Fatal(err)
	}
	experience := fmt.Sprint(v.Role, v.Phase, v.History, v.Time.Seen, v.Moves, v.Result)
	v.ID, v.Version, v.Record, v.Notices, v.Time.Now = "", 0, "", nil, 0
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	text := string(data) + string(image)
	if other, ok := l.sent[experience]; ok {
		if l.again++; other != text {
			t.Fatalf("after\n%s\na client gets\n%s\nor\n%s", experience, other, text)
		}
	}
	l.sent[experience] = text
}

// listen reads all that a client is sent, and makes a move now and then, until the end of
// the game.
func (l *listener) listen(t *testing.T, s Session) {
	t.Helper()
	const most = 2 * time.Minute // of a game that does not end
	end := time.After(most)
	n := 0
	for after := uint64(0); ; {
		events, changed, err := s.Feed().After(after)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			after = e.ID
			var v View
			_, data, _ := strings.Cut(string(e.Text), "data: ")
			if err := json.Unmarshal([]byte(data), &v); err != nil {
				t.Fatalf("%v in %q", err, e.Text)
			}
			l.hear(t, s, v)
			if v.Phase == Over {
				return
			}
			if n++; v.Phase == Live && len(v.Moves) > 0 && n%3 == 0 {
				_, _ = s.Do(t.Context(), Action{Kind: DoMove, Move: v.Moves[0].Text}) // it may be too late for it
			}
		}
		if len(events) > 0 {
			continue
		}
		select {
		case <-changed:
		case <-end:
			return
		}
	}
}

// Every game of the library in real time that hides information is played several times
// with other chances and opponents. Where a role was told the same, its client gets the same
// bytes.
func TestNoLeak(t *testing.T) {
	const plays = 4
	for _, g := range library.Games() {
		e := entry(t, g.Name)
		if a := e.About(); !a.Hidden || !a.RealTime {
			continue
		}
		t.Run(g.Name, func(t *testing.T) {
			l := &listener{sent: map[string]string{}}
			for play := range plays {
				synctest.Test(t, func(t *testing.T) {
					sessions := NewSessions(SessionsConfig{Total: 1, PerClient: 1, Idle: time.Hour})
					defer sessions.Close("the end")
					s, _, err := sessions.Open(t.Context(), "a", Options{Entry: e, Opponents: map[string]string{"": "random"}, Seed: uint64(1 + play/2), Unit: time.Second})
					if err != nil {
						t.Fatal(err)
					}
					do(t, s, Action{Kind: DoStart})
					l.listen(t, s)
				})
			}
			if l.again == 0 {
				t.Error("no experience came twice")
			}
		})
	}
}
