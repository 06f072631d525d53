package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCheckPointsToDeep checks that a person is told what check did not look at.
func TestCheckPointsToDeep(t *testing.T) {
	const hint = "ludex check --deep"
	env := []string{"NO_COLOR="}
	if out := onTerminal(t, env, "check", "nim"); !strings.Contains(out, hint) {
		t.Errorf("no hint to --deep in %q", out)
	}
	broken := filepath.Join(t.TempDir(), "broken.kif")
	if err := os.WriteFile(broken, []byte("(role"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"check", "--deep", "nim"}, {"check", "--json", "nim"}, {"check", broken}} {
		if out := onTerminal(t, env, args...); strings.Contains(out, hint) {
			t.Errorf("%v has a hint: %q", args, out)
		}
	}
}
