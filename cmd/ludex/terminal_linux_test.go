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

// newTerminal makes a terminal of 80 × 24 and returns both its ends: what a person
// sits at, and what a program gets.
func newTerminal(t *testing.T) (person, program *os.File) {
	t.Helper()
	person, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skipf("no terminal can be made here: %v", err)
	}
	t.Cleanup(func() { person.Close() })
	fd := int(person.Fd())
	if err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
		t.Skipf("no terminal can be made here: %v", err)
	}
	if err := unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 80}); err != nil {
		t.Skipf("no terminal can be made here: %v", err)
	}
	number, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err != nil {
		t.Skipf("no terminal can be made here: %v", err)
	}
	program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no terminal can be made here: %v", err)
	}
	t.Cleanup(func() { program.Close() })
	return person, program
}

// onTerminal runs ludex with a terminal for its standard output and returns
// what appears there.
func onTerminal(t *testing.T, env []string, args ...string) string {
	t.Helper()
	terminal, tty := newTerminal(t)
	cmd := exec.Command("ludex", args...)
	cmd.Stdout = tty
	cmd.Env = append(os.Environ(), env...)
	err := cmd.Start()
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

// TestPlayOnTerminal plays on a screen and leaves it in each of the ways there are.
// The terminal must be as it was before.
func TestPlayOnTerminal(t *testing.T) {
	tests := map[string]struct {
		keys   string
		signal os.Signal
		code   int
		says   string
	}{
		"quit":    {"mark 2 2\r\x11", nil, exitFine, "tictactoe, the game is not over"},
		"Ctrl-C":  {"mark\x03", nil, exitStopped, ""},
		"SIGTERM": {"", unix.SIGTERM, exitStopped, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			terminal, tty := newTerminal(t)
			before, err := unix.IoctlGetTermios(int(tty.Fd()), unix.TCGETS)
			if err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command("ludex", "play", "tictactoe", "--against", "legal", "--clock", "1s")
			cmd.Stdin, cmd.Stdout, cmd.Stderr = tty, tty, tty
			cmd.Env = append(os.Environ(), "TERM=xterm-256color")
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			out := readUntil(t, terminal, "legal moves")
			if tt.signal != nil {
				err = cmd.Process.Signal(tt.signal)
			} else {
				_, err = terminal.WriteString(tt.keys)
			}
			if err != nil {
				t.Fatal(err)
			}
			out += readUntil(t, terminal, leaveScreen, tt.says)
			_ = cmd.Wait() // the code tells
			if got := cmd.ProcessState.ExitCode(); got != tt.code {
				t.Errorf("exit code %d, want %d", got, tt.code)
			}
			after, err := unix.IoctlGetTermios(int(tty.Fd()), unix.TCGETS)
			if err != nil || *after != *before {
				t.Errorf("the terminal is in another state than before: %v", err)
			}
			if !strings.Contains(out, enterScreen) {
				t.Errorf("no screen of its own in %q", out)
			}
		})
	}
}

// The escape sequences that enter and leave the alternate screen.
const (
	enterScreen = "\x1b[?1049h"
	leaveScreen = "\x1b[?1049l"
)

// readUntil reads what a program writes until some texts have appeared, one after
// the other.
func readUntil(t *testing.T, terminal *os.File, texts ...string) string {
	t.Helper()
	var all, rest string
	buffer := make([]byte, 4096)
	for len(texts) > 0 {
		if _, after, found := strings.Cut(rest, texts[0]); found {
			rest, texts = after, texts[1:]
			continue
		}
		n, err := terminal.Read(buffer)
		if err != nil {
			t.Fatalf("no %q in %q: %v", texts[0], all, err)
		}
		all, rest = all+string(buffer[:n]), rest+string(buffer[:n])
	}
	return all
}
