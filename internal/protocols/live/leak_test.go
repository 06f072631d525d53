package live

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/coder/websocket"

	"ludex/game"
	"ludex/internal/disguise"
	"ludex/internal/players/basic"
	"ludex/internal/protocols/playerprotocol"
	"ludex/internal/rulestest"
	"ludex/internal/timedmatch"
	"ludex/match"
	"ludex/timed"
)

// A raw player speaks the protocol by itself, and keeps every message it is sent.
type raw struct {
	t      *testing.T
	socket *websocket.Conn
	number uint64
	frames [][]byte
}

// dialRaw connects under a name.
func dialRaw(t *testing.T, address, name string) *raw {
	t.Helper()
	s, _, err := websocket.Dial(context.Background(), "ws://"+address, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.CloseNow() })
	s.SetReadLimit(playerprotocol.MaxMessage)
	r := &raw{t: t, socket: s}
	r.say(map[string]any{"type": hello, "name": name})
	if _, data, err := s.Read(context.Background()); err != nil || !json.Valid(data) {
		t.Fatalf("%s, %v", data, err)
	}
	return r
}

func (r *raw) say(m map[string]any) {
	data, err := json.Marshal(m)
	if err == nil {
		err = r.socket.Write(context.Background(), websocket.MessageText, data)
	}
	if err != nil {
		r.t.Error(err)
	}
}

// tell sends a message with its number.
func (r *raw) tell(m map[string]any, seen uint64) {
	r.number++
	m["number"], m["seen"] = r.number, seen
	r.say(m)
}

// next returns the next message.
func (r *raw) next() (frame, error) {
	_, data, err := r.socket.Read(context.Background())
	var f frame
	if err == nil {
		r.frames = append(r.frames, data)
		err = json.Unmarshal(data, &f)
	}
	return f, err
}

// playRaw answers a match with random moves, until it is stopped.
func (r *raw) playRaw(rng *rand.Rand) {
	for {
		f, err := r.next()
		if err != nil {
			return
		}
		switch {
		case f.Type == playerprotocol.Start:
			r.tell(map[string]any{"type": playerprotocol.Ready}, f.Number)
		case f.Type == playerprotocol.Play:
			r.tell(map[string]any{"type": playerprotocol.Move, "step": f.Step, "move": f.Legal[rng.IntN(len(f.Legal))]}, f.Number)
		case f.Type == playerprotocol.Notice && len(f.Legal) > 0:
			r.tell(map[string]any{"type": playerprotocol.Move, "id": f.N + 1, "move": f.Legal[rng.IntN(len(f.Legal))]}, f.Number)
		case f.Type == playerprotocol.Stop:
			return
		}
	}
}

// allowed are the fields that a message to a role of a game with hidden
// information may have.
var allowed = map[string][]string{
	playerprotocol.Start: {"protocol", "match", "game", "language", "rules", "role", "roles", "startClockMs", "playClockMs", "seed",
		"timed", "unitMs", "execution"},
	playerprotocol.Play:   {"legal", "playClockMs"},
	playerprotocol.Event:  {"own", "percepts"},
	playerprotocol.Notice: {"n", "t", "kind", "percepts", "moved", "id", "received", "legal", "reason", "ending", "now", "clock"},
	playerprotocol.Stop:   {},
	seen:                  {},
}

// check checks that messages have no other fields, byte by byte, and returns them.
func (r *raw) check() []frame {
	r.t.Helper()
	var list []frame
	for _, data := range r.frames {
		var fields map[string]json.RawMessage
		var f frame
		if err := json.Unmarshal(data, &fields); err != nil {
			r.t.Fatal(err)
		}
		if err := json.Unmarshal(data, &f); err != nil {
			r.t.Fatal(err)
		}
		may, known := allowed[f.Type]
		if !known {
			r.t.Errorf("sent %s", data)
		}
		for name := range fields {
			if !slices.Contains(may, name) && !slices.Contains([]string{"type", "step", "number", "seen"}, name) {
				r.t.Errorf("%s was sent: %s", name, data)
			}
		}
		list = append(list, f)
	}
	return list
}

