package main

import (
	"bufio"
	"context"
	"net/http"
	"os/exec"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// checkNim calls a tool of a server.
func checkNim(t *testing.T, transport mcp.Transport) {
	t.Helper()
	c, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(context.Background(), transport, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	r, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: "check", Arguments: map[string]any{"game": "nim"}})
	if err != nil || r.IsError || !strings.Contains(r.Content[0].(*mcp.TextContent).Text, "no problems") {
		t.Errorf("%v %+v", err, r)
	}
}

// TestMCPOverPipes starts the server as programs do that use it.
func TestMCPOverPipes(t *testing.T) {
	checkNim(t, &mcp.CommandTransport{Command: exec.Command("ludex", "mcp")})
}

// bearer sends a token with every request.
type bearer string

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(b))
	return http.DefaultTransport.RoundTrip(r)
}

// TestMCPOverHTTP starts the server with a token.
func TestMCPOverHTTP(t *testing.T) {
	cmd := exec.Command("ludex", "mcp", "--listen", "127.0.0.1:0", "--token", "secret")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	start(t, cmd)
	line, err := bufio.NewReader(out).ReadString('\n')
	url, ok := strings.CutPrefix(strings.TrimSpace(line), "answering at ")
	if err != nil || !ok {
		t.Fatalf("%q, %v", line, err)
	}
	checkNim(t, &mcp.StreamableClientTransport{Endpoint: url, HTTPClient: &http.Client{Transport: bearer("secret")}})
	r, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if r.StatusCode != http.StatusUnauthorized {
		t.Errorf("without a token: %s", r.Status)
	}
}
