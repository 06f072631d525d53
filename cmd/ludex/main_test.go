package main

import (
	"bufio"
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"ludex/internal/cluster/clustertest"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"ludex": main})
}

// TestScripts runs the scripts of testdata, which use every verb and flag. With
// LUDEX_UPDATE=1 it writes the answers it gets into them.
func TestScripts(t *testing.T) {
	cache, _ := exec.Command("go", "env", "GOCACHE").Output() // nothing where there is no Go toolchain
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       os.Getenv("LUDEX_UPDATE") != "",
		Setup: func(env *testscript.Env) error {
			// Scripts have no home. What the Go toolchain has compiled before is there all the same:
			// compiling the standard library takes long.
			if len(cache) > 0 {
				env.Setenv("GOCACHE", strings.TrimSpace(string(cache)))
			}
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits": exits,
			"bytes": writeBytes,
			"nats":  startNATS,
			"arena": startArena,
			"find":  findText,
		},
	})
}

// exits is the script command "exits CODE command…", which runs a command that
// must end with an exit code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE command...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var exit *exec.ExitError
	switch err := ts.Exec(args[1], args[2:]...); {
	case errors.As(err, &exit):
		got = exit.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// startNATS is the script command "nats", which starts a server for workers and tells
// commands of it by their environment.
func startNATS(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 0 {
		ts.Fatalf("usage: nats")
	}
	s, err := clustertest.Embed()
	ts.Check(err)
	ts.Defer(func() { _ = s.Close() })
	ts.Setenv(natsEnv, s.URL)
	ts.Setenv(tokenEnv, s.Token)
}

// writeBytes is the script command "bytes FILE TEXT", which writes a binary file. The text
// may contain the escapes of a Go string.
func writeBytes(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: bytes FILE TEXT")
	}
	text, err := strconv.Unquote(`"` + args[1] + `"`)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o644))
}

// TestInterrupt stops a verb that waits for its standard input.
func TestInterrupt(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there are no signals to send")
	}
	cmd := exec.Command("ludex", "check", "nim", "-")
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	first, err := bufio.NewReader(stdout).ReadString('\n') // the first game is done
	if err != nil || first != "nim/nim.kif: no problems (GDL, prefix)\n" {
		t.Errorf("the first game: %q, %v", first, err)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != exitStopped {
		t.Errorf("it ended with %v, want exit code %d", err, exitStopped)
	}
}

// TestInterruptQuestion stops a question that would take forever, when it has read
// the view that it is about: nothing is decided then.
func TestInterruptQuestion(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there are no signals to send")
	}
	cmd := exec.Command("ludex", "knows", "kriegspiel-chess", "--as", "white", "--view", "-",
		"--max-developments", "2000000000", "always knows(white, ~knows(black, terminal))")
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	var stdout bytes.Buffer
	cmd.Stdout = &stdout
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	// A pipe holds less than that, so it has been read when it is written.
	if _, err := stdin.Write(bytes.Repeat([]byte("% nothing\n"), 100_000)); err != nil {
		t.Fatal(err)
	}
	if err := stdin.Close(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != exitStopped {
		t.Errorf("it ended with %v, want exit code %d", err, exitStopped)
	}
	if out := stdout.String(); out != "" && !strings.HasPrefix(out, "undecided: stopped") {
		t.Errorf("it says %q", out)
	}
}
