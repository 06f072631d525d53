package main

import (
	"bufio"
	"bytes"
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

// TestPlayerStaysHere checks that a player can be reached from this machine alone,
// unless it is told otherwise.
func TestPlayerStaysHere(t *testing.T) {
	if address := newPlayer().Flag("listen").DefValue; !strings.HasPrefix(address, "127.0.0.1:") {
		t.Errorf("it listens at %s", address)
	}
}

// TestBoardgamePlayer lets one player connect to a manager and stay for all games of
// a series.
func TestBoardgamePlayer(t *testing.T) {
	manager := exec.Command("ludex", "match", "tictactoe-rbg", "white=rbg://127.0.0.1:0", "black=legal", "--games", "3", "--clock", "20s", "--start-clock", "20s")
	var out bytes.Buffer
	manager.Stdout = &out
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
	if said, err := exec.Command("ludex", "player", "--protocol", "rbg", "--connect", address, "--player", "legal").CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, said)
	}
	if err := manager.Wait(); err != nil || strings.Contains(out.String(), "faults") || !strings.Contains(out.String(), " 3 games: ") {
		t.Errorf("%v\n%s", err, out.String())
	}
}
