package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestMemoryOfText reads a text that takes more memory than there may be.
func TestMemoryOfText(t *testing.T) {
	file := filepath.Join(t.TempDir(), "long.kif")
	if err := os.WriteFile(file, []byte("(role r)"+strings.Repeat(" (p a)", 2000)), 0o644); err != nil {
		t.Fatal(err)
	}
	for memory, fits := range map[string]bool{"1": false, "100": true} {
		out, _ := exec.Command("ludex", "info", "--memory", memory, file).CombinedOutput() // the code is not the point
		if refused := strings.Contains(string(out), "long.kif takes more than 1 MB (--memory allows more)"); refused == fits {
			t.Errorf("with %s MB: %s", memory, out)
		}
	}
}
