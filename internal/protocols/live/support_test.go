package live

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ludex/game"
	"ludex/internal/disguise"
	"ludex/internal/players/basic"
	"ludex/internal/protocols/playerprotocol"
	"ludex/internal/protocols/seat"
	"ludex/internal/rulestest"
	"ludex/match"
	"ludex/player"
	"ludex/player/realtime"
	"ludex/rules"
	"ludex/timed"
)

// host starts a host and returns its address. In the end no goroutine of it is
// left.
func host(t *testing.T) (*Host, string) {
	t.Helper()
	noGoroutinesLeft(t)
	return parallelHost(t)
}

// parallelHost is host for tests that run at the same time as others.
func parallelHost(t *testing.T) (*Host, string) {
	t.Helper()
	h := new(Host)
	s := httptest.NewServer(h)
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
		s.Close()
	})
	return h, strings.TrimPrefix(s.URL, "http://")
}

// noGoroutinesLeft checks in the end that there are no more goroutines than now.
func noGoroutinesLeft(t *testing.T) {
	t.Helper()
	before := runtime.NumGoroutine()
	t.Cleanup(func() {
		limit := time.Now().Add(20 * time.Second)
		for runtime.NumGoroutine() > before {
			if time.Now().After(limit) {
				buffer := make([]byte, 1<<20)
				t.Errorf("there were %d goroutines, now %d:\n%s", before, runtime.NumGoroutine(), buffer[:runtime.Stack(buffer, true)])
				return
			}
			runtime.Gosched()
		}
	})
}

// A bob is a player that connects and plays, until it is stopped.
type bob struct {
	cancel context.CancelFunc
	group  sync.WaitGroup
}

func (b *bob) stop() {
	b.cancel()
	b.group.Wait()
}

// join has a player connect to an address under a name, and play match after
// match.
func join(t *testing.T, address, name string) *bob {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	b := &bob{cancel: cancel}
	p := &Player{URL: "ws://" + address + "/", Name: name, Server: &playerprotocol.Server{
		Options:  seat.Options{NewPlayer: func() player.Player { return new(basic.Legal) }},
		NewTimed: func(context.Context, *rules.Rules) (realtime.Player, error) { return eager{}, nil },
	}}
	b.group.Go(func() {
		if err := p.Run(ctx); err != nil {
			t.Error(err)
		}
	})
	return b
}

// eager plays games in real time: it does what it can as soon as it can.
type eager struct{}

func (eager) Start(context.Context, realtime.Setup) error { return nil }
func (eager) Stop()                                       {}

func (eager) Next(v *timed.View) (timed.Plan, bool) {
	if len(v.Legal) == 0 {
		return timed.Plan{}, false
	}
	return timed.Plan{At: v.Open, Move: v.Legal[0]}, true
}

// remote returns a stand-in for a player of a name.
func remote(h *Host, d *disguise.Disguise, name string) *playerprotocol.Player {
	return &playerprotocol.Player{Endpoint: playerprotocol.Endpoint{Match: "m", Disguise: d, Connect: func(ctx context.Context) (playerprotocol.Conn, error) { return h.Accept(ctx, name) }}}
}

// config is a match between a player at the given end and the first legal moves.
func config(rs *rules.Rules, g game.Game, p player.Player) match.Config {
	c := match.Config{
		ID: "m", Rules: rs, Game: g, MaxSteps: 30, Allowance: 1, StartClock: time.Minute, PlayClock: time.Minute, Seed: 3,
	}
	for r := range g.Roles() {
		seat := match.Seat{Name: "here"}
		switch {
		case game.Role(r) == g.Random():
		case p != nil:
			seat, p = match.Seat{Name: "there", Player: p}, nil
		default:
			seat.Player = new(basic.Legal)
		}
		c.Seats = append(c.Seats, seat)
	}
	return c
}

// play plays a match with a player of a name.
func play(t *testing.T, h *Host, game, name string) *match.Record {
	t.Helper()
	rs, g := rulestest.Open(t, game)
	record, err := match.Run(context.Background(), config(rs, g, remote(h, disguise.Plain(rs), name)))
	if err != nil {
		t.Fatal(err)
	}
	return record
}

// race is a game in real time that does not end before both roles have made nine
// moves, however long that takes.
const race = `role(a) role(b)
init(infinity,at(a,s0)) init(infinity,at(b,s0))
legal(R,go) :- true(infinity,at(R,M)) & after(M,N)
next(infinity,at(R,N)) :- does(R,go) & true(infinity,at(R,M)) & after(M,N)
next(infinity,at(R,M)) :- true(infinity,at(R,M)) & ~does(R,go)
terminal :- true(infinity,at(a,s9)) & true(infinity,at(b,s9))
goal(R,100) :- true(infinity,at(R,s9))
goal(R,0) :- role(R) & ~true(infinity,at(R,s9))
after(s0,s1) after(s1,s2) after(s2,s3) after(s3,s4) after(s4,s5) after(s5,s6) after(s6,s7) after(s7,s8) after(s8,s9)
`

