package mcpserver_test

import (
	"context"
	"encoding/json"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"ludex/gdl/gdlcheck"
	"ludex/internal/mcpserver"
)

// connect returns a client of a new server, over a transport.
func connect(t *testing.T, opt mcpserver.Options) *mcp.ClientSession {
	t.Helper()
	s := newServer(t, opt)
	here, there := mcp.NewInMemoryTransports()
	if _, err := s.MCP().Connect(t.Context(), there, nil); err != nil {
		t.Fatal(err)
	}
	return client(t, here)
}

func newServer(t testing.TB, opt mcpserver.Options) *mcpserver.Server {
	t.Helper()
	opt.Codes = gdlcheck.Codes()
	s := mcpserver.New(opt)
	t.Cleanup(s.Close)
	return s
}

func client(t testing.TB, transport mcp.Transport) *mcp.ClientSession {
	t.Helper()
	c := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := c.Connect(context.Background(), transport, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return session
}

// call calls a tool and returns its text and, unless it is nil, its data.
func call(t *testing.T, c *mcp.ClientSession, tool string, args map[string]any, data any) (text string, failed bool) {
	t.Helper()
	r, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	if len(r.Content) == 0 {
		t.Fatalf("%s: no content", tool)
	}
	content, ok := r.Content[0].(*mcp.TextContent)
	if !ok {
		t.Fatalf("%s: %T", tool, r.Content[0])
	}
	if data != nil && !r.IsError {
		raw, err := json.Marshal(r.StructuredContent)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(raw, data); err != nil {
			t.Fatalf("%s: %v in %s", tool, err, raw)
		}
	}
	return content.Text, r.IsError
}

// broken has a variable that is not bound.
const broken = `(role a) (init (p 1)) (<= (legal a (m ?x)) (true (p 1))) (<= terminal (true (p 2))) (goal a 100) (<= (next (p 2)) (does a (m 1)))`

// TestTools calls every tool once, and looks for what only a right answer has.
func TestTools(t *testing.T) {
	c := connect(t, mcpserver.Options{})
	for _, one := range []struct {
		tool   string
		args   map[string]any
		want   string
		failed bool
	}{
		{"games", map[string]any{"search": "connect four"}, "connectfour (gdl, 2 players)", false},
		{"games", map[string]any{"search": "qqqqqqqqqqqqqqqq"}, "no game of the library fits", false},
		{"rules", map[string]any{"game": "nim"}, "(role first)", false},
		{"rules", map[string]any{"game": "nothing"}, "there is no such game", true},
		{"check", map[string]any{"game": "nim"}, "no problems", false},
		{"check", map[string]any{"rules": broken}, "GDL020", false},
		{"check", map[string]any{"game": "nim", "rules": strings.Repeat("; x\n", 1<<19)}, "a text may have", true},
		{"fix", map[string]any{"rules": "(role a) (init p) (legal a m) (<= terminal (not (true q))) (goal a 100) (<= (nxt p) (true p))"}, "(role a)", false},
		{"explain", map[string]any{"code": "gdl020"}, "GDL020: ", false},
		{"explain", map[string]any{}, "GDL020: ", false},
		{"explain", map[string]any{"code": "GDL999"}, "there is no code", true},
		{"position", map[string]any{"game": "tictactoe", "moves": "(mark 1 1); (mark 2 2)"}, "legal for white: (mark 1 2)", false},
		{"position", map[string]any{"game": "tictactoe", "moves": "(mark 9 9)"}, "moves: ", true},
		{"position", map[string]any{"rules": broken}, "GDL020", true},
		{"position", map[string]any{"game": "chicken"}, "real time", true},
		{"simulate", map[string]any{"game": "nim", "seed": 5}, "goal of first: ", false},
		{"simulate", map[string]any{"game": "nim", "steps": 1}, "the play is not over", false},
		{"simulate", map[string]any{"game": "nim", "steps": 100000}, "from 1 to 1000", true},
		{"analyse", map[string]any{"game": "tictactoe", "moves": "(mark 1 1); (mark 2 1); (mark 1 2); (mark 2 2)", "nodes": 500}, "(mark 1 3): 100 proved", false},
		{"analyse", map[string]any{"game": "tictactoe", "nodes": 1 << 40}, "nodes: from 1", true},
		{"analyse", map[string]any{"game": "kuhnpoker"}, "hides information", true},
		{"why", map[string]any{"game": "nim", "about": "left"}, "(true (heap a 3))  in the state", false},
		{"why", map[string]any{"game": "tictactoe-rbg", "about": "a1"}, "a1 is a legal move of white", false},
		{"why", map[string]any{"game": "nim", "about": "((("}, "", true},
		{"knows", map[string]any{"game": "cardgame", "moves": "deal(ace,king)", "formula": "knows(jane, hasCard(jane,ace))"}, "", false},
		{"knows", map[string]any{"game": "cardgame", "formula": "knows(jane"}, "the formula has errors", true},
		{"knows", map[string]any{"game": "cardgame", "formula": "terminal", "view": "noop", "role": "nobody"}, "there is no role", true},
		{"draw", map[string]any{"game": "chess", "moves": "e2e4", "svg": true}, "a b c d e f g h", false},
		{"play", map[string]any{"game": "nim", "role": "nobody"}, "there is no role", true},
		{"play", map[string]any{"game": "nim", "against": "nobody"}, "against: ", true},
		{"move", map[string]any{"play": "x", "move": "noop"}, "there is no play", true},
	} {
		text, failed := call(t, c, one.tool, one.args, nil)
		if failed != one.failed || !strings.Contains(text, one.want) {
			t.Errorf("%s %v: %v\n%s", one.tool, one.args, failed, text)
		}
	}
}

// playData is what the tests read of a play.
type playData struct {
	Play, Role string
	Facts      []string
	Legal      []string
	Over       bool
	Goals      map[string]int
	Steps      []struct {
		Moves, Percepts []string
		Own             string
	}
}

// TestPlay plays a whole game.
func TestPlay(t *testing.T) {
	c := connect(t, mcpserver.Options{})
	var p playData
	call(t, c, "play", map[string]any{"game": "tictactoe", "role": "black", "against": "legal", "seed": 3}, &p)
	if p.Role != "black" || len(p.Legal) != 8 || len(p.Facts) == 0 {
		t.Fatalf("%+v", p)
	}
	if text, failed := call(t, c, "move", map[string]any{"play": p.Play, "move": "(mark 1 1)"}, nil); !failed || !strings.Contains(text, "is not legal: legal are") {
		t.Errorf("%v %s", failed, text)
	}
	for i := 0; !p.Over; i++ {
		if i == 10 {
			t.Fatal("it does not end")
		}
		call(t, c, "move", map[string]any{"play": p.Play, "move": p.Legal[len(p.Legal)-1]}, &p)
	}
	if len(p.Goals) != 2 || len(p.Steps) == 0 {
		t.Errorf("%+v", p)
	}
	if _, failed := call(t, c, "move", map[string]any{"play": p.Play, "move": "noop"}, nil); !failed {
		t.Error("a move after the end is made")
	}
}

// TestPlayHides checks that a role of a game with hidden information gets its own moves,
// percepts and goal, and nothing else.
func TestPlayHides(t *testing.T) {
	c := connect(t, mcpserver.Options{})
	var p playData
	text, _ := call(t, c, "play", map[string]any{"game": "kuhnpoker", "seed": 2}, &p)
	for i := 0; !p.Over && i < 10; i++ {
		if len(p.Facts) > 0 || slices.ContainsFunc(p.Steps, func(s struct {
			Moves, Percepts []string
			Own             string
		}) bool {
			return len(s.Moves) > 0
		}) {
			t.Fatalf("%+v\n%s", p, text)
		}
		text, _ = call(t, c, "move", map[string]any{"play": p.Play, "move": p.Legal[0]}, &p)
	}
	if !p.Over || len(p.Goals) != 1 || strings.Contains(text, "deal") {
		t.Errorf("%+v\n%s", p, text)
	}
}

// TestLimits checks that calls end in time, and that plays are forgotten.
func TestLimits(t *testing.T) {
	c := connect(t, mcpserver.Options{Time: time.Millisecond, Calls: 1})
	if text, failed := call(t, c, "analyse", map[string]any{"game": "chess", "nodes": 1_000_000}, nil); !failed || !strings.Contains(text, "longer than 1ms") {
		t.Errorf("%v %s", failed, text)
	}
	c = connect(t, mcpserver.Options{Plays: 1})
	var first, second playData
	call(t, c, "play", map[string]any{"game": "nim"}, &first)
	call(t, c, "play", map[string]any{"game": "nim"}, &second)
	if text, failed := call(t, c, "move", map[string]any{"play": first.Play, "move": first.Legal[0]}, nil); !failed || !strings.Contains(text, "there is no play") {
		t.Errorf("%v %s", failed, text)
	}
	if _, failed := call(t, c, "move", map[string]any{"play": second.Play, "move": second.Legal[0]}, nil); failed {
		t.Error("the second play is gone")
	}
}

// TestResources reads the manual and a game.
func TestResources(t *testing.T) {
	c := connect(t, mcpserver.Options{})
	list, err := c.ListResources(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, r := range list.Resources {
		if r.URI == "ludex://docs/languages.md" || r.URI == "ludex://games/nim" {
			found++
		}
	}
	if found != 2 {
		t.Errorf("%d of the resources are there", found)
	}
	got, err := c.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "ludex://games/nim"})
	if err != nil || !strings.Contains(got.Contents[0].Text, "(role first)") {
		t.Errorf("%v %+v", err, got)
	}
	if _, err := c.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "ludex://games/nothing"}); err == nil {
		t.Error("a resource that does not exist is read")
	}
}

// TestHTTP calls a tool over streamable HTTP, with and without a token.
func TestHTTP(t *testing.T) {
	s := newServer(t, mcpserver.Options{})
	open := httptest.NewServer(s.Handler(""))
	t.Cleanup(open.Close)
	c := client(t, &mcp.StreamableClientTransport{Endpoint: open.URL + mcpserver.Path})
	if text, failed := call(t, c, "check", map[string]any{"game": "nim"}, nil); failed || !strings.Contains(text, "no problems") {
		t.Errorf("%v %s", failed, text)
	}
	_ = c.Close()
	closed := httptest.NewServer(s.Handler("secret"))
	t.Cleanup(closed.Close)
	other := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	if _, err := other.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: closed.URL + mcpserver.Path, MaxRetries: -1}, nil); err == nil {
		t.Error("it answers without a token")
	}
}
