package playerprotocol

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"ludex/internal/disguise"
	"ludex/internal/timedmatch"
	"ludex/player/realtime"
	"ludex/rules"
	"ludex/timed"
)

// silent is a connection on which nothing comes.
type silent struct{ dropped, closed bool }

func (s *silent) Send(context.Context, Message) error { return nil }

func (s *silent) Receive(ctx context.Context) (Message, error) {
	<-ctx.Done()
	return Message{}, ctx.Err()
}

func (s *silent) Close() error { s.closed = true; return nil }
func (s *silent) Drop() error  { s.dropped = true; return nil }
func (s *silent) Fresh() bool  { return false }

// ready answers once that it is ready.
type ready struct {
	*silent
	said bool
}

func (r *ready) Receive(ctx context.Context) (Message, error) {
	if !r.said {
		r.said = true
		return Message{Type: Ready}, nil
	}
	return r.silent.Receive(ctx)
}

// TestRefusals checks that a player whose moves are refused again and again is
// sent away.
func TestRefusals(t *testing.T) {
	rs, err := rules.Parse("one.gdl", `role(a) init(1,p) legal(a,m) next(T,p) :- true(T,p) terminal :- expired(p) goal(a,0)`)
	if err != nil {
		t.Fatal(err)
	}
	g, err := rs.OpenTimed(t.Context(), rules.Opening{})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{maxRefused - 1, maxRefused} {
		s := new(silent)
		p := &TimedPlayer{Endpoint: Endpoint{Disguise: disguise.Plain(rs), Connect: func(context.Context) (Conn, error) { return &ready{silent: s}, nil }}}
		clock := timedmatch.NewWallClock(time.Second)
		live := &realtime.Live{Clock: clock, Inbox: timedmatch.NewInbox(clock), Unit: time.Second}
		if err := p.Start(context.Background(), realtime.Setup{Game: g, Live: live}); err != nil || p.Faults() > 0 {
			t.Fatal(err, p.Note())
		}
		for i := range n {
			p.Hear(timed.Notice{Number: i + 1, Kind: timed.Refused, Reason: "it is not legal: legal are a b"})
			p.Next(&timed.View{Game: g, State: g.Initial(), Legal: []string{"m"}})
		}
		p.Stop()
		if out := n == maxRefused; s.dropped != out || s.closed == out || (p.Faults() > 0) != out {
			t.Errorf("after %d refusals: dropped %v, closed %v, %d faults", n, s.dropped, s.closed, p.Faults())
		}
	}
}

// TestReasons checks that what a refusal says about legal moves, in the words of
// the rules, does not reach a player that has others.
func TestReasons(t *testing.T) {
	p := &TimedPlayer{Endpoint: Endpoint{Disguise: &disguise.Disguise{}}}
	p.setup.Game = new(timed.Game)
	m := p.message(&timed.Notice{Kind: timed.Refused, Reason: "it is not legal: legal are (mark 1 1)"})
	if m.Reason != "it is not legal" || m.Received == nil {
		t.Errorf("%+v", m)
	}
}

// TestPace checks that messages that come at once have to wait, and others do not.
func TestPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, start := newRateLimit(), time.Now()
		for range paceBurst + 2*paceSecond {
			if err := p.Wait(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if took := time.Since(start); took < 2*time.Second-10*time.Millisecond || took > 2*time.Second+10*time.Millisecond {
			t.Errorf("it took %v", took)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if p.Wait(ctx) == nil {
			t.Error("it goes on after the end")
		}
	})
}

// clocked is a connection whose clock differs.
type clocked struct {
	silent
	ahead, way time.Duration
}

func (c *clocked) Offset() (ahead, way time.Duration, known bool) { return c.ahead, c.way, true }

// TestClock checks that a player's clock shows when a move would arrive, whatever
// the difference of the clocks.
func TestClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, ahead := range []time.Duration{0, time.Hour, -time.Hour} {
			c := &remoteClock{unit: 2 * time.Second}
			if c.Now() != 0 {
				t.Error("it runs before the start")
			}
			const way = 100 * time.Millisecond
			sent := time.Now().Add(ahead).UnixMicro() // by the manager's clock
			time.Sleep(way / 2)
			now := 10 * timed.Unit
			c.set(Message{Now: &now, Clock: sent}, &clocked{ahead: ahead, way: way})
			if got, want := c.Now(), 10*timed.Unit+timed.FromDuration(way, c.unit); max(got-want, want-got) > timed.FromDuration(time.Microsecond, c.unit) {
				t.Errorf("%v ahead: it shows %v, not %v", ahead, got, want)
			}
			earlier := timed.Unit
			c.set(Message{Now: &earlier, Clock: sent}, &silent{})
			if c.Now() < 10*timed.Unit {
				t.Error("it goes back")
			}
			c = &remoteClock{unit: time.Second}
			c.set(Message{Now: &earlier}, &silent{})
			if past, err := c.Wait(t.Context(), 2*timed.Unit, nil); !past || err != nil || c.Now() <= 2*timed.Unit {
				t.Errorf("%v, %v at %v", past, err, c.Now())
			}
			wake := make(chan struct{}, 1)
			wake <- struct{}{}
			if past, err := c.Wait(t.Context(), 99*timed.Unit, wake); past || err != nil {
				t.Errorf("%v, %v", past, err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			if _, err := c.Wait(ctx, 99*timed.Unit, nil); !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		}
	})
}
