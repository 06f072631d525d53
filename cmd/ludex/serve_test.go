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

	"ludex/internal/store"
)

// serve starts a server as its own program, and returns where it is and what it says
// after that.
func serve(t *testing.T, args ...string) (cmd *exec.Cmd, url string, more *bufio.Reader) {
	t.Helper()
	cmd = exec.Command("ludex", append([]string{"serve", "--listen", "127.0.0.1:0", "--log-level", "error"}, args...)...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	start(t, cmd)
	more = bufio.NewReader(out)
	line, err := more.ReadString('\n')
	url, ok := strings.CutPrefix(strings.TrimSpace(line), "ludex serves ")
	if err != nil || !ok {
		t.Fatalf("%q, %v", line, err)
	}
	return cmd, url, more
}

// TestServe plays a move, watches the table, and stops the server as a service manager
// would: what was played is in the store, and the stream ends.
func TestServe(t *testing.T) {
	name := filepath.Join(t.TempDir(), "arena.db")
	cmd, url, _ := serve(t, "--store", name)
	var seat struct{ ID, Secret string }
	askArena(t, "POST", url+"api/v1/tables", "", `{"game":"breakthrough","opponents":{"":"random"}}`, &seat)
	askArena(t, "POST", url+"api/v1/tables/"+seat.ID+"/move", seat.Secret, `{"number":1}`, nil)
	req, err := http.NewRequestWithContext(t.Context(), "GET", url+"api/v1/tables/"+seat.ID+"/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Ludex-Seat", seat.Secret)
	events, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer events.Body.Close()
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, events.Body); err != nil {
		t.Errorf("the stream ends with %v", err)
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

// TestServeByName starts a server with a public name, as behind a proxy: it makes a token,
// without which nothing can be changed.
func TestServeByName(t *testing.T) {
	_, url, more := serve(t, "--host", "Games.example.org")
	line, err := more.ReadString('\n')
	token, ok := strings.CutPrefix(strings.TrimSpace(line), "this token is needed to change anything: ")
	if err != nil || !ok {
		t.Fatalf("%q, %v", line, err)
	}
	for _, x := range []struct {
		token string
		want  int
	}{{"", http.StatusUnauthorized}, {"guessed", http.StatusUnauthorized}, {token, http.StatusCreated}} {
		req, err := http.NewRequestWithContext(t.Context(), "POST", url+"api/v1/tables", strings.NewReader(`{"game":"nim"}`))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Authorization", "Bearer "+x.token)
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		if res.Body.Close(); res.StatusCode != x.want {
			t.Errorf("with the token %q: %s", x.token, res.Status)
		}
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
