package main

import (
	"os"
	"os/exec"
	"regexp"
	"testing"
)

// TestDataInPython runs the programs in docs/data.md that need nothing but Python.
func TestDataInPython(t *testing.T) {
	path := python(t)
	text, err := os.ReadFile("../../docs/data.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```python\n(.*?)```").FindAllStringSubmatch(string(text), -1)
	if len(blocks) != 2 {
		t.Fatalf("%d programs", len(blocks))
	}
	for i, b := range blocks {
		cmd := exec.Command(path, "-c", b[1])
		cmd.Dir = t.TempDir()
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("program %d: %v\n%s", i+1, err, out)
		}
	}
}
