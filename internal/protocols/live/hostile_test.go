package live

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"ludex/internal/disguise"
	"ludex/internal/protocols/playerprotocol"
	"ludex/internal/realtimematch"
	"ludex/internal/rulestest"
	"ludex/match"
	"ludex/player/realtime"
)

// playAmongHostile runs a match with a well-behaved player while others are hostile.
func playAmongHostile(t *testing.T, h *Host, address string) {
	t.Helper()
	b := join(t, address, "good")
	defer b.stop()
	if record := play(t, h, "tictactoe", "good"); len(record.Details.Faults) > 0 || !record.Completed {
		t.Errorf("%+v", record.Details.Faults)
	}
}

// TestFloods checks that connections that send nothing, use many names, or
// ask for the time endlessly do not prevent others from playing.
func TestFloods(t *testing.T) {
	h, address := host(t)
	h.Invite("good")
	h.Invite("clock")
	ctx := context.Background()
	for range maxHandshakes / 2 {
		c, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		fmt.Fprintf(c, "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n")
	}
	for i := range 50 {
		s, _, err := websocket.Dial(ctx, "ws://"+address, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer s.CloseNow()
		if err := s.Write(ctx, websocket.MessageText, fmt.Appendf(nil, `{"type":"hello","name":"eve%d"}`, i)); err != nil {
			t.Fatal(err)
		}
	}
	clock := dialRaw(t, address, "clock")
	go func() {
		for clock.socket.Write(ctx, websocket.MessageText, []byte(`{"type":"ping","id":1}`)) == nil {
		}
	}()
	playAmongHostile(t, h, address)
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.sessions) > 2 {
		t.Errorf("there are %d sessions", len(h.sessions))
	}
}

// TestTooMany checks that the number of players that wait under one name is
// limited, and that they make room when they go.
func TestTooMany(t *testing.T) {
	h, address := host(t)
	ctx := context.Background()
	var conns []*Conn
	for range maxWaiting {
		c, err := Dial(ctx, "ws://"+address, "bob")
		if err != nil {
			t.Fatal(err)
		}
		conns = append(conns, c)
	}
	if _, err := Dial(ctx, "ws://"+address, "bob"); websocket.CloseStatus(err) != websocket.StatusTryAgainLater {
		t.Error(err)
	}
	playAmongHostile(t, h, address)
	for _, c := range conns {
		c.end(ErrClosed)
	}
	for _, c := range conns {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}
	c, err := Dial(ctx, "ws://"+address, "bob")
	for websocket.CloseStatus(err) == websocket.StatusTryAgainLater { // the farewells are on their way
		c, err = Dial(ctx, "ws://"+address, "bob")
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}

// A badPlayer violates the protocol in some way.
type badPlayer func(r *raw)

// badPlayers are players whose matches still finish, with faults.
var badPlayers = map[string]badPlayer{
	"never reads": func(*raw) {},
	"dies": func(r *raw) {
		_, _ = r.next()
		_ = r.socket.CloseNow()
	},
	"leaves": func(r *raw) {
		_, _ = r.next()
		_ = r.socket.Close(websocket.StatusNormalClosure, "")
	},
	"dies in the middle": func(r *raw) {
		for {
			f, err := r.next()
			if err != nil {
				return
			}
			if f.Type == playerprotocol.Start {
				r.tell(map[string]any{"type": playerprotocol.Ready}, f.Number)
				continue
			}
			_ = r.socket.CloseNow()
		}
	},
	"sends a huge message": func(r *raw) {
		_, _ = r.next()
		_ = r.socket.Write(context.Background(), websocket.MessageText, []byte(`{"type":"move","move":"`+strings.Repeat("x", 2*maxAnswer)+`"}`))
	},
	"talks nonsense": func(r *raw) {
		_, _ = r.next()
		_ = r.socket.Write(context.Background(), websocket.MessageText, []byte(`{"type":`))
	},
	"talks without end": func(r *raw) {
		_, _ = r.next()
		for r.socket.Write(context.Background(), websocket.MessageText, []byte(`{"type":"move","step":99,"move":"noop"}`)) == nil {
		}
	},
	"claims to have seen everything": func(r *raw) {
		_, _ = r.next()
		_ = r.socket.Write(context.Background(), websocket.MessageText, []byte(`{"type":"ready","number":1,"seen":99}`))
	},
}

// TestBadPlayers plays matches with players that violate the protocol. They harm only
// themselves: the match finishes, and others play on.
func TestBadPlayers(t *testing.T) {
	noGoroutinesLeft(t)
	for name, act := range badPlayers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h, address := parallelHost(t)
			r := dialRaw(t, address, "eve")
			acted := make(chan struct{})
			go func() {
				defer close(acted)
				act(r)
			}()
			rs, g := rulestest.Open(t, "tictactoe")
			c := config(rs, g, remote(h, disguise.Plain(rs), "eve"))
			c.StartClock, c.PlayClock, c.Allowance = 500*time.Millisecond, 100*time.Millisecond, 2
			over := make(chan struct{})
			go func() {
				defer close(over)
				playAmongHostile(t, h, address)
			}()
			record, err := match.Run(context.Background(), c)
			if err != nil {
				t.Fatal(err)
			}
			if !record.Completed || len(record.Details.Faults) == 0 || len(record.Details.Retired) != 1 {
				t.Errorf("completed %v, retired %v, faults %+v", record.Completed, record.Details.Retired, record.Details.Faults)
			}
			<-over
			_ = r.socket.CloseNow()
			<-acted
		})
	}
}

