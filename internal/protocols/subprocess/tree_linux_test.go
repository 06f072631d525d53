package subprocess_test

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// fifoEnv names a pipe that processes left behind by a bot hold open while they run.
const fifoEnv = "LUDEX_TEST_FIFO"

// raise starts a child in a new session, lets the child do so, or is that child.
func raise(manner string) {
	switch manner {
	case "has a daemon", "has a daemon and stays": // which has no parent any more
		child("middle", os.Environ())
	case "middle":
		child("child", os.Environ())
		os.Exit(0)
	case "hides a child and stays": // which has no mark
		child("child", []string{fifoEnv + "=" + os.Getenv(fifoEnv)})
	case "child":
		live()
	}
}

// child starts another program of the test in a new session, and waits until it runs or
// has ended.
func child(manner string, env []string) {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(env, botEnv+"="+manner)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	out, err := cmd.StdoutPipe()
	if err != nil {
		panic(err)
	}
	if err := cmd.Start(); err != nil {
		panic(err)
	}
	if _, err := out.Read(make([]byte, 1)); err != nil && err != io.EOF {
		panic(err)
	}
}

// live holds the pipe open, for a minute at most.
func live() {
	pipe, err := os.OpenFile(os.Getenv(fifoEnv), os.O_WRONLY, 0)
	if err != nil {
		panic(err)
	}
	fmt.Fprint(pipe, "born")
	fmt.Println()
	time.Sleep(time.Minute)
	fmt.Fprint(pipe, ", old")
	os.Exit(0)
}

// TestDaemons checks that processes started by a program end with the match, even in a
// session of their own.
func TestDaemons(t *testing.T) {
	for _, manner := range []string{"has a daemon", "has a daemon and stays", "hides a child and stays"} {
		t.Run(manner, func(t *testing.T) {
			name := filepath.Join(t.TempDir(), "fifo")
			if err := syscall.Mkfifo(name, 0o600); err != nil {
				t.Fatal(err)
			}
			t.Setenv(fifoEnv, name)
			heard := make(chan string, 1)
			go func() {
				text, err := os.ReadFile(name) // until no process has it open for writing
				heard <- fmt.Sprint(string(text), err)
			}()
			record := play(t, manner)
			if !record.Completed || len(record.Details.Faults) > 0 {
				t.Errorf("%+v", record.Details.Faults)
			}
			if got := <-heard; got != "born<nil>" {
				t.Errorf("the child was heard to be %s", strings.TrimSuffix(got, "<nil>"))
			}
		})
	}
}
