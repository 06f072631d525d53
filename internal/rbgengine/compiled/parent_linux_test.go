package compiled

import (
	"context"
	"io"
	"os"
	"os/exec"
	"testing"
)

// TestStoppedWithChildren stops a command that waits for another one. The pipe that both
// write to is closed only when both have ended.
func TestStoppedWithChildren(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	cmd := exec.CommandContext(ctx, "sh", "-c", "sleep 600 & echo begun; wait; echo over")
	endWithParent(cmd)
	endWithChildren(cmd)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	begun := make([]byte, len("begun\n"))
	if _, err := io.ReadFull(out, begun); err != nil {
		t.Fatal(err)
	}
	stop()
	if rest, err := io.ReadAll(out); err != nil || len(rest) > 0 {
		t.Errorf("after the stop there is %q, %v", rest, err)
	}
	if err := cmd.Wait(); err == nil {
		t.Error("the command has ended by itself")
	}
}

// TestLimitMemory has a child process allocate more than it may.
func TestLimitMemory(t *testing.T) {
	const limit = 256 << 20
	if os.Getenv("LUDEX_TEST_ALLOCATE") != "" {
		_, _ = os.Stdin.Read(make([]byte, 1)) // until the limit is set
		b := make([]byte, 2*limit)
		for i := 0; i < len(b); i += 4096 {
			b[i] = 1
		}
		return
	}
	for _, limited := range []bool{true, false} {
		cmd := exec.Command(os.Args[0], "-test.run=^TestLimitMemory$")
		cmd.Env = append(os.Environ(), "LUDEX_TEST_ALLOCATE=1")
		stdin, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if limited {
			if err := limitMemory(cmd.Process.Pid, limit); err != nil {
				t.Fatal(err)
			}
		}
		if err := stdin.Close(); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Wait(); (err != nil) != limited {
			t.Errorf("limited %v: the process ended with %v", limited, err)
		}
	}
}
