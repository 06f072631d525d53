package mcpserver_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"ludex/internal/mcpserver"
)

// FuzzCall calls tools with any arguments. A call is answered, whatever it has: by a
// result, an error of the tool or an error of the protocol.
func FuzzCall(f *testing.F) {
	for tool, args := range map[string]string{
		"games":    `{"search":"chess"}`,
		"rules":    `{"game":"nim"}`,
		"check":    `{"rules":"(role a)","strict":true}`,
		"fix":      `{"rules":"(role a) (<= (next ?x)"}`,
		"explain":  `{"code":"GDL020"}`,
		"position": `{"game":"nim","moves":"(take a 1)"}`,
		"simulate": `{"game":"nim","seed":3,"steps":2}`,
		"analyse":  `{"game":"nim","nodes":10}`,
		"why":      `{"game":"nim","about":"(legal ?r ?m)"}`,
		"knows":    `{"game":"cardgame","formula":"knows(jane, terminal)","view":"noop","role":"jane"}`,
		"draw":     `{"game":"tictactoe-rbg","svg":true}`,
		"play":     `{"game":"nim","nodes":1}`,
		"move":     `{"play":"x","move":"noop"}`,
	} {
		f.Add(tool, args)
	}
	s := newServer(f, mcpserver.Options{Time: time.Second, Plays: 2})
	here, there := mcp.NewInMemoryTransports()
	if _, err := s.MCP().Connect(context.Background(), there, nil); err != nil {
		f.Fatal(err)
	}
	c := client(f, here)
	f.Fuzz(func(t *testing.T, tool, args string) {
		if !json.Valid([]byte(args)) {
			t.Skip("it cannot be sent")
		}
		r, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: json.RawMessage(args)})
		if err != nil {
			if t.Context().Err() != nil {
				t.Fatalf("no answer: %v", err)
			}
			return // an error of the protocol
		}
		if len(r.Content) == 0 {
			t.Error("an answer without content")
		}
	})
}
