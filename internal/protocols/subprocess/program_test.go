package subprocess_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"testing"
	"time"

	"ludex/internal/disguise"
	"ludex/internal/players/basic"
	"ludex/internal/protocols/playerprotocol"
	"ludex/internal/protocols/subprocess"
	"ludex/internal/rulestest"
	"ludex/match"
	"ludex/player"
)

// botEnv makes the test binary run as a bot with the given behaviour.
const botEnv = "LUDEX_TEST_BOT"

func TestMain(m *testing.M) {
	if manner := os.Getenv(botEnv); manner != "" {
		raise(manner)
		bot(manner)
		return
	}
	os.Exit(m.Run())
}

// hang waits forever. A program that listens to signals is not ended for having
// nothing left to do.
func hang() {
	signal.Notify(make(chan os.Signal, 1))
	select {}
}

// bot plays the first legal move, in its manner.
func bot(manner string) {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, playerprotocol.MaxMessage)
	for lines.Scan() {
		var m playerprotocol.Message
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
			panic(err)
		}
		switch m.Type {
		case playerprotocol.Start:
			if manner == "mute" {
				hang()
			}
			fmt.Println(`{"type":"ready"}`)
		case playerprotocol.Play:
			answer(manner, m)
		case playerprotocol.Stop:
			if !strings.HasSuffix(manner, "stays") {
				return
			}
			hang()
		}
	}
	if strings.HasSuffix(manner, "stays") {
		hang()
	}
}

func answer(manner string, m playerprotocol.Message) {
	move := fmt.Sprintf(`{"type":"move","step":%d,"move":%q}`, m.Step, m.Legal[0])
	switch manner {
	case "dies":
		fmt.Fprintln(os.Stderr, "I am\nout of luck")
		os.Exit(3)
	case "stalls":
		hang()
	case "garbage":
		fmt.Println("I think, therefore")
	case "flood":
		for i := 0; i < 200_000; i++ {
			fmt.Println(`{"type":"thinking","reason":"hmm"}`)
		}
	case "huge":
		fmt.Println(strings.Repeat("x", playerprotocol.MaxMessage+10))
	case "twice":
		fmt.Println(move)
		fmt.Println(move)
	case "illegal":
		fmt.Printf("{\"type\":\"move\",\"step\":%d,\"move\":\"(mark 9 9)\"}\n", m.Step)
	case "hog":
		var all [][]byte
		for {
			all = append(all, make([]byte, 64<<20))
			for i := range all[len(all)-1] {
				all[len(all)-1][i] = 1
			}
		}
	default:
		fmt.Println(move)
	}
}

// play plays tic-tac-toe against a bot and returns the record.
func play(t *testing.T, manner string) *match.Record {
	t.Helper()
	rs, g := rulestest.Open(t, "tictactoe")
	t.Setenv(botEnv, manner)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := subprocess.Program{Path: self, Memory: 512 << 20}
	// The clock is long: faults come from what bots do, not from a busy machine.
	// Only bots that say nothing have to wait for it.
	clock := 20 * time.Second
	if manner == "mute" || manner == "stalls" {
		clock = 300 * time.Millisecond
	}
	record, err := match.Run(context.Background(), match.Config{
		ID: "m", Rules: rs, Game: g, StartClock: clock, PlayClock: clock, Allowance: 3,
		Seats: []match.Seat{
			{Name: "bot", Player: &playerprotocol.Player{Endpoint: playerprotocol.Endpoint{Match: "m", Disguise: disguise.Plain(rs), Connect: p.Start}}},
			{Name: "legal", Player: new(basic.Legal)},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := record.Check(context.Background(), rs, g); err != nil {
		t.Error(err)
	}
	return record
}

func TestManners(t *testing.T) {
	for manner, want := range map[string]struct {
		kind player.FaultKind
		text string
	}{
		"good":    {},
		"twice":   {},
		"stays":   {},
		"dies":    {player.Failed, "out of luck"},
		"mute":    {player.Late, ""},
		"stalls":  {player.Late, ""},
		"garbage": {player.Failed, "not a message"},
		"flood":   {player.Failed, "nobody asked for"},
		"huge":    {player.Failed, "too long"},
		"illegal": {player.Illegal, ""},
		"hog":     {player.Failed, "the program ended"},
	} {
		t.Run(manner, func(t *testing.T) {
			record := play(t, manner)
			if !record.Completed {
				t.Error("the match was not played to its end")
			}
			faults := record.Details.Faults
			if (len(faults) > 0) != (want.kind != "") {
				t.Fatalf("faults: %+v", faults)
			}
			if want.kind == "" {
				return
			}
			if f := faults[0]; f.Kind != string(want.kind) || !strings.Contains(f.Error, want.text) || f.Role != "white" {
				t.Errorf("%+v", f)
			}
			if manner == "illegal" && (faults[0].Move != "(mark 9 9)" || record.Errors[1][0] != "IL (mark 9 9)") {
				t.Errorf("%+v, %v", faults[0], record.Errors)
			}
		})
	}
}

// TestUnsent checks that a process whose match ended before a message was sent is kept: nothing
// that it could answer reached it.
func TestUnsent(t *testing.T) {
	t.Setenv(botEnv, "good")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	pool := &subprocess.Pool{Program: subprocess.Program{Path: self, Memory: 512 << 20}}
	defer pool.Close()
	c, err := pool.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, kind := range []string{playerprotocol.Event, playerprotocol.Play} {
		if err := c.Send(ended, playerprotocol.Message{Type: kind}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v, want the error of the context", kind, err)
		}
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := pool.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if again.(playerprotocol.Dropper).Fresh() {
		t.Error("the process was not kept")
	}
}

func TestParse(t *testing.T) {
	if _, err := subprocess.Parse("  "); err == nil {
		t.Error("nothing is a program")
	}
	if _, err := subprocess.Parse("./no/such/bot --x"); err == nil {
		t.Error("a missing program is found")
	}
	p, err := subprocess.Parse("go run  ./bot")
	if err != nil || len(p.Args) != 2 {
		t.Errorf("%+v, %v", p, err)
	}
}

// TestExamples plays against the players that are examples.
func TestExamples(t *testing.T) {
	rs, g := rulestest.Open(t, "tictactoe")
	for _, command := range []string{
		"python3 ../../../examples/players/random.py", "node ../../../examples/players/random.js", "go run ../../../examples/players/random",
	} {
		t.Run(strings.Fields(command)[0], func(t *testing.T) {
			p, err := subprocess.Parse(command)
			if err != nil {
				t.Skip(err)
			}
			p.Memory = -1 // compilers take what they take
			record, err := match.Run(context.Background(), match.Config{
				ID: "m", Rules: rs, Game: g, Allowance: 1,
				Seats: []match.Seat{
					{Name: "example", Player: &playerprotocol.Player{Endpoint: playerprotocol.Endpoint{Match: "m", Disguise: disguise.Plain(rs), Connect: p.Start}}},
					{Name: "random", Player: new(basic.Random)},
				},
			})
			if err != nil || len(record.Details.Faults) > 0 || !record.Completed {
				t.Errorf("%v, %+v", err, record.Details.Faults)
			}
		})
	}
}
