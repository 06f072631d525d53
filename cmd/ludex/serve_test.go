package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ludex/internal/cluster/clustertest"
	"ludex/internal/store/pgtest"
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
// would: the stream ends, and the game goes on with the next server.
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
	_, url, _ = serve(t, "--store", name)
	await(t, url, seat.ID, seat.Secret, func(v tableView) bool { return v.Step >= 2 && v.Phase == "yours" })
}

// A tableView is what the test wants to know of a table.
type tableView struct {
	Step    int
	Phase   string
	History []string
	Moves   []struct{ Text string }
	Seats   []struct{ Role, Player, Invitation string }
}

// await follows a table until a condition holds, also if the server is not there at first.
func await(t *testing.T, url, table, secret string, true func(tableView) bool) tableView {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), "GET", url+"api/v1/tables/"+table+"/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Ludex-Seat", secret)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	lines := bufio.NewScanner(res.Body)
	lines.Buffer(nil, 4<<20)
	var last string
	for lines.Scan() {
		if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
			last = data
			var v tableView
			if err := json.Unmarshal([]byte(data), &v); err != nil {
				t.Fatal(err)
			}
			if true(v) {
				return v
			}
		}
	}
	t.Fatalf("%s: the stream ends with %s", res.Status, last)
	return tableView{}
}

// friends opens a table for two people and returns it with their secrets.
func friends(t *testing.T, url string) (table string, secrets []string) {
	t.Helper()
	var a, b struct {
		ID, Secret string
		View       tableView
	}
	askArena(t, "POST", url+"api/v1/tables", "", `{"game":"breakthrough","seats":{"white":"me","black":"friend"},"name":"Anna"}`, &a)
	address, _, _ := strings.Cut(a.View.Seats[1].Invitation, "?")
	key := address[strings.LastIndexByte(address, '/')+1:]
	askArena(t, "POST", url+"api/v1/tables/"+a.ID+"/join", "", `{"role":"black","key":"`+key+`","name":"Ben"}`, &b)
	return a.ID, []string{a.Secret, b.Secret}
}

// moveArena makes the first move in a step.
func moveArena(t *testing.T, url, table, secret string, step int) {
	t.Helper()
	askArena(t, "POST", url+"api/v1/tables/"+table+"/move", secret, fmt.Sprintf(`{"number":1,"step":%d}`, step), nil)
}

// kill ends a server without warning.
func kill(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // it was killed
}

// A server is killed in the middle of games. Every move that it has confirmed is there when
// the next one starts, and programs go on.
func TestServeKilled(t *testing.T) {
	for name, where := range map[string]func(t *testing.T) string{
		"sqlite":   func(t *testing.T) string { return filepath.Join(t.TempDir(), "arena.db") },
		"postgres": func(t *testing.T) string { return pgtest.Database(t) },
	} {
		t.Run(name, func(t *testing.T) {
			store := where(t)
			cmd, url, _ := serve(t, "--store", store)
			table, secrets := friends(t, url)
			var program struct{ ID, Secret string }
			askArena(t, "POST", url+"api/v1/tables", "", `{"game":"breakthrough","opponents":{"":"random"}}`, &program)
			for step := range 5 {
				moveArena(t, url, table, secrets[step%2], step)
			}
			moveArena(t, url, program.ID, program.Secret, 0)
			kill(t, cmd)
			_, url, _ = serve(t, "--store", store)
			for _, secret := range secrets {
				v := await(t, url, table, secret, func(tableView) bool { return true })
				if v.Step != 5 || len(v.History) != 5 || v.Seats[1].Player != "Ben" {
					t.Errorf("the table goes on with %+v", v)
				}
			}
			moveArena(t, url, table, secrets[1], 5)
			await(t, url, program.ID, program.Secret, func(v tableView) bool { return v.Step >= 2 && v.Phase == "yours" })
		})
	}
}

// Two servers share tables through PostgreSQL and NATS. Each shows what the other does. One is
// killed in the middle of a game between people and of one against a program that it ran, and
// nobody loses a move.
func TestServeTwice(t *testing.T) {
	n, err := clustertest.Embed()
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := n.Close(); err != nil {
			t.Error(err)
		}
	}()
	t.Setenv(tokenEnv, n.Token)
	store := pgtest.Database(t)
	first, one, _ := serve(t, "--store", store, "--nats", n.URL)
	_, two, _ := serve(t, "--store", store, "--nats", n.URL)
	table, secrets := friends(t, one)
	var program struct{ ID, Secret string }
	askArena(t, "POST", one+"api/v1/tables", "", `{"game":"breakthrough","opponents":{"":"random"}}`, &program)
	urls := []string{one, two}
	for step := range 6 {
		moveArena(t, urls[step%2], table, secrets[step%2], step)
		other := 1 - step%2
		await(t, urls[other], table, secrets[other], func(v tableView) bool { return v.Step == step+1 })
	}
	moveArena(t, two, program.ID, program.Secret, 0)
	await(t, two, program.ID, program.Secret, func(v tableView) bool { return v.Step == 2 && v.Phase == "yours" })
	kill(t, first)
	for step := 6; step < 10; step++ {
		moveArena(t, two, table, secrets[step%2], step)
	}
	v := await(t, two, table, secrets[0], func(tableView) bool { return true })
	if v.Step != 10 || len(v.History) != 10 {
		t.Errorf("the table goes on with %+v", v)
	}
	moveArena(t, two, program.ID, program.Secret, 2)
	await(t, two, program.ID, program.Secret, func(v tableView) bool { return v.Step == 4 && v.Phase == "yours" })
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
