package main

import (
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestFirstMove makes a move and leaves.
func TestFirstMove(t *testing.T) {
	var out strings.Builder
	if err := run(t.Context(), "nim", strings.NewReader("take(a,1)\nquit\n"), &out); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "1. first take a 1") {
		t.Errorf("no move in\n%s", out.String())
	}
}

func TestRealTimeIsRefused(t *testing.T) {
	if err := run(t.Context(), "chicken", strings.NewReader(""), &strings.Builder{}); err == nil {
		t.Error("a game in real time is accepted")
	}
}

// TestSmall makes sure that nothing is built that a first move does not need.
func TestSmall(t *testing.T) {
	out, err := exec.Command("go", "list", "-tags", "small", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, large := range []string{
		"modernc.org/sqlite", "github.com/nats-io/nats-server/v2/server", "github.com/jackc/pgx/v5", "ludex/internal/server",
		"ludex/internal/rbgengine/lanes", "ludex/internal/rbgengine/compiled", "ludex/internal/circuit/gpu", "text/template",
	} {
		if slices.Contains(strings.Fields(string(out)), large) {
			t.Errorf("the program contains %s", large)
		}
	}
}

// TestSmallProgram makes a move with the program that was built with the tag small.
func TestSmallProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	program := filepath.Join(t.TempDir(), "ludex-play")
	if out, err := exec.Command("go", "build", "-tags", "small", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, name := range []string{"nim", "breakthrough-rbg"} {
		cmd := exec.Command(program, name)
		cmd.Stdin = strings.NewReader("1\nquit\n")
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(out), "1. ") {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}
