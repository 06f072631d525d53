package live

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"reflect"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"ludex/game"
	"ludex/library"
	"ludex/match"
	"ludex/player"
	"ludex/player/basic"
	"ludex/rules"
	"ludex/wire/talk"
)

func open(t *testing.T, name string) (*rules.Rules, game.Game) {
	t.Helper()
	lib, ok := library.Lookup(name)
	if !ok {
		t.Fatalf("the library has no %s", name)
	}
	rs, err := rules.Parse(lib.File, string(lib.Rules()))
	if err != nil {
		t.Fatal(err)
	}
	g, _, err := rs.Open(context.Background(), rules.Opening{})
	if err != nil {
		t.Fatal(err)
	}
	return rs, g
}

// host starts a host and returns its address.
func host(t *testing.T) (*Host, string) {
	t.Helper()
	h := new(Host)
	s := httptest.NewServer(h)
	t.Cleanup(func() {
		h.Close()
		s.Close()
	})
	return h, strings.TrimPrefix(s.URL, "http://")
}

// play plays a match of chess-like length with a player that connects to an
// address.
func play(t *testing.T, h *Host, address, name string) *match.Record {
	t.Helper()
	rs, g := open(t, name)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	done := make(chan error, 1)
	go func() {
		c, err := Dial(ctx, "ws://"+address, "bob")
		if err != nil {
			done <- err
			return
		}
		err = talk.Serve(ctx, c, func() player.Player { return new(basic.Legal) })
		done <- errors.Join(c.Close())
		_ = err // the end of the connection
	}()
	record, err := match.Run(context.Background(), match.Config{
		ID: "m", Rules: rs, Game: g, MaxSteps: 30, Allowance: 1, StartClock: time.Minute, PlayClock: time.Minute, Seed: 3,
		Seats: []match.Seat{
			{Name: "bob", Player: &talk.Player{Match: "m", Disguise: rules.Plain(rs), Connect: func(ctx context.Context) (talk.Conn, error) {
				return h.Accept(ctx, "bob")
			}}},
			{Name: "here", Player: new(basic.Legal)},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	return record
}

func TestMatch(t *testing.T) {
	h, address := host(t)
	for _, name := range []string{"tictactoe", "chess"} {
		if record := play(t, h, address, name); len(record.Details.Faults) > 0 {
			t.Errorf("%s: %+v", name, record.Details.Faults)
		}
	}
}

// TestBrokenConnections plays through a line that breaks again and again. The
// match is the same as over a good one.
func TestBrokenConnections(t *testing.T) {
	h, address := host(t)
	want := play(t, h, address, "chess")
	for seed := range uint64(3) {
		proxy, breaks := breaking(t, address, seed)
		record := play(t, h, proxy, "chess")
		if len(record.Details.Faults) > 0 || !reflect.DeepEqual(record.Moves, want.Moves) {
			t.Errorf("seed %d: %+v", seed, record.Details.Faults)
		}
		if breaks.Load() == 0 {
			t.Errorf("seed %d: nothing broke", seed)
		}
	}
}

// breaking returns the address of a proxy whose connections break after some
// thousands of bytes.
func breaking(t *testing.T, to string, seed uint64) (string, *atomic.Int64) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	rng := rand.New(rand.NewPCG(seed, 1))
	var breaks atomic.Int64
	go func() {
		for {
			a, err := l.Accept()
			if err != nil {
				return
			}
			limit := 6000 + rng.Int64N(60_000)
			go func() {
				defer a.Close()
				b, err := net.Dial("tcp", to)
				if err != nil {
					return
				}
				defer b.Close()
				go func() {
					_, _ = io.Copy(b, a)
					b.Close()
				}()
				if n, _ := io.CopyN(a, b, limit); n == limit {
					breaks.Add(1)
				}
			}()
		}
	}()
	return l.Addr().String(), &breaks
}

// TestOrder sends numbered messages both ways over a breaking line: each arrives
// once and in order.
func TestOrder(t *testing.T) {
	h, address := host(t)
	proxy, _ := breaking(t, address, 9)
	ctx := context.Background()
	here, err := Dial(ctx, "ws://"+proxy, "bob")
	if err != nil {
		t.Fatal(err)
	}
	there, err := h.Accept(ctx, "bob")
	if err != nil {
		t.Fatal(err)
	}
	const n = 200
	errs := make(chan error, 4)
	filler := strings.Repeat("x", 500)
	for _, c := range []talk.Conn{here, there} {
		go func() {
			for i := range n {
				if err := c.Send(ctx, talk.Message{Type: talk.Event, Step: i, Reason: filler}); err != nil {
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
	if err := here.Close(); err != nil {
		t.Error(err)
	}
	if _, err := here.Receive(ctx); err == nil {
		t.Error("a closed connection is heard")
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

// TestStrangers checks that nobody gets in who does not say who it is, or claims
// a session that is not its own.
func TestStrangers(t *testing.T) {
	_, address := host(t)
	for name, text := range map[string]string{
		"no name":         `{"type":"hello"}`,
		"another session": `{"type":"hello","session":"GUESS","name":"x"}`,
		"no hello":        `{"type":"move","number":1}`,
		"nonsense":        `nonsense`,
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
			if _, data, err := s.Read(context.Background()); err == nil {
				t.Errorf("answered with %s", data)
			}
		})
	}
	r, err := http.Get("http://" + address)
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
	if r.StatusCode < 400 {
		t.Errorf("a plain request is answered with %s", r.Status)
	}
}

// TestAcceptEnds checks that waiting for a player ends with the context.
func TestAcceptEnds(t *testing.T) {
	h := new(Host)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := h.Accept(ctx, "nobody"); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
