package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestTournamentOverHTTP covers a player elsewhere, which plays one match at a time,
// take part in a tournament that plays several.
func TestTournamentOverHTTP(t *testing.T) {
	player := exec.Command("ludex", "player", "--listen", "127.0.0.1:0", "--player", "legal")
	out, err := player.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := player.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = player.Process.Kill()
		_ = player.Wait()
	}()
	line, err := bufio.NewReader(out).ReadString('\n')
	address, ok := strings.CutPrefix(strings.TrimSpace(line), "waiting for managers at ")
	if err != nil || !ok {
		t.Fatalf("%q, %v", line, err)
	}
	dir := t.TempDir()
	text := fmt.Sprintf(`
name = "net"
kind = "round-robin"
games = ["nim", "tictactoe"]
players = ["random", "legal", {name = "far", player = "ggp://%s"}]
clocks = {start = "20s", play = "20s"}
workers = 3
scramble = true
`, address)
	if err := os.WriteFile(filepath.Join(dir, "net.toml"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("ludex", "tournament", "net.toml", "--quiet")
	cmd.Dir = dir
	table, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(table), "12 matches, finished") {
		t.Fatalf("%v\n%s", err, table)
	}
	for line := range strings.Lines(string(table)) {
		if fields := strings.Fields(line); len(fields) > 1 && fields[1] == "far" && fields[len(fields)-1] != "0" {
			t.Errorf("there were faults:\n%s", table)
		}
	}
}
