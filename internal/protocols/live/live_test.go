package live

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/coder/websocket"

	"ludex/internal/disguise"
	"ludex/internal/protocols/playerprotocol"
	"ludex/match"
)

// TestMatch plays games of all languages, one match after the other over one
// connection.
func TestMatch(t *testing.T) {
	h, address := host(t)
	b := join(t, address, "bob")
	defer b.stop()
	for _, name := range []string{"tictactoe", "montyhall", "kuhnpoker", "chess", "rockpaperscissors"} {
		record := play(t, h, name, "bob")
		if len(record.Details.Faults) > 0 || len(record.Moves) == 0 {
			t.Errorf("%s: %+v", name, record.Details.Faults)
		}
	}
	if n := len(h.sessions); n != 1 {
		t.Errorf("there were %d sessions", n)
	}
}

// TestBrokenConnections plays through a line that breaks again and again. The
// match is the same as over a good one.
func TestBrokenConnections(t *testing.T) {
	h, address := host(t)
	good := join(t, address, "good")
	defer good.stop()
	want := play(t, h, "chess", "good")
	for seed := range uint64(3) {
		name := fmt.Sprint("bad", seed)
		proxy, breaks := breaking(t, address, seed, 6000, 60_000)
		bad := join(t, proxy, name)
		record := play(t, h, "chess", name)
		if len(record.Details.Faults) > 0 || !reflect.DeepEqual(record.Moves, want.Moves) {
			t.Errorf("seed %d: %+v", seed, record.Details.Faults)
		}
		if breaks.Load() == 0 {
			t.Errorf("seed %d: nothing broke", seed)
		}
		bad.stop()
	}
}

