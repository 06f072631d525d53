package main

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestLivePlayer starts a manager that listens and a player that connects to it,
// each as its own program, for games of every kind. The player stays for the games
// of a series, and goes on Ctrl-C.
func TestLivePlayer(t *testing.T) {
	for _, args := range [][]string{
		{"tictactoe", "live:bob", "legal", "--games", "3"},
		{"kuhnpoker", "live:bob", "legal", "--games", "2", "--scramble"},
		{"tictactoe-rbg", "live:bob", "live:bob", "--games", "2", "--threads", "2"},
		{"resourcerace", "live:bob", "idle", "--games", "2", "--wall", "--unit", "20ms", "--max-time", "3"},
	} {
		t.Run(args[0], func(t *testing.T) {
			manager := exec.Command("ludex", append([]string{"match", "--listen", "127.0.0.1:0", "--clock", "30s", "--start-clock", "30s"}, args...)...)
			var out bytes.Buffer
			manager.Stdout = &out
			errs, err := manager.StderrPipe()
			if err != nil {
				t.Fatal(err)
			}
			start(t, manager)
			lines := bufio.NewReader(errs)
			line, err := lines.ReadString('\n')
			url, ok := strings.CutPrefix(strings.TrimSpace(line), "players connect to ")
			if err != nil || !ok {
				t.Fatalf("%q, %v", line, err)
			}
			var players []*exec.Cmd
			for range strings.Count(strings.Join(args, " "), "live:bob") {
				p := exec.Command("ludex", "player", "--protocol", "live", "--connect", url, "--name", "bob", "--player", "random")
				start(t, p)
				players = append(players, p)
			}
			if err := manager.Wait(); err != nil || strings.Contains(out.String(), "faults") || !strings.Contains(out.String(), " games: ") {
				t.Errorf("%v\n%s", err, out.String())
			}
			for _, p := range players {
				if err := p.Process.Signal(os.Interrupt); err != nil {
					t.Error(err)
				}
				if err := p.Wait(); p.ProcessState.ExitCode() != exitStopped {
					t.Errorf("the player ends with %v", err)
				}
			}
		})
	}
}

// start starts a program, which ends with the test at the latest.
func start(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
}
