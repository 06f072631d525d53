package lag_test

import (
	"context"
	"encoding/json"
	"net"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"ludex/internal/lag"
	"ludex/internal/timedmatch"
	"ludex/timed"
)

// A message goes over the loopback: a move to the manager, or a notice from it.
type message struct {
	ID     uint64
	Move   string
	Notice timed.Notice
}

// TestLoopback plays over real sockets with real clocks, each way delayed by
// 100 ms, and reports how far from the wanted instants moves arrive. It takes
// some seconds and depends on the load of the machine, so it is not one of the
// quick tests.
func TestLoopback(t *testing.T) {
	if os.Getenv("LUDEX_FULL") == "" {
		t.Skip("real clocks take real time; set LUDEX_FULL=1")
	}
	const delay = 100 * time.Millisecond
	g := open(t, counting)
	manager, player := listen(t), listen(t)
	post := func(from net.PacketConn, to net.PacketConn, m message) {
		data, err := json.Marshal(m)
		if err != nil {
			t.Error(err)
			return
		}
		time.AfterFunc(delay, func() { _, _ = from.WriteTo(data, to.LocalAddr()) })
	}
	clock := timedmatch.NewWallClock(time.Second)
	inbox := timedmatch.NewInbox(clock)
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	wg.Go(func() { serve(manager, func(m message) { inbox.Put(0, m.Move, m.ID) }) })
	notices := make(chan timed.Notice, 100)
	wg.Go(func() {
		serve(player, func(m message) { notices <- m.Notice })
		close(notices)
	})
	match, err := timedmatch.NewMatch(g, timed.MatchOptions{Notify: func(n timed.Notice) {
		if n.Kind == timed.Joint {
			post(manager, player, message{Notice: n})
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	wg.Go(func() {
		if err := timedmatch.Run(ctx, match, timedmatch.RunOptions{Clock: clock, Inbox: inbox}); err != nil {
			t.Error(err)
		}
	})
	errors := playLoopback(t, g, notices, func(id uint64) { post(player, manager, message{ID: id, Move: "m"}) })
	cancel()
	_ = manager.Close()
	_ = player.Close()
	wg.Wait()
	slices.Sort(errors)
	t.Logf("arrival errors of %d moves with 100 ms each way: median %v, largest %v",
		len(errors), errors[len(errors)/2], errors[len(errors)-1])
	if median := errors[len(errors)/2]; median > 50*time.Millisecond {
		t.Errorf("moves miss their instants by %v", median)
	}
}

func listen(t *testing.T) net.PacketConn {
	t.Helper()
	c, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Skip(err)
	}
	return c
}

// serve hands on messages until the socket is closed.
func serve(c net.PacketConn, handle func(message)) {
	buf := make([]byte, 1<<16)
	for {
		n, _, err := c.ReadFrom(buf)
		if err != nil {
			return
		}
		var m message
		if json.Unmarshal(buf[:n], &m) == nil {
			handle(m)
		}
	}
}

// playLoopback sends a move to learn about the manager's clock and then ten that
// are to arrive at certain instants, and returns by how much they missed them.
func playLoopback(t *testing.T, g *timed.Game, notices <-chan timed.Notice, send func(id uint64)) []time.Duration {
	t.Helper()
	c, err := lag.NewClient(g, 0)
	if err != nil {
		t.Fatal(err)
	}
	// The player's clock started some other time.
	start := time.Now().Add(-5 * time.Second)
	now := func() timed.Time { return timed.FromDuration(time.Since(start), time.Second) }
	receive := func() timed.Notice {
		n := <-notices
		if err := c.Receive(context.Background(), n); err != nil {
			t.Error(err)
		}
		return n
	}
	c.Start(now())
	send(c.Send(now()))
	first := receive()
	var misses []time.Duration
	for i := range 10 {
		want := first.Time + timed.Unit/2 + timed.Time(i)*timed.Unit/4
		<-time.After((c.SendAt(want) - now()).Duration(time.Second))
		send(c.Send(now()))
		got := receive().Received
		misses = append(misses, max(got-want, want-got).Duration(time.Second))
	}
	return misses
}
