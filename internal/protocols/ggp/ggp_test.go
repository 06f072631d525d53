package ggp

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"ludex/game"
	"ludex/internal/disguise"
	"ludex/internal/players/basic"
	"ludex/internal/protocols/seat"
	"ludex/internal/rulestest"
	"ludex/match"
	"ludex/player"
	"ludex/rules"
)

// serve starts a server with a player and returns its address.
func serve(t *testing.T, p player.Maker) string {
	t.Helper()
	s := &Server{Name: "test", Species: "ludex", Options: seat.Options{NewPlayer: p}}
	h := httptest.NewServer(s)
	t.Cleanup(func() {
		h.Close()
		s.Close()
	})
	return strings.TrimPrefix(h.URL, "http://")
}

func legal() player.Player { return new(basic.Legal) }

func TestRequestBytes(t *testing.T) {
	want := "POST / HTTP/1.0\r\nAccept: text/delim\r\nHost: there:9147\r\nSender: GAMESERVER\r\nReceiver: bob\r\n" +
		"Content-Type: text/acl\r\nContent-Length: 15\r\n\r\n( PLAY m1 NIL )"
	if got := string(request("there:9147", "bob", "( PLAY m1 NIL )")); got != want {
		t.Errorf("sent %q", got)
	}
}

// sendRaw sends raw bytes to a server and returns all of the answer.
func sendRaw(t *testing.T, address, raw string) string {
	t.Helper()
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := io.WriteString(c, raw); err != nil {
		t.Fatal(err)
	}
	all, err := io.ReadAll(c)
	if err != nil {
		t.Fatal(err)
	}
	return string(all)
}

// TestConversation compares the answers to a public manager's messages, byte for byte after
// the headers.
func TestConversation(t *testing.T) {
	rs, g := rulestest.Open(t, "tictactoe")
	rulesText, err := (&Player{Disguise: disguise.Plain(rs), Form: Joint, setup: player.Setup{Game: g}}).rules()
	if err != nil {
		t.Fatal(err)
	}
	address := serve(t, legal)
	for _, step := range []struct{ sent, want string }{
		{"( INFO )", "( ( name test ) ( status available ) ( species ludex ) )"},
		{"( PLAY m NIL )", "busy"},
		{"( PREVIEW ((role white)) 5 )", "ready"},
		{"( PING )", "ready"},
		// What cannot be played is guessed.
		{"( START m grey (" + rulesText + ") 5 5 )", "ready"},
		{"( PLAY m NIL )", "noop"},
		{"( PING 17 )", "busy"},
		{"( ABORT m )", "aborted"},
		{"( START m white ((role white) (legal black jump) (legal white (sit 1)) (<= (p ?x) (not (q ?x)))) 5 5 )", "ready"},
		{"( PLAY m NIL )", "(sit 1)"},
		{"( ABORT m )", "aborted"},
		{"( START m a ((role a)) 5 5 )", "ready"},
		{"( PLAY m NIL )", "noop"},
		{"( PLAY m ( noop ) )", "noop"},
		{"( STOP m ( noop ) )", "done"},
		{"( START m white (" + rulesText + ") 5 5 )", "ready"},
		{"( INFO )", "( ( name test ) ( status busy ) ( species ludex ) )"},
		{"( START n white (" + rulesText + ") 5 5 )", "busy"},
		{"( PLAY n NIL )", "busy"},
		{"( PLAY m NIL )", "(mark 1 1)"},
		{"( PLAY m ( (mark 1 1) noop ) )", "noop"},
		{"(PLAY M (NOOP (MARK 1 2)))", "(mark 1 3)"},
		// A move that is not legal is not followed.
		{"( PLAY m ( noop noop ) )", "(mark 1 3)"},
		{"( PLAY m ( (mark 1 3) noop ) )", "(mark 1 3)"},
		{"( STOP m ( (mark 1 3) noop ) )", "done"},
		{"( START m black (" + rulesText + ") 5 5 )", "ready"},
		{"( ABORT m )", "aborted"},
		{"( INFO )", "( ( name test ) ( status available ) ( species ludex ) )"},
	} {
		got := sendRaw(t, address, fmt.Sprintf("POST / HTTP/1.0\r\ncontent-LENGTH: %d\r\n\r\n%s", len(step.sent), step.sent))
		head, body, _ := strings.Cut(got, "\r\n\r\n")
		if body != step.want {
			t.Errorf("%.60s is answered with %q, and not with %q", step.sent, body, step.want)
		}
		wantHead := fmt.Sprintf("HTTP/1.0 200 OK\r\nAccess-Control-Allow-Headers: Content-Type\r\nAccess-Control-Allow-Methods: POST, GET, OPTIONS\r\n"+
			"Access-Control-Allow-Origin: *\r\nAccess-Control-Max-Age: 86400\r\nConnection: close\r\nContent-Length: %d\r\nContent-Type: text/acl", len(step.want))
		if head != wantHead {
			t.Errorf("the headers are\n%s\nand not\n%s", head, wantHead)
		}
	}
	if got := sendRaw(t, address, "GET /%28%20INFO%20%29 HTTP/1.0\r\n\r\n"); !strings.HasSuffix(got, "( species ludex ) )") {
		t.Error(got)
	}
	if got := sendRaw(t, address, "OPTIONS / HTTP/1.0\r\n\r\n"); !strings.HasPrefix(got, "HTTP/1.0 200") || !strings.HasSuffix(got, "\r\n\r\n") {
		t.Error(got)
	}
	if got := sendRaw(t, address, "POST / HTTP/1.0\r\nContent-Length: 2\r\n\r\n(("); !strings.HasPrefix(got, "HTTP/1.0 400") {
		t.Error(got)
	}
}

