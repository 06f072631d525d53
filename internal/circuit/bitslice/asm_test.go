package bitslice

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestGenerated checks that the assembly is what the generator prints. It is skipped
// where the generator cannot be built, as it needs a module of its own.
func TestGenerated(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the generator")
	}
	dir := t.TempDir()
	generator := filepath.Join(dir, "generator")
	build := exec.CommandContext(t.Context(), "go", "-C", "_asm", "build", "-o", generator, ".")
	build.Env = append(os.Environ(), "GOPROXY=off", "GOWORK=off")
	if out, err := build.CombinedOutput(); err != nil {
		t.Skipf("the generator cannot be built: %v\n%s", err, out)
	}
	if out, err := exec.CommandContext(t.Context(), generator, "-dir", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.s"))
	if err != nil || len(files) == 0 {
		t.Fatalf("nothing was generated: %v", err)
	}
	for _, f := range files {
		want, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(filepath.Base(f)); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what go generate writes (%v)", filepath.Base(f), err)
		}
	}
}