// TestBadPlayersInRealTime is the same for matches in real time.
func TestBadPlayersInRealTime(t *testing.T) {
	noGoroutinesLeft(t)
	for name, act := range badPlayers {
		if name == "never reads" {
			continue // what it is sent in a short match fits into buffers
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h, address := parallelHost(t)
			r := dialRaw(t, address, "eve")
			b := join(t, address, "good")
			defer b.stop()
			acted := make(chan struct{})
			go func() {
				defer close(acted)
				act(r)
			}()
			rs, g := timedRules(t, strings.Replace(race, "terminal :- true(infinity,at(a,s9)) & true(infinity,at(b,s9))", "terminal :- true(infinity,at(b,s9))", 1))
			p := remoteTimed(h, disguise.Plain(rs), "eve")
			m := realtimematch.Match{Game: g, Players: []realtime.Player{p, remoteTimed(h, disguise.Plain(rs), "good")}, Wall: true, StartClock: 6 * time.Second}
			res, err := m.Play(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if !res.Over || res.Goals[1] != 100 {
				t.Errorf("%+v", res)
			}
			for _, f := range res.Faults {
				if f.Role != 0 {
					t.Errorf("the other player has a fault: %v", f)
				}
			}
			_ = r.socket.CloseNow()
			<-acted
		})
	}
}

// TestTwiceAndLate answers everything twice, and repeats the previous answer.
// That is not a fault.
func TestTwiceAndLate(t *testing.T) {
	h, address := host(t)
	r := dialRaw(t, address, "eve")
	done := make(chan struct{})
	go func() {
		defer close(done)
		rng := rand.New(rand.NewPCG(1, 1))
		last := map[string]any{"type": playerprotocol.Ready}
		for {
			f, err := r.next()
			if err != nil || f.Type == playerprotocol.Stop {
				return
			}
			if f.Type == playerprotocol.Start {
				r.tell(map[string]any{"type": playerprotocol.Ready}, f.Number)
			}
			if f.Type != playerprotocol.Play {
				continue
			}
			r.tell(last, f.Number)
			move := map[string]any{"type": playerprotocol.Move, "step": f.Step, "move": f.Legal[rng.IntN(len(f.Legal))]}
			r.tell(move, f.Number)
			r.say(move) // the same number again
			r.tell(move, f.Number)
			last = move
		}
	}()
	if record := play(t, h, "tictactoe", "eve"); len(record.Details.Faults) > 0 || !record.Completed {
		t.Errorf("%+v", record.Details.Faults)
	}
	<-done
}
