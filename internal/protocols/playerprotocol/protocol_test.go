package playerprotocol_test

import (
	"context"
	"io"
	"reflect"
	"strings"
	"testing"

	"ludex/game"
	"ludex/internal/disguise"
	"ludex/internal/players/basic"
	"ludex/internal/protocols/playerprotocol"
	"ludex/internal/rulestest"
	"ludex/match"
	"ludex/player"
)

// pipe returns both ends of a connection.
func pipe() (a, b playerprotocol.Conn) {
	fromA, toB := io.Pipe()
	fromB, toA := io.Pipe()
	return playerprotocol.NewLines(fromA, toA), playerprotocol.NewLines(fromB, toB)
}

// remote returns a player at the other end of a pipe, and a channel that tells
// when and how serving it ended.
func remote(ctx context.Context, d *disguise.Disguise, maker player.Maker) (player.Player, <-chan error) {
	done := make(chan error, 1)
	p := &playerprotocol.Player{Endpoint: playerprotocol.Endpoint{Match: "m1", Disguise: d, Connect: func(context.Context) (playerprotocol.Conn, error) {
		a, b := pipe()
		go func() { done <- playerprotocol.Serve(ctx, b, maker) }()
		return a, nil
	}}}
	return p, done
}

// TestSameAsDirect checks that players play the same matches over a connection as
// they do without one, in the words of the rules and in others.
func TestSameAsDirect(t *testing.T) {
	for _, name := range []string{"tictactoe", "chess", "rockpaperscissors", "montyhall", "kuhnpoker", "minority"} {
		for _, scrambled := range []bool{false, true} {
			if testing.Short() && name == "chess" {
				continue // it takes long with the race detector, and the connection is the same
			}
			t.Run(name, func(t *testing.T) {
				rs, g := rulestest.Open(t, name)
				d := disguise.Plain(rs)
				if scrambled {
					var err error
					if d, err = disguise.Scramble(rs, 3); err != nil {
						t.Fatal(err)
					}
				}
				play := func(over bool) *match.Record {
					c := match.Config{ID: "m1", Rules: rs, Game: g, Seed: 11, MaxSteps: 12, Allowance: 1}
					var served []<-chan error
					for r := range g.Roles() {
						seat := match.Seat{Name: "legal"}
						if game.Role(r) != g.Random() {
							seat.Player = new(basic.Legal)
							if over {
								var done <-chan error
								seat.Player, done = remote(context.Background(), d, func() player.Player { return new(basic.Legal) })
								served = append(served, done)
							}
						}
						c.Seats = append(c.Seats, seat)
					}
					record, err := match.Run(context.Background(), c)
					if err != nil {
						t.Fatal(err)
					}
					for _, done := range served {
						if err := <-done; err != nil {
							t.Error(err)
						}
					}
					return record
				}
				direct, distant := play(false), play(true)
				if len(distant.Details.Faults) > 0 {
					t.Fatalf("faults: %+v", distant.Details.Faults)
				}
				if scrambled { // the first legal move may be another one in other words
					return
				}
				if !reflect.DeepEqual(direct.Moves, distant.Moves) {
					t.Errorf("directly %v, over the connection %v", direct.Moves, distant.Moves)
				}
			})
		}
	}
}

// TestNothingLeaks reads everything that a role of a game with hidden information
// is sent.
func TestNothingLeaks(t *testing.T) {
	rs, g := rulestest.Open(t, "kuhnpoker")
	for seed := range uint64(20) {
		var sent []playerprotocol.Message
		c := match.Config{ID: "m1", Rules: rs, Game: g, Seed: seed, Allowance: 1}
		for r := range g.Roles() {
			seat := match.Seat{Name: "x"}
			if game.Role(r) != g.Random() {
				seat.Player = new(basic.Random)
			}
			c.Seats = append(c.Seats, seat)
		}
		role := len(c.Seats) - 1
		c.Seats[role].Player = &playerprotocol.Player{Endpoint: playerprotocol.Endpoint{Match: "m1", Disguise: disguise.Plain(rs), Connect: func(context.Context) (playerprotocol.Conn, error) {
			a, b := pipe()
			go playerprotocol.Serve(context.Background(), b, func() player.Player { return new(basic.Random) })
			return &listening{a, &sent}, nil
		}}}
		record, err := match.Run(context.Background(), c)
		if err != nil {
			t.Fatal(err)
		}
		check(t, g, record, game.Role(role), sent)
	}
}

// A listening connection notes what is sent.
type listening struct {
	playerprotocol.Conn
	sent *[]playerprotocol.Message
}

func (l *listening) Send(ctx context.Context, m playerprotocol.Message) error {
	*l.sent = append(*l.sent, m)
	return l.Conn.Send(ctx, m)
}

