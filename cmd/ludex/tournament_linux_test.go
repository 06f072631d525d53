package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestTournamentOnTerminal watches a tournament on a terminal, stops it with
// Ctrl-C, and finds what was played.
func TestTournamentOnTerminal(t *testing.T) {
	terminal, tty := newTerminal(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "cup.toml")
	text := "name = \"cup\"\nkind = \"round-robin\"\ngames = [\"nim\"]\nplayers = [\"random\", \"legal\"]\nnodes = 1\nrepeats = 40000\nworkers = 2\n"
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("ludex", "tournament", "cup.toml")
	var out bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, tty
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	shown := readUntil(t, terminal, "cup: round-robin, ", "░", "points", "playing r0", "\x1b[", "░", "left")
	again := exec.Command("ludex", "tournament", "cup.toml")
	again.Dir = dir
	if answer, err := again.CombinedOutput(); err == nil || !strings.Contains(string(answer), "is being played by another ludex") {
		t.Errorf("%v: %s", err, answer)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	shown += readUntil(t, terminal, "stopped after ", "the same command goes on")
	var exit *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != exitStopped {
		t.Errorf("it ended with %v", err)
	}
	part := regexp.MustCompile(`^cup: round-robin, ([1-9][0-9]*) of 80000 matches\n#  player`).FindString(out.String())
	if part == "" {
		t.Errorf("the table is %q after %q", out.String(), shown)
	}
	status := exec.Command("ludex", "tournament", "cup.toml", "--status")
	status.Dir = dir
	if answer, err := status.Output(); err != nil || string(answer) != out.String() {
		t.Errorf("%v: the table was\n%s, and is\n%s", err, out.String(), answer)
	}
}
