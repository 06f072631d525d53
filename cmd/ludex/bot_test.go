package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// python returns the path of Python, and skips the test where there is none.
func python(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3")
	}
	return path
}

// TestPythonBots runs the tests of bots in Python with this program.
func TestPythonBots(t *testing.T) {
	program, err := exec.LookPath("ludex")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(python(t), "../../python/tests/test_bot.py")
	cmd.Env = append(os.Environ(), "LUDEX="+program)
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, said)
	}
}

// writeBot writes a bot that takes the last move, and notes in a file its process and
// that it was asked.
func writeBot(t *testing.T) (script, log string) {
	t.Helper()
	folder, err := filepath.Abs("../../python/ludex")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	script, log = filepath.Join(dir, "mybot.py"), filepath.Join(dir, "log")
	text := fmt.Sprintf(`import os, sys
sys.path.insert(0, %q)
from bot import bot

@bot
def play(turn):
    with open(%q, "a") as f:
        print(os.getpid(), turn.match.game, file=f)
    return turn.legal[-1]

if __name__ == "__main__":
    play.run()
`, folder, log)
	if err := os.WriteFile(script, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return script, log
}

// checkLog checks who was asked for moves: one process in all matches.
func checkLog(t *testing.T, log string) {
	t.Helper()
	text, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	processes := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		processes[strings.Fields(line)[0]] = true
	}
	if len(processes) != 1 {
		t.Errorf("%d processes played:\n%s", len(processes), text)
	}
}

// botCommand returns a bot that speaks another protocol through this program.
func botCommand(t *testing.T, script string, args ...string) *exec.Cmd {
	t.Helper()
	program, err := exec.LookPath("ludex")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(python(t), append([]string{script}, args...)...)
	cmd.Env = append(os.Environ(), "LUDEX="+program)
	return cmd
}

// TestBotOverHTTP lets a bot play for a manager of the GGP protocol, in two matches
// with one process.
func TestBotOverHTTP(t *testing.T) {
	script, log := writeBot(t)
	bot := botCommand(t, script, "--protocol", "ggp", "--listen", "127.0.0.1:0", "--program-start", "20s", "--program-memory", "1024")
	out, err := bot.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	start(t, bot)
	line, err := bufio.NewReader(out).ReadString('\n')
	address, ok := strings.CutPrefix(strings.TrimSpace(line), "waiting for managers at ")
	if err != nil || !ok {
		t.Fatalf("%q, %v", line, err)
	}
	result, err := exec.Command("ludex", "match", "tictactoe", "ggp://"+address, "legal", "--games", "2", "--clock", "20s", "--start-clock", "20s").CombinedOutput()
	if err != nil || strings.Contains(string(result), "faults") {
		t.Errorf("%v\n%s", err, result)
	}
	checkLog(t, log)
}

// TestBotConnects lets a bot connect to managers: by WebSocket and by the protocol for
// regular boardgames.
func TestBotConnects(t *testing.T) {
	for name, c := range map[string]struct{ game, white, protocol string }{
		"live": {"kuhnpoker", "live:bob", "live"},
		"rbg":  {"tictactoe-rbg", "rbg://127.0.0.1:0", "rbg"},
	} {
		t.Run(name, func(t *testing.T) {
			script, log := writeBot(t)
			args := []string{"match", c.game, c.white, "legal", "--games", "2", "--clock", "20s", "--start-clock", "20s"}
			switch name {
			case "live":
				args = append(args, "--listen", "127.0.0.1:0")
			case "rbg":
				args[2], args[3] = "white="+args[2], "black="+args[3]
			}
			manager := exec.Command("ludex", args...)
			var result bytes.Buffer
			manager.Stdout = &result
			errs, err := manager.StderrPipe()
			if err != nil {
				t.Fatal(err)
			}
			start(t, manager)
			line, err := bufio.NewReader(errs).ReadString('\n')
			address, ok := strings.CutPrefix(strings.TrimSpace(line), "players connect to ")
			if err != nil || !ok {
				t.Fatalf("%q, %v", line, err)
			}
			start(t, botCommand(t, script, "--protocol", c.protocol, "--connect", address, "--name", "bob"))
			if err := manager.Wait(); err != nil || strings.Contains(result.String(), "faults") {
				t.Errorf("%v\n%s", err, result.String())
			}
			checkLog(t, log)
		})
	}
}
