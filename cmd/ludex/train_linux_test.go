package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"ludex/internal/learn"
)

// TestTrainInterrupt stops learning on a terminal, which shows how far it is. What was
// learned is saved.
func TestTrainInterrupt(t *testing.T) {
	terminal, tty := newTerminal(t)
	file := filepath.Join(t.TempDir(), "t.net")
	cmd := exec.Command("ludex", "train", "tictactoe", "--time", "1h", "-o", file)
	cmd.Stdout, cmd.Stderr = tty, tty
	cmd.Env = append(os.Environ(), "NO_COLOR=")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	readUntil(t, terminal, "learning tictactoe", " plays, ", " positions, loss ", " left")
	if err := cmd.Process.Signal(unix.SIGINT); err != nil {
		t.Fatal(err)
	}
	readUntil(t, terminal, "there was no time for enough trials yet", "the network of ")
	_ = cmd.Wait() // the code tells
	if got := cmd.ProcessState.ExitCode(); got != exitStopped {
		t.Errorf("exit code %d, want %d", got, exitStopped)
	}
	if m, err := learn.Load(file); err != nil || m.Plays == 0 {
		t.Errorf("nothing was saved: %v", err)
	}
}