// play plays a match with stand-ins for all roles.
func play(t *testing.T, name string, seed uint64, d func(*rules.Rules) *disguise.Disguise, change func(r int, p *Player) player.Player) (*match.Record, *rules.Rules, game.Game) {
	t.Helper()
	rs, g := rulestest.Open(t, name)
	c := match.Config{ID: "m1", Rules: rs, Game: g, Seed: seed, MaxSteps: 30, Allowance: 3, StartClock: 20 * time.Second, PlayClock: 20 * time.Second}
	for r := range g.Roles() {
		seat := match.Seat{Name: "p"}
		if game.Role(r) != g.Random() {
			seat.Player = change(r, &Player{Match: "m1", Disguise: d(rs), Address: ""})
		}
		c.Seats = append(c.Seats, seat)
	}
	record, err := match.Run(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	if err := record.Check(context.Background(), rs, g); err != nil {
		t.Error(err)
	}
	return record, rs, g
}

// TestManagerAgainstPlayer plays over real connections what players play directly.
func TestManagerAgainstPlayer(t *testing.T) {
	for _, test := range []struct {
		game string
		form Form
	}{
		{"tictactoe", ""}, {"tictactoe", Numbered}, {"tictactoe", Percepts}, {"rockpaperscissors", ""}, {"minority", ""},
		{"montyhall", ""}, {"montyhall", Percepts}, {"kuhnpoker", ""}, {"kuhnpoker", Percepts},
	} {
		t.Run(test.game+" "+string(test.form), func(t *testing.T) {
			direct, _, _ := play(t, test.game, 4, disguise.Plain, func(int, *Player) player.Player { return legal() })
			over, _, _ := play(t, test.game, 4, disguise.Plain, func(_ int, p *Player) player.Player {
				p.Address, p.Form, p.Preview = serve(t, legal), test.form, time.Minute
				return p
			})
			if len(over.Details.Faults) > 0 || !reflect.DeepEqual(direct.Moves, over.Moves) {
				t.Errorf("faults %+v; directly\n%v, over connections\n%v", over.Details.Faults, direct.Moves, over.Moves)
			}
		})
	}
	scramble := func(r *rules.Rules) *disguise.Disguise {
		d, err := disguise.Scramble(r, 5)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	record, _, _ := play(t, "kuhnpoker", 4, scramble, func(_ int, p *Player) player.Player {
		p.Address = serve(t, legal)
		return p
	})
	if len(record.Details.Faults) > 0 {
		t.Errorf("scrambled: %+v", record.Details.Faults)
	}
}

// TestNothingLeaks reads every byte that a role of a game with hidden information
// is sent in a hundred matches.
func TestNothingLeaks(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	for seed := range uint64(100) {
		var mu sync.Mutex
		var heard []Message
		s := &Server{Options: seat.Options{NewPlayer: func() player.Player { return new(basic.Random) }}}
		h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			if m, err := Parse(string(body)); err != nil {
				t.Error(err)
			} else {
				mu.Lock()
				heard = append(heard, m)
				mu.Unlock()
			}
			r.Body = io.NopCloser(strings.NewReader(string(body)))
			s.ServeHTTP(w, r)
		}))
		role := -1
		record, rs, g := play(t, "kuhnpoker", seed, disguise.Plain, func(r int, p *Player) player.Player {
			if role >= 0 {
				return new(basic.Random)
			}
			role = r
			p.Address = strings.TrimPrefix(h.URL, "http://")
			return p
		})
		h.Close()
		p := &Player{Disguise: disguise.Plain(rs), Form: Numbered, setup: player.Setup{Game: g}}
		rulesText, err := p.rules()
		if err != nil {
			t.Fatal(err)
		}
		want := []Message{
			{Kind: Start, Match: "m1", Role: g.Roles()[role], Rules: rulesText, StartClock: 20, PlayClock: 20},
			{Kind: Play, Match: "m1", First: true, Numbered: true, Own: Nil},
		}
		m := g.NewMachine()
		state := m.Initial(nil)
		for i, texts := range record.Moves {
			joint := make([]game.Move, len(texts))
			for r, text := range texts {
				if joint[r], err = game.FindMove(g, m, state, game.Role(r), text); err != nil {
					t.Fatal(err)
				}
			}
			next := Message{Kind: Play, Match: "m1", Numbered: true, Turn: i + 1, Own: texts[role]}
			for _, seen := range m.Percepts(state, joint, game.Role(role), nil) {
				next.Seen = append(next.Seen, g.PerceptText(seen))
			}
			if i == len(record.Moves)-1 {
				next.Kind = Stop
			}
			want = append(want, next)
			state = m.Next(state, joint, nil)
		}
		if !reflect.DeepEqual(heard, want) {
			t.Fatalf("seed %d: the role heard\n%+v\nand not\n%+v", seed, heard, want)
		}
	}
}

