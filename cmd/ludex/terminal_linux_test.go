package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// onTerminal runs ludex with a terminal for its standard output and returns
// what appears there.
func onTerminal(t *testing.T, env []string, args ...string) string {
	t.Helper()
	terminal, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skipf("no terminal can be made here: %v", err)
	}
	defer terminal.Close()
	if err := unix.IoctlSetPointerInt(int(terminal.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Skipf("no terminal can be made here: %v", err)
	}
	number, err := unix.IoctlGetInt(int(terminal.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Skipf("no terminal can be made here: %v", err)
	}
	tty, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no terminal can be made here: %v", err)
	}
	cmd := exec.Command("ludex", args...)
	cmd.Stdout = tty
	cmd.Env = append(os.Environ(), env...)
	err = cmd.Start()
	tty.Close()
	if err != nil {
		t.Fatal(err)
	}
	out, _ := io.ReadAll(terminal) // ends with an error when the other side is closed
	_ = cmd.Wait()                 // the answer is no
	return string(out)
}

func TestColourOnTerminals(t *testing.T) {
	file := filepath.Join(t.TempDir(), "unsafe.gdl")
	if err := os.WriteFile(file, []byte("p(X)\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	const red = "\x1b[1;31merror:\x1b[0m"
	if out := onTerminal(t, []string{"NO_COLOR="}, "check", file); !strings.Contains(out, red) {
		t.Errorf("no colour in\n%s", out)
	}
	out := onTerminal(t, []string{"NO_COLOR=1"}, "check", file)
	if !strings.Contains(out, "error: the fact has the variable X") || strings.Contains(out, "\x1b") {
		t.Errorf("NO_COLOR gives\n%q", out)
	}
}
