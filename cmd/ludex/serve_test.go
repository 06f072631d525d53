package main

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ludex/store"
)

// TestServe starts a server as its own program, plays a move, and stops it as a
// service manager would: what was played is in the store.
func TestServe(t *testing.T) {
	name := filepath.Join(t.TempDir(), "arena.db")
	cmd := exec.Command("ludex", "serve", "--listen", "127.0.0.1:0", "--store", name, "--log-level", "error")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	start(t, cmd)
	line, err := bufio.NewReader(out).ReadString('\n')
	url, ok := strings.CutPrefix(strings.TrimSpace(line), "ludex serves ")
	if err != nil || !ok {
		t.Fatalf("%q, %v", line, err)
	}
	var seat struct{ ID, Secret string }
	askArena(t, "POST", url+"api/v1/tables", "", `{"game":"breakthrough","opponents":{"":"random"}}`, &seat)
	askArena(t, "POST", url+"api/v1/tables/"+seat.ID+"/move", seat.Secret, `{"number":1}`, nil)
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); cmd.ProcessState.ExitCode() != exitStopped {
		t.Errorf("the server ends with %v", err)
	}
	s, err := store.Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ids, err := s.IDs(t.Context(), store.Filter{Game: "breakthrough", Status: store.Aborted})
	if err != nil || len(ids) != 1 {
		t.Fatalf("the store has %v, %v", ids, err)
	}
}

// askArena sends a request that has to succeed.
func askArena(t *testing.T, method, url, secret, body string, into any) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Ludex-Seat", secret)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode >= 300 {
		t.Fatalf("%s %s: %d %s, %v", method, url, res.StatusCode, data, err)
	}
	if into != nil {
		if err := json.Unmarshal(data, into); err != nil {
			t.Fatal(err)
		}
	}
}
