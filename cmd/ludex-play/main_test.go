package main

import (
	"os/exec"
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
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, large := range []string{"modernc.org/sqlite", "github.com/nats-io/nats-server/v2/server", "github.com/jackc/pgx/v5", "ludex/internal/server"} {
		if slices.Contains(strings.Fields(string(out)), large) {
			t.Errorf("the program contains %s", large)
		}
	}
}
