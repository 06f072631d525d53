//go:build unix

package supervisor_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"ludex/internal/cluster/supervisor"
)

const roleEnv = "LUDEX_TEST_ROLE"

// TestMain is also what the processes of the tests are.
func TestMain(m *testing.M) {
	switch os.Getenv(roleEnv) {
	case "":
		os.Exit(m.Run())
	case "worker": // says who it is, and ends when it is told to or its parent ends
		ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
		ctx, cancel := supervisor.Orphaned(ctx)
		fmt.Println(os.Getpid())
		<-ctx.Done()
		cancel()
		stop()
		fmt.Println("end")
	case "parent": // has a worker, and shows what it says
		supervisor.Start(supervisor.Options{Size: 1, Grace: time.Minute, Command: func(int) *exec.Cmd {
			cmd := command("worker")
			cmd.Stdout = os.Stdout
			return cmd
		}})
		select {}
	case "broken":
		fmt.Fprintln(os.Stderr, "out of order")
		os.Exit(7)
	case "stubborn":
		signal.Ignore(syscall.SIGTERM)
		fmt.Println(os.Getpid())
		select {}
	}
}

func command(role string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), roleEnv+"="+role)
	return cmd
}

// workers starts workers whose processes write to what is returned.
func workers(t *testing.T, role string, size int, grace time.Duration) (*supervisor.Supervisor, *bufio.Scanner) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = r.Close(), w.Close() })
	c := supervisor.Start(supervisor.Options{Size: size, Grace: grace, Command: func(int) *exec.Cmd {
		cmd := command(role)
		cmd.Stdout = w
		return cmd
	}})
	return c, bufio.NewScanner(r)
}

func pid(t *testing.T, lines *bufio.Scanner) int {
	t.Helper()
	if !lines.Scan() {
		t.Fatal("nothing is said")
	}
	n, err := strconv.Atoi(lines.Text())
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestReplaced kills a process: there is another one.
func TestReplaced(t *testing.T) {
	c, lines := workers(t, "worker", 2, time.Minute)
	first := pid(t, lines)
	pid(t, lines)
	if err := syscall.Kill(first, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	if third := pid(t, lines); third == first {
		t.Error("it lives on")
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	for range 2 {
		if !lines.Scan() || lines.Text() != "end" {
			t.Errorf("it says %q", lines.Text())
		}
	}
}

// TestProcessIgnoresStop covers a process that does not end when it is told to.
func TestProcessIgnoresStop(t *testing.T) {
	c, lines := workers(t, "stubborn", 1, time.Millisecond)
	one := pid(t, lines)
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	if err := syscall.Kill(one, 0); !errors.Is(err, syscall.ESRCH) {
		t.Errorf("it is still there: %v", err)
	}
}

// TestBroken covers processes that end at once: the supervisor gives up and says why.
func TestBroken(t *testing.T) {
	c, _ := workers(t, "broken", 1, time.Minute)
	<-c.Broken()
	err := c.Close()
	if err == nil || !strings.Contains(err.Error(), "out of order") || !strings.Contains(err.Error(), "exit status 7") {
		t.Errorf("the error is %v", err)
	}
}

// TestOrphan kills a parent: its worker ends too.
func TestOrphan(t *testing.T) {
	parent := command("parent")
	out, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	pid(t, lines)
	if err := parent.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if !lines.Scan() || lines.Text() != "end" {
		t.Errorf("it says %q", lines.Text())
	}
	if _, err := io.Copy(io.Discard, out); err != nil {
		t.Error(err)
	}
	_ = parent.Wait()
}
