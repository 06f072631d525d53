package protocols

import (
	"context"
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	"ludex/internal/disguise"
	"ludex/internal/protocols/ggp"
	"ludex/internal/protocols/live"
	"ludex/internal/protocols/playerprotocol"
	"ludex/internal/protocols/rbgmanager"
	"ludex/internal/protocols/seat"
	"ludex/internal/roster"
	"ludex/internal/rulestest"
	"ludex/match"
	"ludex/player"
	"ludex/rules"
)

// players returns what makes the players of a game of the library.
func players(t *testing.T, name string) *Players {
	t.Helper()
	rs := rulestest.Read(t, name)
	list, err := match.NewRoster(t.Context(), rs, roster.All(), rules.Opening{})
	if err != nil {
		t.Fatal(err)
	}
	return &Players{Disguise: disguise.Plain(rs), Roster: list}
}

// TestMakers covers texts that name players, and the errors for others.
func TestMakers(t *testing.T) {
	boards, facts, timed := players(t, "tictactoe-rbg"), players(t, "tictactoe"), players(t, "chicken")
	for _, test := range []struct {
		players *Players
		spec    string
		want    string // of the error
	}{
		{facts, "random", ""},
		{facts, "ggp://localhost:9147", ""},
		{facts, "ggp://localhost:9147?form=percepts&name=bob&preview=2s&info=no", ""},
		{facts, "ggp://localhost", "write ggp://HOST:PORT"},
		{facts, "ggp://localhost:9147?form=new", "the form is"},
		{facts, "ggp://localhost:9147?preview=soon", "preview"},
		{facts, "ggp://localhost:9147?info=yes", "write info=no"},
		{facts, "rbg://127.0.0.1:0", "for regular boardgames"},
		{boards, "rbg://127.0.0.1:0", ""},
		{boards, "rbg://nowhere", "write rbg://HOST:PORT"},
		{facts, "exec:", "name a program"},
		{facts, "live:bob", "say where"},
		{facts, "live:", "give the name"},
		{facts, "nobody", "there is no player"},
		{timed, "random:rate=2", ""},
		{timed, "exec:true", ""},
		{timed, "ggp://localhost:9147", "knows no real time"},
		{timed, "rbg://127.0.0.1:0", "knows no real time"},
		{timed, "mcts", "plays games of turns"},
	} {
		make, err := test.players.Maker(test.spec)
		switch {
		case test.want == "" && err != nil, test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
			t.Errorf("%s: %v", test.spec, err)
		case err == nil && make() == nil:
			t.Errorf("%s makes no player", test.spec)
		}
	}
	if err := errors.Join(boards.Close(), facts.Close()); err != nil {
		t.Error(err)
	}
}

// TestAwait checks that a manager names players that do not answer, and waits for those that
// connect.
func TestAwait(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0") // an address that is closed below
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	l.Close()
	p := &Players{Disguise: disguise.Plain(rulestest.Read(t, "tictactoe-rbg"))}
	ctx := context.Background()
	err = p.Await(ctx, time.Second, &ggp.Player{Address: address}, nil, new(playerprotocol.Player))
	if err == nil || !strings.Contains(err.Error(), "player ggp://"+address+" does not answer INFO") {
		t.Error(err)
	}
	if _, err := p.Maker("rbg://127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	white, black := &rbgmanager.Player{Disguise: p.Disguise, Host: p.hosts["127.0.0.1:0"]}, &rbgmanager.Player{Disguise: p.Disguise, Host: p.hosts["127.0.0.1:0"]}
	served := make(chan error, 1)
	c, err := net.Dial("tcp", p.Hosts()[0].String())
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		served <- rbgmanager.Serve(ctx, c, 1, seat.Options{NewPlayer: func() player.Player { return nil }})
	}()
	short, cancel := context.WithTimeout(ctx, 50*time.Millisecond)
	defer cancel()
	if err := p.Await(short, time.Second, white, black); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("one player is enough for two roles: %v", err)
	}
	if err := <-served; err == nil { // it was sent away
		t.Error("a player was served without a game")
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}

// TestConnected checks that players that connect are told the match by name, in games
// of both kinds.
func TestConnected(t *testing.T) {
	for _, game := range []string{"tictactoe", "chicken"} {
		p := players(t, game)
		url, err := p.Listen(t.Context(), "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(url, "ws://127.0.0.1:") {
			t.Error(url)
		}
		build, err := p.Maker("live:bob")
		if err != nil {
			t.Fatal(err)
		}
		bob, ok := build().(interface {
			match.Player
			player.Remote
			PlayerName() string
		})
		if !ok || bob.PlayerName() != "bob" {
			t.Fatalf("%T", build())
		}
		Invite(bob, "m7", nil)
		short, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		if err := p.Await(short, time.Second, bob, nil); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: nobody has come, but %v", game, err)
		}
		cancel()
		served := make(chan error, 1)
		ctx, leave := context.WithCancel(t.Context())
		go func() {
			served <- (&live.Player{URL: url, Name: "bob", Server: &playerprotocol.Server{}}).Run(ctx)
		}()
		if err := p.Await(t.Context(), time.Second, bob, nil); err != nil {
			t.Error(err)
		}
		bob.Stop()
		leave()
		if err := errors.Join(<-served, p.Close()); err != nil {
			t.Error(err)
		}
	}
	if got := URL(&net.TCPAddr{IP: net.IPv4zero, Port: 80}); !strings.HasSuffix(got, ":80/") || strings.Contains(got, "0.0.0.0") {
		t.Error(got)
	}
	if !IsRemote("live:bob") || IsRemote("mcts:memory=64") {
		t.Error("remote players are named by their scheme")
	}
}
