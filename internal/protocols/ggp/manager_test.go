package ggp

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ludex/game"
	"ludex/internal/players/basic"
	"ludex/internal/protocols/seat"
	"ludex/internal/rulestest"
	"ludex/player"
)

// A thinker uses all of its time, and then makes the last legal move.
type thinker struct{ basic.Legal }

func (thinker) Choose(ctx context.Context, legal []game.Move) (game.Move, error) {
	<-ctx.Done()
	return legal[len(legal)-1], nil
}

// A manager talks to a server without a network, by a clock that a test can wait
// for.
type manager struct {
	*testing.T
	*Server
}

// less is by how much the margin shrinks with an answer in time. The engine may learn of it before
// or after the next question is asked.
const less = 500 * time.Millisecond / 16

// says sends a message and checks the answer, if it matters, and how long it took.
func (m *manager) says(text, want string, took time.Duration) {
	m.Helper()
	message, err := Parse(text)
	if err != nil {
		m.Error(err)
		return
	}
	began := time.Now()
	if got := m.answer(context.Background(), message, began); want != "" && got != want || time.Since(began) != took && time.Since(began) != took+less {
		m.Errorf("%.40s is answered with %s after %v, and not with %s after %v", text, got, time.Since(began), want, took)
	}
}

func clocked(t *testing.T) *manager {
	return &manager{t, &Server{Options: seat.Options{
		NewPlayer: func() player.Player { return thinker{} }, Margin: 500 * time.Millisecond,
	}}}
}

// TestClocks checks when messages are answered.
func TestClocks(t *testing.T) {
	rulesText := rulestest.Read(t, "tictactoe").Text()
	synctest.Test(t, func(t *testing.T) {
		m := clocked(t)
		m.says("(START m white ("+rulesText+") 0 10)", Ready, 0)
		m.says("(PLAY m NIL)", "(mark 3 3)", 9500*time.Millisecond)
		m.says("(PLAY m ((mark 3 3) noop))", "noop", 9500*time.Millisecond)
		m.says("(STOP m (noop (mark 1 1)))", Done, 0)
		m.says("(START m white ("+rulesText+") 10 1)", Ready, 0)
		m.says("(PLAY m NIL)", "(mark 3 3)", time.Second-time.Second/3)
		m.Close()
	})
}

// TestHastyManagers covers managers that do not wait for answers.
func TestHastyManagers(t *testing.T) {
	rulesText := rulestest.Read(t, "tictactoe").Text()
	synctest.Test(t, func(t *testing.T) {
		m := clocked(t)
		m.says("(START m white ("+rulesText+") 5 10)", Ready, 0)
		go m.says("(PLAY m NIL)", "", time.Second) // another message comes
		synctest.Wait()
		time.Sleep(time.Second)
		go m.says("(PLAY m ((mark 1 1) noop))", "noop", 2*time.Second) // then the match is broken off
		synctest.Wait()
		time.Sleep(2 * time.Second)
		m.says("(ABORT m)", Aborted, 0)
		m.says("(PLAY m (noop (mark 2 2)))", Busy, 0)
		m.says("(PING)", Ready, 0)
	})
}

// TestHardDescription covers a position with millions of legal moves. An answer comes,
// whatever it is.
func TestHardDescription(t *testing.T) {
	var text strings.Builder
	text.WriteString("(role a) (init (x 0)) (<= (next (x 1)) (true (x 0))) (<= terminal (true (x 1))) (goal a 100) (legal a wait)")
	for i := range 16 {
		fmt.Fprintf(&text, " (d %d)", i)
	}
	text.WriteString(" (<= (legal a (m ?a ?b ?c ?d ?e ?f)) (d ?a) (d ?b) (d ?c) (d ?d) (d ?e) (d ?f))")
	address := serve(t, legal)
	for _, m := range []struct{ text, want string }{
		{"( START m a (" + text.String() + ") 1 1 )", Ready}, {"( PLAY m NIL )", ""}, {"( PLAY m ( wait ) )", ""}, {"( STOP m ( wait ) )", Done},
	} {
		response, err := http.Post("http://"+address+"/", "text/acl", strings.NewReader(m.text))
		if err != nil {
			t.Fatal(err)
		}
		body := make([]byte, 100)
		n, _ := response.Body.Read(body)
		response.Body.Close()
		got := string(body[:n])
		if m.want != "" && got != m.want || m.want == "" && got != "wait" && !strings.HasPrefix(got, "(m ") {
			t.Errorf("%.20s is answered with %q", m.text, got)
		}
	}
}
