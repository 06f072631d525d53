package rbgmanager

import (
	"context"
	"errors"
	"io"
	"net"
	"reflect"
	"strings"
	"testing"
	"time"

	"ludex/game"
	"ludex/internal/disguise"
	"ludex/internal/players/basic"
	"ludex/internal/protocols/seat"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/internal/rulestest"
	"ludex/match"
	"ludex/player"
)

// legal has the first legal move made.
var legal = seat.Options{NewPlayer: func() player.Player { return new(basic.Legal) }}

// patience is a clock for players whose faults are not that they are late, also
// on a busy machine.
const patience = 20 * time.Second

// listen has a host wait for players.
func listen(t *testing.T) *Host {
	t.Helper()
	h, err := Listen(context.Background(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// run plays a match in which one function stands at the other end of white's
// connection.
func run(t *testing.T, name string, clock time.Duration, other func(net.Conn)) *match.Record {
	t.Helper()
	rs, g := rulestest.Open(t, name)
	h := listen(t)
	done := make(chan struct{})
	go func() {
		defer close(done)
		c, err := net.Dial("tcp", h.Addr().String())
		if err != nil {
			t.Error(err)
			return
		}
		defer c.Close()
		other(c)
	}()
	record, err := match.Run(context.Background(), match.Config{
		ID: "m", Rules: rs, Game: g, MaxSteps: 40, Allowance: 3, StartClock: clock, PlayClock: clock, Seed: 5,
		Seats: []match.Seat{
			{Name: "there", Player: &Player{Disguise: disguise.Plain(rs), Host: h}},
			{Name: "here", Player: new(basic.Legal)},
		},
	})
	if err := errors.Join(err, h.Close()); err != nil {
		t.Fatal(err)
	}
	<-done
	if err := record.Check(context.Background(), rs, g); err != nil {
		t.Error(err)
	}
	return record
}

func TestManagerAgainstPlayer(t *testing.T) {
	for _, name := range []string{"tictactoe-rbg", "chess", "reversi", "go"} {
		if testing.Short() && name == "chess" {
			continue // it takes long with the race detector, and the connection is the same
		}
		t.Run(name, func(t *testing.T) {
			record := run(t, name, patience, func(c net.Conn) {
				if err := Serve(context.Background(), c, 1, legal); err != nil {
					t.Error(err)
				}
			})
			if len(record.Details.Faults) > 0 {
				t.Errorf("%+v", record.Details.Faults)
			}
		})
	}
}

// TestConversation has what a public player and manager say to each other, byte
// for byte.
func TestConversation(t *testing.T) {
	rs, g := rulestest.Open(t, "tictactoe-rbg")
	var said, heard []string
	record := run(t, "tictactoe-rbg", patience, func(c net.Conn) {
		in := newConn(c)
		ctx := context.Background()
		hear := func() string {
			text, err := in.receive(ctx, maxMessage)
			if err != nil {
				t.Error(err)
			}
			heard = append(heard, text)
			return text
		}
		say := func(text string) {
			said = append(said, text)
			if _, err := io.WriteString(c, text+"\x00"); err != nil {
				t.Error(err)
			}
		}
		for range 3 {
			hear()
		}
		say("ready")
		m := g.NewMachine()
		state := m.Initial(nil)
		for !m.Terminal(state) {
			joint := []game.Move{m.Legal(state, 0, nil)[0], m.Legal(state, 1, nil)[0]}
			text := hear()
			if pairs := pairsOf(g, joint[0]); pairs != "" {
				say(pairs)
			} else if text != pairsOf(g, joint[1]) {
				t.Errorf("the other's move is %q, and not %q", text, pairsOf(g, joint[1]))
			}
			state = m.Next(state, joint, nil)
		}
		hear()
	})
	if len(record.Details.Faults) > 0 || !record.Completed {
		t.Fatalf("%+v", record.Details)
	}
	if want := []string{"20.000000", rs.Text(), "1", "20.000000"}; !reflect.DeepEqual(heard[:4], want) {
		t.Errorf("heard %q", heard[:4])
	}
	if heard[len(heard)-1] != "reset" || said[0] != "ready" {
		t.Errorf("heard %q at last", heard[len(heard)-1])
	}
}

func pairsOf(g game.Game, m game.Move) string {
	return rbgplay.PairsText(game.First(g).(boardgame).Actions(m))
}

func TestHostilePlayers(t *testing.T) {
	for name, test := range map[string]struct {
		other func(net.Conn)
		kind  player.FaultKind
	}{
		"hangs up":  {func(c net.Conn) { _, _ = newConn(c).receive(context.Background(), maxMessage) }, player.Failed},
		"not ready": {func(c net.Conn) { _, _ = io.WriteString(c, "hello\x00"); _, _ = io.Copy(io.Discard, c) }, player.Failed},
		"lies":      {func(c net.Conn) { _, _ = io.WriteString(c, "ready\x001 1 9 9\x00"); _, _ = io.Copy(io.Discard, c) }, player.Illegal},
		"dies":      {func(c net.Conn) { _, _ = io.WriteString(c, "ready\x00") }, player.Failed},
		"never ends": {func(c net.Conn) {
			_, _ = io.WriteString(c, "ready\x00")
			_, _ = io.WriteString(c, strings.Repeat("1 ", 50<<20))
		}, player.Failed},
		"stalls": {func(c net.Conn) { _, _ = io.WriteString(c, "ready\x00"); _, _ = io.Copy(io.Discard, c) }, player.Late},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			clock := patience
			if test.kind == player.Late || name == "not ready" { // who waits for the start clock
				clock = 2 * time.Second
			}
			record := run(t, "tictactoe-rbg", clock, test.other)
			if f := record.Details.Faults; !record.Completed || len(f) == 0 || f[0].Kind != string(test.kind) {
				t.Errorf("%+v", record.Details)
			}
		})
	}
}

// TestServe covers a manager that plays twice, breaks one play off, and goes.
func TestServe(t *testing.T) {
	rs, g := rulestest.Open(t, "tictactoe-rbg")
	here, there := net.Pipe()
	done := make(chan error, 1)
	go func() { done <- Serve(context.Background(), there, 1, legal) }()
	c, ctx := newConn(here), context.Background()
	send := func(text string) {
		t.Helper()
		if err := c.send(ctx, text); err != nil {
			t.Fatal(err)
		}
	}
	hear := func(want string) {
		t.Helper()
		if text, err := c.receive(ctx, maxMove); err != nil || text != want {
			t.Fatalf("heard %q, %v, and not %q", text, err, want)
		}
	}
	send(timeText(0))
	send(rs.Text())
	send("2")
	hear("ready")
	m := g.NewMachine()
	for plays := range 2 {
		state := m.Initial(nil)
		for step := 0; !m.Terminal(state); step++ {
			joint := []game.Move{m.Legal(state, 0, nil)[0], m.Legal(state, 1, nil)[0]}
			if mine := pairsOf(g, joint[0]); mine != "" {
				send(mine)
			} else {
				send("10.000000")
				hear(pairsOf(g, joint[1]))
			}
			state = m.Next(state, joint, nil)
			if plays == 0 && step == 3 {
				break
			}
		}
		send("reset")
	}
	here.Close()
	if err := <-done; err != nil && !errors.Is(err, io.EOF) {
		t.Error(err)
	}
}

func TestTimes(t *testing.T) {
	for text, want := range map[string]time.Duration{"10.000000": 10 * time.Second, "0.5": 500 * time.Millisecond, timeText(0): 0, "0": 1} {
		if got, err := parseTime(text); err != nil || got != want {
			t.Errorf("%.20s is %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "x", "-1", "NaN"} {
		if _, err := parseTime(text); err == nil {
			t.Errorf("%q is a time", text)
		}
	}
}

func FuzzServe(f *testing.F) {
	rs, _ := rulestest.Open(f, "tictactoe-rbg")
	f.Add("1.0\x00" + rs.Text() + "\x001\x0010\x00reset\x00")
	f.Add("1.0\x00x\x00")
	f.Add("1.0\x00x\x001\x001\x001 1\x00reset\x001\x00")
	f.Add("1.0\x00" + rs.Text() + "\x002\x001 1 1 2\x00reset\x001 1\x000.1\x00")
	f.Fuzz(func(t *testing.T, text string) {
		here, there := net.Pipe()
		go func() {
			_, _ = io.WriteString(here, text)
			here.Close()
		}()
		go func() { _, _ = io.Copy(io.Discard, here) }()
		_ = Serve(context.Background(), there, 1, legal)
	})
}