// secret is a race in which the roles do not see each other, and only one of them
// sees what chance has chosen.
const secret = `role(a) role(b) role(random)
init(infinity,at(a,s0)) init(infinity,at(b,s0)) init(infinity,dark)
legal(random,choose(C)) :- colour(C) & true(infinity,dark)
legal(R,go) :- true(infinity,at(R,M)) & after(M,N)
next(infinity,lit(C)) :- does(random,choose(C))
next(infinity,lit(C)) :- true(infinity,lit(C))
next(infinity,at(R,N)) :- does(R,go) & true(infinity,at(R,M)) & after(M,N)
next(infinity,at(R,M)) :- true(infinity,at(R,M)) & ~does(R,go)
sees(a,light(C)) :- does(random,choose(C))
sees(R,reached(N)) :- does(R,go) & true(infinity,at(R,M)) & after(M,N)
terminal :- true(infinity,at(a,s9)) & true(infinity,at(b,s9))
goal(a,100) :- true(infinity,lit(red))
goal(a,40) :- true(infinity,lit(green))
goal(b,70) :- true(infinity,at(b,s9))
goal(b,0) :- ~true(infinity,at(b,s9))
colour(red) colour(green)
after(s0,s1) after(s1,s2) after(s2,s3) after(s3,s4) after(s4,s5) after(s5,s6) after(s6,s7) after(s7,s8) after(s8,s9)
`

// timedRules reads one of the texts above.
func timedRules(t *testing.T, text string) (*rules.Rules, *timed.Game) {
	t.Helper()
	rs, err := rules.Parse("race.gdl", text)
	if err != nil {
		t.Fatal(err)
	}
	g, err := rs.OpenTimed(t.Context(), rules.Opening{})
	if err != nil {
		t.Fatal(err)
	}
	return rs, g
}

// playTimed plays a match in real time between players in the order of the roles,
// and returns its record and result.
func playTimed(t *testing.T, rs *rules.Rules, g *timed.Game, players ...realtime.Player) (*match.Record, player.Result) {
	t.Helper()
	c := match.Config{ID: "m", Rules: rs, Game: g, Seed: 5, StartClock: time.Minute,
		RealTime: match.RealTime{Wall: true, Options: timed.MatchOptions{Unit: time.Second}}}
	for r, name := range g.Roles() {
		seat := match.Seat{Name: name}
		if r < len(players) {
			seat.Player = players[r]
		}
		c.Seats = append(c.Seats, seat)
	}
	record, res, err := match.Play(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	if err := record.Check(context.Background(), rs, g); err != nil {
		t.Error(err)
	}
	return record, res
}

// remoteTimed returns a stand-in for a player of a name.
func remoteTimed(h *Host, d *disguise.Disguise, name string) *playerprotocol.TimedPlayer {
	return &playerprotocol.TimedPlayer{Endpoint: playerprotocol.Endpoint{Match: "m", Disguise: d, Connect: func(ctx context.Context) (playerprotocol.Conn, error) { return h.Accept(ctx, name) }}}
}

// breaking returns the address of a proxy whose connections break after so many
// bytes, more or less.
func breaking(t *testing.T, to string, seed uint64, least, more int64) (string, *atomic.Int64) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(seed, 1))
	var breaks atomic.Int64
	var group sync.WaitGroup
	group.Go(func() {
		for {
			a, err := l.Accept()
			if err != nil {
				return
			}
			limit := least + rng.Int64N(more)
			group.Go(func() {
				if relay(a, to, limit) {
					breaks.Add(1)
				}
			})
		}
	})
	t.Cleanup(func() {
		l.Close()
		group.Wait()
	})
	return l.Addr().String(), &breaks
}

// relay carries bytes between a connection and an address until so many have gone
// to the connection, and reports whether that was the reason to end.
func relay(a net.Conn, to string, limit int64) bool {
	defer a.Close()
	b, err := net.Dial("tcp", to)
	if err != nil {
		return false
	}
	var group sync.WaitGroup
	group.Go(func() {
		_, _ = io.Copy(b, a)
		b.Close()
	})
	n, err := io.CopyN(a, b, limit)
	a.Close()
	b.Close()
	group.Wait()
	return n == limit && !errors.Is(err, io.EOF)
}
