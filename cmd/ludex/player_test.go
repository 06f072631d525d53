package main

import (
	"bufio"
	"os/exec"
	"strings"
	"testing"
)

// TestPlayerOverHTTP starts a player as its own program and has a manager play
// against it.
func TestPlayerOverHTTP(t *testing.T) {
	cmd := exec.Command("ludex", "player", "--listen", "127.0.0.1:0", "--player", "legal")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}()
	line, err := bufio.NewReader(out).ReadString('\n')
	address, ok := strings.CutPrefix(strings.TrimSpace(line), "waiting for managers at ")
	if err != nil || !ok {
		t.Fatalf("%q, %v", line, err)
	}
	for _, game := range []string{"tictactoe", "kuhnpoker"} {
		result, err := exec.Command("ludex", "match", game, "ggp://"+address, "legal", "--games", "2", "--clock", "20s", "--start-clock", "20s").CombinedOutput()
		if err != nil || strings.Contains(string(result), "faults") || !strings.Contains(string(result), "2 games") {
			t.Errorf("%s: %v\n%s", game, err, result)
		}
	}
}