// check checks that messages have nothing but the role's own moves and percepts.
func check(t *testing.T, g game.Game, record *match.Record, role game.Role, sent []playerprotocol.Message) {
	t.Helper()
	m := g.NewMachine()
	state := m.Initial(nil)
	for _, msg := range sent {
		if len(msg.State) > 0 || len(msg.Joint) > 0 || len(msg.Goals) > 0 {
			t.Fatalf("%+v", msg)
		}
		if msg.Type != playerprotocol.Event {
			continue
		}
		joint := make([]game.Move, len(g.Roles()))
		for r := range joint {
			var err error
			if joint[r], err = game.FindMove(g, m, state, game.Role(r), record.Moves[msg.Step][r]); err != nil {
				t.Fatal(err)
			}
		}
		var want []string
		for _, p := range m.Percepts(state, joint, role, nil) {
			want = append(want, g.PerceptText(p))
		}
		if !reflect.DeepEqual(msg.Percepts, want) || msg.Own != record.Moves[msg.Step][role] {
			t.Errorf("the role was told %+v, and perceives %v", msg, want)
		}
		state = m.Next(state, joint, nil)
	}
}

// TestServeIsPatient sends a player nonsense, after which it plays on.
func TestServeIsPatient(t *testing.T) {
	rs, _ := rulestest.Open(t, "tictactoe")
	mine, theirs := io.Pipe()
	answers, out := io.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- playerprotocol.Serve(context.Background(), playerprotocol.NewLines(mine, out), func() player.Player { return new(basic.Legal) })
	}()
	conn := playerprotocol.NewLines(answers, theirs)
	ctx := context.Background()
	exchange := func(line string, want string) playerprotocol.Message {
		t.Helper()
		if _, err := io.WriteString(theirs, line+"\n"); err != nil {
			t.Fatal(err)
		}
		m, err := conn.Receive(ctx)
		if err != nil || m.Type != want {
			t.Fatalf("%.80s is answered with %+v, %v", line, m, err)
		}
		return m
	}
	start := func(change func(*playerprotocol.Message)) string {
		m := playerprotocol.Message{Type: playerprotocol.Start, Game: "t", Language: "gdl", Rules: rs.Text(), Role: "white"}
		change(&m)
		line, err := playerprotocol.Encode(m)
		if err != nil {
			t.Fatal(err)
		}
		return string(line)
	}
	exchange("hello", playerprotocol.Error)
	exchange("{}", playerprotocol.Error)
	exchange(`{"type":"play","legal":["noop"]}`, playerprotocol.Error)
	exchange(start(func(m *playerprotocol.Message) { m.PlayClock = -1 }), playerprotocol.Error)
	exchange(start(func(m *playerprotocol.Message) { m.StartClock = 24*3600*1000 + 1 }), playerprotocol.Error)
	answer := func(line, want string) {
		t.Helper()
		if m := exchange(line, playerprotocol.Move); m.Move != want || m.Step != 7 {
			t.Errorf("%s is answered with %+v", line, m)
		}
	}
	for name, change := range map[string]func(*playerprotocol.Message){
		"rules": func(m *playerprotocol.Message) { m.Rules = "(" },
		"role":  func(m *playerprotocol.Message) { m.Role = "grey" },
		"state": func(m *playerprotocol.Message) { m.State = []string{"(nothing"} },
	} {
		t.Log(name) // with what cannot be understood it plays what is listed
		exchange(start(change), playerprotocol.Ready)
		answer(`{"type":"play","step":7,"legal":["(mark 2 2)","(mark 1 1)"]}`, "(mark 2 2)")
	}
	exchange(start(func(*playerprotocol.Message) {}), playerprotocol.Ready)
	exchange(`{"type":"play"}`, playerprotocol.Error)
	exchange(`{"type":"play","legal":["noop"],"playClockMs":-1}`, playerprotocol.Error)
	answer(`{"type":"play","step":7,"legal":["(mark 9 9)"]}`, "(mark 9 9)")
	answer(`{"type":"play","step":7,"legal":["(mark 9 9)","(mark 2 2)"],"later":1}`, "(mark 2 2)")
	for _, event := range []string{
		`{"type":"event","own":"(mark 1 1)","joint":["(mark 1 1)"]}`,
		`{"type":"event","own":"(mark 1 1)","joint":["(mark 1 1)","(mark 2 2)"]}`,
	} {
		if _, err := io.WriteString(theirs, event+"\n"); err != nil {
			t.Fatal(err)
		}
		answer(`{"type":"play","step":7,"legal":["(mark 1 3)","(mark 2 2)"]}`, "(mark 1 3)")
	}
	if err := conn.Close(); err != nil {
		t.Error(err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"type":"move","step":3,"move":"(mark 1 1)"}`))
	f.Add([]byte(`{"type":"start","seed":"9","roles":["a"]}`))
	f.Add([]byte(`{"type":"notice","n":2,"t":"0.5","kind":"update","moves":[{"role":"a","move":"go"}],"legal":[],"now":"infinity","clock":1}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := playerprotocol.Decode(data)
		if err != nil {
			return
		}
		line, err := playerprotocol.Encode(m)
		if err != nil || strings.Contains(string(line), "\n") {
			t.Fatalf("%q: %v", line, err)
		}
		again, err := playerprotocol.Decode(line)
		if err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		if twice, err := playerprotocol.Encode(again); err != nil || string(twice) != string(line) {
			t.Errorf("%q came back as %q, %v", line, twice, err)
		}
	})
}
