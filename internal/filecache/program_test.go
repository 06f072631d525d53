package filecache

import (
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestBuildID compares the build ID of this test with what the toolchain says.
func TestBuildID(t *testing.T) {
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	head, err := io.ReadAll(io.LimitReader(f, headSize))
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("go", "tool", "buildid", path).Output()
	if err != nil {
		t.Skipf("there is no toolchain: %v", err)
	}
	if want := strings.TrimSpace(string(out)); buildID(head) != want {
		t.Errorf("the build ID is %q, want %q", buildID(head), want)
	}
	if _, ok := Program(); ok {
		t.Error("a test uses the files of the user")
	}
	for _, text := range []string{"", "\x7fELF\x04\x00\x00\x00Go\x00\x00", "\x7fELF\xff\xff\xff\xff\x04\x00\x00\x00Go\x00\x00x", "\xff Go build ID: \"x"} {
		if id := buildID([]byte(text)); id != "" {
			t.Errorf("%q has the build ID %q", text, id)
		}
	}
	if id := buildID([]byte("..\xff Go build ID: \"a/b\"\n \xff..")); id != "a/b" {
		t.Errorf("the build ID is %q", id)
	}
}
