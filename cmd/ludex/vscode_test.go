package main

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// TestVSCode runs the extension for VS Code in Node against the language server.
func TestVSCode(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no Node here")
	}
	out, err := exec.Command(node, filepath.Join("..", "..", "editors", "vscode", "extension_test.js")).CombinedOutput()
	if err != nil || string(out) != "ok\n" {
		t.Errorf("%v: %s", err, out)
	}
}
