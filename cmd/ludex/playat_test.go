package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// startArena is the script command "arena [flag...]", which starts an arena as its own program
// and sets ARENA to its address.
func startArena(ts *testscript.TestScript, neg bool, args []string) {
	if neg {
		ts.Fatalf("usage: arena [flag...]")
	}
	cmd := exec.Command("ludex", append([]string{"serve", "--listen", "127.0.0.1:0", "--log-level", "error"}, args...)...)
	cmd.Dir = ts.Getenv("WORK")
	out, err := cmd.StdoutPipe()
	ts.Check(err)
	ts.Check(cmd.Start())
	ts.Defer(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	ts.Check(err)
	ts.Setenv("ARENA", strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(line), "ludex serves "), "/"))
}

// findText is the script command "find NAME REGEXP", which sets a variable to what a group of
// the expression matches in the last output.
func findText(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: find NAME REGEXP")
	}
	found := regexp.MustCompile("(?m)" + args[1]).FindStringSubmatch(ts.ReadFile("stdout"))
	if len(found) < 2 {
		ts.Fatalf("no match for %q", args[1])
	}
	ts.Setenv(args[0], found[1])
}

// A person plays in the terminal with the given lines, which can be added to.
type terminalPerson struct {
	in  io.WriteCloser
	out *bufio.Reader
	cmd *exec.Cmd
}

func playArena(t *testing.T, home string, args ...string) *terminalPerson {
	t.Helper()
	cmd := exec.Command("ludex", append([]string{"play"}, args...)...)
	cmd.Env = append(os.Environ(), "XDG_CONFIG_HOME="+home, "HOME="+home)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = os.Stderr
	start(t, cmd)
	return &terminalPerson{in, bufio.NewReader(out), cmd}
}

func (p *terminalPerson) types(t *testing.T, line string) {
	t.Helper()
	if _, err := io.WriteString(p.in, line+"\n"); err != nil {
		t.Fatal(err)
	}
}

// sees reads lines until one matches, and returns what the group of the expression matches.
func (p *terminalPerson) sees(t *testing.T, pattern string) string {
	t.Helper()
	expr := regexp.MustCompile(pattern)
	var seen strings.Builder
	for {
		line, err := p.out.ReadString('\n')
		seen.WriteString(line)
		if err != nil {
			t.Fatalf("no %s in\n%s", pattern, seen.String())
		}
		if found := expr.FindStringSubmatch(strings.TrimSuffix(line, "\n")); found != nil {
			return found[len(found)-1]
		}
	}
}

// Two people play in terminals while their server is killed and started again: both say that
// the connection is lost, connect again, and the game goes on.
func TestPlayAtKilledServer(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	if err := l.Close(); err != nil { // the server has to come back at the same address
		t.Fatal(err)
	}
	db := filepath.Join(t.TempDir(), "arena.db")
	server := func() *exec.Cmd {
		cmd := exec.Command("ludex", "serve", "--listen", address, "--log-level", "error", "--store", db)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		start(t, cmd)
		if line, err := bufio.NewReader(out).ReadString('\n'); err != nil {
			t.Fatalf("%q, %v", line, err)
		}
		return cmd
	}
	first := server()
	anna := playArena(t, t.TempDir(), "tictactoe", "--at", "http://"+address, "--name", "Anna")
	ben := playArena(t, t.TempDir(), "--at", anna.sees(t, `by this link: (.*)`), "--name", "Ben")
	anna.sees(t, `^black is Ben$`)
	anna.types(t, "b2")
	anna.sees(t, `^1\. white b2$`)
	ben.types(t, "a1")
	ben.sees(t, `^2\. black a1$`)
	kill(t, first)
	for _, p := range []*terminalPerson{anna, ben} {
		p.sees(t, `^the connection is lost`)
	}
	server()
	for _, p := range []*terminalPerson{anna, ben} {
		p.sees(t, `^connected again$`)
	}
	for i, move := range []string{"c3", "a2", "c2", "a3"} {
		p := []*terminalPerson{anna, ben}[i%2]
		p.types(t, move)
		p.sees(t, fmt.Sprintf(`^%d\. (white|black) %s$`, i+3, move))
	}
	ben.sees(t, `^the end: you win`)
	anna.sees(t, `^the end: you lose`)
	for _, p := range []*terminalPerson{anna, ben} {
		p.types(t, "quit")
		if err := p.cmd.Wait(); err != nil {
			t.Error(err)
		}
	}
}

// Programs play at the same tables as people: one of ours against one of somebody else, which
// speaks lines of JSON. Both leave when the game is over. One has signed in to an account.
func TestProgramsAtTable(t *testing.T) {
	cmd := exec.Command("ludex", "serve", "--listen", "127.0.0.1:0", "--log-level", "error", "--login")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	start(t, cmd)
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("%q, %v", line, err)
	}
	address := strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(line), "ludex serves "), "/")
	t.Setenv("LUDEX_PASSWORD", "correct horse")
	res, err := http.PostForm(address+"/account", url.Values{"do": {"up"}, "name": {"Anna"}, "password": {"correct horse"}})
	if err != nil {
		t.Fatal(err)
	}
	if err := res.Body.Close(); err != nil || res.StatusCode != http.StatusOK {
		t.Fatal(res.Status, err)
	}
	anna := playArena(t, t.TempDir(), "tictactoe", "--at", address, "--login", "anna", "--player", "legal", "--clock", "5s")
	anna.sees(t, `^Tic-tac-toe: white is Anna \(you\)`)
	other := playArena(t, t.TempDir(), "--at", anna.sees(t, `by this link: (.*)`), "--name", "Bot", "--clock", "5s", "--player", "exec:ludex player --protocol lines --player legal")
	for i, move := range []string{"a1", "a2", "a3", "b1", "b2", "b3", "c1"} { // the first legal moves
		anna.sees(t, fmt.Sprintf(`^%d\. (white|black) %s$`, i+1, move))
	}
	for _, p := range []*terminalPerson{anna, other} {
		p.sees(t, `^the end: `)
		if err := p.cmd.Wait(); err != nil {
			t.Error(err)
		}
	}
}