// TestHostilePlayers covers players that do not do what they should. The match goes
// on, and the other player does not notice. Clocks are long, so that it is in time on a
// busy machine too, but shorter if the hostile player uses all of them.
func TestHostilePlayers(t *testing.T) {
	answer := func(c net.Conn, body string) {
		fmt.Fprintf(c, "HTTP/1.0 200 OK\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
	}
	for name, test := range map[string]struct {
		handle func(c net.Conn)
		kind   player.FaultKind
	}{
		"lies":     {func(c net.Conn) { answer(c, "(mark 9 9)") }, player.Illegal},
		"nil":      {func(c net.Conn) { answer(c, "NIL") }, player.Illegal},
		"nothing":  {func(c net.Conn) { answer(c, "") }, player.Illegal},
		"hangs up": {func(net.Conn) {}, player.Failed},
		"stalls":   {func(c net.Conn) { _, _ = io.Copy(io.Discard, c) }, player.Late},
		"trickles": {func(c net.Conn) {
			fmt.Fprint(c, "HTTP/1.0 200 OK\r\n\r\n")
			for {
				if _, err := io.WriteString(c, " "); err != nil {
					return
				}
				time.Sleep(20 * time.Millisecond)
			}
		}, player.Late},
		"100 MB": {func(c net.Conn) {
			fmt.Fprint(c, "HTTP/1.0 200 OK\r\n\r\n")
			block := strings.Repeat("x", 1<<20)
			for range 100 {
				if _, err := io.WriteString(c, block); err != nil {
					return
				}
			}
		}, player.Failed},
		"100 MB of header": {func(c net.Conn) {
			fmt.Fprint(c, "HTTP/1.0 200 OK\r\nX: ")
			block := strings.Repeat("x", 1<<20)
			for range 100 {
				if _, err := io.WriteString(c, block); err != nil {
					return
				}
			}
		}, player.Failed},
		"an error": {func(c net.Conn) {
			fmt.Fprint(c, "HTTP/1.0 500 Internal Server Error\r\nContent-Length: 10\r\n\r\n(mark 1 1)")
		}, player.Failed},
		"a redirection": {func(c net.Conn) {
			fmt.Fprint(c, "HTTP/1.0 302 Found\r\nLocation: /\r\nContent-Length: 10\r\n\r\n(mark 1 1)")
		}, player.Failed},
		"is busy": {func(c net.Conn) { answer(c, "busy") }, player.Failed},
		"no http": {func(c net.Conn) { fmt.Fprint(c, "(mark 1 1)") }, player.Failed},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			defer l.Close()
			go hostile(l, test.handle)
			rs, g := rulestest.Open(t, "tictactoe")
			startClock, playClock := time.Minute, time.Minute
			if test.kind == player.Late {
				startClock, playClock = 8*time.Second, 3*time.Second
			}
			record, err := match.Run(context.Background(), match.Config{
				ID: "m", Rules: rs, Game: g, StartClock: startClock, PlayClock: playClock, Allowance: 3,
				Seats: []match.Seat{
					{Name: "bad", Player: &Player{Match: "m", Disguise: disguise.Plain(rs), Address: l.Addr().String()}},
					{Name: "good", Player: &Player{Match: "m", Disguise: disguise.Plain(rs), Address: serve(t, legal)}},
				},
			})
			if err != nil || !record.Completed {
				t.Fatal(err, record.Details.Reason)
			}
			seen := map[string]bool{}
			for _, f := range record.Details.Faults {
				if f.Role != "white" {
					t.Errorf("%+v", f)
				}
				seen[f.Kind] = true
			}
			if !seen[string(test.kind)] || len(record.Details.Faults) < 3 {
				t.Errorf("%+v", record.Details.Faults)
			}
		})
	}
}