// TestNothingLeaks reads every byte that a role of a game with hidden information
// is sent in a hundred matches. It gets its own moves and its percepts, and the
// rules before.
func TestNothingLeaks(t *testing.T) {
	h, address := host(t)
	rng := rand.New(rand.NewPCG(1, 2))
	r := dialRaw(t, address, "bob")
	for _, name := range []string{"kuhnpoker", "leducpoker", "montyhall", "highlow"} {
		rs, g := rulestest.Open(t, name)
		for seed := range uint64(25) {
			c := config(rs, g, nil)
			c.Seed = seed
			role := game.Role(int(seed) % len(g.Roles()))
			for role == g.Random() {
				role = (role + 1) % game.Role(len(g.Roles()))
			}
			for i := range c.Seats {
				if c.Seats[i].Player != nil {
					c.Seats[i].Player = new(basic.Random)
				}
			}
			c.Seats[role].Player = remote(h, disguise.Plain(rs), "bob")
			r.frames = nil
			done := make(chan struct{})
			go func() {
				defer close(done)
				r.playRaw(rng)
			}()
			record, err := match.Run(context.Background(), c)
			if err != nil || len(record.Details.Faults) > 0 {
				t.Fatalf("%s: %v, %+v", name, err, record.Details.Faults)
			}
			<-done
			checkEvents(t, g, record, role, r.check())
		}
	}
}

// checkEvents compares what a role was told with what it did and perceived.
func checkEvents(t *testing.T, g game.Game, record *match.Record, role game.Role, list []frame) {
	t.Helper()
	states, joints, err := record.Replay(t.Context(), g)
	if err != nil {
		t.Fatal(err)
	}
	m, step := g.NewMachine(), 0
	for _, f := range list {
		if f.Type != playerprotocol.Event {
			continue
		}
		var want []string
		for _, p := range m.Percepts(states[step], joints[step], role, nil) {
			want = append(want, g.PerceptText(p))
		}
		if f.Step != step || !reflect.DeepEqual(f.Percepts, want) || f.Own != record.Moves[step][role] {
			t.Errorf("the role was told %+v, and perceives %v", f.Message, want)
		}
		step++
	}
	if step != len(joints) {
		t.Errorf("the role was told of %d steps, and there were %d", step, len(joints))
	}
}

// TestNothingLeaksInRealTime is the same for a game in real time: the role is told
// of updates in which it sees something or moves, and of nothing else.
func TestNothingLeaksInRealTime(t *testing.T) {
	h, address := host(t)
	r := dialRaw(t, address, "bob")
	rs, g := timedRules(t, secret)
	for seed := range uint64(10) {
		rng := rand.New(rand.NewPCG(seed, 2))
		r.frames = nil
		done := make(chan struct{})
		go func() {
			defer close(done)
			r.playRaw(rng)
		}()
		record, res := playTimed(t, rs, g, eager{}, remoteTimed(h, disguise.Plain(rs), "bob"))
		<-done
		if len(res.Faults) > 0 || !record.Completed {
			t.Fatalf("%+v, %s", res.Faults, record.Details.Reason)
		}
		log, err := timedmatch.ReadLines(record.Details.Log)
		if err != nil {
			t.Fatal(err)
		}
		checkNotices(t, log, "b", r.check())
	}
}

// checkNotices compares what a role was told with what the log says it hears of.
func checkNotices(t *testing.T, log *timedmatch.Log, role string, list []frame) {
	t.Helper()
	var want []timed.Percepts
	var at []timed.Time
	for i := range log.Events {
		for _, p := range log.Events[i].Percepts {
			if p.Role == role {
				want, at = append(want, p), append(at, log.Events[i].Time)
			}
		}
	}
	n := 0
	for _, f := range list {
		if f.Type != playerprotocol.Notice || f.Kind == playerprotocol.Begin || f.Kind == string(timed.End) || f.Kind == string(timed.Refused) {
			continue
		}
		if n >= len(want) {
			t.Fatalf("%+v is more than there is", f.Message)
		}
		if *f.T != at[n] || !slices.Equal(f.Percepts, want[n].Sees) || f.Moved != want[n].Moved {
			t.Errorf("the role was told %+v at %v, and hears of %+v at %v", f.Message, *f.T, want[n], at[n])
		}
		n++
	}
	if n != len(want) || n == 0 {
		t.Errorf("the role was told of %d updates, and hears of %d", n, len(want))
	}
}