// TestOrder sends numbered messages both ways over a breaking line: each arrives
// once and in order.
func TestOrder(t *testing.T) {
	h, address := host(t)
	proxy, breaks := breaking(t, address, 9, 6000, 60_000)
	ctx := context.Background()
	here, err := Dial(ctx, "ws://"+proxy, "bob")
	if err != nil {
		t.Fatal(err)
	}
	there, err := h.Accept(ctx, "bob")
	if err != nil {
		t.Fatal(err)
	}
	const n = 400
	errs := make(chan error, 4)
	filler := strings.Repeat("x", 500)
	for _, c := range []playerprotocol.Conn{here, there} {
		go func() {
			for i := range n {
				if err := c.Send(ctx, playerprotocol.Message{Type: playerprotocol.Event, Step: i, Reason: filler}); err != nil {
					errs <- err
					return
				}
			}
			errs <- nil
		}()
		go func() {
			for i := range n {
				m, err := c.Receive(ctx)
				if err == nil && m.Step != i {
					err = fmt.Errorf("message %d is number %d", m.Step, i)
				}
				if err != nil {
					errs <- err
					return
				}
			}
			errs <- nil
		}()
	}
	for range 4 {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	if breaks.Load() == 0 {
		t.Error("nothing broke")
	}
	if err := here.Close(); err != nil {
		t.Error(err)
	}
	if _, err := here.Receive(ctx); !errors.Is(err, ErrClosed) {
		t.Error(err)
	}
}

// TestTimed plays in real time, with and without hidden information, in the words
// of the rules and in others, over good and breaking lines.
func TestTimed(t *testing.T) {
	var all []*atomic.Int64
	for name, text := range map[string]string{"race": race, "secret": secret} {
		for _, scrambled := range []bool{false, true} {
			for _, broken := range []bool{false, true} {
				t.Run(fmt.Sprint(name, scrambled, broken), func(t *testing.T) {
					h, address := host(t)
					rs, g := timedRules(t, text)
					d := disguise.Plain(rs)
					if scrambled {
						var err error
						if d, err = disguise.Scramble(rs, 3); err != nil {
							t.Fatal(err)
						}
					}
					if broken {
						proxy, breaks := breaking(t, address, 4, 1500, 1500)
						address, all = proxy, append(all, breaks)
					}
					b := join(t, address, "bob")
					defer b.stop()
					record, res := playTimed(t, rs, g, remoteTimed(h, d, "bob"), eager{})
					if !record.Completed || len(res.Faults) > 0 || countMoves(record, 0) != 9 {
						t.Errorf("%+v, %v", res.Faults, record.Moves)
					}
				})
			}
		}
	}
	// How much is said in one match depends on times, so one may come through.
	if !slices.ContainsFunc(all, func(breaks *atomic.Int64) bool { return breaks.Load() > 0 }) {
		t.Error("nothing broke")
	}
}

// countMoves returns how many moves a role has made.
func countMoves(r *match.Record, role int) int {
	n := 0
	for _, joint := range r.Moves {
		if joint[role] != "" {
			n++
		}
	}
	return n
}

// TestGather checks that players are taken together or not at all, and come back
// after a match.
func TestGather(t *testing.T) {
	h, address := host(t)
	ctx, cancel := context.WithCancel(context.Background())
	ann := join(t, address, "ann")
	defer ann.stop()
	type result struct {
		conns []playerprotocol.Conn
		err   error
	}
	both := make(chan result)
	go func() {
		conns, err := h.Gather(context.Background(), "ann", "bob")
		both <- result{conns, err}
	}()
	for range 3 { // a wait for both does not reserve her
		c, err := h.Accept(ctx, "ann")
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(c.Close(), c.Close()); err != nil {
			t.Error(err)
		}
	}
	bob := join(t, address, "bob")
	defer bob.stop()
	got := <-both
	if got.err != nil || len(got.conns) != 2 {
		t.Fatalf("%+v", got)
	}
	cancel()
	if _, err := h.Accept(ctx, "bob"); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	for _, c := range got.conns {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}
	if _, err := h.Accept(context.Background(), "bob"); err != nil {
		t.Error(err)
	}
}

// TestOffset waits until the manager's clock is known.
func TestOffset(t *testing.T) {
	_, address := host(t)
	c, err := Dial(context.Background(), "ws://"+address, "bob")
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for {
		ahead, way, known := c.Offset()
		if !known {
			runtime.Gosched()
			continue
		}
		if way <= 0 || ahead.Abs() > way {
			t.Errorf("on one machine the clock is %v ahead, with %v there and back", ahead, way)
		}
		return
	}
}

// TestRefused checks that players are refused that do not introduce themselves, are not
// expected, or claim the session of another player.
func TestRefused(t *testing.T) {
	h, address := host(t)
	h.Invite("bob")
	for name, text := range map[string]string{
		"no name":         `{"type":"hello"}`,
		"not expected":    `{"type":"hello","name":"eve"}`,
		"another session": `{"type":"hello","session":"GUESS","name":"bob"}`,
		"no hello":        `{"type":"move","number":1}`,
		"nonsense":        `nonsense`,
		"long":            `{"type":"hello","name":"` + strings.Repeat("b", maxHello) + `"}`,
		"from the future": `{"type":"hello","name":"bob","seen":1}`,
	} {
		t.Run(name, func(t *testing.T) {
			s, _, err := websocket.Dial(context.Background(), "ws://"+address, nil)
			if err != nil {
				t.Fatal(err)
			}
			defer s.CloseNow()
			if err := s.Write(context.Background(), websocket.MessageText, []byte(text)); err != nil {
				t.Fatal(err)
			}
			_, data, err := s.Read(context.Background())
			if err == nil && strings.Contains(string(data), welcome) {
				_, data, err = s.Read(context.Background())
			}
			if err == nil {
				t.Errorf("answered with %s", data)
			}
		})
	}
	r, err := http.Get("http://" + address)
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
	http.DefaultClient.CloseIdleConnections()
	if r.StatusCode < 400 {
		t.Errorf("a plain request is answered with %s", r.Status)
	}
	if err := (&Player{URL: "ws://" + address, Name: "eve"}).Run(context.Background()); err == nil || !strings.Contains(err.Error(), "expected") {
		t.Errorf("eve is told %v", err)
	}
	for _, url := range []string{"", "localhost:80", "http://localhost", "ws:///x"} {
		if err := (&Player{URL: url, Name: "bob"}).Run(context.Background()); err == nil || !strings.Contains(err.Error(), "write ws://") {
			t.Errorf("%q: %v", url, err)
		}
	}
}

// TestLinesForget checks what an end keeps for the other.
func TestLinesForget(t *testing.T) {
	l := newResumableConn(1)
	ctx := context.Background()
	for i := range 5 {
		if err := l.Send(ctx, playerprotocol.Message{Type: playerprotocol.Event, Step: i}); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.forget(3); err != nil || len(l.out) != 2 || l.bytes != len(l.out[0].data)+len(l.out[1].data) {
		t.Errorf("%v, %d kept", err, len(l.out))
	}
	if err := l.forget(6); !errors.Is(err, errNotSent) {
		t.Error(err)
	}
	if _, err := l.attach(nil, 1); !errors.Is(err, errGap) {
		t.Error(err)
	}
	for !l.closed() {
		_ = l.Send(ctx, playerprotocol.Message{Type: playerprotocol.Event, State: slices.Repeat([]string{"(cell 1 1 b)"}, 100_000)})
	}
	if err := l.Send(ctx, playerprotocol.Message{}); !errors.Is(err, ErrUnseen) {
		t.Error(err)
	}
}

// TestComesAgain lets a player leave when it is told to start, and another one with
// the same name connect. The match is played with the second one.
func TestComesAgain(t *testing.T) {
	h, address := host(t)
	for _, isTimed := range []bool{false, true} {
		r := dialRaw(t, address, "bob")
		joined := make(chan *bob)
		go func() {
			_, _ = r.next()
			_ = r.socket.CloseNow()
			joined <- join(t, address, "bob")
		}()
		if isTimed {
			rs, g := timedRules(t, race)
			if record, res := playTimed(t, rs, g, remoteTimed(h, disguise.Plain(rs), "bob"), eager{}); len(res.Faults) > 0 || !record.Completed {
				t.Errorf("%+v", res.Faults)
			}
		} else if record := play(t, h, "tictactoe", "bob"); len(record.Details.Faults) > 0 {
			t.Errorf("%+v", record.Details.Faults)
		}
		(<-joined).stop()
	}
}