// hostile reads requests and lets a function answer them.
func hostile(l net.Listener, handle func(net.Conn)) {
	for {
		c, err := l.Accept()
		if err != nil {
			return
		}
		go func() {
			defer c.Close()
			if r, err := http.ReadRequest(bufio.NewReader(c)); err == nil {
				if _, err := io.Copy(io.Discard, r.Body); err == nil {
					handle(c)
				}
			}
		}()
	}
}

// TestForgottenMatch checks that a player is free again when its manager is gone.
func TestForgottenMatch(t *testing.T) {
	rs, _ := rulestest.Open(t, "tictactoe")
	s := &Server{Options: seat.Options{NewPlayer: legal}}
	now := time.Now()
	expect := func(want string, m Message) {
		t.Helper()
		if got := s.answer(context.Background(), m, now); got != want {
			t.Fatalf("%s is answered with %s, and not with %s", m.Kind, got, want)
		}
	}
	start := Message{Kind: Start, Match: "a", Role: "white", Rules: rs.Text(), StartClock: 5, PlayClock: 5}
	expect(Ready, start)
	start.Match = "b"
	expect(Busy, start)
	s.current.touch(now.Add(-time.Hour), 0)
	expect(Ready, start)
	expect(Busy, Message{Kind: Play, Match: "a", First: true})
	s.Close()
	if s.busy() {
		t.Error("the server is busy after the end")
	}
}

func TestStatus(t *testing.T) {
	address := serve(t, legal)
	got, err := Ask(context.Background(), address)
	if want := (Status{"test", "available", "ludex"}); err != nil || got != want {
		t.Errorf("%+v, %v", got, err)
	}
	if got := parseStatus("busy"); got.Status != "busy" {
		t.Errorf("%+v", got)
	}
}
