package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"ludex/internal/rbgengine/rbgenginetest"
)

// TestStop checks that one signal ends a verb whose computation would take forever.
func TestStop(t *testing.T) {
	var crowd strings.Builder
	for r := range 29 { // with 2²⁹ joint moves
		fmt.Fprintf(&crowd, "(role r%d) ", r)
	}
	crowd.WriteString("(init a) (<= (legal ?r x) (role ?r)) (<= (legal ?r y) (role ?r)) (next b) (<= terminal (true b)) (<= (goal ?r 100) (role ?r))")
	for _, c := range []struct{ name, text, args string }{
		{"stones.rbg", rbgenginetest.Stones(), "--engine reference"},
		{"stones.rbg", rbgenginetest.Stones(), "--engine sets"},
		{"crowd.kif", crowd.String(), "--engine reference"},
		{"crowd.kif", crowd.String(), "--engine circuit"},
	} {
		t.Run(c.name+" "+c.args, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), c.name)
			if err := os.WriteFile(file, []byte(c.text), 0o644); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command("ludex", append([]string{"perft", "--terminal", "--depth", "1", "--memory", "100000", file}, strings.Fields(c.args)...)...)
			out, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			lines := bufio.NewScanner(out)
			for lines.Scan() && !strings.HasPrefix(strings.TrimSpace(lines.Text()), "0 ") {
			}
			if err := cmd.Process.Signal(unix.SIGTERM); err != nil {
				t.Fatal(err)
			}
			for lines.Scan() {
				t.Errorf("an answer came: %s", lines.Text())
			}
			_ = cmd.Wait() // the code tells
			if got := cmd.ProcessState.ExitCode(); got != exitStopped {
				t.Errorf("exit code %d, want %d", got, exitStopped)
			}
		})
	}
}
