package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// TestReportInterrupt stops a report that shows how far it is. It writes the page with
// what there is.
func TestReportInterrupt(t *testing.T) {
	terminal, tty := newTerminal(t)
	page := filepath.Join(t.TempDir(), "page.html")
	cmd := exec.Command("ludex", "report", "tictactoe", "--playouts", "1000000000", "-o", page)
	cmd.Stdout, cmd.Stderr = tty, tty
	cmd.Env = append(os.Environ(), "NO_COLOR=")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	readUntil(t, terminal, "of 1000000000 random plays")
	if err := cmd.Process.Signal(unix.SIGINT); err != nil {
		t.Fatal(err)
	}
	readUntil(t, terminal, "stopped early: ", "page ")
	_ = cmd.Wait() // the code tells
	if got := cmd.ProcessState.ExitCode(); got != exitStopped {
		t.Errorf("exit code %d, want %d", got, exitStopped)
	}
	text, err := os.ReadFile(page)
	if err != nil || !strings.Contains(string(text), "This report was stopped early") {
		t.Errorf("the page does not say that it is not whole: %v", err)
	}
}
