package live

import (
	"context"
	"net"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"ludex/internal/disguise"
	"ludex/internal/protocols/playerprotocol"
	"ludex/internal/timedmatch"
	"ludex/player/realtime"
	"ludex/rules"
	"ludex/timed"
)

// punctual makes moves that are to arrive at certain instants.
type punctual struct {
	realtime.Player
	at timed.Time
}

func (p *punctual) Next(v *timed.View) (timed.Plan, bool) {
	for p.at <= v.Open+timed.Unit/5 {
		p.at += timed.Unit / 4
	}
	return timed.Plan{At: p.at, Move: v.Legal[0]}, true
}

// TestDelays plays by real clocks over a network that takes 100 ms each way, and
// reports how far from the wanted instants moves arrive. It takes some seconds and
// depends on the load of the machine.
func TestDelays(t *testing.T) {
	if os.Getenv("LUDEX_FULL") == "" {
		t.Skip("real clocks take real time; set LUDEX_FULL=1")
	}
	h, address := host(t)
	slow := delaying(t, address, 100*time.Millisecond)
	ctx, cancel := context.WithCancel(context.Background())
	var group sync.WaitGroup
	p := &Player{URL: "ws://" + slow + "/", Name: "bob", Server: &playerprotocol.Server{
		NewTimed: func(context.Context, *rules.Rules) (realtime.Player, error) {
			return &punctual{Player: realtime.NewIdle()}, nil
		},
	}}
	group.Go(func() {
		if err := p.Run(ctx); err != nil {
			t.Error(err)
		}
	})
	rs, g := timedRules(t, `role(a) role(b) init(5,p) legal(R,m) :- role(R) next(T,p) :- true(T,p) terminal :- expired(p) goal(R,0) :- role(R)`)
	there := remoteTimed(h, disguise.Plain(rs), "bob")
	conn, err := h.Accept(ctx, "bob")
	if err != nil {
		t.Fatal(err)
	}
	there.Use(conn)
	record, _ := playTimed(t, rs, g, there, realtime.NewIdle())
	cancel()
	group.Wait()
	log, err := timedmatch.ReadLines(record.Details.Log)
	if err != nil {
		t.Fatal(err)
	}
	var off []time.Duration
	for i := range log.Events {
		for _, m := range log.Events[i].Moves {
			rest := m.At % (timed.Unit / 4)
			off = append(off, min(rest, timed.Unit/4-rest).Duration(time.Second))
		}
	}
	slices.Sort(off)
	if len(off) < 4 {
		t.Fatalf("%d moves arrived", len(off))
	}
	t.Logf("%d moves missed their instants by %v in the middle and %v at most", len(off), off[len(off)/2], off[len(off)-1])
	if off[len(off)/2] > 50*time.Millisecond {
		t.Error("that is too much")
	}
}

// delaying returns the address of a proxy over which every byte takes so long each
// way.
func delaying(t *testing.T, to string, each time.Duration) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	group.Go(func() {
		for {
			a, err := l.Accept()
			if err != nil {
				return
			}
			b, err := net.Dial("tcp", to)
			if err != nil {
				a.Close()
				continue
			}
			group.Go(func() { carry(a, b, each) })
			group.Go(func() { carry(b, a, each) })
		}
	})
	t.Cleanup(func() {
		l.Close()
		group.Wait()
	})
	return l.Addr().String()
}

// carry carries bytes from one connection to another, each of them late.
func carry(from, to net.Conn, each time.Duration) {
	type piece struct {
		data []byte
		due  time.Time
	}
	pieces := make(chan piece, 1000)
	var group sync.WaitGroup
	group.Go(func() {
		defer to.Close()
		for p := range pieces {
			<-time.After(time.Until(p.due))
			if _, err := to.Write(p.data); err != nil {
				from.Close()
			}
		}
	})
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		if n > 0 {
			pieces <- piece{slices.Clone(buffer[:n]), time.Now().Add(each)}
		}
		if err != nil {
			break
		}
	}
	close(pieces)
	group.Wait()
}
