package wholefile_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"ludex/internal/wholefile"
)

// TestWrite checks that a file is replaced whole, or not at all, and that nothing is left beside it.
func TestWrite(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "file")
	text := func(text string, end error) func(io.Writer) error {
		return func(w io.Writer) error {
			_, err := fmt.Fprint(w, text)
			return errors.Join(err, end)
		}
	}
	if err := wholefile.Write(name, 0o644, text("first", nil)); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	if err := wholefile.Write(name, 0o644, text("half", broken)); !errors.Is(err, broken) {
		t.Errorf("the error is %v", err)
	}
	if got, err := os.ReadFile(name); string(got) != "first" || err != nil {
		t.Errorf("the file has %q, %v", got, err)
	}
	if err := wholefile.Write(name, 0o600, text("second", nil)); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(name)
	if err != nil || info.Size() != 6 || info.Mode().Perm() != 0o600 {
		t.Errorf("the file is %v, %v", info, err)
	}
	if err := wholefile.Write(filepath.Join(folder, "missing", "file"), 0o644, text("", nil)); err == nil {
		t.Error("there is no such folder")
	}
	if list, err := os.ReadDir(folder); len(list) != 1 || err != nil {
		t.Errorf("there are %v, %v", list, err)
	}
}
