package bitslice

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestInstructions compares the numbers of instructions that the assembly for NEON
// states with those in the documentation, where they stand for a speed that nobody has
// measured.
func TestInstructions(t *testing.T) {
	documented := make(map[string]string)
	row := regexp.MustCompile(`(?m)^\| ([a-z0-9, ]+) \| (\d+) \| \d+ \|$`)
	for _, m := range row.FindAllStringSubmatch(read(t, "../../../docs/engines.md"), -1) {
		for name := range strings.SplitSeq(m[1], ", ") {
			documented[name] = m[2]
		}
	}
	loop := regexp.MustCompile(`CBNZW R2, (\w+)\n\t// (\d+) instructions`)
	loops := loop.FindAllStringSubmatch(read(t, "eval_neon_arm64.s"), -1)
	if len(loops) != int(numOps)+1 { // and nor9
		t.Errorf("%d loops are counted", len(loops))
	}
	for _, m := range loops {
		if documented[m[1]] != m[2] {
			t.Errorf("%s takes %s instructions, but the documentation says %q", m[1], m[2], documented[m[1]])
		}
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
